"""All that can be read in a reply: its headers, its body, and what is packed in it."""

import zipfile
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pypdfium2 as pdfium


def text_of(response: Any) -> str:
    """Archives (XLSX and DOCX are such) are unpacked, of a PDF the words are read: compressed, nothing is found."""
    content = b"".join(response) if response.streaming else response.content
    return "\n".join((str(dict(response.headers)), *_unpacked(content)))


def _unpacked(content: bytes) -> Iterator[str]:
    yield content.decode(errors="replace")
    if content.startswith(b"PK"):
        with zipfile.ZipFile(BytesIO(content)) as archive:
            for name in archive.namelist():
                yield name
                yield from _unpacked(archive.read(name))
    elif content.startswith(b"%PDF"):
        with pdfium.PdfDocument(content) as document:
            yield from (page.get_textpage().get_text_range() for page in document)
