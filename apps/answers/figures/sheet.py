"""The calculation sheet: results with their formula in words and in figures, operands with their sources (beyond 2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TypedDict

from apps.answers.calculator.formula import Item
from apps.answers.calculator.formula import items as items_of
from apps.answers.calculator.wording import written
from apps.answers.figures.asked import Interim
from apps.answers.figures.ledger import Operand
from apps.answers.figures.lines import Calculation, Computed
from apps.documents.printed_figures import SCALES, Units, plain
from apps.statements.ontology import Unit


class ShownOperand(TypedDict):
    """value: as an exact decimal in whole units, in the sign that is meant; printed: as in the cell."""

    name: str
    label: str
    company: str
    period: str
    value: str
    unit: str
    printed: str
    units: str
    document: str
    restated: list[str]
    citation: int


class ShownLine(TypedDict):
    """value: an exact decimal in `unit`; text: the same for people; working: the formula with its figures."""

    name: str
    company: str
    period: str
    formula: str
    working: str
    value: str
    unit: str
    text: str


class ShownSheet(TypedDict):
    """`Answer.result["sheet"]`."""

    name: str
    stated: bool  # whether the question itself stated the formula
    lines: list[ShownLine]
    operands: list[ShownOperand]


@dataclass(frozen=True, slots=True)
class Printed:
    """An operand with the words of its cell, and the label of its citation."""

    operand: Operand
    printed: str
    citation: int


def sheet(calculation: Calculation, printed: Sequence[Printed]) -> ShownSheet:
    """The sheet of `calculation`, whose operands are `printed` in their order."""
    wanted = calculation.question.wanted[0]
    quarter = calculation.question.quarter
    return ShownSheet(
        name=wanted.name,
        stated=wanted.stated,
        lines=[_line(line, quarter) for line in calculation.lines],
        operands=[_operand(one, quarter) for one in printed],
    )


def period_text(years: Sequence[int], quarter: Interim | None) -> str:
    """ "FY2021", "Q2 FY2023", "FY2019 to FY2021"."""
    label = f"{quarter} " if quarter else ""
    ends = dict.fromkeys((years[0], years[-1]))
    return " to ".join(f"{label}FY{year}" for year in ends)


def units_text(operand: Operand) -> str:
    """In what the cell is printed: "USD thousands"."""
    fact = operand.fact
    return Units(operand.currency, Decimal(fact.scale), Decimal(fact.scale)).of(fact.unit)


def _line(line: Computed, quarter: Interim | None) -> ShownLine:
    return ShownLine(
        name=line.wanted.name,
        company=line.company,
        period=period_text(line.years, quarter),
        formula=in_words(line),
        working=in_figures(line),
        value=f"{plain(line.stated.value):f}",
        unit=line.stated.unit,
        text=line.stated.text,
    )


def _operand(one: Printed, quarter: Interim | None) -> ShownOperand:
    operand, fact = one.operand, one.operand.fact
    return ShownOperand(
        name=operand.name,
        label=fact.label,
        company=operand.company,
        period=period_text((operand.item.year or 0,), quarter),
        value=f"{plain(operand.value):f}",
        unit=f"{operand.currency} per share".strip() if fact.unit == Unit.PER_SHARE else operand.currency or fact.unit,
        printed=one.printed,
        units=units_text(operand),
        document=operand.filing.name,
        restated=[f"{plain(value / fact.scale):,f} in {name}" for value, name in operand.restated],
        citation=one.citation,
    )


def in_words(line: Computed) -> str:
    """The formula; years only where it speaks of several."""
    several = len({item.year for item in items_of(line.formula)}) > 1
    names = {operand.item: operand.name for operand in line.operands}

    def named(item: Item) -> str:
        name = names[item]
        return f"{name} FY{item.year}" if several else name

    return written(line.formula, named)


def in_figures(line: Computed) -> str:
    """The same with amounts in the scale in which most of them are printed, named once."""
    by_item = {operand.item: operand for operand in line.operands}
    scales = [Decimal(one.fact.scale) for one in line.operands if one.fact.unit == Unit.MONEY]
    scale = max(set(scales), key=scales.count) if scales else Decimal(1)

    def figure(item: Item) -> str:
        operand = by_item[item]
        value = plain(operand.value / scale if operand.fact.unit == Unit.MONEY else operand.value)
        return f"({value:,f})" if value < 0 else f"{value:,f}"

    told = written(line.formula, figure)
    return f"{told} ({SCALES[scale]})" if scale in SCALES and not isinstance(line.formula, Item) else told
