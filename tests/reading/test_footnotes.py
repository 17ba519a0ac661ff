"""Footnotes are found below their table, in PDF and HTML, and nothing else is taken for one."""

from collections.abc import Callable
from pathlib import Path

import pytest

from apps.reading.html import read_html
from apps.reading.parsed import ParsedDocument
from apps.reading.pdf import read_pdf
from tests.reading.drawn import LOREM, Sheet, drawn
from tests.reading.wellformed import assert_well_formed

EDGES = (400, 500)


def notes(document: ParsedDocument) -> list[list[str]]:
    """The footnotes of each table, as the page's text has them."""
    assert_well_formed(document)
    return [
        [page.text[start:end].replace("\n", " ") for start, end in table.footnotes]
        for page in document.pages
        for table in page.tables
    ]


def pdf(path: Path, *pages: Callable[[Sheet], None]) -> ParsedDocument:
    return read_pdf(drawn(path, *pages), lambda done, total: None)


def sales(sheet: Sheet, y: float = 100) -> None:
    for at, name in enumerate(("Beacons (1)", "Buoys", "Candles *", "Lamps")):
        sheet.row(y + 14 * at, name, (f"{at + 1},204.5", f"{at + 2},101.0"), EDGES)


def with_notes(sheet: Sheet) -> None:
    sales(sheet)
    sheet.text(72, 160, "(1) Beacons include those that the company leases to harbours,", size=8)
    sheet.text(84, 169, "and lights at their ends.", size=8)
    sheet.text(72, 180, "* Not audited.", size=8)
    sheet.prose(72, 210, LOREM, 450)
    sheet.centred(306, 760, "41")


def test_notes_below_a_table_of_a_pdf(tmp_path: Path) -> None:
    assert notes(pdf(tmp_path / "notes.pdf", with_notes)) == [
        [
            "(1) Beacons include those that the company leases to harbours, and lights at their ends.",
            "* Not audited.",
        ]
    ]


def at_the_foot(name: str) -> Callable[[Sheet], None]:
    def drawing(sheet: Sheet) -> None:
        sales(sheet, 640)
        sheet.text(72, 700, f"(1) Beacons of the {name} kind.", size=8)
        sheet.text(72, 745, "Emberline Works, Inc.", size=8)
        sheet.centred(306, 760, "41")

    return drawing


def test_running_footers_and_page_numbers_are_none(tmp_path: Path) -> None:
    names = ("large", "small", "red", "green")
    document = pdf(tmp_path / "foot.pdf", *map(at_the_foot, names))
    assert notes(document) == [[f"(1) Beacons of the {name} kind."] for name in names]


NOTE = "Harbours pay for these in the year that follows the sale."


def raised(mark: str) -> Callable[[Sheet], None]:
    def drawing(sheet: Sheet) -> None:
        sales(sheet)
        sheet.text(72, 156, mark, size=5)
        sheet.text(86, 160, NOTE, size=8)
        sheet.prose(72, 190, LOREM, 450)

    return drawing


@pytest.mark.parametrize("mark", ["1", "(b)", "(2)", "*"])
def test_a_raised_mark_stands_with_its_note(tmp_path: Path, mark: str) -> None:
    assert notes(pdf(tmp_path / "raised.pdf", raised(mark))) == [[f"{mark} {NOTE}"]]


def no_notes(sheet: Sheet) -> None:
    sales(sheet)
    y = sheet.prose(72, 170, LOREM, 450)
    sheet.text(72, y + 8, "(1) the first thing that a list names after a paragraph")


def test_a_list_after_prose_is_none(tmp_path: Path) -> None:
    assert notes(pdf(tmp_path / "none.pdf", no_notes)) == [[]]


TABLE = "<table><tr><td>Beacons (1)</td><td>12</td></tr><tr><td>Buoys</td><td>15</td></tr></table>"
SET = "<table><tr><td>(1)</td><td>Beacons include lights.</td></tr><tr><td>(2)</td><td>Not audited.</td></tr></table>"


def html(tmp_path: Path, body: str) -> ParsedDocument:
    path = tmp_path / "filing.htm"
    path.write_text(f"<html><body>{body}</body></html>")
    return read_html(path, lambda done, total: None)


def test_notes_of_html_in_paragraphs_or_set_as_a_table(tmp_path: Path) -> None:
    rule = "<p>___________</p>"
    assert notes(html(tmp_path, f"{TABLE}{rule}<p>(1) Beacons include lights.</p><p>Prose.</p>")) == [
        ["(1) Beacons include lights."]
    ]
    assert notes(html(tmp_path, f"{TABLE}{SET}<p>Prose.</p>")) == [["(1) Beacons include lights.", "(2) Not audited."]]


def test_a_list_of_html_after_prose_is_none(tmp_path: Path) -> None:
    assert notes(html(tmp_path, f"{TABLE}<p>We sell lamps:</p><p>(1) to harbours</p>")) == [[]]
