"""Docling's document in our parsed form: text with offsets, boxes from the top left, tables; and without its models."""

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from docling_core.types.doc import BoundingBox, CoordOrigin, DoclingDocument, ProvenanceItem, Size, TableCell, TableData
from docling_core.types.doc.labels import DocItemLabel

from apps.reading.confinement import Bounds
from apps.reading.docling_pages import pages_of
from apps.reading.docling_pdf import PARSER, DoclingUnavailable, load, read_with_docling
from apps.reading.parsed import BlockKind, ParsedDocument, ParsedPage
from apps.reading.reader import PdfReader, read_confined
from finrag_site.embedded.paths import BASE
from tests.reading.wellformed import assert_well_formed

SAMPLE = BASE / "samples" / "zephyrwick_2024_10K.pdf"
BOUNDS = Bounds(memory_bytes=0, cpu_seconds=120, wall_seconds=240)
ROWS = (("", "2024", "2023"), ("Net sales", "1,577", "1,402"), ("Operating income", "214", "(18)"))


def at(page: int, top: float, *, characters: tuple[int, int] = (0, 0)) -> ProvenanceItem:
    """A line 12 points high, `top` points below the upper edge; Docling counts from the lower."""
    box = BoundingBox(l=72, t=792 - top, r=540, b=780 - top, coord_origin=CoordOrigin.BOTTOMLEFT)
    return ProvenanceItem(page_no=page, bbox=box, charspan=characters)


def cells() -> list[TableCell]:
    made = []
    for row, texts in enumerate(ROWS):
        for column, text in enumerate(texts):
            box = BoundingBox(l=72 + 100 * column, t=200 + 14 * row, r=160 + 100 * column, b=212 + 14 * row)
            place = {"start_row_offset_idx": row, "end_row_offset_idx": row + 1}
            place |= {"start_col_offset_idx": column, "end_col_offset_idx": column + 1}
            made.append(TableCell(text=text, bbox=box, column_header=row == 0, **place))
    return made


def document() -> DoclingDocument:
    made = DoclingDocument(name="invented")
    for page in (1, 2, 3):
        made.add_page(page_no=page, size=Size(width=612, height=792))
    made.add_text(DocItemLabel.PAGE_HEADER, "Quillmark Foundry, Inc.", prov=at(1, 20))
    made.add_heading("Consolidated Results", prov=at(1, 72))
    made.add_text(DocItemLabel.TEXT, "(in millions)", prov=at(1, 100))
    caption = made.add_text(DocItemLabel.CAPTION, "Sales and income", prov=at(1, 150))
    data = TableData(num_rows=3, num_cols=3, table_cells=cells())
    table = made.add_table(data=data, caption=caption, prov=at(1, 190))
    note = made.add_text(DocItemLabel.FOOTNOTE, "(1) Restated.", prov=at(1, 260), parent=table)
    table.footnotes.append(note.get_ref())
    long = "It begins on one page and ends on another."
    item = made.add_text(DocItemLabel.TEXT, long, prov=at(1, 700, characters=(0, 21)))
    item.prov.append(at(2, 72, characters=(22, len(long))))
    made.add_text(DocItemLabel.PAGE_FOOTER, "14", prov=at(2, 770))
    return made


@pytest.fixture(scope="module")
def pages() -> tuple[ParsedPage, ...]:
    return pages_of(document(), 3)


def texts(page: ParsedPage, kind: BlockKind) -> list[str]:
    return [page.text[block.start : block.end] for block in page.blocks if block.kind is kind]


def test_the_pages_are_well_formed(pages: tuple[ParsedPage, ...]) -> None:
    assert_well_formed(ParsedDocument(pages, PARSER))
    assert [(page.number, page.width, page.height) for page in pages] == [(n, 612, 792) for n in range(3)]
    assert pages[1].label == "14" and pages[2].text == ""


def test_blocks_keep_their_kinds_and_order(pages: tuple[ParsedPage, ...]) -> None:
    first = pages[0]
    assert texts(first, BlockKind.FURNITURE) == ["Quillmark Foundry, Inc."]
    assert texts(first, BlockKind.HEADING) == ["Consolidated Results"]
    assert texts(first, BlockKind.CAPTION) == ["Sales and income"]
    assert texts(first, BlockKind.FOOTNOTE) == ["(1) Restated."]
    kinds = [block.kind for block in first.blocks]
    assert kinds.index(BlockKind.CAPTION) < kinds.index(BlockKind.TABLE) < kinds.index(BlockKind.FOOTNOTE)


def test_a_paragraph_over_two_pages_is_cut_where_the_page_ends(pages: tuple[ParsedPage, ...]) -> None:
    assert texts(pages[0], BlockKind.PARAGRAPH)[-1] == "It begins on one page"
    assert texts(pages[1], BlockKind.PARAGRAPH) == ["and ends on another."]


def test_every_figure_has_its_cell_and_its_box(pages: tuple[ParsedPage, ...]) -> None:
    (table,) = pages[0].tables
    assert (table.rows, table.columns, table.header_rows) == (3, 3, 1)
    assert (table.caption, table.units) == ("Sales and income", "in millions")
    assert table.box == (72, 190, 540, 202)
    negative = next(cell for cell in table.cells if cell.text == "(18)")
    assert pages[0].text[negative.start : negative.end] == "(18)"
    assert negative.box == (272, 228, 360, 240)
    assert len(table.footnotes) == 1


def test_what_is_cited_can_be_marked(pages: tuple[ParsedPage, ...]) -> None:
    runs = {pages[0].text[run.start : run.end]: run.box for run in pages[0].runs}
    assert runs["Consolidated Results"] == (72, 72, 540, 84)
    assert runs["1,577"] == (172, 214, 260, 226)


@pytest.mark.parametrize(("folder", "word"), [("", "FINRAG_DOCLING_MODELS"), ("/nowhere/models", "/nowhere/models")])
def test_models_that_are_not_there_are_said(folder: str, word: str) -> None:
    with pytest.raises(DoclingUnavailable, match=word) as said:
        load(folder, "cpu")
    assert "docling-tools models download" in str(said.value)


def test_a_folder_that_holds_no_models_is_said(tmp_path: Path) -> None:
    """Real loading code as far as it goes: without torch it misses the package, with it the weights."""
    (tmp_path / "README").write_text("no weights")
    with pytest.raises(DoclingUnavailable, match=r"requirements-gpu\.txt|cannot be loaded"):
        load(str(tmp_path), "cpu")


def test_the_built_in_reader_reads_instead_and_says_so() -> None:
    read = read_confined(
        SAMPLE, "application/pdf", BOUNDS, lambda done, total: None, PdfReader(True, "/nowhere", "cpu")
    )
    assert read.parser.startswith("finrag-layout") and read.pages
    assert read.warnings[0].startswith("Read by the built-in reader: /nowhere is no folder")


class Converted:
    """What a converter hands back, as docling shapes it."""

    class status:
        value = "partial_success"

    class input:
        page_count = 3

    def __init__(self) -> None:
        fault = ModuleType("fault")
        fault.error_message = "Page 3 failed to parse."  # type: ignore[attr-defined]
        self.errors: list[Any] = [fault]
        self.document = document()


def test_what_docling_could_not_read_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    class Converter:
        def convert(self, path: Path, raises_on_error: bool) -> Converted:
            return Converted()

    monkeypatch.setattr(sys.modules["apps.reading.docling_pdf"], "load", lambda models, device: Converter())
    heard: list[tuple[int, int]] = []
    read = read_with_docling(SAMPLE, lambda done, total: heard.append((done, total)), "/models", "cuda")
    assert (read.parser, len(read.pages), heard) == (PARSER, 3, [(3, 3)])
    assert read.warnings == ("Docling: Page 3 failed to parse.",)
