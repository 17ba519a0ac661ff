"""What kinds of files are read, and how a file's content says which one it is. A name decides only that
a text is Markdown, and that a text is not what it is called."""

import re
import struct
from enum import StrEnum
from pathlib import Path, PurePosixPath

import puremagic

from apps.reading.parsed import FileRefused, Refusal
from apps.reading.refusals import refused

HEAD = 64 * 1024
MOST_MEMBERS = 10_000
MARKDOWN_ENDINGS = (".md", ".markdown", ".mdown")
NEVER_TEXT = frozenset(
    (".pdf", ".doc", ".docx", ".xls", ".xlsx", ".ppt", ".pptx", ".zip", ".exe", ".png", ".jpg", ".gif")
)
TEXT_CONTROLS = frozenset(b"\t\n\r\x0b\x0c\x1a\x1b\x85")
HTML_START = re.compile(
    r"(?:<\?xml[^>]*+>|<!--.*?-->|\s)*+<(?:!doctype\s+html|html|head|body|div|table|p|h[1-6]|span|title|meta)\b",
    re.I | re.S,
)
EDGAR_WRAPPER = re.compile(r"\s*(?:<SEC-DOCUMENT>|<DOCUMENT>|-----BEGIN PRIVACY)", re.I)
HTML_INSIDE = re.compile(r"<(?:html|body)[\s>]", re.I)
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


class MediaType(StrEnum):
    """The kinds of files that are read."""

    PDF = "application/pdf"
    HTML = "text/html"
    DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    MARKDOWN = "text/markdown"
    TEXT = "text/plain"


def media_type_of(path: Path, file_name: str) -> MediaType:
    """The kind of the file at `path`, by its content. Raises FileRefused for empty files and for what is not read."""
    with path.open("rb") as file:
        head = file.read(HEAD)
    if not head.strip(b"\x00 \t\r\n"):
        raise refused(Refusal.EMPTY)
    if head[:1024].lstrip().startswith(b"%PDF-"):
        return MediaType.PDF
    if head.startswith(b"PK\x03\x04"):
        return _packed(path)
    if head.startswith(OLE):
        raise _old_office(path)
    return _textual(head, file_name)


def _packed(path: Path) -> MediaType:
    """DOCX or XLSX by the names of the members. Only the directory at the archive's end is read."""
    names = member_names(path)
    if b"word/document.xml" in names:
        return MediaType.DOCX
    if b"xl/workbook.xml" in names:
        return MediaType.XLSX
    raise refused(Refusal.WRONG_TYPE, found="a ZIP archive")


def member_names(path: Path) -> bytes:
    """The directory of a ZIP archive as stored. Raises FileRefused when it is missing or names far too many files."""
    size = path.stat().st_size
    with path.open("rb") as file:
        file.seek(max(0, size - HEAD - 22))
        tail = file.read()
        at = tail.rfind(b"PK\x05\x06")
        if at < 0 or len(tail) < at + 22:
            raise refused(Refusal.DAMAGED, detail="its end is missing")
        members, length, offset = struct.unpack("<HII", tail[at + 10 : at + 20])
        if members > MOST_MEMBERS or length > 64 * MOST_MEMBERS * 10:
            raise refused(Refusal.BOMB)
        file.seek(min(offset, size))
        return file.read(length)


def _old_office(path: Path) -> FileRefused:
    """Encrypted DOCX and XLSX come in the same container as the Office formats of before 2007."""
    with path.open("rb") as file:
        content = file.read(8 * 1024 * 1024)
    if "EncryptedPackage".encode("utf-16-le") in content:
        return refused(Refusal.ENCRYPTED)
    return refused(Refusal.WRONG_TYPE, found="an Office file of before 2007")


def _textual(head: bytes, file_name: str) -> MediaType:
    if not is_text(head):
        raise refused(Refusal.WRONG_TYPE, found=_described(head))
    text = head.decode(encoding_of(head), errors="replace").lstrip("\ufeff")
    if HTML_START.match(text) or (EDGAR_WRAPPER.match(text) and HTML_INSIDE.search(text)):
        return MediaType.HTML
    if text.lstrip().startswith(("<?xml", "{\\rtf", "%!PS")):
        raise refused(Refusal.WRONG_TYPE, found="an XML, RTF or PostScript file")
    suffix = PurePosixPath(file_name.lower()).suffix
    if suffix in NEVER_TEXT:
        told = f"This is plain text, though its name ends in {suffix}"
        raise FileRefused(Refusal.WRONG_TYPE, f"{told}; upload the right file, or name it .txt and upload it again.")
    return MediaType.MARKDOWN if suffix in MARKDOWN_ENDINGS else MediaType.TEXT


def encoding_of(content: bytes) -> str:
    """utf-8, utf-16 by its byte order mark, else cp1252, in which American filings of before 2005 are written."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as error:
        cut = error.start >= len(content) - 3 and len(content) >= HEAD
        return "utf-8" if cut else "cp1252"
    return "utf-8"


def is_text(head: bytes) -> bool:
    """No NUL and hardly a control character. UTF-16 must carry its byte order mark."""
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "\x00" not in head[: len(head) & ~1].decode("utf-16", errors="replace")
    controls = sum(1 for byte in head if byte < 32 and byte not in TEXT_CONTROLS)
    return b"\x00" not in head and controls <= len(head) // 500


def _described(head: bytes) -> str:
    try:
        matches = puremagic.magic_string(head)
    except puremagic.PureError:
        matches = []
    return f"a file of the kind “{matches[0].name}”" if matches and matches[0].name else "binary data of no known kind"
