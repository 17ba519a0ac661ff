"""Tables read from drawn PDFs: columns, headers, units, labels, boxes."""

from pathlib import Path

import pytest

from apps.reading.parsed import BlockKind, ParsedPage, ParsedTable
from apps.reading.pdf import read_pdf
from tests.reading.drawn import BOLD, LOREM, WIDTH, Sheet, drawn, income_statement

Grid = list[list[str]]


def grid(table: ParsedTable) -> Grid:
    rows = [[""] * table.columns for _ in range(table.rows)]
    for cell in table.cells:
        rows[cell.row][cell.column] = cell.text
    return rows


def read_page(path: Path) -> ParsedPage:
    return read_pdf(path, lambda done, total: None).pages[0]


@pytest.fixture
def statement(tmp_path: Path) -> ParsedPage:
    return read_page(drawn(tmp_path / "statement.pdf", income_statement))


def test_statement_is_one_grid(statement: ParsedPage) -> None:
    (table,) = statement.tables
    assert grid(table)[table.header_rows :] == [
        ["Revenue:", "", "", ""],
        ["Lamps", "$1,204.5", "$1,101.0", "$998.2"],
        ["Lanterns", "310.0", "—", "287.4"],
        ["Total revenue", "1,514.5", "1,101.0", "1,285.6"],
        ["Restructuring, impairment and\nother charges", "(12.3)", "(4.0)", "(110.9)"],
        ["Operating margin", "14.2%", "(3.5)%", "9.0%"],
        ["Net income", "$95.1", "$88.0", "$(17.7)"],
    ]


def test_footnote_mark_is_no_part_of_the_figure(statement: ParsedPage) -> None:
    (table,) = statement.tables
    figure = next(cell for cell in table.cells if cell.text == "310.0")
    assert statement.text[figure.end : figure.end + 4] == " (1)"


def test_headers_and_their_span(statement: ParsedPage) -> None:
    (table,) = statement.tables
    assert table.header_rows == 2
    span = next(cell for cell in table.cells if cell.text.startswith("Years"))
    assert (span.row, span.column, span.column_span) == (0, 1, 3)
    assert grid(table)[1] == ["", "2022", "2021", "2020"]


def test_caption_and_units(statement: ParsedPage) -> None:
    (table,) = statement.tables
    assert table.units == "(In millions, except per share data)"
    assert table.caption == "LANTERN WORKS, INC. CONSOLIDATED STATEMENTS OF INCOME"


def test_sentence_beneath_is_a_footnote(statement: ParsedPage) -> None:
    assert statement.blocks[-1].kind is BlockKind.FOOTNOTE


def test_boxes_lie_where_the_figures_were_drawn(statement: ParsedPage) -> None:
    (table,) = statement.tables
    assert table.box
    cell = next(cell for cell in table.cells if cell.text == "1,514.5")
    assert cell.box
    x0, y0, x1, y1 = cell.box
    assert x1 == pytest.approx(360, abs=1)
    assert y0 < 232 - 5 < y1
    assert x0 > 300


def ten_q(sheet: Sheet) -> None:
    """Three and nine months side by side, without a rule under the headers."""
    edges = (300, 370, 450, 520)
    sheet.text(72, 90, "CONDENSED STATEMENTS OF OPERATIONS", BOLD)
    sheet.text(72, 104, "(in thousands)")
    sheet.centred(318, 130, "Three Months Ended", BOLD, 8)
    sheet.centred(468, 130, "Nine Months Ended", BOLD, 8)
    for middle, day in zip((283, 353, 433, 503), ("September 30,", "October 1,") * 2, strict=True):
        sheet.centred(middle, 142, day, BOLD, 8)
    for middle, year in zip((283, 353, 433, 503), ("2023", "2022") * 2, strict=True):
        sheet.centred(middle, 152, year, BOLD, 8)
    sheet.row(170, "Net sales", ("41,200", "39,954", "120,333", "118,004"), edges, dollar=True)
    sheet.row(184, "Cost of sales", ("(30,010)", "(29,400)", "(88,123)", "(87,655)"), edges)
    sheet.row(198, "Gross profit", ("11,190", "10,554", "32,210", "30,349"), edges)


def test_three_and_nine_months(tmp_path: Path) -> None:
    (table,) = read_page(drawn(tmp_path / "q.pdf", ten_q)).tables
    top = {cell.text: (cell.column, cell.column_span) for cell in table.cells if cell.row == 0}
    assert top == {"Three Months Ended": (1, 2), "Nine Months Ended": (3, 2)}
    assert table.header_rows == 3
    assert grid(table)[2] == ["", "2023", "2022", "2023", "2022"]
    assert grid(table)[4] == ["Cost of sales", "(30,010)", "(29,400)", "(88,123)", "(87,655)"]
    assert table.units == "(in thousands)"


def two_statements(sheet: Sheet) -> None:
    for top, title, year in ((90, "CONSOLIDATED BALANCE SHEETS", "2022"), (300, "STATEMENTS OF CASH FLOWS", "2021")):
        sheet.centred(WIDTH / 2, top, title, BOLD)
        sheet.centred(WIDTH / 2, top + 12, f"(in {'thousands' if top > 90 else 'millions'})")
        sheet.right(440, top + 34, year, BOLD, 8)
        sheet.right(520, top + 34, str(int(year) - 1), BOLD, 8)
        for at, name in enumerate(("Cash", "Lamps in stock", "Workshops", "Total")):
            sheet.row(top + 50 + 14 * at, name, (f"{at + 1},100", f"{at + 2},200"), (440, 520))


def test_two_statements_on_one_page_with_their_own_units(tmp_path: Path) -> None:
    first, second = read_page(drawn(tmp_path / "two.pdf", two_statements)).tables
    assert (first.caption, first.units) == ("CONSOLIDATED BALANCE SHEETS", "(in millions)")
    assert (second.caption, second.units) == ("STATEMENTS OF CASH FLOWS", "(in thousands)")
    assert grid(second)[0] == ["", "2021", "2020"]
    assert len(grid(first)) == len(grid(second)) == 5


def side_by_side(sheet: Sheet) -> None:
    for left, edge in ((60, 270), (330, 540)):
        for at, name in enumerate(("North", "South", "East", "West", "Harbours", "Railways", "Households", "Total")):
            sheet.text(left, 120 + 14 * at, f"{name} {'sales' if left < 100 else 'costs'}")
            sheet.right(edge, 120 + 14 * at, f"{left + at:,}.0")


def test_side_by_side_tables_are_cut_at_the_gutter(tmp_path: Path) -> None:
    left, right = read_page(drawn(tmp_path / "side.pdf", side_by_side)).tables
    assert grid(left)[0] == ["North sales", "60.0"]
    assert grid(right)[-1] == ["Total costs", "337.0"]
    assert left.columns == right.columns == 2


def with_leaders(sheet: Sheet) -> None:
    for at, name in enumerate(("Lamps", "Lanterns", "Candles")):
        sheet.text(72, 100 + 14 * at, f"{name} " + "." * 90)
        sheet.right(520, 100 + 14 * at, f"{at + 1},234")


def test_dotted_leaders_are_dropped(tmp_path: Path) -> None:
    (table,) = read_page(drawn(tmp_path / "leaders.pdf", with_leaders)).tables
    assert grid(table) == [["Lamps", "1,234"], ["Lanterns", "2,234"], ["Candles", "3,234"]]


def exhibits(sheet: Sheet) -> None:
    sheet.text(72, 100, "Exhibit No.", BOLD)
    sheet.text(150, 100, "Description", BOLD)
    for at, number in enumerate(("1.1", "4.1", "5.1", "23.1")):
        sheet.text(72, 120 + 28 * at, number)
        sheet.text(150, 120 + 28 * at, "Agreement, dated May 23, between the company and")
        sheet.text(150, 131 + 28 * at, f"the {number} trustee")


def test_table_of_texts_joins_wrapped_cells(tmp_path: Path) -> None:
    (table,) = read_page(drawn(tmp_path / "exhibits.pdf", exhibits)).tables
    assert table.header_rows == 1
    assert grid(table)[1] == ["1.1", "Agreement, dated May 23, between the company and\nthe 1.1 trustee"]
    assert table.rows == 5


def prose_with_numbers(sheet: Sheet) -> None:
    sheet.prose(
        72, 100, LOREM * 2 + "In 2022 the company sold 1,204 lamps for $3.4 million, in 2021 only 998. " * 3, 460
    )


def test_numbers_in_prose_make_no_table(tmp_path: Path) -> None:
    page = read_page(drawn(tmp_path / "prose.pdf", prose_with_numbers))
    assert not page.tables
    assert [block.kind for block in page.blocks] == [BlockKind.PARAGRAPH]


def lone_years(sheet: Sheet) -> None:
    for at in range(6):
        sheet.right(520, 100 + 16 * at, str(2015 + at))
        sheet.text(72, 108 + 16 * at, "Opened")


def test_years_that_stand_alone_are_read(tmp_path: Path) -> None:
    page = read_page(drawn(tmp_path / "years.pdf", lone_years))
    assert all(str(year) in page.text for year in range(2015, 2021))
