"""One way to read a file, whatever it is. The readers are heavy, so each is loaded when its kind first comes."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from apps.reading.confinement import Bounds
from apps.reading.forks import read_in_copy
from apps.reading.media import MediaType
from apps.reading.parsed import ParsedDocument, Progress

Read = Callable[[Path, Progress], ParsedDocument]


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
    """As `read`, in a process that ends when it takes more than `bounds`; FileRefused says so."""
    order = {"path": str(path.resolve()), "media_type": media_type, "pdf": asdict(pdf)}
    document: ParsedDocument = read_in_copy(order, bounds, progress)
    return document


def read(path: Path, media_type: str, progress: Progress, pdf: PdfReader = OWN) -> ParsedDocument:
    """The pages of the file at `path`, which `intake` has let pass; `progress` hears of pages done and in all.

    Raises FileRefused for what turns out unreadable only now, ValueError for a media type that is not read.
    """
    if pdf.docling and media_type == MediaType.PDF:
        return _read_with_docling(path, progress, pdf)
    return loaded(media_type)(path, progress)


def loaded(media_type: str) -> Read:
    """Our own reader of that type. Raises ValueError for one that is not read."""
    match MediaType(media_type):
        case MediaType.PDF:
            from apps.reading.pdf import read_pdf

            return read_pdf
        case MediaType.HTML:
            from apps.reading.html import read_html

            return read_html
        case MediaType.DOCX:
            from apps.reading.office import read_docx

            return read_docx
        case MediaType.XLSX:
            from apps.reading.office import read_xlsx

            return read_xlsx
        case MediaType.MARKDOWN:
            from apps.reading.plain import read_markdown

            return read_markdown
        case MediaType.TEXT:
            from apps.reading.plain import read_text

            return read_text


def _read_with_docling(path: Path, progress: Progress, pdf: PdfReader) -> ParsedDocument:
    """Where Docling cannot, our own layout reads instead, and the document's warnings say why."""
    from apps.reading.docling_pdf import DoclingUnavailable, read_with_docling

    try:
        return read_with_docling(path, progress, pdf.models, pdf.device)
    except DoclingUnavailable as why:
        read = loaded(MediaType.PDF)(path, progress)
        return replace(read, warnings=(f"Read by the built-in reader: {why}", *read.warnings))
