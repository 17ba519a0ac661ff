"""PDF through docling's model-free pipeline, with a layout step of our own (see `layout`).

docling opens the file and walks its pages; words come from PDFium (`layout.glyphs` says why); blocks and tables go
straight into the dataclasses of `parsed`: a DoclingDocument built on the way would keep neither the offsets nor the
cell boxes that citations need, and would cost more memory than everything else.
"""

import logging
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as raw
from docling.backend.pypdfium2_backend import PyPdfiumDocumentBackend, PyPdfiumPageBackend
from docling.datamodel.base_models import InputFormat, Page
from docling.datamodel.document import ConversionResult, InputDocument
from docling.datamodel.pipeline_options import NativePdfPipelineOptions
from docling.pipeline.native_pdf_pipeline import NativePdfPipeline
from docling.utils.locks import pypdfium2_lock

from apps.reading.continuation import with_continuations
from apps.reading.footnotes import with_footnotes
from apps.reading.layout.fonts import FontStyles
from apps.reading.layout.frame import Frame, raw_page
from apps.reading.layout.glyphs import GlyphReader, drawn
from apps.reading.layout.reading import lay_out
from apps.reading.layout.words import RawPage
from apps.reading.parsed import FileRefused, ParsedDocument, ParsedPage, Progress, Refusal

PARSER = f"finrag-layout 2; docling native pipeline; pdfium {pdfium.PDFIUM_INFO.build}"
DAMAGED = "This PDF is damaged and cannot be opened; save or download it again and upload the new copy."
ENCRYPTED = "This PDF is protected by a password; remove the protection and upload it again."
NO_TEXT = (
    "This PDF holds only images without text, and text recognition (OCR) is off; upload a version whose text can be "
    "selected."
)

logging.getLogger("docling").setLevel(logging.WARNING)


class WordPage(PyPdfiumPageBackend):  # type: ignore[misc]
    """A page that knows its words and rules."""

    def raw_page(self, styles: FontStyles) -> RawPage:
        with pypdfium2_lock:
            page = self._require_page()
            text_page = page.get_textpage()
            frame = Frame(page.get_rotation(), page.get_bbox(), *page.get_size())
            read = raw_page(self.page_no - 1, frame, GlyphReader(text_page, styles).words(), drawn(page))
            text_page.close()
            return read


class WordBackend(PyPdfiumDocumentBackend):  # type: ignore[misc]
    """docling's PDFium backend, with pages that know their words."""

    def load_page(self, page_no: int) -> WordPage:
        with pypdfium2_lock:
            return WordPage(self._pdoc, self.document_hash, page_no)


class WordPipeline(NativePdfPipeline):  # type: ignore[misc]
    """docling's model-free pipeline up to the words of each page; no DoclingDocument is assembled."""

    def __init__(self, progress: Progress) -> None:
        super().__init__(NativePdfPipelineOptions())
        self.progress = progress
        self.styles = FontStyles()
        self.pages: dict[int, RawPage] = {}

    def _parse_page(self, timings: Any, conv_res: ConversionResult, page_backend: WordPage) -> Page | None:
        """Keep the page's words. A page that PDFium cannot read is recorded and costs only itself."""
        if not page_backend.is_valid():
            self._record_page_failure(conv_res, page_backend, "Page failed to parse.")
            return None
        try:
            read = page_backend.raw_page(self.styles)
        except pdfium.PdfiumError as error:
            self._record_page_failure(conv_res, page_backend, f"Page failed to parse: {error}")
            return None
        self.pages[read.number] = read
        self.progress(len(self.pages) // 2, conv_res.input.page_count)
        return Page(page_no=page_backend.page_no)

    def _assemble_document(self, conv_res: ConversionResult) -> ConversionResult:
        return conv_res


def read_pdf(path: Path, progress: Progress) -> ParsedDocument:
    """Read a PDF file. Raises FileRefused (encrypted, damaged, without any text); `progress` is called per page."""
    title = _open(path)
    source = InputDocument(path, InputFormat.PDF, WordBackend)
    if not source.valid:
        raise FileRefused(Refusal.DAMAGED, DAMAGED)
    pipeline = WordPipeline(progress)
    total = source.page_count
    pipeline.execute(source, raises_on_error=True)
    if not pipeline.pages:
        raise FileRefused(Refusal.DAMAGED, DAMAGED)
    if not any(page.words or page.asides for page in pipeline.pages.values()):
        raise FileRefused(Refusal.NO_TEXT, NO_TEXT)
    warnings = _warnings(pipeline.pages, total)
    pages = with_continuations(with_footnotes(_pages(pipeline.pages, total, progress)))
    return ParsedDocument(pages, PARSER, title, warnings)


def _open(path: Path) -> str:
    """The title from the file's metadata; refuses what PDFium cannot open."""
    try:
        with pypdfium2_lock, pdfium.PdfDocument(path) as document:
            if not len(document):
                raise FileRefused(Refusal.DAMAGED, DAMAGED)
            return " ".join(document.get_metadata_dict().get("Title", "").replace("\x00", "").split())[:300]
    except pdfium.PdfiumError as error:
        if error.err_code == raw.FPDF_ERR_PASSWORD:
            raise FileRefused(Refusal.ENCRYPTED, ENCRYPTED) from error
        raise FileRefused(Refusal.DAMAGED, DAMAGED) from error


def _pages(read: dict[int, RawPage], total: int, progress: Progress) -> tuple[ParsedPage, ...]:
    """All pages in order; one that could not be read is empty."""
    pages: list[ParsedPage] = []
    for page in lay_out([read.get(number, RawPage(number, 0.0, 0.0)) for number in range(total)]):
        pages.append(page)
        progress(total // 2 + len(pages) - len(pages) * (total // 2) // total, total)
    return tuple(pages)


def _warnings(read: dict[int, RawPage], total: int) -> tuple[str, ...]:
    missing = [number + 1 for number in range(total) if number not in read]
    silent = [page.number + 1 for page in read.values() if not page.words and not page.asides]
    warnings = [f"Page {number} is damaged and could not be read." for number in missing]
    if silent and len(silent) > max(3, total // 10):
        warnings.append(f"{len(silent)} of {total} pages hold no text; if they are scanned, their content is not read.")
    return tuple(warnings)
