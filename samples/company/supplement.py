"""The financial supplement as XLSX: numbers stay numbers, and the formats show them as a person expects."""

from decimal import Decimal
from pathlib import Path

from openpyxl import Workbook
from openpyxl.styles import Alignment, Border, Font, Side
from openpyxl.worksheet.worksheet import Worksheet

from company.business import INVENTED
from company.numbers import BALANCES, NAME, QUARTERS, YEAR_ENDS, YEARS
from company.package import settle
from company.statements import Grid, Row, Value, balance_sheet, cash_flows, income, segments

WHOLE = '#,##0_);(#,##0);"—"_)'
DOLLARS = '$#,##0_);($#,##0);"—"_)'
CENTS = "$0.00_);($0.00)"


def set_value(sheet: Worksheet, row: int, column: int, value: Value, line: Row) -> None:
    cell = sheet.cell(row, column, float(value) if isinstance(value, Decimal) else value)
    cell.font = Font(bold=line.bold)
    cell.alignment = Alignment(horizontal="right")
    cell.number_format = CENTS if isinstance(value, Decimal) else DOLLARS if line.dollar else WHOLE
    if line.rule:
        cell.border = Border(top=Side(style="thin"))


def add_sheet(book: Workbook, name: str, grid: Grid) -> Worksheet:
    sheet = book.create_sheet(name)
    sheet["A1"], sheet["A2"], sheet["A3"] = NAME, grid.title, grid.units
    sheet["A1"].font = sheet["A2"].font = Font(bold=True)
    for i, column in enumerate(grid.columns, 2):
        sheet.cell(5, i, column).font = Font(bold=True)
    for number, line in enumerate(grid.rows, 6):
        sheet.cell(number, 1, line.label).font = Font(bold=line.bold)
        sheet.cell(number, 1).alignment = Alignment(indent=line.indent)
        for i, value in enumerate(line.values, 2):
            set_value(sheet, number, i, value, line)
    sheet.column_dimensions["A"].width = 58
    return sheet


def margins(book: Workbook) -> None:
    sheet = book.create_sheet("Margins")
    sheet.append(["Margins", "2024", "2023", "2022"])
    years = [YEARS[n] for n in (2024, 2023, 2022)]
    for label, name in (
        ("Gross margin", "gross_profit"),
        ("Operating margin", "operating_income"),
        ("Net margin", "net_income"),
    ):
        sheet.append([label, *(getattr(y, name) / y.sales for y in years)])
        for cell in sheet[sheet.max_row][1:]:
            cell.number_format = "0.0%"


def write(path: Path) -> None:
    book = Workbook()
    cover = book.active
    cover.title = "Read me"
    for text in (NAME, "Financial supplement, fiscal 2024", INVENTED):
        cover.append([text])
    names = tuple(f"Q{i + 1} {number}" for number in (2024, 2023) for i in range(4))
    periods = [*QUARTERS[2024], *QUARTERS[2023]]
    ends = (YEAR_ENDS[2024], YEAR_ENDS[2023])
    add_sheet(book, "Quarters", income(names, periods, "", "Quarterly statements of income"))
    add_sheet(book, "Segments", segments((2024, 2023, 2022)))
    add_sheet(book, "Balance sheets", balance_sheet(ends, (BALANCES[2024], BALANCES[2023])))
    add_sheet(book, "Cash flows", cash_flows((2024, 2023, 2022)))
    margins(book)
    hidden = book.create_sheet("Workings")
    hidden.append(["Backlog (in thousands)", YEARS[2024].backlog, YEARS[2023].backlog])
    hidden.sheet_state = "hidden"
    book.save(path)
    settle(path)
