"""Where labels of tables wrap and where new ones begin, and units over two lines, read from drawn PDFs."""

from collections.abc import Callable
from pathlib import Path

import pytest

from apps.reading.parsed import ParsedTable
from apps.reading.pdf import read_pdf
from tests.reading.drawn import BOLD, Sheet, drawn
from tests.reading.wellformed import rows

EDGES = (460, 520)
STEP = 13  # from line to line: rows and lines of one label stand equally close
LONG = "Trade receivables, net of allowances for credit losses of $21 and $25"


def table(path: Path, lines: list[tuple[float, str, tuple[str, str]]]) -> ParsedTable:
    """The only table of a page with `lines`: indent, label and figures."""

    def drawing(sheet: Sheet) -> None:
        sheet.text(72, 90, "CONSOLIDATED BALANCE SHEETS", BOLD)
        for edge, year in zip(EDGES, ("2031", "2030"), strict=True):
            sheet.right(edge, 110, year, BOLD, 8)
        for at, (indent, label, figures) in enumerate(lines):
            sheet.text(72 + indent, 126 + STEP * at, label)
            for edge, figure in zip(EDGES, figures, strict=True):
                sheet.right(edge, 126 + STEP * at, figure)

    return _read(path, drawing)


def _read(path: Path, drawing: Callable[[Sheet], None]) -> ParsedTable:
    (found,) = read_pdf(drawn(path, drawing), lambda done, total: None).pages[0].tables
    return found


def body(found: ParsedTable) -> list[list[str]]:
    return [[text.replace("\n", " ") for text in row] for row in rows(found)[found.header_rows :]]


@pytest.mark.parametrize("indent", [0, 6])
def test_a_short_heading_is_no_part_of_the_label_below(tmp_path: Path, indent: float) -> None:
    lines = [
        (0, LONG, ("1,875", "1,935")),
        (0, "Inventories, net", ("", "")),
        (indent, "Lamps and wicks", ("992", "1,114")),
        (indent, "Lanterns in the works", ("1,221", "1,325")),
    ]
    assert body(table(tmp_path / "heading.pdf", lines))[1:] == [
        ["Inventories, net", "", ""],
        ["Lamps and wicks", "992", "1,114"],
        ["Lanterns in the works", "1,221", "1,325"],
    ]


def test_small_letters_set_in_below_a_heading_are_its_items(tmp_path: Path) -> None:
    lines = [
        (0, LONG, ("1,875", "1,935")),
        (0, "Inventories", ("", "")),
        (8, "lamps and wicks", ("992", "1,114")),
        (8, "lanterns in the works", ("1,221", "1,325")),
    ]
    assert [row[0] for row in body(table(tmp_path / "small.pdf", lines))[1:]] == [
        "Inventories",
        "lamps and wicks",
        "lanterns in the works",
    ]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Lease liabilities of lighthouses, harbours and works on the coast of", "Norway and Denmark"),
        ("Ending balance as of", "December 31, 2030"),
        ("Adoption of expected credit loss", "accounting requirements"),
        ("Lamps lent to customers (less", "Allowances)"),
    ],
)
def test_a_label_that_wraps_stays_whole(tmp_path: Path, first: str, second: str) -> None:
    """Because the next word had no room, or because the words above are not whole."""
    lines = [
        (0, LONG, ("1,875", "1,935")),
        (0, first, ("", "")),
        (6, second, ("992", "1,114")),
        (0, "Other", ("1,221", "1,325")),
    ]
    assert body(table(tmp_path / "wraps.pdf", lines))[1][0].endswith(f" {second}")


def test_a_row_does_not_swallow_the_first_line_of_the_next(tmp_path: Path) -> None:
    lines = [
        (0, "Other lamps, net", ("850", "689")),
        (0, "Trade accounts receivable, less allowances for the losses of", ("", "")),
        (6, "$21 and $25", ("1,875", "1,935")),
        (0, "Inventories", ("1,221", "1,325")),
    ]
    assert body(table(tmp_path / "swallow.pdf", lines)) == [
        ["Other lamps, net", "850", "689"],
        [f"{lines[1][1]} $21 and $25", "1,875", "1,935"],
        ["Inventories", "1,221", "1,325"],
    ]


def test_a_heading_below_a_row_is_not_swallowed(tmp_path: Path) -> None:
    lines = [
        (0, LONG, ("1,875", "1,935")),
        (0, "Lamp posts and works, net", ("850", "689")),
        (0, "Current liabilities:", ("", "")),
        (6, "Payables", ("1,221", "1,325")),
    ]
    assert [row[0] for row in body(table(tmp_path / "below.pdf", lines))[1:]] == [
        "Lamp posts and works, net",
        "Current liabilities:",
        "Payables",
    ]


def buybacks(sheet: Sheet) -> None:
    sheet.text(72, 90, "Repurchases of our own shares were as follows (in millions, except number of shares, which are")
    sheet.text(72, 102, "reflected in thousands, and per share amounts, which are in dollars):")
    for edge, year in zip(EDGES, ("2031", "2030"), strict=True):
        sheet.right(edge, 124, year, BOLD, 8)
    sheet.row(140, "Shares bought", ("1,204", "998"), EDGES)
    sheet.row(154, "Paid for them", ("34", "28"), EDGES)


def test_units_over_two_lines_are_read_whole(tmp_path: Path) -> None:
    assert _read(tmp_path / "units.pdf", buybacks).units == (
        "(in millions, except number of shares, which are reflected in thousands, and per share amounts, "
        "which are in dollars)"
    )
