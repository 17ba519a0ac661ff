"""A report as a DOCX file."""

import re
from io import BytesIO

from docx import Document as new_document
from docx.document import Document
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.shared import Pt

from apps.chat.exporting.report import Entry, Report, Sheet

NOT_IN_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
SMALL = Pt(9)


def words(text: str) -> str:
    """Without characters that XML cannot hold."""
    return NOT_IN_XML.sub("\ufffd", text)


def as_docx(report: Report) -> bytes:
    document = new_document()
    document.core_properties.title = words(report.title)[:255]
    document.core_properties.author = "finrag"
    document.add_heading(words(report.title), 0)
    _small(document, report.made)
    for entry in report.entries:
        if report.heads(entry):
            document.add_heading(words(entry.question), 1)
        _entry(document, entry)
    target = BytesIO()
    document.save(target)
    return target.getvalue()


def _entry(document: Document, entry: Entry) -> None:
    _small(document, f"{entry.status} · {entry.asked}")
    for text in entry.paragraphs:
        document.add_paragraph(words(text))
    for text, labels in entry.quotes:
        document.add_paragraph(f"{words(text)} {''.join(f'[{label}]' for label in labels)}", style="Quote")
    for sheet in entry.sheets:
        _table(document, sheet)
    if entry.sources or entry.tools:
        document.add_heading("Sources", 2)
    for source in entry.sources:
        _small(document, f"[{source.label}] {source.document}, page {source.page}: {source.quote} ({source.address})")
    for text in entry.tools:
        _small(document, text)


def _small(document: Document, text: str) -> None:
    document.add_paragraph().add_run(words(text)).font.size = SMALL


def _table(document: Document, sheet: Sheet) -> None:
    document.add_heading(words(sheet.title), 2)
    table = document.add_table(rows=0, cols=len(sheet.head), style="Table Grid")
    for number, row in enumerate((sheet.head, *sheet.rows)):
        for place, (cell, text) in enumerate(zip(table.add_row().cells, row, strict=True)):
            paragraph = cell.paragraphs[0]
            run = paragraph.add_run(words(text))
            run.font.size, run.bold = SMALL, number == 0
            if place in sheet.figures:
                paragraph.alignment = WD_ALIGN_PARAGRAPH.RIGHT
