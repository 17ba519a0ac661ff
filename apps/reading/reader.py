"""One way to read a file, whatever it is. The readers are heavy, so each is loaded when its kind first comes."""

import json
from dataclasses import asdict
from pathlib import Path

from apps.reading.confinement import Bounds, run_module
from apps.reading.media import MediaType
from apps.reading.parsed import ParsedDocument, Progress


def read_confined(path: Path, media_type: str, bounds: Bounds, progress: Progress) -> ParsedDocument:
    """As `read`, in a child that ends when it takes more than `bounds`; FileRefused says so."""
    arguments = [str(path.resolve()), media_type, json.dumps(asdict(bounds))]
    document: ParsedDocument = run_module("apps.reading.child", arguments, bounds, progress)
    return document


def read(path: Path, media_type: str, progress: Progress) -> ParsedDocument:
    """The pages of the file at `path`, which `intake` has let pass; `progress` hears of pages done and in all.

    Raises FileRefused for what turns out unreadable only now, ValueError for a media type that is not read.
    """
    match MediaType(media_type):
        case MediaType.PDF:
            from apps.reading.pdf import read_pdf

            return read_pdf(path, progress)
        case MediaType.HTML:
            from apps.reading.html import read_html

            return read_html(path, progress)
        case MediaType.DOCX:
            from apps.reading.office import read_docx

            return read_docx(path, progress)
        case MediaType.XLSX:
            from apps.reading.office import read_xlsx

            return read_xlsx(path, progress)
        case MediaType.MARKDOWN:
            from apps.reading.plain import read_markdown

            return read_markdown(path, progress)
        case MediaType.TEXT:
            from apps.reading.plain import read_text

            return read_text(path, progress)
