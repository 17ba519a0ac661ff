"""Which line of a table answers a question for a figure: a trained model reads each, one number marked (A8, H2).

Rules find a line by how it is called. Where people call it otherwise, or a note's table tells apart what no statement
does, the model that ranks passages reads it instead: the title, the headings, the label, the head of the column, and
the number in marks. Whose filing and which period it must be of, rules decide before. Who scores is told from outside.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from apps.answers.compute.books import Shelf, books_of
from apps.answers.compute.figures import Figure, one_currency
from apps.answers.compute.form import shown_as, state
from apps.answers.compute.grids import Cell, Line, ReadTable
from apps.answers.compute.missing import NotComputedError
from apps.answers.compute.operands import Operand
from apps.answers.compute.outcome import Outcome
from apps.answers.compute.programs.series import Series, Tabled, tabled
from apps.answers.compute.programs.trying import times_of
from apps.answers.compute.programs.wanted import wanted
from apps.answers.compute.telling import headline, notes
from apps.answers.compute.tree import Leaf, amount
from apps.answers.judge.numbers import CLOSES, OPENS, Amount, asks_a_number, signs_of
from apps.answers.judge.pair_model import PairJudge, worded
from apps.answers.judge.signs import Signs
from apps.answers.sources.candidate import Span
from apps.answers.sources.evidence import Evidence
from apps.inference.pair_scoring import PairScorer
from apps.questions.due import PLACED
from apps.questions.expressions import Row
from apps.questions.query import Form, Intent, Query, Role, Shown
from apps.statements.ontology import Unit

TABLES = 12  # of those that the search brought
SCORED = 32  # lines of a question
LONGEST_TITLE = 160  # characters
ABOVE = 2  # headings over a line that say what it is of


@dataclass(frozen=True, slots=True)
class MarkedCell:
    """A line under one heading of columns, by its number of the last period that is asked for.

    asked: all that it tells of, the last at the end. said: which part of the question's words the line and its table's
    title say. text: as a model reads it.
    """

    series: Series
    asked: tuple[Span, ...]
    said: float
    text: str

    @property
    def amount(self) -> Amount:
        """By which two say the same."""
        quantity = self.series.quantities[self.asked[-1]]
        return abs(quantity.value), quantity.unit is Unit.PERCENT


def marked_cell(table: ReadTable, line: Line, cell: Cell) -> str:
    """The number of a cell as a model reads it: of which filing, in which table, line and column."""
    row = ", ".join(filter(None, (" > ".join((*line.above[-ABOVE:], line.label)), line.beside)))
    number = f"{table.header(line, cell)}: {OPENS} {cell.printed.strip()} {CLOSES}"
    period = f"{table.filing.period} {table.filing.year or ''}".strip()
    section = table.section[-1] if table.section else ""
    return worded(table.book.filer.name, period, section, ". ".join((table.title[:LONGEST_TITLE], row, number)))


def marked_cells(query: Query, evidence: Evidence, held: Shelf) -> list[MarkedCell]:
    """The lines that say most of the question, of the tables that the search brought; none where it is not of one filer
    and of periods that are held."""
    books, _ = books_of(query, held)
    if len(books) != 1 or evidence.strangers:
        return []
    try:
        times = times_of(query, books[0])
    except NotComputedError:
        return []  # no filing tells which periods are meant
    tables, last = tabled(evidence, books[0], times.asked, TABLES), times.asked[-1]
    asked = wanted(query, tables)

    def said(table: Tabled, series: Series) -> float:
        return asked.share(asked.said_by(series, table.title) | (table.title & asked.weights.keys()))

    found = [(said(table, one), table, one) for table in tables for one in table.series if last in one.cells]
    found.sort(key=lambda one: -one[0])
    return [_marked(part, table, one, times.asked) for part, table, one in found[:SCORED]]


def _marked(part: float, table: Tabled, series: Series, asked: Sequence[Span]) -> MarkedCell:
    told = tuple(span for span in asked if span in series.cells)
    return MarkedCell(series, told, part, marked_cell(table.read, *series.cells[told[-1]]))


def cell_signs(scorer: PairScorer, question: str, cells: Sequence[MarkedCell]) -> list[Signs]:
    """Of each its score, its lead over the best that tells another amount, and what it says; in their order."""
    found = signs_of(scorer, question, cells)
    return [replace(signs, covers=cell.said) for signs, cell in zip(found, cells, strict=True)]


def read_in_tables(
    judge: PairJudge, question: str, query: Query, evidence: Evidence, held: Shelf, least: float
) -> Outcome | None:
    """The figures of the likeliest line, one for each period asked for, where it answers with the probability `least`.

    None where the judge's model reads no tables, or what is asked for is not told as it is printed.
    """
    if judge.cells is None or not asks_a_number(query) or query.condition is not None or len(query.asks) > 1:
        return None
    cells = marked_cells(query, evidence, held)
    chances = map(judge.cells.probability, cell_signs(judge.scorer, question, cells))
    chance, best = max(zip(chances, cells, strict=True), key=lambda one: one[0], default=(0.0, None))
    if best is None or chance < least:
        return None
    return _outcome(query, best, chance)


def _outcome(query: Query, of: MarkedCell, chance: float) -> Outcome | None:
    try:
        figures = tuple(_figure(of.series, span, query.form) for span in of.asked)
    except NotComputedError:
        return None
    operands = tuple(operand for figure in figures for operand in figure.operands)
    read = _reading(query, of.series)
    return Outcome(read, figures, notes=notes(operands, ()), headline=headline(figures, None), likely=chance)


def _reading(query: Query, series: Series) -> Query:
    """The query for this line and nothing else; the words that no rule read are what it was found by."""
    told = tuple(replace(one, role=Role.MEASURE) if one.role in PLACED else one for one in query.tokens)
    measures = (Row(series.label),)
    return Query(
        Intent.FIGURE, measures=measures, filers=query.filers, periods=query.periods, form=query.form, tokens=told
    )


def _figure(series: Series, span: Span, form: Form) -> Figure:
    """Raises NotComputedError where it is stated otherwise than it was asked for."""
    line, cell = series.cells[span]
    candidate = replace(series.table.candidate(line, cell, span), quantity=series.quantities[span])
    operand = Operand(candidate, series.quantities[span].value, series.label, span)
    value, currency = amount(Leaf(operand)), one_currency([operand])
    shown = state(value, shown_as(value, Shown.RATIO, form), form, currency)
    return Figure(series.label, series.table.book.filer.name, (span,), Leaf(operand), value, shown, currency)
