"""The formats of exports: a closed set, each with its writer and media type."""

from collections.abc import Callable
from enum import StrEnum

from apps.chat.exporting.docx import as_docx
from apps.chat.exporting.markdown import as_markdown
from apps.chat.exporting.pdf import as_pdf
from apps.chat.exporting.report import Report


class Format(StrEnum):
    MARKDOWN = "md"
    DOCX = "docx"
    PDF = "pdf"


WRITERS: dict[Format, tuple[Callable[[Report], bytes], str]] = {
    Format.MARKDOWN: (as_markdown, "text/markdown; charset=utf-8"),
    Format.DOCX: (as_docx, "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    Format.PDF: (as_pdf, "application/pdf"),
}
if set(WRITERS) != set(Format):
    raise RuntimeError("every format of an export needs a writer")
