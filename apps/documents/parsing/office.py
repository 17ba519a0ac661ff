"""DOCX through docling; XLSX through openpyxl.

docling's spreadsheet backend gives bare values: 0.4405 where the sheet shows 44.0%, 1234.5 where it shows $1,235.
What a citation quotes is what a person sees, so sheets are read here with their number formats.
"""

from importlib.metadata import version
from pathlib import Path

import openpyxl
from docx import Document

from apps.documents.parsing import sheets
from apps.documents.parsing.pages import compose, paginate
from apps.documents.parsing.parsed import ParsedDocument, ParsedPage, Progress, Refusal
from apps.documents.parsing.refusals import refused

DOCX_PARSER = f"finrag-office 1; docling {version('docling-slim')}"
XLSX_PARSER = f"finrag-sheets 1; openpyxl {openpyxl.__version__}"


def read_docx(path: Path, progress: Progress) -> ParsedDocument:
    """Pages of about 3,500 characters, for a Word file says nowhere where its pages end. Raises FileRefused."""
    from docling.backend.msword_backend import MsWordDocumentBackend  # seconds to load, and sheets do without it
    from docling.datamodel.base_models import InputFormat
    from docling.datamodel.document import InputDocument

    from apps.documents.parsing import docling_blocks

    source = InputDocument(path_or_stream=path, format=InputFormat.DOCX, backend=MsWordDocumentBackend)
    if not source.valid:
        raise refused(Refusal.DAMAGED, detail="Word’s parts in it cannot be read")
    groups = paginate(docling_blocks.pieces_of(source._backend.convert()))
    if not groups:
        raise refused(Refusal.EMPTY)
    pages = tuple(compose(group, number) for number, group in enumerate(groups))
    progress(len(pages), len(pages))
    return ParsedDocument(pages, DOCX_PARSER, _title(path))


def _title(path: Path) -> str:
    return Document(str(path)).core_properties.title or ""


def read_xlsx(path: Path, progress: Progress) -> ParsedDocument:
    """A page per worksheet, hidden ones too, which the warnings name. Raises FileRefused when all are empty."""
    book = openpyxl.load_workbook(path, read_only=True, data_only=True, keep_links=False)
    try:
        names = [sheet.title for sheet in book.worksheets]
        pages: list[ParsedPage] = []
        warnings: list[str] = []
        for number, sheet in enumerate(book.worksheets):
            rows = sheets.SheetRows(sheet)
            pieces = sheets.pieces_of(sheet.title, rows)
            if len(pieces) > 1:
                pages.append(compose(pieces, len(pages), sheet.title))
            warnings += _warnings(sheet.title, sheet.sheet_state != "visible", rows.cut)
            progress(number + 1, len(names))
        title = book.properties.title or ""
    finally:
        book.close()
    if not pages:
        raise refused(Refusal.EMPTY)
    return ParsedDocument(tuple(pages), XLSX_PARSER, title, tuple(warnings))


def _warnings(title: str, hidden: bool, cut: bool) -> list[str]:
    said = [f"The sheet “{title}” is hidden in the workbook."] if hidden else []
    return [*said, f"The sheet “{title}” is too large; only its beginning was read."] if cut else said
