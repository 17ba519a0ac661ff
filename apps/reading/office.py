"""DOCX through docling; XLSX through openpyxl.

docling's spreadsheet backend gives bare values: 0.4405 where the sheet shows 44.0%, 1234.5 where it shows $1,235.
What a citation quotes is what a person sees, so sheets are read here with their number formats.
"""

import zipfile
from importlib.metadata import version
from pathlib import Path
from typing import BinaryIO

import openpyxl
from lxml import etree
from openpyxl.utils.exceptions import InvalidFileException

from apps.reading import sheets
from apps.reading.normal import one_line
from apps.reading.pages import compose, paginate
from apps.reading.parsed import ParsedDocument, ParsedPage, Progress, Refusal
from apps.reading.refusals import refused

DOCX_PARSER = f"finrag-office 1; docling {version('docling-slim')}"
# What openpyxl and docling let through from parts that contradict each other; XML errors of both libraries are
# syntax errors.
BROKEN = (SyntaxError, LookupError, TypeError, ValueError, AttributeError, zipfile.BadZipFile, InvalidFileException)
PROPERTIES, TITLE = "docProps/core.xml", "{http://purl.org/dc/elements/1.1/}title"
XLSX_PARSER = f"finrag-sheets 1; openpyxl {openpyxl.__version__}"


def read_docx(path: Path, progress: Progress) -> ParsedDocument:
    """Pages of about 3,500 characters, for a Word file says nowhere where its pages end. Raises FileRefused."""
    from docling.backend.msword_backend import MsWordDocumentBackend  # seconds to load, and sheets do without it
    from docling.datamodel.base_models import InputFormat
    from docling.datamodel.document import InputDocument

    from apps.reading import docling_blocks

    source = InputDocument(path_or_stream=path, format=InputFormat.DOCX, backend=MsWordDocumentBackend)
    if not source.valid:
        raise refused(Refusal.DAMAGED, detail="Word’s parts in it cannot be read")
    try:
        groups = paginate(docling_blocks.pieces_of(source._backend.convert()))
    except BROKEN as error:
        raise refused(Refusal.DAMAGED, detail="the parts of the document do not fit together") from error
    if not groups:
        raise refused(Refusal.EMPTY)
    pages = tuple(compose(group, number) for number, group in enumerate(groups))
    progress(len(pages), len(pages))
    return ParsedDocument(pages, DOCX_PARSER, _title(path))


def _title(path: Path) -> str:
    """The title among the file's properties. They are often missing or odd, which is no fault of the text."""
    with zipfile.ZipFile(path) as archive:
        if PROPERTIES not in archive.namelist():
            return ""
        parser = etree.XMLParser(resolve_entities=False, no_network=True, recover=True)
        root = etree.fromstring(archive.read(PROPERTIES), parser=parser)
    return one_line(root.findtext(TITLE) or "") if root is not None else ""


def read_xlsx(path: Path, progress: Progress) -> ParsedDocument:
    """A page per worksheet, hidden ones too, which the warnings name.

    Raises FileRefused when all are empty, or when the parts of the workbook do not fit together.
    """
    with path.open("rb") as file:  # by its path, openpyxl would judge the file by the ending of its name
        try:
            pages, warnings, title = _sheets(file, progress)
        except BROKEN as error:
            raise refused(Refusal.DAMAGED, detail="the parts of the workbook do not fit together") from error
    if not pages:
        raise refused(Refusal.EMPTY)
    return ParsedDocument(tuple(pages), XLSX_PARSER, title, tuple(warnings))


def _sheets(file: BinaryIO, progress: Progress) -> tuple[list[ParsedPage], list[str], str]:
    book = openpyxl.load_workbook(file, read_only=True, data_only=True, keep_links=False)
    pages: list[ParsedPage] = []
    warnings: list[str] = []
    for number, sheet in enumerate(book.worksheets, 1):
        rows = sheets.SheetRows(sheet)
        pieces = sheets.pieces_of(sheet.title, rows)
        if len(pieces) > 1:
            pages.append(compose(pieces, len(pages), sheet.title))
        warnings += _warnings(sheet.title, sheet.sheet_state != "visible", rows.cut)
        progress(number, len(book.worksheets))
    return pages, warnings, book.properties.title or ""


def _warnings(title: str, hidden: bool, cut: bool) -> list[str]:
    said = [f"The sheet “{title}” is hidden in the workbook."] if hidden else []
    return [*said, f"The sheet “{title}” is too large; only its beginning was read."] if cut else said
