"""Which line of a table answers a question for a figure: a trained model reads each, one number marked (A8, H2).

Rules find a line by how it is called. Where people call it otherwise, or a note's table tells apart what no statement
does, the model that ranks passages reads it instead: the title, the headings, the label, the head of the column, and
the number in marks. Whose filing and which period it must be of, rules decide before. Who scores is told from outside.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from apps.answers.compute.books import Shelf, books_of
from apps.answers.compute.figures import Figure, one_currency, usual
from apps.answers.compute.form import shown_as, state
from apps.answers.compute.grids import Cell, Line, ReadTable
from apps.answers.compute.missing import ImpossibleError, NotComputedError
from apps.answers.compute.operands import Operand
from apps.answers.compute.outcome import Outcome
from apps.answers.compute.programs.enumerated import Times
from apps.answers.compute.programs.series import Series, Tabled, tabled
from apps.answers.compute.programs.trying import times_of
from apps.answers.compute.programs.wanted import wanted
from apps.answers.compute.sheet import operands_of
from apps.answers.compute.telling import headline, notes
from apps.answers.compute.tree import Applied, Leaf, amount
from apps.answers.compute.tree import Operation as Divided
from apps.answers.judge.numbers import CLOSES, OPENS, Amount, signs_of
from apps.answers.judge.pair_model import PairJudge, worded
from apps.answers.judge.signs import Signs
from apps.answers.judge.slots import FIGURES_ASKED
from apps.answers.sources.candidate import Span
from apps.answers.sources.evidence import Evidence
from apps.inference.pair_scoring import PairScorer
from apps.questions.due import PLACED
from apps.questions.expressions import Expression, Operator, OverTime, OverTimeFunction, Row, Share
from apps.questions.operations import Operation, operations_of
from apps.questions.query import Form, Intent, Query, Role, Shown
from apps.statements.ontology import Unit

TABLES = 12  # of those that the search brought
SCORED = 32  # lines of a question
LONGEST_TITLE = 160  # characters
LIKELY = 0.5  # from which the words of a question say what is asked for
ABOVE = 2  # headings over a line that say what it is of
CHANGE, GROWTH = OverTimeFunction.CHANGE, OverTimeFunction.GROWTH


@dataclass(frozen=True, slots=True)
class MarkedCell:
    """A line under one heading of columns, by its number of the last period that is asked for.

    said: which part of the question's words the line and its table's title say. text: as a model reads it.
    """

    table: Tabled
    series: Series
    times: Times
    said: float
    text: str

    @property
    def last(self) -> Span:
        return self.times.asked[-1]

    @property
    def amount(self) -> Amount:
        """By which two say the same."""
        quantity = self.series.quantities[self.last]
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
    tables, last = tabled(evidence, books[0], times.every, TABLES), times.asked[-1]
    asked = wanted(query, tables)

    def said(table: Tabled, series: Series) -> float:
        return asked.share(asked.said_by(series, table.title) | (table.title & asked.weights.keys()))

    found = [(said(table, one), table, one) for table in tables for one in table.series if last in one.cells]
    found.sort(key=lambda one: -one[0])
    return [
        MarkedCell(table, one, times, part, marked_cell(table.read, *one.cells[last]))
        for part, table, one in found[:SCORED]
    ]


def cell_signs(scorer: PairScorer, question: str, cells: Sequence[MarkedCell]) -> list[Signs]:
    """Of each its score, its lead over the best that tells another amount, and what it says; in their order."""
    found = signs_of(scorer, question, cells)
    return [replace(signs, covers=cell.said) for signs, cell in zip(found, cells, strict=True)]


def asked_of_lines(query: Query) -> Operation | None:
    """What is asked for of a line, as the words of the question say; None where that is unsure or of several lines."""
    alone = query.intent in FIGURES_ASKED and query.condition is None and len(query.asks) == 1
    known = operations_of(query)
    likeliest = max(known, key=lambda one: known[one])
    return likeliest if alone and likeliest in OF_LINES and known[likeliest] >= LIKELY else None


def read_in_tables(
    judge: PairJudge, question: str, query: Query, evidence: Evidence, held: Shelf, least: float
) -> Outcome | None:
    """The figures of the likeliest line, where it is the one asked for with the probability `least`.

    None where the judge's model does not read tables for what is asked of a line, and where that cannot be computed.
    """
    operation = asked_of_lines(query)
    calibration = judge.cells.get(operation) if operation else None
    if operation is None or calibration is None:
        return None
    cells = marked_cells(query, evidence, held)
    chances = map(calibration.probability, cell_signs(judge.scorer, question, cells))
    chance, best = max(zip(chances, cells, strict=True), key=lambda one: one[0], default=(0.0, None))
    if best is None or chance < least:
        return None
    try:
        return OF_LINES[operation](best, query, chance)
    except NotComputedError:
        return None


def _printed(of: MarkedCell, query: Query, chance: float) -> Outcome | None:
    """The line as it is printed, for each period asked for."""
    spans = [span for span in of.times.asked if span in of.series.cells]
    return _outcome(query, (Row(of.series.label),), [_figure(of.series, span, query.form) for span in spans], chance)


def _moved(of: MarkedCell, query: Query, chance: float) -> Outcome | None:
    """By how much it changed, as an amount and in percent."""
    spans, series = of.times.compared, of.series
    if spans is None or not all(span in series.cells for span in spans):
        return None
    before, _ = ends = [_figure(series, span, query.form) for span in spans]
    rates = before.amount.rate or before.amount.value <= 0
    measures = [OverTime(one, Row(series.label)) for one in (CHANGE, *(() if rates else (GROWTH,)))]
    return _outcome(query, measures, [_over_time(one, ends, query.form) for one in measures], chance)


def _over_time(measure: OverTime, ends: Sequence[Figure], form: Form) -> Figure:
    last, tree = ends[-1], Applied(measure.function, tuple(end.tree for end in ends))
    value = amount(tree)
    shown = shown_as(value, usual(measure), form)
    points = measure.function is CHANGE and shown is Shown.PERCENT
    return replace(
        last,
        spans=tuple(end.spans[0] for end in ends),
        tree=tree,
        amount=value,
        shown=state(value, shown, form, last.currency, points=points),
        over=measure.function,
        ends=tuple(ends),
    )


def _share(of: MarkedCell, query: Query, chance: float) -> Outcome | None:
    """Which part of its table's total it is, for each period asked for; None unless it is added up to one total."""
    series, read = of.series, of.table.read
    wholes = [
        one
        for one in of.table.series
        if one.is_whole and one.name == series.name and read.breaks_down(one.line.label, *series.cells[of.last])
    ]
    if len(wholes) != 1:
        return None
    (whole,) = wholes
    spans = [span for span in of.times.asked if span in series.cells and span in whole.cells]
    measure = Share(Row(series.label), Row(whole.label))
    figures = []
    for span in spans:
        part, all_ = _figure(series, span, query.form), _figure(whole, span, query.form)
        tree = Divided(Operator.DIVIDE, part.tree, all_.tree)
        value = amount(tree)
        shown = state(value, shown_as(value, usual(measure), query.form), query.form, "")
        figures.append(replace(part, name=f"{part.name}, share of {whole.label}", tree=tree, amount=value, shown=shown))
    return _outcome(query, (measure,), figures, chance)


OF_LINES = {Operation.VALUE: _printed, Operation.CHANGE: _moved, Operation.SHARE: _share}


def _outcome(query: Query, measures: Sequence[Expression], figures: Sequence[Figure], chance: float) -> Outcome | None:
    told = tuple(figures)
    read = _reading(query, measures)
    return Outcome(read, told, notes=notes(operands_of(told), ()), headline=headline(told, None), likely=chance)


def _reading(query: Query, measures: Sequence[Expression]) -> Query:
    """The query for this and nothing else; the words that no rule read are what the line was found by."""
    told = tuple(replace(one, role=Role.MEASURE) if one.role in PLACED else one for one in query.tokens)
    alone = Query(Intent.FIGURE, measures=tuple(measures), filers=query.filers, periods=query.periods)
    return replace(alone, form=query.form, tokens=told)


def _figure(series: Series, span: Span, form: Form) -> Figure:
    """Raises NotComputedError where it is stated otherwise than it was asked for."""
    line, cell = series.cells[span]
    candidate = replace(series.table.candidate(line, cell, span), quantity=series.quantities[span])
    operand = Operand(candidate, series.quantities[span].value, series.label, span)
    value, currency = amount(Leaf(operand)), one_currency([operand])
    if form.currency and currency and form.currency != currency:
        raise ImpossibleError(f"The line is stated in {currency}.")
    shown = state(value, shown_as(value, Shown.RATIO, form), form, currency)
    return Figure(series.label, series.table.book.filer.name, (span,), Leaf(operand), value, shown, currency)
