"""Which line of a table answers a question for a figure: a trained model reads each, one number marked (A8, H2).

Rules find a line by how it is called. Where people call it otherwise, or a note's table tells apart what no statement
does, the model that ranks passages reads it instead: the title, the headings, the label, the head of the column, and
the number in marks. Whose filing and which period it must be of, rules decide before. Who scores is told from outside.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from apps.answers.compute.books import Shelf, books_of
from apps.answers.compute.figures import Figure, one_currency, usual
from apps.answers.compute.fiscal import spans_of
from apps.answers.compute.form import shown_as, state
from apps.answers.compute.grids import Cell, Line, ReadTable
from apps.answers.compute.missing import ImpossibleError, NotComputedError
from apps.answers.compute.operands import Operand
from apps.answers.compute.outcome import Outcome
from apps.answers.compute.programs.enumerated import Times
from apps.answers.compute.programs.series import TOTALS, Series, Tabled, tabled
from apps.answers.compute.programs.trying import times_of
from apps.answers.compute.programs.wanted import wanted
from apps.answers.compute.sheet import operands_of
from apps.answers.compute.telling import headline, notes
from apps.answers.compute.tree import Applied, Leaf, amount
from apps.answers.compute.tree import Operation as Divided
from apps.answers.judge.numbers import CLOSES, OPENS, Amount, signs_of
from apps.answers.judge.pair_model import PairJudge, worded
from apps.answers.judge.signs import Signs
from apps.answers.sources.candidate import Quantity, Span
from apps.answers.sources.evidence import Evidence
from apps.inference.pair_scoring import PairScorer
from apps.questions.due import PLACED
from apps.questions.expressions import (
    Binary,
    Call,
    Expression,
    Operator,
    OverTime,
    OverTimeFunction,
    Ratio,
    Row,
    Share,
    Stated,
    walk,
)
from apps.questions.labels import stems, stems_of
from apps.questions.operations import Operation, operations_of
from apps.questions.query import Form, Intent, Query, Role, Shown
from apps.statements.ontology import Unit

TABLES = 12  # of those that the search brought
SCORED = 32  # lines of a question
LONGEST_TITLE, LONGEST_LABEL = 160, 120  # characters
LIKELY = 0.5  # from which the words of a question say what is asked for
COMPUTING = frozenset({Role.COMPARATOR, Role.ORDER})
OF_SHARES = stems("share percent percentage part portion proportion fraction mix much")
ABOVE = 2  # headings over a line that say what it is of
UNMARKED = str.maketrans("", "", OPENS + CLOSES)
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
    def amount(self) -> tuple[Amount, ...]:
        """By which two say the same: what they tell of all periods that are asked for."""
        return tuple(amount_of(self.series.quantities[one]) for one in self.times.asked)


def amount_of(quantity: Quantity) -> Amount:
    return quantity.value, quantity.unit is Unit.PERCENT


def marked_cell(table: ReadTable, line: Line, cell: Cell) -> str:
    """The number of a cell as a model reads it: of which filing, in which table, line and column."""
    row = ", ".join(filter(None, (" > ".join((*line.above[-ABOVE:], line.label)), line.beside)))
    number = f"{OPENS} {cell.printed.strip()} {CLOSES}"
    period = f"{table.filing.period} {table.filing.year or ''}".strip()
    section = table.section[-1] if table.section else ""
    told = ". ".join((table.title[:LONGEST_TITLE], row, table.header(line, cell)))
    return worded(table.book.filer.name, period, section, f"{told.translate(UNMARKED)}: {number}")


def marked_cells(query: Query, evidence: Evidence, held: Shelf) -> list[MarkedCell]:
    """The lines that say most of the question, of the tables that the search brought; none where it is not of one filer
    and of periods that are held."""
    books, missing = books_of(query, held)
    if len(books) != 1 or missing or evidence.strangers:
        return []
    try:
        times = times_of(query, books[0])
    except NotComputedError:
        return []  # no filing tells which periods are meant
    tables = tabled(evidence, books[0], times.every, TABLES)
    tables = [one for one in tables if not query.reports or one.read.filing.form in query.reports]
    asked = wanted(query, tables)
    found = []
    for table in tables:
        for series in filter(None, (_dated(one) for one in table.series)):
            said = asked.said_by(series, table.title) | (table.title & asked.weights.keys())
            if all(span in series.cells for span in times.asked) and _of_part(query, series, table):
                found.append((asked.share(said), table, series))
    found.sort(key=lambda one: -one[0])
    last = times.asked[-1]
    return [
        MarkedCell(table, one, times, part, marked_cell(table.read, *one.cells[last]))
        for part, table, one in found[:SCORED]
    ]


def _dated(series: Series) -> Series | None:
    """With the cells alone of which the rules, too, say that they are of the period, and of what they count."""
    read = series.table
    cells = {
        span: (line, cell)
        for span, (line, cell) in series.cells.items()
        if len(line.label) <= LONGEST_LABEL and read.is_of(line, cell, span) and read.quantity(line, cell) is not None
    }
    return replace(series, cells=cells) if cells else None


def _of_part(query: Query, series: Series, table: Tabled) -> bool:
    """Whether it says the part that is asked about in full, and every other name: a part is never told as the whole."""
    names = [part.name for part in query.parts]
    names += [name for role in (Role.UNREAD, Role.TOPIC) for name in query.capitalized(role)]
    return stems_of(names) <= series.said | table.title


def cell_signs(scorer: PairScorer, question: str, cells: Sequence[MarkedCell]) -> list[Signs]:
    """Of each its score, its lead over the best that tells another amount, and what it says; in their order."""
    found = signs_of(scorer, question, cells)
    return [replace(signs, covers=cell.said) for signs, cell in zip(found, cells, strict=True)]


def asked_of_lines(query: Query) -> Operation | None:
    """What is asked for of one line, as the words of the question say; None where that is unsure or more is asked."""
    known = operations_of(query)
    likeliest = max(known, key=lambda one: known[one])
    if likeliest not in OF_LINES or known[likeliest] < LIKELY or not _of_one_line(query):
        return None
    roles = {token.role for token in query.tokens}
    return None if likeliest is Operation.VALUE and roles & COMPUTING else likeliest


def _of_one_line(query: Query) -> bool:
    """Whether nothing is asked that a line as it is printed does not tell."""
    more = query.estimate or query.condition or query.order or query.also or any(part.each for part in query.parts)
    nodes = [node for measure in query.measures for node in walk(measure)]
    asked = {node.of if isinstance(node, OverTime) else node for node in query.measures}
    return query.intent is Intent.FIGURE and not more and len(asked) <= 1 and not any(map(_combines, nodes))


def _combines(node: Expression) -> bool:
    return isinstance(node, Binary | Call | Ratio | Stated)


def read_in_tables(
    judge: PairJudge, question: str, query: Query, evidence: Evidence, held: Shelf, least: float
) -> Outcome | None:
    """The figures of the likeliest line, where it is the one asked for with the probability `least`.

    None where the judge's model does not read tables for what is asked of a line, and where that cannot be computed.
    """
    operation = asked_of_lines(query) if judge.cells else None
    calibration = judge.cells.get(operation) if operation else None
    if operation is None or calibration is None:
        return None
    cells = marked_cells(query, evidence, held)
    chances = map(calibration.probability, cell_signs(judge.scorer, question, cells))
    chance, best = max(zip(chances, cells, strict=True), key=lambda one: one[0], default=(0.0, None))
    told = told_of(best, operation, query) if best and chance >= least else None
    return replace(told, likely=chance) if told else None


def told_of(cell: MarkedCell, operation: Operation, query: Query) -> Outcome | None:
    """What is asked for of the line; None where it cannot be computed."""
    try:
        return OF_LINES[operation](cell, query)
    except NotComputedError:
        return None


def _printed(of: MarkedCell, query: Query) -> Outcome | None:
    """The line as it is printed, for each period asked for."""
    figures = [_figure(of.series, span, query.form) for span in of.times.asked]
    wanted_rate = query.form.shown is Shown.PERCENT
    if any(wanted_rate and not one.amount.rate for one in figures):
        return None
    return _outcome(of, query, (Row(of.series.label),), figures)


def _moved(of: MarkedCell, query: Query) -> Outcome | None:
    """By how much it changed, as an amount and in percent."""
    spans, series = of.times.compared, of.series
    if spans is None or not all(span in series.cells for span in spans) or len(of.times.asked) > len(spans):
        return None
    ends = [_figure(series, span, query.form) for span in spans]
    if any(end.amount.value < 0 for end in ends):
        return None  # whether a cost in parentheses rose or fell is told by nobody
    rates = ends[0].amount.rate or not ends[0].amount.value
    measures = [OverTime(one, Row(series.label)) for one in (CHANGE, *(() if rates else (GROWTH,)))]
    return _outcome(of, query, measures, [_over_time(one, ends, query.form) for one in measures])


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


def _share(of: MarkedCell, query: Query) -> Outcome | None:
    """Which part of its table's total it is, for each period asked for; None unless it is added up to one total alone,
    and that is the one which the question speaks of."""
    series, spans = of.series, of.times.asked
    wholes = [one for one in map(_dated, of.table.series) if one and one.is_whole and one.name == series.name]
    whole = next((one for one in wholes if all(span in one.cells for span in spans)), None)
    if len(wholes) != 1 or whole is None or not _adds_up(of.table.read, series, whole, spans):
        return None
    if not _speaks_of(query, whole, of.table):
        return None
    measure = Share(Row(series.label), Row(whole.label))
    figures = []
    for span in spans:
        part, all_ = _figure(series, span, query.form), _figure(whole, span, query.form)
        tree = Divided(Operator.DIVIDE, part.tree, all_.tree)
        value = amount(tree)
        shown = state(value, shown_as(value, usual(measure), query.form), query.form, "")
        figures.append(replace(part, name=f"{part.name}, share of {whole.label}", tree=tree, amount=value, shown=shown))
    return _outcome(of, query, (measure,), figures)


def _adds_up(read: ReadTable, part: Series, whole: Series, spans: Sequence[Span]) -> bool:
    """Whether the part is another line than the whole, and one of those that the whole is the sum of."""
    others = part.line.index != whole.line.index
    return others and all(read.breaks_down(whole.line.label, *part.cells[span]) for span in spans)


def _speaks_of(query: Query, whole: Series, table: Tabled) -> bool:
    """Whether the whole or the table's title says a word of the question that tells totals apart."""
    asked = wanted(query, [table]).weights.keys() - TOTALS - OF_SHARES
    return bool(asked & (whole.own | table.title))


OF_LINES = {Operation.VALUE: _printed, Operation.CHANGE: _moved, Operation.SHARE: _share}


def _outcome(of: MarkedCell, query: Query, measures: Sequence[Expression], figures: Sequence[Figure]) -> Outcome:
    told, read = tuple(figures), _reading(query, measures)
    says = spans_of(query.periods, of.table.read.book).says
    return Outcome(read, told, notes=notes(operands_of(told), says), headline=headline(told, None))


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
