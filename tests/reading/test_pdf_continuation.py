"""Tables that go on on the next page, read from drawn PDFs."""

from collections.abc import Callable
from pathlib import Path

from apps.reading.parsed import ParsedPage
from apps.reading.pdf import read_pdf
from tests.reading.drawn import BOLD, LOREM, WIDTH, Sheet, drawn
from tests.reading.wellformed import assert_well_formed, rows

EDGES = (360, 440, 520)
NAMES = ("Beacons", "Buoys", "Candles", "Chandeliers", "Lamps", "Lanterns", "Sconces", "Torches", "Wicks")


def read(path: Path, *pages: Callable[[Sheet], None]) -> tuple[ParsedPage, ...]:
    document = read_pdf(drawn(path, *pages), lambda done, total: None)
    assert_well_formed(document)
    return document.pages


def header(sheet: Sheet, y: float, years: tuple[str, ...] = ("2023", "2022", "2021")) -> None:
    sheet.centred(440, y, "Year Ended June 30,", BOLD, 8)
    for edge, year in zip(EDGES, years, strict=True):
        sheet.right(edge, y + 12, year, BOLD, 8)


def body(sheet: Sheet, y: float, names: tuple[str, ...] = NAMES, shift: float = 0) -> float:
    for at, name in enumerate(names):
        figures = tuple(f"{(at + 2) * step + len(name):,}.5" for step in (311, 287, 199))
        sheet.row(y + 14 * at, name, figures, tuple(edge + shift for edge in EDGES))
    return y + 14 * len(names)


def title(sheet: Sheet, y: float, text: str = "SALES BY PRODUCT") -> None:
    sheet.centred(WIDTH / 2, y, text, BOLD)
    sheet.centred(WIDTH / 2, y + 14, "(In thousands)")


def first(sheet: Sheet) -> None:
    y = sheet.prose(72, 90, LOREM * 2, 450) + 20
    title(sheet, y)
    header(sheet, y + 40)
    body(sheet, y + 66)


def bare(sheet: Sheet) -> None:
    y = body(sheet, 90, ("Mirrors", "Prisms", "Total"))
    sheet.prose(72, y + 20, LOREM * 2, 450)


def test_a_part_without_header_has_that_of_the_first(tmp_path: Path) -> None:
    one, two = read(tmp_path / "bare.pdf", first, bare)
    (table,) = two.tables
    assert table.continues
    assert (table.continues.page, table.continues.index) == (0, 0)
    assert table.continues.first == one.tables[0]
    assert table.headed == one.tables[0]
    assert (table.caption, table.units) == ("SALES BY PRODUCT", "(In thousands)")
    assert rows(table)[0] == ["Mirrors", "629.5", "581.5", "405.5"]


def again(sheet: Sheet) -> None:
    title(sheet, 80, "SALES BY PRODUCT (continued)")
    header(sheet, 120)
    body(sheet, 146, ("Mirrors", "Prisms", "Total"))


def test_a_part_that_says_title_and_header_again(tmp_path: Path) -> None:
    _, two = read(tmp_path / "again.pdf", first, again)
    (table,) = two.tables
    assert table.continues
    assert table.caption == "SALES BY PRODUCT"
    assert table.headed == table
    assert table.header_rows == 2


def other_title(sheet: Sheet) -> None:
    title(sheet, 80, "COSTS BY PRODUCT")
    header(sheet, 120)
    body(sheet, 146)


def other_header(sheet: Sheet) -> None:
    title(sheet, 80, "SALES BY PRODUCT")
    header(sheet, 120, ("2020", "2019", "2018"))
    body(sheet, 146)


def header_alone(sheet: Sheet) -> None:
    header(sheet, 80)
    body(sheet, 106)


def after_prose(sheet: Sheet) -> None:
    y = sheet.prose(72, 90, LOREM, 450)
    body(sheet, y + 16)


def elsewhere(sheet: Sheet) -> None:
    for at, name in enumerate(NAMES):
        sheet.row(90 + 14 * at, name, ("12.5", "11.5"), (260, 400))


def test_a_new_table_is_no_continuation(tmp_path: Path) -> None:
    for number, drawing in enumerate((other_title, other_header, header_alone, after_prose, elsewhere)):
        _, two = read(tmp_path / f"{number}.pdf", first, drawing)
        assert [table.continues for table in two.tables] == [None], drawing.__name__


def followed(sheet: Sheet) -> None:
    first(sheet)
    sheet.prose(72, 500, LOREM * 2, 450)


def test_a_table_with_prose_below_it_has_ended(tmp_path: Path) -> None:
    _, two = read(tmp_path / "ended.pdf", followed, bare)
    assert [table.continues for table in two.tables] == [None]


def moved(sheet: Sheet) -> None:
    body(sheet, 90, shift=18)


def test_pages_set_off_to_the_side_and_three_parts(tmp_path: Path) -> None:
    pages = read(tmp_path / "three.pdf", first, moved, bare)
    assert [(part.page, part.index) for page in pages[1:] if (part := page.tables[0].continues)] == [(0, 0), (1, 0)]
    assert pages[2].tables[0].headed == pages[0].tables[0]


def sparse(sheet: Sheet) -> None:
    for at, name in enumerate(("Mirrors", "Prisms", "Total")):
        sheet.row(90 + 14 * at, name, ("", "12.5", "11.5"), EDGES)


def test_columns_without_figures_on_the_next_page_stay_free(tmp_path: Path) -> None:
    _, two = read(tmp_path / "sparse.pdf", first, sparse)
    (table,) = two.tables
    assert table.columns == 4
    assert rows(table)[0] == ["Mirrors", "", "12.5", "11.5"]


def last_row(sheet: Sheet) -> None:
    body(sheet, 90, ("Cash at the end of the year",))
    sheet.text(72, 118, "See accompanying notes to consolidated financial statements.")


def test_a_row_alone_on_the_next_page_is_of_the_table(tmp_path: Path) -> None:
    _, two = read(tmp_path / "last.pdf", first, last_row)
    (table,) = two.tables
    assert table.continues
    assert rows(table) == [["Cash at the end of the year", "649.5", "601.5", "425.5"]]


def test_a_line_with_figures_alone_after_prose_is_none(tmp_path: Path) -> None:
    _, two = read(tmp_path / "none.pdf", followed, last_row)
    assert not two.tables


def low_label(sheet: Sheet) -> None:
    header(sheet, 100)
    y = body(sheet, 126)
    for edge in EDGES:
        sheet.figure(edge, y, "9,411.5", dollar=True)
    sheet.text(72, y + 2, "Cash at the end of the year")


def test_a_label_set_a_little_lower_than_its_figures(tmp_path: Path) -> None:
    (page,) = read(tmp_path / "low.pdf", low_label)
    (table,) = page.tables
    assert rows(table)[-1] == ["Cash at the end of the year", "$9,411.5", "$9,411.5", "$9,411.5"]
