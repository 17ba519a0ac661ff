"""The validate stage (A8): citations resolve, are visible to the asker now, and say what the answer says.

A claim that fails is taken out of the answer, never mended. A sentence in a model's words is never taken out for what
it says: it is marked where its sources do not bear it out, and the trust in the answer says so.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from apps.accounts.models import User
from apps.answers.check.checking import Telling, check
from apps.answers.check.evidence import Cited
from apps.answers.check.report import Validation
from apps.answers.check.trust import SURELY, Readings, Thresholds
from apps.answers.compose.draft import Claim, Draft
from apps.answers.compute.operands import Operand
from apps.answers.models import Status
from apps.answers.sources.candidate import CandidateKind
from apps.documents.highlights import boxes_for
from apps.documents.models import Chunk, Document, Page
from apps.statements.values.amounts import parse_amount

HIDDEN = "its document is not visible to the asker"


@dataclass(frozen=True, slots=True)
class Checked:
    """The answer as it may be shown. `rejected` says which claims were taken out and why.

    written: the sentences in other words, with the labels of their citations; validation: what the checks say of all.
    """

    draft: Draft
    cited: tuple[Cited, ...]
    validation: Validation
    rejected: tuple[str, ...] = ()
    written: tuple[Telling, ...] = ()

    @property
    def own_cited(self) -> tuple[Cited, ...]:
        """What the answer says itself: figures, rows and quotes, without passages that only stand behind `written`."""
        behind = {label for telling in self.written for label in telling.labels}
        return tuple(cited for cited in self.cited if cited.claim.lines or cited.label not in behind)

    def seen(self) -> dict[str, Any]:
        return {
            "status": self.draft.status,
            "citations": len(self.cited),
            "rejected": list(self.rejected),
            "trust": self.validation["trust"],
            "measures": self.validation["measures"],
        }


def validate(draft: Draft, asker: User, thresholds: Thresholds | None = None, readings: Readings = SURELY) -> Checked:
    """Check each claim of `draft` against the stored pages, then each sentence against the claims that hold.

    Without a claim left the status is Not found.
    """
    pages, visible = _pages(claim for claim in draft.claims), _visible_versions(draft.claims, asker)
    chunks = set(
        Chunk.objects.filter(pk__in=[claim.anchor.chunk_id for claim in draft.claims]).values_list("pk", flat=True)
    )
    problems = [problem_of(claim, pages, visible, chunks) for claim in draft.claims]
    if draft.outcome:
        problems = _all_or_none(draft.claims, problems)
    labels = _labels(problems)
    cited = tuple(_cited(draft.claims[place], label, pages) for place, label in labels.items())
    rejected = tuple(
        f"{claim.text[:120]}: {problem}" for claim, problem in zip(draft.claims, problems, strict=True) if problem
    )
    shown = _without(draft, problems) if rejected else draft
    cited = cited if shown.claims else ()
    written = _tellings(shown, labels, problems)
    limits = thresholds or Thresholds()
    validation = check(shown, cited, written, asker, limits, rejected=len(rejected), readings=readings)
    return Checked(shown, cited, validation, rejected, written)


def _labels(problems: Sequence[str]) -> dict[int, int]:
    """Position of each sound claim -> the label of its citation, from 1."""
    sound = [place for place, problem in enumerate(problems) if not problem]
    return {place: label for label, place in enumerate(sound, start=1)}


def _tellings(draft: Draft, labels: Mapping[int, int], problems: Sequence[str]) -> tuple[Telling, ...]:
    """A sentence that rests on what the asker may no longer see goes with it; any other stays, cited or not."""
    return tuple(
        Telling(written.text, tuple(labels[place] for place in dict.fromkeys(written.cites) if place in labels))
        for written in draft.written
        if not any(problems[place] == HIDDEN for place in written.cites if place < len(problems))
    )


def _all_or_none(claims: Sequence[Claim], problems: list[str]) -> list[str]:
    """A calculation stands only when every operand of it does."""
    failed = any(problem for claim, problem in zip(claims, problems, strict=True) if claim.operand)
    reason = "another figure of the calculation failed" if failed else ""
    return [problem or (reason if claim.operand else "") for claim, problem in zip(claims, problems, strict=True)]


def _without(draft: Draft, problems: Sequence[str]) -> Draft:
    lost = any(claim.operand and problem for claim, problem in zip(draft.claims, problems, strict=True))
    if draft.outcome is not None and lost:
        return Draft(
            Status.NOT_FOUND, words="Not found. A figure of the calculation could not be verified on its page."
        )
    if not all(problems):
        return draft if draft.outcome else replace(draft, value=None, unit=None)
    words = "Not found. What was found could not be verified on its page, so it is not shown."
    return Draft(Status.NOT_FOUND, words=words)


def _pages(claims: Iterable[Claim]) -> dict[tuple[int, int], Page]:
    wanted = {(claim.anchor.version_id, claim.anchor.page) for claim in claims}
    rows = Page.objects.filter(version__in={version for version, _ in wanted}, number__in={page for _, page in wanted})
    return {(page.version_id, page.number): page for page in rows}


def _visible_versions(claims: Iterable[Claim], asker: User) -> set[int]:
    versions = {claim.anchor.version_id for claim in claims}
    rows = Document.objects.visible_to(asker).filter(versions__in=versions)
    return set(rows.values_list("versions", flat=True))


def problem_of(claim: Claim, pages: dict[tuple[int, int], Page], visible: set[int], chunks: set[int]) -> str:
    """Why the claim may not be shown, or "" when it may."""
    place = claim.anchor
    page = pages.get((place.version_id, place.page))
    if place.version_id not in visible:
        return HIDDEN
    if page is None or place.chunk_id not in chunks:
        return "its place does not resolve"
    quote = page.text[place.start : place.end]
    if not quote.strip() or (claim.verbatim and quote != claim.verbatim):
        return "the page says something else"
    if claim.operand and not says(quote, claim.operand):
        return "the cell says another figure"
    return ""


def says(quote: str, operand: Operand) -> bool:
    """Whether the cited cell, read again at its scale, is the figure that was computed with."""
    candidate, quantity = operand.candidate, operand.quantity
    if candidate.kind not in {CandidateKind.FACT, CandidateKind.CELL}:
        return True  # a price of a market: its place is its source
    amount = parse_amount(quote)
    printed = amount.value if amount else Decimal(0)
    return abs(printed) * quantity.scale == abs(quantity.value) == abs(operand.value)


def _cited(claim: Claim, label: int, pages: dict[tuple[int, int], Page]) -> Cited:
    place = claim.anchor
    page = pages[place.version_id, place.page]
    quote, boxes = page.text[place.start : place.end], boxes_for(page, place.start, place.end)
    return Cited(claim, label, quote, boxes, placed=bool(page.runs))
