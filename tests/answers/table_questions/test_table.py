from decimal import Decimal
from typing import Any

from apps.answers.table_questions.grids import read_stored, read_texts
from apps.answers.table_questions.moments import Moment
from apps.answers.table_questions.scales import spelled, told_again
from apps.answers.table_questions.table import AskedTable, Cell
from tests.answers.table_questions.tables import QUARTERS, SEGMENTS


def _cell(table: AskedTable, label: str, printed: str) -> Cell:
    return next(one for one in table.cells if table.line_of(one).label == label and one.printed == printed)


def test_header_rows_are_told_by_what_they_hold() -> None:
    assert [line.label for line in SEGMENTS.lines][:2] == ["Lantern leasing", "Harbour dues"]
    assert SEGMENTS.lines[0].section == "Revenue:"
    assert SEGMENTS.header_of(_cell(SEGMENTS, "Harbour dues", "2,000")) == "Years Ended June 30, 2022"


def test_a_section_gives_the_year_and_an_ordinal_column_the_quarter() -> None:
    assert QUARTERS.moment_of(_cell(QUARTERS, "Net sales", "$85")) == Moment(2021, None, 3)


def test_columns_of_changes_are_of_no_moment() -> None:
    table = read_texts([["", "2023", "2022", "Change 2023"], ["Pier fees", "40", "30", "10"]], [])
    assert table.moment_of(_cell(table, "Pier fees", "10")) is None


def test_one_text_over_several_columns_stands_over_each() -> None:
    table = read_texts(
        [["", "2023", "", "2022", ""], ["", "Men", "Women", "Men", "Women"], ["Berths", "1", "2", "3", "4"]], []
    )
    assert [table.header_of(cell) for cell in table.cells] == ["2023 Men", "2023 Women", "2022 Men", "2022 Women"]


def test_scales_by_row() -> None:
    assert SEGMENTS.scale_of(_cell(SEGMENTS, "Lantern leasing", "$4,200")) == "thousand"
    assert SEGMENTS.scale_of(_cell(SEGMENTS, "Basic earnings per share", "$0.45")) == ""
    assert SEGMENTS.scale_of(_cell(SEGMENTS, "Gross margin", "60.0%")) == "percent"


def test_units_beside_the_year_leave_it_a_year() -> None:
    table = read_texts([["", "2023 £m", "2022 £m"], ["Pier fees", "40", "30"]], [])
    cell = _cell(table, "Pier fees", "30")
    assert table.moment_of(cell) == Moment(2022)
    assert table.scale_of(cell) == "million"


def test_short_forms_of_units_are_spelled() -> None:
    assert "millions" in spelled("2023 €m")
    assert "thousands" in spelled("$’000")
    assert spelled("more than £5") == "more than £5"


def test_figures_told_again_in_words_tell_the_scale() -> None:
    told = ["Leasing rose to $45.1 million, of which dues were $12.5 million."]
    assert told_again([Decimal(45_103), Decimal(12_480)], told) == "in thousands"
    assert told_again([Decimal("45.1"), Decimal("12.5")], told) == "in millions"
    assert told_again([Decimal(7)], told) == ""


def test_a_stored_table_keeps_the_places_of_its_cells() -> None:
    grid: list[list[dict[str, Any] | None]] = [
        [None, {"text": "2023", "start": 0, "end": 4}],
        [{"text": "Pier fees", "start": 5, "end": 14}, {"text": "40", "start": 15, "end": 17}],
    ]
    table = read_stored(grid, 1, "Fees of the harbour", "in millions", "")
    (cell,) = table.cells
    found = grid[cell.row][cell.column]
    assert found is not None
    assert found["text"] == cell.printed
    assert table.scale_of(cell) == "million"
