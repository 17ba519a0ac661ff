"""What an attacked table carries into a spreadsheet is text."""

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
)


@pytest.mark.parametrize("cell", CELLS)
def test_a_cell_of_a_csv_file_never_begins_like_a_formula(cell: str) -> None:
    assert csv_text([[cell]]).lstrip('"').startswith("'")


@pytest.mark.parametrize("cell", CELLS)
def test_a_cell_of_a_workbook_is_text(cell: str) -> None:
    sheet = load_workbook(BytesIO(workbook({"Sheet": [[cell]]}))).active
    assert sheet is not None
    assert sheet.cell(1, 1).data_type in {"s", "inlineStr"}
