"""The checks of a whole answer (A8): its sentences, their sources, and the verdict on them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from apps.accounts.models import User
from apps.answers.check.calculated import calculated
from apps.answers.check.evidence import Cited, facts_cited, filers_visible, sources_of
from apps.answers.check.findings import Grounded
from apps.answers.check.grounded import CALCULATOR, ground
from apps.answers.check.instructions import suspicious
from apps.answers.check.measures import measure
from apps.answers.check.report import Validation, report
from apps.answers.check.sources import Sentence, ready
from apps.answers.check.trust import SURELY, Case, Readings, Thresholds
from apps.answers.compose.draft import Draft
from apps.answers.compute.operands import Operand
from apps.answers.models import STATING_NOTHING, Status
from apps.documents.contradictions import contradictions
from apps.documents.models import Fact
from apps.documents.printed_figures import plain

SURE = 1.0  # a figure of less confidence stands in a statement that fails a self-check
MOST_TOLD = 3  # contradictions of one answer


@dataclass(frozen=True, slots=True)
class Telling:
    """A sentence in other words than its sources', with the labels of the citations that were found for it."""

    text: str
    labels: tuple[int, ...]


def check(
    draft: Draft,
    quoted: Sequence[Cited],
    written: Sequence[Telling],
    asker: User,
    thresholds: Thresholds,
    rejected: int = 0,
    readings: Readings = SURELY,
) -> Validation:
    """Hold every sentence in other words against what it cites. `quoted` are the citations that resolved.

    Six queries at most, three where no sentence is in other words.
    """
    behind = frozenset(label for telling in written for label in telling.labels)
    checked = _grounded(draft, quoted, written, behind, asker) if written else ()
    measures = measure(checked, in_form=draft.in_form, resolved=sum(map(_resolved, quoted)), cited=len(quoted))
    quotes = any(one.claim.verbatim and one.label not in behind for one in quoted)
    case = Case(
        measures,
        checked,
        thresholds,
        suspicious=suspicious(quoted),
        rejected=rejected,
        quoted=quotes and draft.judged is None,
        judged=draft.judged if quotes else None,
        readings=readings,
    )
    return report(_judged(case, draft, quoted, asker), states=draft.status not in STATING_NOTHING)


def _resolved(one: Cited) -> bool:
    """A citation leads to words on a page, and to where they stand on it if the filing has such places."""
    return bool(one.quote.strip()) and (bool(one.boxes) or not one.placed)


def _grounded(
    draft: Draft, quoted: Sequence[Cited], written: Sequence[Telling], behind: frozenset[int], asker: User
) -> tuple[Grounded, ...]:
    """What is said of figures that were computed may also stand in their calculation."""
    cited = sources_of(quoted, behind)
    sources = {source.label: ready(source) for source in cited}
    if draft.outcome:
        sources[CALCULATOR] = ready(calculated(draft.outcome, (name for source in cited for name in source.names)))
    operands, filers = {one.label for one in quoted if one.claim.operand}, filers_visible(asker)
    checked = []
    for telling in written:
        computed = (CALCULATOR,) if draft.outcome and operands & set(telling.labels) else ()
        one = Sentence(telling.text, (*telling.labels, *computed))
        checked.append(ground(one, [sources[label] for label in one.labels], filers))
    return tuple(checked)


def _judged(case: Case, draft: Draft, quoted: Sequence[Cited], asker: User) -> Case:
    return replace(
        case,
        restated=tuple(_restatement(operand) for operand in draft.operands if operand.restated),
        contradicted=_contradicted(facts_cited(quoted), asker),
        missing=draft.missing,
        closest=draft.status is Status.CLOSEST,
        unsure=any(operand.candidate.confidence < SURE for operand in draft.operands),
    )


def _contradicted(cited: Sequence[Fact], asker: User) -> tuple[str, ...]:
    """What other filings say, cited or not; two figures that are both cited are told of once."""
    pairs = {frozenset((one.fact.pk, one.other.pk)): str(one) for one in contradictions(cited, asker)}
    return tuple(dict.fromkeys(pairs.values()))[:MOST_TOLD]


def _restatement(operand: Operand) -> str:
    newest = operand.restated[-1]
    told = f"{plain(newest.value / operand.quantity.scale):,f} in {newest.source}"
    return f"{operand.candidate.label}, {operand.span.label}, is restated as {told}."
