"""The draft of what was computed: what leads it, and a claim for each figure behind it."""

from apps.answers.compose.draft import Claim, Draft, Line
from apps.answers.compute.operands import Operand
from apps.answers.compute.outcome import Outcome
from apps.answers.compute.sheet import units_text
from apps.answers.compute.tree import Leaf
from apps.answers.models import Status
from apps.answers.sources.anchors import Anchors
from apps.answers.sources.candidate import Candidate
from apps.statements.ontology import Unit

BARE = {Unit.SHARES: "shares", Unit.PERCENT: "%", Unit.COUNT: ""}  # units that are of no currency


def computed(outcome: Outcome) -> Draft | None:
    """None without figures, or where a cell of them lies in no passage and so could not be cited.

    What a source outside the filings gave has no place to cite: the sheet and the tools of the answer name it.
    """
    if not outcome.found:
        return None
    anchors = Anchors(outcome.used)
    claims = [_operand_claim(operand, anchors) for operand in outcome.operands if not operand.candidate.call]
    claims += [_cell_claim(candidate, anchors) for candidate in outcome.cited]
    sound = [claim for claim in claims if claim]
    if len(sound) < len(claims) or not (sound or any(operand.candidate.call for operand in outcome.operands)):
        return None
    lead = outcome.figures[0] if len(outcome.figures) == 1 and outcome.verdict is None else None
    told = (outcome.headline, *outcome.notes, *outcome.ambiguous, *outcome.missing)
    return Draft(
        status=Status.EXTRACTED if _as_printed(outcome) else Status.CALCULATED,
        claims=tuple(sound),
        words=" ".join(dict.fromkeys(filter(None, told))),
        value=lead.shown.value if lead else None,
        unit=lead.shown.unit if lead else None,
        outcome=outcome,
        missing=(*outcome.missing, *outcome.ambiguous),
    )


def _as_printed(outcome: Outcome) -> bool:
    """Whether every figure is one printed cell and nothing was computed."""
    return all(isinstance(figure.tree, Leaf) for figure in outcome.figures)


def _operand_claim(operand: Operand, anchors: Anchors) -> Claim | None:
    candidate = operand.candidate
    anchor = anchors.anchor(candidate.place)
    if anchor is None:
        return None
    printed, units = anchors.printed(candidate.place), units_text(operand)
    line = Line(
        label=candidate.label,
        period=operand.span.label,
        printed=printed,
        units=units,
        full=operand.quantity.value,
        unit=unit_of(operand),
        filer=operand.filer,
        part=candidate.part,
    )
    named = ", ".join(filter(None, (candidate.label, operand.span.label)))
    told = units if units and not printed.endswith(units) else ""  # "40%" says so itself
    text = f"{named}: {printed}{f' ({told})' if told else ''}"
    return Claim(text, anchor, lines=(line,), operand=operand)


def _cell_claim(candidate: Candidate, anchors: Anchors) -> Claim | None:
    """A marked cell of a table that is shown as it stands."""
    anchor = anchors.anchor(candidate.place)
    if anchor is None:
        return None
    printed = anchors.printed(candidate.place)
    return Claim(f"{candidate.label}: {' '.join(printed.split())}", anchor)


def unit_of(operand: Operand) -> str:
    """Of the exact value: "USD", "shares", "%"."""
    return BARE.get(operand.unit, operand.currency)
