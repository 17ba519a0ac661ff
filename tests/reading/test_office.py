"""Word files and spreadsheets."""

import datetime as dt
from pathlib import Path

import pytest
from docx import Document
from openpyxl import Workbook

from apps.reading import sheets
from apps.reading.media import MediaType
from apps.reading.number_formats import Value, shown
from apps.reading.office import read_docx, read_xlsx
from apps.reading.parsed import BlockKind, FileRefused, ParsedDocument, Refusal
from apps.reading.reader import read
from finrag_site.embedded.paths import BASE
from tests.hostile import archives
from tests.reading.wellformed import assert_well_formed, rows

SAMPLES = BASE / "samples"


def silent(done: int, total: int) -> None:
    """Progress that nobody hears."""


def docx(tmp_path: Path, document: object) -> ParsedDocument:
    path = tmp_path / "file.docx"
    document.save(str(path))  # type: ignore[attr-defined]
    parsed = read_docx(path, silent)
    assert_well_formed(parsed)
    return parsed


def xlsx(tmp_path: Path, book: Workbook) -> ParsedDocument:
    path = tmp_path / "file.xlsx"
    book.save(path)
    parsed = read_xlsx(path, silent)
    assert_well_formed(parsed)
    return parsed


@pytest.fixture(scope="module")
def release() -> ParsedDocument:
    return read(SAMPLES / "zephyrwick_2024Q4_earnings.docx", MediaType.DOCX, silent)


@pytest.fixture(scope="module")
def supplement() -> ParsedDocument:
    return read(SAMPLES / "zephyrwick_2024_supplement.xlsx", MediaType.XLSX, silent)


def test_a_word_file_keeps_headings_lists_and_tables(release: ParsedDocument) -> None:
    assert_well_formed(release)
    page = release.pages[0]
    found = [(block.kind, block.level, page.text[block.start : block.end]) for block in page.blocks]
    assert found[0][:2] == (BlockKind.HEADING, 1)
    assert (BlockKind.HEADING, 2, "Outlook for fiscal 2025") in found
    assert (BlockKind.LIST_ITEM, 0, "Gross margin of 44.0%") in found
    assert release.title.startswith("Zephyrwick Instruments, Inc. earnings release")


def test_tables_of_a_word_file_have_units_caption_and_verbatim_cells(release: ParsedDocument) -> None:
    table = release.pages[0].tables[0]
    assert table.units == "in thousands, except per share data"
    assert table.caption == "Consolidated Statements of Income, three months ended"
    assert table.header_rows == 1
    lines = rows(table)
    assert lines[0] == ["", "Q4 2024", "Q4 2023"]
    assert ["Interest expense", "(5,125)", "(4,751)"] in lines
    assert ["Net sales:", "", ""] in lines  # bold cells are read once, not repeated as paragraphs
    everything = "".join(page.text for page in release.pages)
    assert everything.count("Cost of sales:") == 2


def test_the_title_of_a_table_stays_on_its_page(release: ParsedDocument) -> None:
    for page in release.pages:
        assert page.blocks[0].kind != BlockKind.TABLE or page.number == 0
        assert len(page.text) < 8000


def test_runs_of_one_paragraph_are_one_paragraph(tmp_path: Path) -> None:
    document = Document()
    paragraph = document.add_paragraph("Leverage is ")
    paragraph.add_run("3.50").bold = True
    paragraph.add_run(", as agreed.")
    assert docx(tmp_path, document).pages[0].text == "Leverage is 3.50, as agreed."


def test_numbered_lists_and_merged_cells(tmp_path: Path) -> None:
    document = Document()
    document.add_paragraph("first", style="List Number")
    table = document.add_table(rows=2, cols=3)
    table.cell(0, 1).merge(table.cell(0, 2)).text = "Fiscal year"
    for cell, text in zip(table.rows[1].cells, ("Sales", "5", "4"), strict=True):
        cell.text = text
    parsed = docx(tmp_path, document)
    assert parsed.pages[0].text.startswith("1. first")
    spanning = parsed.pages[0].tables[0].cells[0]
    assert (spanning.text, spanning.column, spanning.column_span) == ("Fiscal year", 1, 2)


def test_an_empty_word_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileRefused):
        docx(tmp_path, Document())


def test_a_sheet_is_a_page_with_its_name(supplement: ParsedDocument) -> None:
    assert_well_formed(supplement)
    labels = [page.label for page in supplement.pages]
    assert labels == ["Read me", "Quarters", "Segments", "Balance sheets", "Cash flows", "Margins", "Workings"]
    assert supplement.warnings == ("The sheet “Workings” is hidden in the workbook.",)


def test_cells_are_shown_as_a_person_sees_them(supplement: ParsedDocument) -> None:
    quarters = supplement.pages[1].tables[0]
    assert quarters.units == "in thousands, except per share data"
    assert quarters.caption == "Quarterly statements of income"
    lines = rows(quarters)
    assert lines[0][1:3] == ["Q1 2024", "Q2 2024"]
    net = next(line for line in lines if line[0] == "Net income")
    assert net[4] == "$25,661"
    assert next(line for line in lines if line[0] == "Interest expense")[4] == "(5,125)"
    assert rows(supplement.pages[5].tables[0])[1] == ["Gross margin", "44.0%", "42.9%", "41.8%"]


def test_islands_of_a_sheet_are_tables_of_their_own(tmp_path: Path) -> None:
    book = Workbook()
    for line in (
        ["Notes on looms"],
        [],
        ["", "2024", "2023"],
        ["Sales", 5, 4],
        [],
        ["Staff", None, None, 77],
        ["Sites", None, None, 3],
    ):
        book.active.append(line)
    page = xlsx(tmp_path, book).pages[0]
    assert [block.kind for block in page.blocks] == ["heading", "paragraph", "table", "table"]
    assert rows(page.tables[1]) == [["Staff", "77"], ["Sites", "3"]]


def test_the_ending_of_the_name_does_not_matter(tmp_path: Path) -> None:
    for sample, reader in (("2024_supplement.xlsx", read_xlsx), ("2024Q4_earnings.docx", read_docx)):
        path = tmp_path / "stored.bin"
        path.write_bytes((SAMPLES / f"zephyrwick_{sample}").read_bytes())
        assert reader(path, silent).pages


@pytest.mark.parametrize(
    ("sample", "member", "old", "new"),
    [
        ("2024_supplement.xlsx", "xl/workbook.xml", b"<sheets>", b"<sheets"),
        ("2024_supplement.xlsx", "xl/worksheets/sheet2.xml", b"</sheetData>", b""),
        ("2024_supplement.xlsx", "xl/styles.xml", b"<cellXfs", b"<nothing"),
        ("2024Q4_earnings.docx", "word/document.xml", b"</w:body>", b""),
    ],
)
def test_parts_that_do_not_fit_together(sample: str, member: str, old: bytes, new: bytes, tmp_path: Path) -> None:
    path = tmp_path / "broken"
    path.write_bytes(archives.changed((SAMPLES / f"zephyrwick_{sample}").read_bytes(), member, old, new))
    with pytest.raises(FileRefused) as caught:
        (read_xlsx if sample.endswith("xlsx") else read_docx)(path, silent)
    assert caught.value.reason == Refusal.DAMAGED


def test_empty_sheets_are_left_out_and_empty_books_refused(tmp_path: Path) -> None:
    book = Workbook()
    with pytest.raises(FileRefused):
        xlsx(tmp_path, book)
    book.create_sheet("Full").append(["Sales", 5])
    assert [page.label for page in xlsx(tmp_path, book).pages] == ["Full"]


def test_a_far_cell_costs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "MOST_ROWS", 1000)
    path = tmp_path / "far.xlsx"
    path.write_bytes(archives.far_cell_xlsx())
    parsed = read_xlsx(path, silent)
    assert rows(parsed.pages[0].tables[0]) == [["Revenue", "125"]]
    assert any("Sheet" in warning for warning in parsed.warnings)


def test_sheets_that_are_too_long_say_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "MOST_CELLS", 10)
    book = Workbook()
    for number in range(20):
        book.active.append([f"Row {number}", number])
    parsed = xlsx(tmp_path, book)
    assert parsed.pages[0].tables[0].rows == 5
    assert parsed.warnings == ("The sheet “Sheet” is too large; only its beginning was read.",)


@pytest.mark.parametrize(
    ("value", "number_format", "expected"),
    [
        (1234567, "#,##0", "1,234,567"),
        (-1234.5, "#,##0_);(#,##0)", "(1,235)"),
        (-1234.5, "#,##0.00;[Red]-#,##0.00", "-1,234.50"),
        (-5, "0", "-5"),
        (0, '#,##0_);(#,##0);"—"_)', "—"),
        (0.4405, "0.0%", "44.1%"),
        (0.125, "0.0#%", "12.5%"),
        (1234567, '$#,##0.0,,"M"', "$1.2M"),
        (1234567, "#,##0,", "1,235"),
        (5, "[$€-407] #,##0.00", "€ 5.00"),
        (7.5, "0.00x", "7.50x"),
        (7.5, '0.0"x"', "7.5x"),
        (0.5, "#.00", ".50"),
        (12, "0000", "0012"),
        (2.675, "0.00", "2.68"),
        (0.1 + 0.2, "General", "0.3"),
        (1e21, "General", "1E+21"),
        (12.0, "General", "12"),
        (123456, "0.00E+00", "1.23E+05"),
        (1.5, "# ?/?", "1.5"),
        (dt.datetime(2024, 9, 28), "yyyy-mm-dd", "2024-09-28"),
        (dt.datetime(2024, 9, 28), "m/d/yy", "9/28/24"),
        (dt.datetime(2024, 9, 28), "mmmm d, yyyy", "September 28, 2024"),
        (dt.datetime(2024, 9, 28, 14, 5), "dd-mmm-yyyy hh:mm", "28-Sep-2024 14:05"),
        (dt.time(9, 30), "h:mm", "9:30"),
        (True, "General", "TRUE"),
        ("Text", "@", "Text"),
        (None, "0", ""),
    ],
)
def test_number_formats(value: Value, number_format: str, expected: str) -> None:
    assert shown(value, number_format) == expected
