"""The validate stage (A8, in part): citations resolve, are visible to the asker now, and say what the answer says.

A claim that fails is taken out of the answer, never mended.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from apps.accounts.models import User
from apps.answers.claims import Claim, Draft
from apps.answers.figures.ledger import Operand
from apps.answers.figures.lines import Calculation
from apps.answers.figures.recheck import disagreement
from apps.answers.models import Status
from apps.documents.figures.amounts import parse_amount
from apps.documents.highlights import boxes_for
from apps.documents.models import Chunk, Document, Page


@dataclass(frozen=True, slots=True)
class Cited:
    """A claim that was checked. quote is exactly the page's text there; boxes are [page, x0, y0, x1, y1]."""

    claim: Claim
    label: int
    quote: str
    boxes: list[list[float]]


@dataclass(frozen=True, slots=True)
class Checked:
    """The answer as it may be shown. `rejected` says which claims were taken out and why."""

    draft: Draft
    cited: tuple[Cited, ...]
    rejected: tuple[str, ...] = ()

    def seen(self) -> dict[str, Any]:
        return {"status": self.draft.status, "citations": len(self.cited), "rejected": list(self.rejected)}


def validate(draft: Draft, asker: User) -> Checked:
    """Check each claim of `draft` against the stored pages; without a claim left the status is Not found."""
    pages = _pages(claim for claim in draft.claims)
    visible = _visible_versions(draft.claims, asker)
    chunks = set(
        Chunk.objects.filter(pk__in=[claim.place.chunk_id for claim in draft.claims]).values_list("pk", flat=True)
    )
    problems = [problem_of(claim, pages, visible, chunks) for claim in draft.claims]
    if draft.calculation:
        problems = _all_or_none(draft.calculation, problems)
    sound = [claim for claim, problem in zip(draft.claims, problems, strict=True) if not problem]
    cited = tuple(_cited(claim, label, pages) for label, claim in enumerate(sound, start=1))
    rejected = tuple(
        f"{claim.text[:120]}: {problem}" for claim, problem in zip(draft.claims, problems, strict=True) if problem
    )
    return Checked(_without(draft, rejected) if rejected else draft, cited, rejected)


def _all_or_none(calculation: Calculation, problems: list[str]) -> list[str]:
    """A calculation stands only when every operand of it does, and when it gives the same again."""
    reason = "another figure of the calculation failed" if any(problems) else disagreement(calculation)
    return [problem or reason for problem in problems]


def _without(draft: Draft, rejected: tuple[str, ...]) -> Draft:
    if draft.calculation is not None:
        return Draft(Status.NOT_FOUND, (), "Not found. A figure of the calculation could not be verified on its page.")
    if len(rejected) < len(draft.claims):
        return replace(draft, value=None, unit=None)
    words = "Not found. What was found could not be verified on its page, so it is not shown."
    return Draft(Status.NOT_FOUND, (), words)


def _pages(claims: Iterable[Claim]) -> dict[tuple[int, int], Page]:
    wanted = {(claim.place.version_id, claim.place.page) for claim in claims}
    rows = Page.objects.filter(version__in={version for version, _ in wanted}, number__in={page for _, page in wanted})
    return {(page.version_id, page.number): page for page in rows}


def _visible_versions(claims: Iterable[Claim], asker: User) -> set[int]:
    versions = {claim.place.version_id for claim in claims}
    rows = Document.objects.visible_to(asker).filter(versions__in=versions)
    return set(rows.values_list("versions", flat=True))


def problem_of(claim: Claim, pages: dict[tuple[int, int], Page], visible: set[int], chunks: set[int]) -> str:
    """Why the claim may not be shown, or "" when it may."""
    place = claim.place
    page = pages.get((place.version_id, place.page))
    if place.version_id not in visible:
        return "its document is not visible to the asker"
    if page is None or place.chunk_id not in chunks:
        return "its place does not resolve"
    quote = page.text[place.start : place.end]
    if not quote.strip() or (claim.verbatim and quote != claim.verbatim):
        return "the page says something else"
    if claim.operand and not says(quote, claim.operand):
        return "the cell says another figure"
    absent = [figure for figure in claim.figures if squeezed(figure) not in squeezed(quote)]
    return f"{', '.join(absent)} does not stand there" if absent else ""


def says(quote: str, operand: Operand) -> bool:
    """Whether the cited cell, read again at the scale of its table, is the figure that was computed with."""
    fact = operand.fact
    amount = parse_amount(quote)
    printed = amount.value if amount else Decimal(0) if fact.nil else None
    return printed is not None and abs(printed) * fact.scale == abs(fact.value) == abs(operand.value)


def squeezed(text: str) -> str:
    """Without white space: a currency sign may stand apart from its number on the page."""
    return "".join(text.split())


def _cited(claim: Claim, label: int, pages: dict[tuple[int, int], Page]) -> Cited:
    place = claim.place
    page = pages[place.version_id, place.page]
    return Cited(claim, label, page.text[place.start : place.end], boxes_for(page, place.start, place.end))
