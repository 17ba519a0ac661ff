"""Tables as answers: members or measures over periods, or the printed table that speaks of what is asked."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from apps.answers.compute.bind import Binder
from apps.answers.compute.contexts import Context
from apps.answers.compute.figures import Figure
from apps.answers.compute.grids import Line, ReadTable
from apps.answers.compute.labels import KIND_WORDS, KINDS_OF_PART, OF_LISTS, PLACES, alike, spoken, words_of
from apps.answers.compute.missing import MissingError
from apps.answers.compute.operands import Operand
from apps.answers.compute.outcome import Grid, GridCell, GridRow
from apps.answers.compute.sheet import printed_texts, units_text
from apps.answers.compute.tree import Leaf
from apps.answers.sources.candidate import Candidate, Place, Span
from apps.questions.labels import words
from apps.questions.slots import Dimension

MOST_ROWS = 80
LEAST_TO_COME = 3  # years of a schedule
DUE = re.compile(r"(?:in )?(?:fiscal |FY ?)?(20\d\d)\b", re.IGNORECASE)  # how a row of a schedule begins
FEWEST = 2  # lines with numbers in a table that is an answer


def of_figures(title: str, figures: Sequence[Figure]) -> Grid:
    """A row for each measure, filer and part, a column for each period."""
    spans = list(dict.fromkeys(figure.period for figure in figures))
    rows: dict[str, dict[str, Figure]] = {}
    filers = {figure.filer for figure in figures}
    for figure in figures:
        rows.setdefault(_label(figure, several=len(filers) > 1), {})[figure.period] = figure
    alike = {_units(figure) for figure in figures}
    units = alike.pop() if len(alike) == 1 else ""
    printed = printed_texts([operand for figure in figures for operand in figure.operands])
    body = tuple(
        GridRow(label, tuple(_cell(cells.get(span), printed, bare=bool(units)) for span in spans), marked=True)
        for label, cells in rows.items()
    )
    return Grid(title, units, tuple(spans), body)


def _label(figure: Figure, *, several: bool) -> str:
    name = figure.part or figure.name
    return f"{figure.filer}: {name}" if several else name


def _units(figure: Figure) -> str:
    """In what all cells are printed, where the figure is one of them."""
    return units_text(figure.tree.operand) if isinstance(figure.tree, Leaf) else ""


def _cell(figure: Figure | None, printed: Mapping[Place, str], *, bare: bool) -> GridCell:
    if figure is None:
        return GridCell("")
    operand: Operand | None = figure.tree.operand if isinstance(figure.tree, Leaf) else None
    place = operand.candidate.place if operand else None
    text = (operand.candidate.text if operand else "") or (printed.get(place, "") if place else "")
    return GridCell(text if bare and text else figure.shown.text, place, marked=True)


def printed_table(
    asked: str, dimension: Dimension | None, context: Context, binder: Binder, names: Sequence[str] = ()
) -> tuple[Grid, list[Candidate]]:
    """The table of the newest filing on the period that has every word asked for. Raises MissingError.

    names: those that the question speaks of besides; a table that says nothing of them is no answer.
    """
    wanted = words(asked) - KINDS_OF_PART - OF_LISTS or words(asked)
    tables = binder.cells_of(context.book).tables(wanted, context.span)
    fitting = [
        (-_score(table, wanted, dimension), place, table)
        for place, table in enumerate(tables)
        if len(table.lines) >= FEWEST and _fits(table, wanted, dimension) and _timely(table, wanted, context)
        if words_of(names)
        <= _said(table) | words_of(text for line in table.lines for text in (line.label, *line.above))
    ]
    if not fitting:
        beside = f" that speaks of {' '.join(names)}" if names else ""
        of = f"“{asked}” of {context.span.label}{beside}"
        raise MissingError(f"No table of {of} was found in the filings of {context.book.filer.name} that are held.")
    return shown(min(fitting, key=lambda one: one[:2])[2], context.spans)


def _said(table: ReadTable) -> frozenset[str]:
    return table.about | words_of(table.said)


def _fits(table: ReadTable, wanted: frozenset[str], dimension: Dimension | None) -> bool:
    """Whether each word asked for is said over the table or by one of its rows, and its parts are of the kind asked."""
    rows = [words(line.label) | words_of(line.above) for line in table.lines]
    said = _said(table)
    if not any(all(alike(word) & (said | row) for word in wanted) for row in rows):
        return False
    if dimension in {None, Dimension.ANY, Dimension.LINE}:
        return True
    kinds = KIND_WORDS[dimension] if dimension else frozenset()
    placed = sum(bool(words(line.label) & PLACES) for line in table.lines) * 2 > len(table.lines)
    return bool(said & kinds) or (dimension is Dimension.GEOGRAPHY and placed)


def asks_schedule(label: str) -> bool:
    """Whether what falls due in years to come is asked for: never a single figure."""
    return bool(words(label) & alike("maturity"))


def _timely(table: ReadTable, wanted: frozenset[str], context: Context) -> bool:
    """Whether it has a figure of the period; of what falls due, a row or a column for each of the years to come."""
    if wanted & alike("maturity"):  # a schedule
        begun = [DUE.match(text) for text in (*table.said, *(line.label for line in table.lines))]
        own = context.span.year or 0
        return len({match[1] for match in begun if match and own < int(match[1]) <= own + 6}) >= LEAST_TO_COME
    return any(table.is_of(line, cell, context.span) for line in table.lines for cell in line.cells.values())


def _score(table: ReadTable, wanted: frozenset[str], dimension: Dimension | None) -> int:
    """Words in the caption count most: a table that is about it, not one that mentions it."""
    over = spoken(table.caption) | spoken(table.intro)
    wanted = frozenset[str]().union(*(alike(word) for word in wanted))
    kinds = KIND_WORDS.get(dimension, frozenset()) if dimension else frozenset()
    return 4 * len(wanted & over) + 2 * len(wanted & _said(table)) + 2 * bool(kinds & _said(table))


def shown(table: ReadTable, spans: Sequence[Span], lines: frozenset[int] = frozenset()) -> tuple[Grid, list[Candidate]]:
    """The table as a grid with the cells of the periods, and these lines, marked; and the cells as candidates."""
    columns = sorted({column for line in table.lines for column in line.cells})
    rows: list[GridRow] = []
    marked: list[Candidate] = []
    above: tuple[str, ...] = ()
    heads = {column: _header(table, column) for column in columns}
    now = dict(heads)
    for line in table.lines[:MOST_ROWS]:
        if changed := {column: text for column, text in line.headers.items() if now.get(column, text) != text}:
            now |= changed
            rows.append(GridRow("", tuple(GridCell(now[column]) for column in columns), heading=True))
        rows += [GridRow(one, (), heading=True) for one in line.above if one not in above]
        above = line.above
        row = _row(table, line, columns, spans, marked)
        rows.append(replace(row, marked=line.index in lines))
    units = table.table.units or table.table.headed.units
    return Grid(
        table.title, units, tuple(heads.values()), tuple(rows), table.filing.name, table.table.page, table.table.pk
    ), marked


def _row(
    table: ReadTable, line: Line, columns: Sequence[int], spans: Sequence[Span], marked: list[Candidate]
) -> GridRow:
    cells = []
    for column in columns:
        cell = line.cells.get(column)
        if cell is None:
            cells.append(GridCell(""))
            continue
        span = next((one for one in spans if table.is_of(line, cell, one)), None)
        if span:
            marked.append(table.candidate(line, cell, span))
        cells.append(GridCell(cell.printed, table.place(cell), marked=span is not None))
    return GridRow(", ".join(filter(None, (line.label, line.beside))), tuple(cells))


def _header(table: ReadTable, column: int) -> str:
    return next((line.headers.get(column, "") for line in table.lines if column in line.cells), "")
