"""Hostile and broken Office files: archives built member by member."""

import io
import zipfile

from docx import Document
from openpyxl import Workbook

TYPES = (
    b'<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    b'<Default Extension="xml" ContentType="application/xml"/></Types>'
)
LAUGHS = (
    b'<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "ha">'
    + b"".join(b'<!ENTITY %c "%s">' % (98 + i, b"&%c;" % (97 + i) * 10) for i in range(9))
    + b"]><w:document xmlns:w='urn:w'>&j;</w:document>"
)


def archive(members: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in members.items():
            file.writestr(name, content)
    return buffer.getvalue()


def laughs_docx(encoding: str = "utf-8") -> bytes:
    """The billion laughs in the main part, in any encoding of XML."""
    return archive({"[Content_Types].xml": TYPES, "word/document.xml": LAUGHS.decode().encode(encoding)})


def bomb_xlsx(size: int) -> bytes:
    """A sheet of `size` bytes of blanks."""
    sheet = b"<worksheet>" + b" " * size + b"</worksheet>"
    return archive({"[Content_Types].xml": TYPES, "xl/workbook.xml": b"<workbook/>", "xl/worksheets/sheet1.xml": sheet})


def many_members(count: int) -> bytes:
    return archive({"word/document.xml": b"<x/>"} | {f"m/{number}": b"" for number in range(count)})


def liar_docx(declared: int) -> bytes:
    """A member that unpacks to more than its directory entry declares."""
    whole = bytearray(archive({"[Content_Types].xml": TYPES, "word/document.xml": b"<x>" + b"y" * 100_000 + b"</x>"}))
    at = whole.rfind(b"PK\x01\x02")
    whole[at + 24 : at + 28] = declared.to_bytes(4, "little")
    return bytes(whole)


def docx(*paragraphs: str) -> bytes:
    buffer = io.BytesIO()
    document = Document()
    for text in paragraphs:
        document.add_paragraph(text)
    document.save(buffer)
    return buffer.getvalue()


def far_cell_xlsx() -> bytes:
    """Two honest cells and one at the far corner of the sheet."""
    buffer = io.BytesIO()
    book = Workbook()
    book.active["A1"], book.active["B1"] = "Revenue", 125
    book.active["XFD1048576"] = "far"
    book.save(buffer)
    return buffer.getvalue()


def changed(content: bytes, member: str, old: bytes, new: bytes) -> bytes:
    """The archive with one of its members changed."""
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        members = {name: file.read(name) for name in file.namelist()}
    assert old in members[member]
    members[member] = members[member].replace(old, new)
    return archive(members)


def encrypted_office() -> bytes:
    """How an encrypted DOCX begins: the container of the Office formats of before 2007."""
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 504 + "EncryptedPackage".encode("utf-16-le") + b"\0" * 512


def old_word() -> bytes:
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 504 + "WordDocument".encode("utf-16-le") + b"\0" * 512
