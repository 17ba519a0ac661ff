"""Cells of any table as figures: with unit, scale, period and place, so that they are computed with and cited as facts.

A cell of a statement is a fact in the store. A cell of a note's table is none; here it is read as one when it is asked
for, and goes the same way: into operands, formulas, the sheet, claims, and the checks.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from apps.answers.calculator.catalogue import Shown
from apps.answers.calculator.evaluation import evaluate
from apps.answers.calculator.formula import Binary, Call, Formula, FormulaError, Function, Item, Operator
from apps.answers.figures.asked import FigureQuestion, Relation, Wanted
from apps.answers.figures.calculate import one_currency
from apps.answers.figures.cell_names import cell_name
from apps.answers.figures.form import AskedForm, Stated, shown_as, state
from apps.answers.figures.ledger import Operand
from apps.answers.figures.lines import Calculation, Computed
from apps.answers.figures.meant import is_charge
from apps.answers.table_questions.asked import Kind
from apps.answers.table_questions.fiscal import Asked
from apps.answers.table_questions.ranking import MOST, kind_asked
from apps.answers.table_questions.resolving import Finding
from apps.answers.table_questions.table import AskedTable, Cell, bare
from apps.answers.table_questions.units import Counted, counted, may_answer
from apps.documents.models import Fact, Table
from apps.retrieval.filings import Filing
from apps.statements.ontology import Unit

RELATIONS = {
    Kind.LOOKUP: Relation.LOOKUP,
    Kind.CHANGE: Relation.CHANGE,
    Kind.GROWTH: Relation.GROWTH,
    Kind.AVERAGE: Relation.AVERAGE,
    Kind.SUM: Relation.TOTAL,
    Kind.SHARE: Relation.RATIO,
    Kind.WHICH_ITEM: Relation.LARGEST,
}
FUNCTIONS = {
    Kind.CHANGE: Function.CHANGE,
    Kind.GROWTH: Function.GROWTH,
    Kind.AVERAGE: Function.AVERAGE,
    Kind.SUM: Function.SUM,
}
SHOWN = {
    Unit.MONEY: Shown.MONEY,
    Unit.PER_SHARE: Shown.PER_SHARE,
    Unit.SHARES: Shown.SHARES,
    Unit.PERCENT: Shown.PERCENT,
    Unit.COUNT: Shown.COUNT,
}
ROWS, COLUMNS = 10**6, 10**3  # of which keys are made: no table of a filing is wider or longer


@dataclass(frozen=True, slots=True)
class Asking:
    """form: the question with its periods and the form of its answer; of which filer, in which filing."""

    form: FigureQuestion
    company: str
    filing: Filing


def calculation_of(finding: Finding, read: AskedTable, table: Table, asking: Asking) -> Calculation | None:
    """What the cells of `finding` give; None where it is not said what they count or they do not go together."""
    question = _question(finding, asking.form)
    try:
        lines = [
            _line(finding.kind, group, periods, read, table, replace(asking, form=question))
            for group, periods in zip(finding.groups, finding.periods, strict=True)
        ]
    except FormulaError:
        return None
    found = tuple(line for line in lines if line)
    question = replace(question, wanted=tuple(line.wanted for line in found))
    return Calculation(question, found) if len(found) == len(lines) else None


def _question(finding: Finding, form: FigureQuestion) -> FigureQuestion:
    relation = RELATIONS[finding.kind]
    if relation is not Relation.LARGEST:
        return replace(form, relation=relation)
    least = (match := MOST.search(form.asked)) and match["least"]
    return replace(form, relation=relation, extreme="least" if least else "most", kind=kind_asked(form.asked))


def _line(
    kind: Kind, group: Sequence[Cell], periods: Sequence[Asked], read: AskedTable, table: Table, asking: Asking
) -> Computed | None:
    """Raises FormulaError: a division by nought, or units that do not go together."""
    units = [counted(read, cell) for cell in group]
    if not all(_may_answer(unit, cell, read, asking) for unit, cell in zip(units, group, strict=True)):
        return None
    operands = tuple(
        _operand(cell, period.year, unit, read, table, asking)
        for cell, period, unit in zip(group, periods, units, strict=True)
        if unit
    )
    formula = _formula(kind, tuple(operand.item for operand in operands), asking.form)
    by_item = {operand.item: operand for operand in operands}
    quantity = evaluate(formula, lambda item: by_item[item].quantity)
    name, shown = _name(kind, operands), _shown(kind, asking.form, operands[0])
    currency, related = one_currency(operands), kind in FUNCTIONS
    whole = shown_as(quantity, shown, asking.form.form)
    printed = kind in {Kind.LOOKUP, Kind.AVERAGE, Kind.SUM}
    if not _in_form(whole, asking.form.form) or (printed and asking.form.form.percent and whole is not Shown.PERCENT):
        return None
    points = kind is Kind.CHANGE and whole is Shown.PERCENT
    ends = tuple(_stated(operand, asking) for operand in operands) if related else ()
    stated = state(quantity, whole, asking.form.form, currency, points=points)
    years = tuple(dict.fromkeys(period.year for period in periods))
    wanted = Wanted(name, (formula,), shown)
    return Computed(wanted, asking.company, years, formula, quantity, stated, operands, currency, ends)


def _may_answer(unit: Counted | None, cell: Cell, read: AskedTable, asking: Asking) -> bool:
    label = "" if cell.amount.currency else f"{read.line_of(cell).label} {read.header_of(cell)}"
    return unit is not None and may_answer(unit.unit, asking.form.asked, label)


def _in_form(shown: Shown, form: AskedForm) -> bool:
    """A figure that is asked for in millions of dollars is no percentage and no price of a share."""
    return form.scale in {None, 1} or shown in {Shown.MONEY, Shown.SHARES, Shown.COUNT}


def _stated(operand: Operand, asking: Asking) -> Stated:
    shown = shown_as(operand.quantity, SHOWN[Unit(operand.fact.unit)], asking.form.form)
    return state(operand.quantity, shown, asking.form.form, operand.currency)


def _formula(kind: Kind, items: tuple[Item, ...], form: FigureQuestion) -> Formula:
    if kind is Kind.SHARE:
        return Binary(Operator.DIVIDE, items[0], items[1])
    if kind is Kind.WHICH_ITEM and len(items) == 2:
        return Call(Function.GROWTH, items)
    return Call(FUNCTIONS[kind], items) if kind in FUNCTIONS else items[0]


def _shown(kind: Kind, form: FigureQuestion, first: Operand) -> Shown:
    grows = kind is Kind.WHICH_ITEM and len(form.years) == 2
    return Shown.PERCENT if kind in {Kind.GROWTH, Kind.SHARE} or grows else SHOWN[Unit(first.fact.unit)]


def _name(kind: Kind, operands: Sequence[Operand]) -> str:
    if kind is Kind.SHARE:
        return f"{operands[0].name} as a share of {operands[1].name}"
    return operands[-1].name


def _operand(cell: Cell, year: int, unit: Counted, read: AskedTable, table: Table, asking: Asking) -> Operand:
    stored = table.grid[cell.row][cell.column]
    fact = Fact(
        pk=-((table.pk * ROWS + cell.row) * COLUMNS + cell.column),  # kept nowhere: no fact of the store has such a key
        version_id=table.version_id,
        table_id=table.pk,
        label=bare(read.line_of(cell).label) or read.header_of(cell),
        label_year=year,
        value=cell.amount.value * unit.scale,
        unit=unit.unit,
        currency=unit.currency,
        scale=unit.scale,
        page=table.page,
        row=cell.row,
        column=cell.column,
        start=stored["start"],
        end=stored["end"],
        box=stored.get("box") or [],
    )
    item = Item(f"{table.pk}:{cell.row}:{cell.column}", year)
    return Operand(
        item,
        asking.company,
        -fact.value if is_charge(table.pk, cell.row, cell.column) else fact.value,
        fact,
        asking.filing,
        unit.currency,
        title=cell_name(read, cell, asking.form.asked),
    )
