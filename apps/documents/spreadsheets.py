"""Tables on their way out: as CSV, and as an XLSX workbook. No cell of either can run as a formula."""

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from io import BytesIO
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Font

from apps.audit.spreadsheet import lines, safe, safe_figure
from apps.documents.company_years import YearRow, YearTable
from apps.documents.printed_figures import plain
from apps.documents.source_text import Grid
from apps.statements.values.amounts import parse_amount

Value = str | int | Decimal | None
Rows = Sequence[Sequence[Value]]

CSV = "text/csv; charset=utf-8"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FIGURE = re.compile(r"[\s$€£¥()\-–—−+.,\d]+")  # nothing but a number: a footnote mark or "%" keeps a cell text
NOT_IN_TITLES = re.compile(r"[\[\]:*?/\\\x00-\x1f']")
LONGEST_TITLE = 31
LONGEST_CELL = 32_000


def grid_rows(grid: Grid) -> list[list[str]]:
    """The cells of a table as they are printed, a spanning cell once, at its first place."""
    return [[cell["text"] if cell else "" for cell in row] for row in grid]


def grid_values(grid: Grid, header_rows: int) -> list[list[Value]]:
    """The same with figures as numbers (not scaled); headers stay text, so that 2023 is a label and not a count."""
    rows = grid_rows(grid)
    heads: list[list[Value]] = [list(row) for row in rows[:header_rows]]
    return heads + [[figure(cell) for cell in row] for row in rows[header_rows:]]


def figure(text: str) -> Value:
    """The number that a cell prints, or its text when it prints anything else, a nil dash among it."""
    amount = parse_amount(text) if FIGURE.fullmatch(text) else None
    return amount.value if amount and not amount.nil else text


def year_rows(table: YearTable) -> list[list[Value]]:
    """A statement over the years below its header: what the profile shows, and what earlier filings stated instead."""
    head: list[Value] = ["Item", "Unit", *map(str, table.years), "Change %", "Restated"]
    return [head, *(_year_row(table, row) for row in table.rows)]


def _year_row(table: YearTable, row: YearRow) -> list[Value]:
    earlier = [
        f"{year}: {cell.earlier}" for year, cell in zip(table.years, row.cells, strict=True) if cell and cell.earlier
    ]
    values = [cell.value if cell else None for cell in row.cells]
    change = None if row.change is None else round(row.change * 100, 1)
    return [row.concept.name, row.unit, *values, change, "; ".join(earlier)]


def year_tables_as_rows(tables: Sequence[YearTable]) -> list[list[Value]]:
    """All statements below one another under one header; all have the same years."""
    years = tables[0].years if tables else ()
    head: list[Value] = ["Statement", "Item", "Unit", *map(str, years), "Change %", "Restated"]
    return [head, *([table.title, *_year_row(table, row)] for table in tables for row in table.rows)]


def csv_text(rows: Iterable[Iterable[Value]]) -> str:
    return lines([_csv_cell(value) for value in row] for row in rows)


def _csv_cell(value: Value) -> str:
    return f"{plain(value):f}" if isinstance(value, Decimal) else safe("" if value is None else str(value))


def grid_csv(grid: Grid) -> str:
    """A table as it is printed; negative numbers stay numbers, anything else that begins like a formula is text."""
    return lines([safe_figure(cell) for cell in row] for row in grid_rows(grid))


def workbook(sheets: Mapping[str, Rows]) -> bytes:
    """An XLSX file with a sheet for each title, its first row bold."""
    book = Workbook(write_only=True)
    for number, (title, rows) in enumerate(sheets.items(), start=1):
        sheet = book.create_sheet(_sheet_title(title) or f"Sheet {number}")
        for place, row in enumerate(rows):
            sheet.append([_xlsx_cell(sheet, value, bold=not place) for value in row])
    target = BytesIO()
    book.save(target)
    return target.getvalue()


def _sheet_title(title: str) -> str:
    return NOT_IN_TITLES.sub(" ", title).strip()[:LONGEST_TITLE]


def _xlsx_cell(sheet: Any, value: Value, *, bold: bool) -> Any:
    """Text is marked as such: by its own rule the library would take "=..." for a formula."""
    if isinstance(value, str):
        cell = WriteOnlyCell(sheet, ILLEGAL_CHARACTERS_RE.sub("", value)[:LONGEST_CELL])
        cell.data_type = "s"
    else:
        cell = WriteOnlyCell(sheet, value)
        cell.number_format = "#,##0.####" if isinstance(value, Decimal) and value % 1 else "#,##0"
    cell.font = Font(bold=bold)
    return cell
