"""A table in words, so that a question in words finds it: column headers, row labels, what rows say (V1)."""

import re
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import groupby

from apps.documents.sections import cut, one_line
from apps.reading.parsed import ParsedTable
from apps.statements.grid import Grid, Row
from apps.statements.values.periods import Period

HEADER_CHARACTERS = 600
STATEMENT_CHARACTERS = 500
ROWS = 8  # that are told in words
COLUMNS = 3  # of each
CELLS = "\t"  # between the cells of a row
MARKS = frozenset({"$", "—", "–", "-", "|"})
GRIDS_KEPT = 4
TOTAL = re.compile(r"^(?:total|net|gross|operating|income|revenues?|sales|earnings)\b", re.IGNORECASE)


def header_lines(table: ParsedTable) -> str:
    """The header rows of a table, one line each."""
    header = (cell for cell in table.cells if cell.row < table.header_rows and cell.text.strip())
    rows = groupby(header, key=lambda cell: cell.row)
    return cut("\n".join(" | ".join(one_line(cell.text) for cell in cells) for _, cells in rows), HEADER_CHARACTERS)


def row_labels(text: str) -> tuple[str, ...]:
    """The labels of a table's rows, each once; lines that only lead to the table are left out."""
    rows = "\n".join(line for line in text.splitlines() if CELLS in line)
    return tuple(dict.fromkeys(line_labels(rows or text)))


def line_labels(text: str) -> list[str]:
    """The words at the start of each line of a table's text, up to its first number."""
    labels = (" ".join(_words(line)) for line in text.splitlines())
    return [label for label in labels if len(label) > 2]


def _words(line: str) -> Iterator[str]:
    for word in line.split():
        if word in MARKS or word.strip("()$%€£,.-–—").replace(",", "").replace(".", "").isdigit():
            return
        yield word


def statement(table: ParsedTable, places: Sequence[tuple[int, int]]) -> str:
    """Sentences such as "Net sales: 1,577 in fiscal 2023, 1,402 in fiscal 2022." for the rows within `places`.

    places: (start, end) in the text of the table's page, of a part of the table.

    Totals and results come before other rows; at most 8 rows, 3 columns and 500 characters, figures as printed. "" for
    a table whose columns have no periods.
    """
    columns = _grid(table.headed).periods
    if not columns:
        return ""
    inside = [row for row in _grid(table).rows if row.label and _within(row, places)]
    telling = sorted(inside, key=lambda row: not TOTAL.match(row.label))[:ROWS]
    sentences = (_sentence(row, columns) for row in telling)
    return cut(" ".join(sentence for sentence in sentences if sentence), STATEMENT_CHARACTERS)


def _within(row: Row, places: Sequence[tuple[int, int]]) -> bool:
    starts = [figure.cell.start for figure in row.figures.values()]
    return any(start <= cell < end for start, end in places for cell in starts)


def _sentence(row: Row, columns: dict[int, Period]) -> str:
    told = [
        f"{one_line(figure.cell.text)} {period_in_words(columns[column])}"
        for column, figure in row.figures.items()
        if column in columns and not figure.amount.nil
    ]
    return f"{one_line(row.label)}: {', '.join(told[:COLUMNS])}." if told else ""


def period_in_words(period: Period) -> str:
    """ "in fiscal 2023", "in the second quarter of fiscal 2023", "in the six months to 2023-06-30"."""
    if period.quarter and period.label_year:
        return f"in Q{period.quarter} of fiscal {period.label_year}"
    if period.months and period.months < 12 and period.end:
        return f"in the {period.months} months to {period.end.isoformat()}"
    return f"in fiscal {period.label_year}"


def column_periods(table: ParsedTable | None) -> Sequence[str]:
    """How the columns of a table are called in words, from the left: one for each column that has a period."""
    if table is None:
        return ()
    periods = _grid(table.headed).periods
    return [period_in_words(periods[column]) for column in sorted(periods)]


_grids: deque[Grid] = deque(maxlen=GRIDS_KEPT)


def _grid(table: ParsedTable) -> Grid:
    """The grid of a table, kept for the next passage of the same one: a large table is cut into hundreds of them."""
    kept = next((grid for grid in tuple(_grids) if grid.table is table), None)
    if kept is None:
        kept = Grid(table)
        _grids.append(kept)
    return kept
