"""The draft of an answer that rests on tools: its words, and a claim for every place in a filing behind it."""

from apps.answers.claims import Claim, Draft, Line
from apps.answers.computed import operand_claims
from apps.answers.figures.asked import FigureQuestion, Relation, Wanted
from apps.answers.figures.lines import Calculation, Computed
from apps.answers.models import Status
from apps.answers.tools.answer import ToolAnswer, ToolLine
from apps.answers.tools.cover import Count
from apps.answers.tools.sheet import COUNTED
from apps.answers.tools.telling import headline


def drafted(answer: ToolAnswer) -> Draft | None:
    """None when a cell of it lies in no passage and so could not be cited."""
    cells = operand_claims(_calculation(answer))
    if cells is None:
        return None
    counts = {line.worked.operands.count: line for line in answer.lines if line.worked.operands.count}
    claims = (*cells, *(_count_claim(count) for count in counts if count), *_event_claims(answer))
    only = answer.lines[0].stated if len(answer.lines) == 1 else None
    return Draft(
        Status.CALCULATED if any(line.computed for line in answer.lines) else Status.EXTRACTED,
        claims,
        headline(answer),
        only.value if only else None,
        only.unit if only else None,
        outside=answer,
    )


def _calculation(answer: ToolAnswer) -> Calculation:
    """The lines as the calculator's own, for the claims of their cells."""
    lines = tuple(_computed(line) for line in answer.lines if line.worked.operands.cells)
    return Calculation(FigureQuestion(Relation.RATIO), lines)


def _computed(line: ToolLine) -> Computed:
    worked = line.worked
    return Computed(
        Wanted(line.name, (worked.formula,)),
        worked.company,
        (worked.year or 0,),
        worked.formula,
        worked.quantity,
        line.stated,
        worked.operands.cells,
        worked.currency,
    )


def _count_claim(count: Count) -> Claim:
    on = f"{count.on}" if count.on else "as the cover says"
    line = Line(COUNTED, on, count.printed, "shares", count.value, "shares")
    return Claim(f"{COUNTED}, {on}: {count.printed}", count.place, (count.printed,), lines=(line,))


def _event_claims(answer: ToolAnswer) -> tuple[Claim, ...]:
    marks = [mark for event in answer.events for mark in event.marks]
    return tuple(Claim(" ".join(mark.text.split()), mark.place, verbatim=mark.text) for mark in marks)
