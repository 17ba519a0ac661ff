"""Invented statements as parsed pages."""

from collections.abc import Sequence

from apps.reading.parsed import Cell, ParsedPage, ParsedTable

Lines = list[tuple[str, ...]]
Rows = Sequence[tuple[str, ...]]


def table(lines: Rows, headers: Rows | None = None, caption: str = "", units: str = "") -> ParsedTable:
    """A table of `lines`, each a label and its figures; an empty string is no cell."""
    rows = [*(headers or []), *lines]
    cells: list[Cell] = []
    start = 0
    for row, texts in enumerate(rows):
        for column, text in enumerate(texts):
            if text:
                cells.append(Cell(text, row, column, start, start + len(text)))
                start += len(text) + 1
    columns = max(len(texts) for texts in rows)
    return ParsedTable(tuple(cells), len(rows), columns, len(headers or []), caption, units)


def page(number: int, *tables: ParsedTable) -> ParsedPage:
    """A page that holds the tables and nothing else."""
    return ParsedPage(number, "\n".join(cell.text for table in tables for cell in table.cells), (), tables=tables)
