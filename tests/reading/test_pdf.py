"""The PDF reader as a whole: refusals, progress, reading order, furniture, contents, rotated pages, offsets."""

from collections.abc import Callable
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from reportlab.lib.pdfencrypt import StandardEncryption

from apps.reading.parsed import BlockKind, FileRefused, ParsedDocument, ParsedPage, Refusal
from apps.reading.pdf import read_pdf
from tests.reading.drawn import BOLD, LOREM, WIDTH, Sheet, drawn, image_only, income_statement


def read(path: Path) -> ParsedDocument:
    return read_pdf(path, lambda done, total: None)


def kinds(page: ParsedPage) -> list[BlockKind]:
    return [block.kind for block in page.blocks]


def texts(page: ParsedPage, kind: BlockKind) -> list[str]:
    return [page.text[block.start : block.end] for block in page.blocks if block.kind is kind]


def refusal(path: Path) -> Refusal:
    with pytest.raises(FileRefused) as caught:
        read(path)
    assert str(caught.value).endswith(".")
    return caught.value.reason


def test_encrypted_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "locked.pdf"
    sheet = Sheet(path, encrypt=StandardEncryption("open sesame", "owner"))
    sheet.text(72, 100, "Nobody reads this.")
    sheet.save()
    assert refusal(path) is Refusal.ENCRYPTED


def test_file_that_only_restricts_printing_is_read(tmp_path: Path) -> None:
    path = tmp_path / "restricted.pdf"
    sheet = Sheet(path, encrypt=StandardEncryption("", "owner", canPrint=0))
    sheet.text(72, 100, "Everybody reads this.")
    sheet.save()
    assert read(path).pages[0].text == "Everybody reads this."


def test_damaged_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "damaged.pdf"
    path.write_bytes(b"%PDF-1.7\nnothing that a reader could use")
    assert refusal(path) is Refusal.DAMAGED


def test_file_cut_in_half_is_refused_or_read_in_part(tmp_path: Path) -> None:
    path = drawn(tmp_path / "half.pdf", *[income_statement] * 6)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    try:
        read(path)
    except FileRefused as refused:
        assert refused.reason in {Refusal.DAMAGED, Refusal.NO_TEXT}


def test_images_without_text_are_refused(tmp_path: Path) -> None:
    assert refusal(image_only(tmp_path / "scan.pdf")) is Refusal.NO_TEXT


def test_progress_ends_at_the_last_page(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    read_pdf(drawn(tmp_path / "three.pdf", *[income_statement] * 3), lambda done, total: told.append((done, total)))
    assert told[-1] == (3, 3)
    assert told == sorted(told)


def test_title_of_the_file(tmp_path: Path) -> None:
    sheet = Sheet(tmp_path / "titled.pdf")
    sheet.canvas.setTitle("Annual report of Lantern Works")
    income_statement(sheet)
    sheet.save()
    assert read(tmp_path / "titled.pdf").title == "Annual report of Lantern Works"


def two_columns(sheet: Sheet) -> None:
    sheet.centred(WIDTH / 2, 72, "Letter to shareholders", BOLD, 16)
    sheet.prose(60, 110, "First column begins. " + LOREM * 3 + "First column ends.", 230)
    sheet.prose(325, 116, "Second column begins. " + LOREM * 3 + "Second column ends.", 230)


def test_two_columns_are_read_one_after_the_other(tmp_path: Path) -> None:
    (page,) = read(drawn(tmp_path / "columns.pdf", two_columns)).pages
    marks = ["Letter to", "First column begins", "First column ends", "Second column begins", "Second column ends"]
    flat = page.text.replace("\n", " ")
    assert [flat.index(mark) for mark in marks] == sorted(flat.index(mark) for mark in marks)
    assert kinds(page) == [BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.PARAGRAPH]


def with_superscript(sheet: Sheet) -> None:
    y = sheet.prose(72, 100, LOREM, 460)
    sheet.text(72, y, "Sales grew in the 2")
    sheet.text(72 + 81, y - 4, "nd", size=6)
    sheet.text(72 + 90, y, "quarter of the year.")


def test_superscript_neither_moves_nor_makes_a_line(tmp_path: Path) -> None:
    (page,) = read(drawn(tmp_path / "raised.pdf", with_superscript)).pages
    last = page.text.splitlines()[-1]
    assert last.startswith("Sales grew in the 2")
    assert last.endswith("quarter of the year.")
    assert "nd" in last


def running(number: int) -> Callable[[Sheet], None]:
    def page(sheet: Sheet) -> None:
        sheet.text(72, 40, "Lantern Works, Inc. — Form 10-K")
        sheet.prose(72, 140, f"Page text {number}. " + LOREM, 460)
        sheet.centred(WIDTH / 2, 760, f"F-{number}")

    return page


def test_running_headers_and_page_numbers_are_furniture(tmp_path: Path) -> None:
    pages = read(drawn(tmp_path / "running.pdf", *[running(number) for number in range(11, 16)])).pages
    for number, page in zip(range(11, 16), pages, strict=True):
        assert texts(page, BlockKind.FURNITURE) == ["Lantern Works, Inc. — Form 10-K", f"F-{number}"]
        assert page.label == f"F-{number}"
        assert kinds(page)[1:-1] == [BlockKind.PARAGRAPH]


def test_statement_titles_at_one_height_stay(tmp_path: Path) -> None:
    for page in read(drawn(tmp_path / "same.pdf", *[income_statement] * 4)).pages:
        assert page.tables[0].units == "(In millions, except per share data)"


def contents(sheet: Sheet) -> None:
    sheet.centred(WIDTH / 2, 80, "TABLE OF CONTENTS", BOLD)
    entries = ("Item 1. Business", "Item 1A. Risk Factors", "Item 2. Properties", "Item 7. Discussion", "Signatures")
    sheet.text(72, 104, "PART I", BOLD)
    for at, entry in enumerate(entries):
        sheet.text(72, 120 + 14 * at, entry + " " + "." * 60)
        sheet.right(520, 120 + 14 * at, str(3 + 9 * at))


def test_table_of_contents_is_no_table(tmp_path: Path) -> None:
    (page,) = read(drawn(tmp_path / "contents.pdf", contents)).pages
    assert not page.tables
    (listed,) = texts(page, BlockKind.CONTENTS)
    assert listed.splitlines()[1] == "Item 1. Business 3"


def contents_with_spaced_dots(sheet: Sheet) -> None:
    """Entries whose dots stand apart and lead right up to the number: one run of words on each line."""
    sheet.centred(WIDTH / 2, 80, "TABLE OF CONTENTS", BOLD)
    for at, entry in enumerate(("Item 1. Business", "Item 1A. Risk Factors", "Item 2. Properties", "Signatures")):
        sheet.text(72, 120 + 14 * at, f"{entry} {'. ' * 40}{3 + 9 * at}")


def test_dots_may_lead_up_to_the_number(tmp_path: Path) -> None:
    (page,) = read(drawn(tmp_path / "dots.pdf", contents_with_spaced_dots)).pages
    assert len(texts(page, BlockKind.CONTENTS)) == 1
    assert not texts(page, BlockKind.PARAGRAPH)


def turned(sheet: Sheet) -> None:
    """A statement drawn sideways on an upright page."""
    sheet.canvas.translate(0, 792)
    sheet.canvas.rotate(-90)
    sheet.canvas.translate(0, -180)
    income_statement(sheet)


def test_sideways_statement_is_read_upright_and_boxed_where_it_is_seen(tmp_path: Path) -> None:
    (page,) = read(drawn(tmp_path / "turned.pdf", turned)).pages
    (table,) = page.tables
    texts = {cell.text: cell for cell in table.cells}
    assert texts["Total revenue"].row == texts["1,514.5"].row
    box = texts["Total revenue"].box
    assert box
    assert box[3] - box[1] > box[2] - box[0]
    assert 0 <= box[0] < box[2] <= page.width
    assert 0 <= box[1] < box[3] <= page.height


def test_page_with_rotate_flag_has_boxes_on_the_displayed_page(tmp_path: Path) -> None:
    path = tmp_path / "flag.pdf"
    with pdfium.PdfDocument(drawn(tmp_path / "plain.pdf", income_statement)) as document:
        document[0].set_rotation(90)
        document.save(path)
    (page,) = read(path).pages
    assert (page.width, page.height) == (792, 612)
    (table,) = page.tables
    assert table.header_rows == 2
    assert all(cell.box and cell.box[2] <= 792 and cell.box[3] <= 612 for cell in table.cells)


def headings(sheet: Sheet) -> None:
    sheet.text(72, 80, "PART II", BOLD)
    sheet.text(72, 104, "Item 7. Discussion and Analysis", BOLD)
    sheet.prose(72, 124, LOREM, 460)
    sheet.text(72, 210, "Liquidity", BOLD)
    sheet.prose(72, 230, LOREM, 460)
    sheet.text(72, 320, "• ")
    sheet.text(84, 320, "Lamps sold well.")
    sheet.text(72, 334, "• ")
    sheet.text(84, 334, "Lanterns did not.")


def test_headings_lists_and_paragraphs(tmp_path: Path) -> None:
    (page,) = read(drawn(tmp_path / "headings.pdf", headings)).pages
    assert texts(page, BlockKind.HEADING) == ["PART II", "Item 7. Discussion and Analysis", "Liquidity"]
    assert texts(page, BlockKind.LIST_ITEM) == ["• Lamps sold well.", "• Lanterns did not."]
    assert kinds(page).count(BlockKind.PARAGRAPH) == 2


@pytest.mark.parametrize("drawing", [income_statement, two_columns, contents, headings, turned, with_superscript])
def test_offsets_blocks_and_runs_hold(tmp_path: Path, drawing: Callable[[Sheet], None]) -> None:
    """What every other part relies on, for every kind of page."""
    (page,) = read(drawn(tmp_path / "any.pdf", drawing)).pages
    assert_sound(page)


def assert_sound(page: ParsedPage) -> None:
    covered = 0
    for block in page.blocks:
        assert not page.text[covered : block.start].strip()
        assert block.start < block.end
        covered = block.end
    assert not page.text[covered:].strip()
    for run in page.runs:
        assert page.text[run.start : run.end].strip()
        assert run.box[0] < run.box[2]
        assert run.box[1] < run.box[3]
    for table in page.tables:
        places = [(cell.row, cell.column + at) for cell in table.cells for at in range(cell.column_span)]
        assert len(places) == len(set(places))
        assert all(row < table.rows and column < table.columns for row, column in places)
        assert all(page.text[cell.start : cell.end] == cell.text for cell in table.cells)
