"""The calculation sheet of an answer that rests on tools: each operand with the citation or tool that it is from."""

from collections.abc import Iterable
from decimal import Decimal

from apps.answers.calculator.formula import Item
from apps.answers.calculator.wording import written
from apps.answers.claims import Claim
from apps.answers.figures.ledger import Operand
from apps.answers.figures.sheet import ShownLine, ShownOperand, ShownSheet, period_text, units_text
from apps.answers.tools.answer import ToolAnswer, ToolLine
from apps.answers.tools.calculation import Drawn
from apps.answers.tools.cover import Count
from apps.answers.tools.market.metrics import SHARES
from apps.answers.tools.results import PER_SHARE
from apps.documents.printed_figures import SCALES, plain
from apps.statements.ontology import Unit, concepts

COUNTED = "Shares outstanding"


class ToolOperand(ShownOperand):
    """tool: the label of the result that it is from; then citation is 0."""

    tool: str


def sheet_of(answer: ToolAnswer, cited: Iterable[tuple[Claim, int, str]]) -> ShownSheet | None:
    """cited: the claims that hold, with the label and the quote of each. None where nothing was computed."""
    if not any(line.computed for line in answer.lines):
        return None
    labels = {
        (claim.place, claim.operand.fact.pk if claim.operand else 0): (label, quote) for claim, label, quote in cited
    }
    operands: list[ShownOperand] = []
    for line in answer.lines:
        worked = line.worked.operands
        operands += [_drawn(one, item, line, answer) for item, one in worked.drawn]
        if worked.count:
            operands.append(_counted(worked.count, line, labels[worked.count.place, 0]))
        for cell in worked.cells:
            label, quote = next(found for (_, pk), found in labels.items() if pk == cell.fact.pk)
            operands.append(_of_cell(cell, label, quote))
    once = list({(one["name"], one["company"], one["period"]): one for one in operands}.values())
    lines = [_line(line) for line in answer.lines]
    return ShownSheet(name=answer.lines[0].name, stated=False, lines=lines, operands=once)


def _line(line: ToolLine) -> ShownLine:
    return ShownLine(
        name=line.name,
        company=line.company,
        period=period(line),
        formula=written(line.worked.formula, name_of),
        working=in_figures(line),
        value=f"{plain(line.stated.value):f}",
        unit=line.stated.unit,
        text=line.stated.text,
    )


def period(line: ToolLine) -> str:
    if line.since:
        return f"{line.since} to {line.on}"
    return f"{line.on}, FY{line.year}" if line.year and line.computed else f"{line.on}"


def name_of(item: Item) -> str:
    """A statement item by its own name, what a tool gave by the name that the formula has for it."""
    if item.concept in concepts():
        return concepts()[item.concept].name
    return COUNTED if item.concept == SHARES else item.concept.replace("_", " ").capitalize()


def in_figures(line: ToolLine) -> str:
    """The formula with amounts in the scale in which most cells are printed; prices and shares are whole."""
    operands = line.worked.operands
    cells = {cell.item: cell for cell in operands.cells}
    scales = [Decimal(cell.fact.scale) for cell in operands.cells if cell.fact.unit == Unit.MONEY]
    scale = max(set(scales), key=scales.count) if scales else Decimal(1)
    drawn = dict(operands.drawn)

    def figure(item: Item) -> str:
        if item in drawn:
            return f"{plain(drawn[item].figure.value):,f}"
        if operands.count and item.concept == SHARES:
            return f"{plain(operands.count.value / scale):,f}"
        return _cell(cells[item], scale)

    told = written(line.worked.formula, figure)
    return f"{told} ({SCALES[scale]})" if scale in SCALES and line.computed else told


def _cell(cell: Operand, scale: Decimal) -> str:
    """Shares times a price are money, so they are told in its scale."""
    value = plain(cell.value / scale if cell.fact.unit in {Unit.MONEY, Unit.SHARES} else cell.value)
    return f"({value:,f})" if value < 0 else f"{value:,f}"


def _of_cell(cell: Operand, label: int, quote: str) -> ShownOperand:
    fact = cell.fact
    return ShownOperand(
        name=name_of(cell.item),
        label=fact.label,
        company=cell.company,
        period=period_text((cell.item.year or 0,), None),
        value=f"{plain(cell.value):f}",
        unit=f"{cell.currency} per share".strip() if fact.unit == Unit.PER_SHARE else cell.currency or fact.unit,
        printed=quote,
        units=units_text(cell),
        document=cell.filing.name,
        restated=[f"{plain(value / fact.scale):,f} in {name}" for value, name in cell.restated],
        citation=label,
    )


def _drawn(one: Drawn, item: Item, line: ToolLine, answer: ToolAnswer) -> ShownOperand:
    figure = one.figure
    unit = f"{figure.currency} per share" if figure.unit == PER_SHARE else ""
    return ToolOperand(
        name=name_of(item),
        label=name_of(item),
        company=line.company,
        period=f"{figure.on}",
        value=f"{plain(figure.value):f}",
        unit=unit,
        printed=f"{figure.value.normalize():,f}",
        units=unit,
        document=answer.used[one.label].source,
        restated=[],
        citation=0,
        tool=one.label,
    )


def _counted(count: Count, line: ToolLine, cited: tuple[int, str]) -> ShownOperand:
    label, quote = cited
    return ShownOperand(
        name=COUNTED,
        label=COUNTED,
        company=line.company,
        period=f"{count.on}" if count.on else "cover",
        value=f"{count.value:f}",
        unit="shares",
        printed=quote,
        units="shares",
        document=line.worked.filing.name if line.worked.filing else "",
        restated=[],
        citation=label,
    )
