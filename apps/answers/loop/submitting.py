"""From what a model submits to a draft: each id becomes the place or the calculation that it stands for."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from apps.answers.check.faults import at_once, faults_of
from apps.answers.check.left_open import left_open
from apps.answers.compose.draft import Claim, Draft, Written
from apps.answers.compose.figures import computed
from apps.answers.compute.figures import Figure
from apps.answers.compute.outcome import Outcome
from apps.answers.compute.tree import leaves
from apps.answers.models import Status
from apps.answers.sources.anchors import Anchor, Anchors
from apps.answers.sources.candidate import Candidate, CandidateKind, Place
from apps.answers.tools.desk import Desk
from apps.answers.tools.shapes import Sentence, Submit
from apps.documents.models import Chunk
from apps.questions.query import Query


def faults(desk: Desk, said: Submit, query: Query) -> list[str]:
    """Everything that is wrong with a submission, each in a sentence for the model."""
    told = []
    if said.answerable and not said.sentences:
        told.append("sentences is empty, but answerable is true")
    for one in said.sentences:
        if not one.ids:
            told.append(f"no id bears this sentence out: {one.text[:160]}")
        told += [f"{ident} was not shown: {one.text[:120]}" for ident in one.ids if not _known(desk, ident)]
    if told or not said.sentences:
        return at_once(told)
    draft = drafted(desk, said, query)
    if draft is None:
        return ["a calculation rests on a cell that cannot be cited: use the cell of a table that read_pages shows"]
    return faults_of(draft, desk.asker)


def _known(desk: Desk, ident: str) -> bool:
    return ident in desk.cells or ident in desk.sentences or ident in desk.results


def drafted(desk: Desk, said: Submit, query: Query) -> Draft | None:
    """The sentences with a claim for each place behind them; figures that were computed with come first.

    None where a calculation rests on what cannot be cited.
    """
    used = list(dict.fromkeys(ident for one in said.sentences for ident in one.ids))
    figures = tuple(desk.results[ident] for ident in used if ident in desk.results)
    base = computed(Outcome(query, figures)) if figures else Draft(Status.WRITTEN)
    if base is None:
        return None
    claims = list(base.claims)
    at = _claimed(desk, [ident for ident in used if ident not in desk.results], claims)
    written = tuple(Written(one.text.strip(), _cites(desk, one, claims, at)) for one in said.sentences)
    missing = (told,) if (told := left_open(said.missing)) else ()
    lone = figures[0] if len(figures) == 1 else None
    return replace(
        base,
        status=Status.WRITTEN,
        claims=tuple(claims),
        words=missing[0] if missing and not figures else "",
        written=written,
        missing=missing,
        value=lone.shown.value if lone else None,
        unit=lone.shown.unit if lone else None,
    )


def _cites(desk: Desk, one: Sentence, claims: Sequence[Claim], at: dict[str, int]) -> tuple[int, ...]:
    found: list[int] = []
    for ident in one.ids:
        if ident in desk.results:
            found += _operands(desk.results[ident], claims)
        elif ident in at:
            found.append(at[ident])
    return tuple(dict.fromkeys(found))


def _operands(figure: Figure, claims: Sequence[Claim]) -> Iterable[int]:
    own = set(leaves(figure.tree))
    return [place for place, claim in enumerate(claims) if claim.operand in own]


def _claimed(desk: Desk, idents: Sequence[str], claims: list[Claim]) -> dict[str, int]:
    """A claim for each id that has a place, put behind the others; where each stands."""
    shown = {ident: _candidate(desk, ident) for ident in idents if _known(desk, ident)}
    anchors, at = Anchors(shown.values()), dict[str, int]()
    for ident, candidate in shown.items():
        anchor = anchors.anchor(candidate.place) or _nearest(candidate.place)
        if anchor is None:
            continue
        printed = anchors.printed(candidate.place) if ident in desk.cells else ""
        text = f"{candidate.label}: {' '.join(printed.split())}" if printed else "A sentence of the filing."
        at[ident] = len(claims)
        claims.append(Claim(text, anchor))
    return at


def _candidate(desk: Desk, ident: str) -> Candidate:
    if ident in desk.cells:
        return desk.cells[ident]
    return Candidate(kind=CandidateKind.SENTENCE, text="", place=desk.sentences[ident])


def _nearest(place: Place | None) -> Anchor | None:
    """The part of a sentence that one passage holds, where no passage holds it whole."""
    if place is None or not place.spans:
        return None
    start, end = place.spans[0]
    best: Anchor | None = None
    rows = Chunk.objects.filter(version=place.version, page__lte=place.page, duplicate_of=None).order_by("-ordinal")
    for chunk in rows.only("pk", "spans"):
        for page, first, last in chunk.spans:
            low, high = max(start, first), min(end, last)
            if page == place.page and low < high and (best is None or high - low > best.end - best.start):
                best = Anchor(place.version, chunk.pk, page, low, high)
    return best
