"""What an attacked table carries into a spreadsheet is text."""

import re
from io import BytesIO

import pytest
from openpyxl import load_workbook

from apps.documents.spreadsheets import csv_text, workbook

CELLS = (
    '=HYPERLINK("https://evil.invalid","x")',
    "+1+cmd|' /C calc'!A0",
    "-2+3",
    "@SUM(1)",
    "\t=1+1",
    "\r=1",
    "  =1+1",
    "＝1+1",
    "＋1+1",
    "－1+1",
    "＠SUM(1)",
    "\u3000=1+1",
)


@pytest.mark.parametrize("cell", CELLS)
def test_a_cell_of_a_csv_file_never_begins_like_a_formula(cell: str) -> None:
    assert csv_text([[cell]]).lstrip('"').startswith("'")


@pytest.mark.parametrize("cell", CELLS)
def test_a_cell_of_a_workbook_is_text(cell: str) -> None:
    sheet = load_workbook(BytesIO(workbook({"Sheet": [[cell]]}))).active
    assert sheet is not None
    assert sheet.cell(1, 1).data_type in {"s", "inlineStr"}


@pytest.mark.parametrize("cell", ["x;=1+1", "x; @SUM(1)", "x;＝1+1", "x\n=1+1", "x\t-2+3"])
def test_no_piece_of_a_cell_begins_like_a_formula_where_semicolons_part_cells(cell: str) -> None:
    line = csv_text([["first", cell, "last"]])
    pieces = [piece.strip(' "') for piece in re.split(r"[;\t\r\n]", line)]
    assert not any(piece.startswith(tuple("=+-@＝＋－＠")) for piece in pieces), pieces


def test_words_with_semicolons_are_left_as_they_are() -> None:
    assert csv_text([["cash; debt", "2022: 5; 2021: 4"]]) == "cash; debt,2022: 5; 2021: 4\r\n"
