"""One way to read a file, whatever it is. The readers are heavy, so each is loaded when its kind first comes."""

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from apps.reading.confinement import Bounds, run_module
from apps.reading.media import MediaType
from apps.reading.parsed import ParsedDocument, Progress


@dataclass(frozen=True, slots=True)
class PdfReader:
    """Who reads PDFs: our own layout, or Docling with the models in a folder, on a device (auto, cpu, cuda)."""

    docling: bool = False
    models: str = ""
    device: str = "auto"


OWN = PdfReader()


def read_confined(
    path: Path, media_type: str, bounds: Bounds, progress: Progress, pdf: PdfReader = OWN
) -> ParsedDocument:
    """As `read`, in a child that ends when it takes more than `bounds`; FileRefused says so."""
    arguments = [str(path.resolve()), media_type, json.dumps(asdict(bounds)), json.dumps(asdict(pdf))]
    document: ParsedDocument = run_module("apps.reading.child", arguments, bounds, progress)
    return document


def read(path: Path, media_type: str, progress: Progress, pdf: PdfReader = OWN) -> ParsedDocument:
    """The pages of the file at `path`, which `intake` has let pass; `progress` hears of pages done and in all.

    Raises FileRefused for what turns out unreadable only now, ValueError for a media type that is not read.
    """
    match MediaType(media_type):
        case MediaType.PDF:
            return _read_pdf(path, progress, pdf)
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


def _read_pdf(path: Path, progress: Progress, pdf: PdfReader) -> ParsedDocument:
    """Where Docling is asked for and cannot, our own layout reads instead, and the document's warnings say why."""
    from apps.reading.docling_pdf import DoclingUnavailable, read_with_docling
    from apps.reading.pdf import read_pdf

    if not pdf.docling:
        return read_pdf(path, progress)
    try:
        return read_with_docling(path, progress, pdf.models, pdf.device)
    except DoclingUnavailable as why:
        read = read_pdf(path, progress)
        return replace(read, warnings=(f"Read by the built-in reader: {why}", *read.warnings))
