"""Where the header of a table ends and its body begins, and figures that stand close, read from drawn PDFs."""

from collections.abc import Callable
from pathlib import Path

from apps.reading.parsed import ParsedTable
from apps.reading.pdf import read_pdf
from tests.reading.drawn import BOLD, Sheet, drawn
from tests.reading.wellformed import rows

EDGES = (400, 460, 520)


def tables(path: Path, drawing: Callable[[Sheet], None]) -> tuple[ParsedTable, ...]:
    return read_pdf(drawn(path, drawing), lambda done, total: None).pages[0].tables


def years(sheet: Sheet, y: float) -> None:
    for edge, year in zip(EDGES, ("2023", "2022", "2021"), strict=True):
        sheet.right(edge, y, year, BOLD, 8)


def close_signs(sheet: Sheet) -> None:
    """The "$" of a column right behind the figure of the one before, far from its own."""
    sheet.text(72, 100, "The cost of our pensions is as follows:")
    years(sheet, 124)
    for y, label, figures in (
        (140, "Service cost", ("104.4", "92.7", "94.6")),
        (180, "Total", ("(0.9)", "8.1", "3.0")),
    ):
        sheet.text(72, y, label)
        for edge, figure in zip(EDGES, figures, strict=True):
            sheet.right(edge, y, figure)
        for x in (362, 402.5, 462.5):
            sheet.text(x, y, "$")
    sheet.row(160, "Interest cost", ("192.1", "230.5", "248.0"), EDGES)


def test_the_sign_of_the_next_column_begins_a_figure(tmp_path: Path) -> None:
    (table,) = tables(tmp_path / "close.pdf", close_signs)
    assert rows(table)[table.header_rows :] == [
        ["Service cost", "$104.4", "$92.7", "$94.6"],
        ["Interest cost", "192.1", "230.5", "248.0"],
        ["Total", "$(0.9)", "$8.1", "$3.0"],
    ]


def assumptions(sheet: Sheet) -> None:
    sheet.text(72, 100, "Purchase rights were valued with these assumptions:")
    years(sheet, 120)
    for at, (label, figure) in enumerate(
        (("Expected life", "0.5 - 2.0"), ("Volatility", "26 - 30%"), ("Fair value", "$10.06 - $15.39"))
    ):
        sheet.row(136 + 14 * at, label, (figure,) * 3, (EDGES[0] - 40, EDGES[1] - 10, EDGES[2] + 20))
    sheet.text(72, 200, "Stock units", BOLD)
    years(sheet, 220)
    sheet.row(236, "Beginning balance", ("13,564", "17,948", "18,415"), EDGES)
    sheet.row(250, "Awarded", ("4,012", "4,413", "6,230"), EDGES)


def test_ranges_are_figures_and_do_not_fall_to_the_table_below(tmp_path: Path) -> None:
    first, second = tables(tmp_path / "ranges.pdf", assumptions)
    assert [row[1] for row in rows(first)[first.header_rows :]] == ["0.5 - 2.0", "26 - 30%", "$10.06 - $15.39"]
    assert first.header_rows == second.header_rows == 1
    assert rows(second)[0] == ["", "2023", "2022", "2021"]
    assert second.caption == "Stock units"


def long_label(sheet: Sheet) -> None:
    sheet.text(72, 100, "Gains and losses were as follows:")
    years(sheet, 124)
    sheet.text(72, 140, "Derivatives in cash flow hedges:")
    sheet.text(80, 152, "Net gain recognised in other comprehensive income of the whole year,")
    sheet.row(164, "  net of tax", ("39,825", "41,993", "34,677"), EDGES)
    sheet.row(184, "  Reclassified", ("12,204", "11,018", "9,977"), EDGES)


def test_the_first_lines_of_a_wrapped_label_are_no_header(tmp_path: Path) -> None:
    (table,) = tables(tmp_path / "label.pdf", long_label)
    body = rows(table)[table.header_rows :]
    assert body[0] == ["Derivatives in cash flow hedges:", "", "", ""]
    assert body[1][0].startswith("Net gain recognised")
    assert body[1][1:] == ["39,825", "41,993", "34,677"]


def capital(sheet: Sheet) -> None:
    for edge, day in zip(EDGES, ("May 31, 2023", "May 31, 2022", "May 31, 2021"), strict=True):
        sheet.right(edge, 100, day, BOLD, 7)
    sheet.text(72, 116, "Common stock (500 shares authorised; 200 and 187 shares issued and outstanding at", size=7)
    sheet.row(126, "the ends of the years)", ("12", "11", "10"), EDGES)
    sheet.row(142, "Retained earnings", ("1,580", "1,267", "998"), EDGES)


def test_a_label_of_many_words_right_below_the_header(tmp_path: Path) -> None:
    (table,) = tables(tmp_path / "capital.pdf", capital)
    assert rows(table)[0] == ["", "May 31, 2023", "May 31, 2022", "May 31, 2021"]
    assert rows(table)[1][0].startswith("Common stock (500 shares")
    assert rows(table)[1][1:] == ["12", "11", "10"]


def officers(sheet: Sheet) -> None:
    life = "Ada Quill served as head of our lamp works from June 2011 until May 2014 and before that in the old foundry"
    sheet.prose(260, 100, f"{life}. {life}", 280)
    for y, name, age in ((152, "Ben Foundry", "61"), (166, "Cleo Marsh", "47"), (180, "Dan Sconce", "52")):
        sheet.text(72, y, name)
        sheet.text(220, y, age)
        sheet.text(260, y, "Vice President, Lamps and Lanterns")


def test_a_life_told_in_a_column_is_no_header(tmp_path: Path) -> None:
    (table,) = tables(tmp_path / "officers.pdf", officers)
    assert table.header_rows == 0
    assert rows(table)[0] == ["Ben Foundry", "61", "Vice President, Lamps and Lanterns"]
