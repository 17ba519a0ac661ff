"""Tables as CSV and XLSX."""

import csv
from decimal import Decimal
from io import BytesIO, StringIO
from typing import Any

import pytest
from openpyxl import load_workbook

from apps.documents import spreadsheets
from apps.documents.company_years import year_tables
from tests.documents.stated import fact, filing


def cell(text: str) -> dict[str, Any]:
    return {"text": text, "start": 0, "end": 0, "box": None, "row_span": 1, "column_span": 1}


def first_cell(value: Any, title: str = "Kelp") -> Any:
    return load_workbook(BytesIO(spreadsheets.workbook({title: [[value]]}))).worksheets[0]["A1"]


@pytest.mark.parametrize("text", ["=1+1", "+1+1", "-1+cmd|' /C calc'!A0", "@SUM(A1)", " =1"])
def test_no_cell_of_a_csv_begins_like_a_formula(text: str) -> None:
    grid = [[cell(text), cell("(1,234)")]]
    for written in (spreadsheets.grid_csv(grid), spreadsheets.csv_text([[text]])):
        assert next(csv.reader(StringIO(written)))[0] == f"'{text}"


def test_nor_does_what_follows_a_tab_that_a_reader_takes_for_the_end_of_a_cell() -> None:
    assert next(csv.reader(StringIO(spreadsheets.csv_text([["\t=1"]]))))[0] == "'\t'=1"


@pytest.mark.parametrize("text", ["-12", "-1,234.5", "+3%", "(1,234)", "$ 1,577", "—", ""])
def test_figures_stay_as_they_are_printed(text: str) -> None:
    assert next(csv.reader(StringIO(spreadsheets.grid_csv([[cell(text), None]])))) == [text, ""]


def test_numbers_of_a_csv_are_plain() -> None:
    assert spreadsheets.csv_text([[Decimal("-1200.500"), Decimal("1E+3"), 7, None]]) == "-1200.5,1000,7,\r\n"


@pytest.mark.parametrize("text", ["=1+1", '=HYPERLINK("http://x")', "+1", "@SUM(A1)", "plain"])
def test_text_of_a_workbook_is_never_a_formula(text: str) -> None:
    found = first_cell(text)
    assert (found.data_type, found.value) == ("s", text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,577", 1577),
        ("(1,234)", -1234),
        ("$ 12.50", 12.5),
        ("—", "—"),
        ("12%", "12%"),
        ("1,234 (a)", "1,234 (a)"),
        ("Net sales", "Net sales"),
        ("", None),
    ],
)
def test_figures_of_a_workbook_are_numbers_and_the_rest_is_text(text: str, value: Any) -> None:
    assert first_cell(spreadsheets.figure(text)).value == value


def test_headers_stay_text() -> None:
    assert spreadsheets.grid_values([[cell("2023")], [cell("12")]], 1) == [["2023"], [Decimal(12)]]


@pytest.mark.parametrize("title", ["a/b:c*?[x]\\", "x" * 300, "", "'quoted'", "\x07"])
def test_any_title_names_a_sheet(title: str) -> None:
    assert first_cell("text", title).value == "text"


def test_control_characters_and_long_texts_are_cut() -> None:
    assert first_cell("a\x00b\x1f").value == "ab"
    assert len(first_cell("x" * 40_000).value) == spreadsheets.LONGEST_CELL


def test_the_years_of_a_company_as_rows() -> None:
    old, new = filing(2023), filing(2024)
    facts = [fact(old, "revenue", 2023, "80"), fact(new, "revenue", 2023, "82"), fact(new, "revenue", 2024, "-9")]
    facts += [fact(new, "total_assets", 2024, "7", statement="balance")]
    assert spreadsheets.year_tables_as_rows(year_tables(facts)) == [
        ["Statement", "Item", "Unit", "2024", "2023", "Change %", "Restated"],
        ["Income statement", "Revenue", "USD millions", Decimal(-9), Decimal(82), None, "2023: 80 in Kelpworks 2023"],
        ["Balance sheet", "Total assets", "USD millions", Decimal(7), None, None, ""],
    ]


def test_a_company_without_figures_has_a_header_alone() -> None:
    assert spreadsheets.year_tables_as_rows([]) == [["Statement", "Item", "Unit", "Change %", "Restated"]]
