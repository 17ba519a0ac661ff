"""A PDF: can it be opened, has it pages and text, and does no stream unpack to something absurd?"""

import mmap
import re
import zlib
from collections.abc import Iterator
from pathlib import Path

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from apps.reading.intake import Limits
from apps.reading.parsed import Refusal
from apps.reading.refusals import refused

STREAM = re.compile(rb"(?<!end)stream\r?\n")
FLATE = re.compile(rb"/(?:FlateDecode|Fl)\b")
PIECE = 256 * 1024
ENOUGH_TEXT = 20  # characters, white space aside
PASSWORD_NEEDED = (raw.FPDF_ERR_PASSWORD, raw.FPDF_ERR_SECURITY)


def examine(path: Path, limits: Limits) -> None:
    """Raises FileRefused."""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        if content.rfind(b"%%EOF") < 0:
            raise refused(Refusal.DAMAGED, detail="its end is missing")
        _examine_streams(content, limits)
    _examine_pages(path, limits)


def _examine_streams(content: mmap.mmap, limits: Limits) -> None:
    total = 0
    for match in STREAM.finditer(content):
        dictionary = content[max(0, match.start() - 1024) : match.start()].rpartition(b" obj")[2]
        if filters := len(FLATE.findall(dictionary)):
            total += _unpacked_size(content, match.end(), filters, limits.stream_bytes)
        if total > limits.streams_bytes:
            raise refused(Refusal.BOMB)


def _unpacked_size(content: mmap.mmap, start: int, filters: int, most: int) -> int:
    """Bytes that the stream at `start` unpacks to, through all its filters; the data itself is thrown away."""
    pieces = _pieces(content, start)
    size = 0
    for number in range(filters):
        pieces = _inflated(pieces, most, strict=number == 0)
    for piece in pieces:
        size += len(piece)
    return size


def _pieces(content: mmap.mmap, start: int) -> Iterator[bytes]:
    for at in range(start, len(content), PIECE):
        yield content[at : at + PIECE]


def _inflated(pieces: Iterator[bytes], most: int, strict: bool) -> Iterator[bytes]:
    """What zlib makes of `pieces`, until its own end mark. Encrypted or broken data ends the stream quietly: whether
    the file can be read in spite of it is for the reader of pages to say."""
    inflater, size = zlib.decompressobj(), 0
    for piece in pieces:
        rest = piece
        while rest and not inflater.eof:
            try:
                out = inflater.decompress(rest, PIECE)
            except zlib.error:
                return
            rest = inflater.unconsumed_tail
            size += len(out)
            if size > most:
                raise refused(Refusal.BOMB)
            yield out
        if inflater.eof:
            return


def _examine_pages(path: Path, limits: Limits) -> None:
    try:
        document = pdfium.PdfDocument(path)
        pages = len(document)
    except pdfium.PdfiumError as error:
        if getattr(error, "err_code", None) in PASSWORD_NEEDED:
            raise refused(Refusal.ENCRYPTED)
        raise refused(Refusal.DAMAGED, detail="it is not a whole PDF")
    if pages == 0:
        raise refused(Refusal.DAMAGED, detail="it has no pages")
    if pages > limits.max_pages:
        raise refused(Refusal.TOO_MANY_PAGES, pages=pages, allowed=limits.max_pages)
    if not _has_text(document, pages):
        raise refused(Refusal.NO_TEXT)


def _has_text(document: pdfium.PdfDocument, pages: int) -> bool:
    """Stops at the first page with text, so it walks far only in files of images, whose pages cost next to nothing."""
    characters = broken = 0
    for number in range(pages):
        try:
            page = document[number]
            text = page.get_textpage().get_text_range()
        except pdfium.PdfiumError:
            broken += 1
            continue
        characters += len("".join(text.split()))
        if characters >= ENOUGH_TEXT:
            return True
        page.close()
    if broken == pages:
        raise refused(Refusal.DAMAGED, detail="none of its pages can be opened")
    return False
