"""DOCX and XLSX: archives of XML. What unpacks to too much, and XML that declares entities, is refused."""

import re
import zipfile
import zlib
from pathlib import Path

from apps.reading.intake import Limits
from apps.reading.parsed import Refusal
from apps.reading.refusals import refused

PIECE = 1024 * 1024
RATIO = 200  # honest sheets reach 30
SMALL = 10 * 1024 * 1024  # below this no ratio is a danger
DECLARATION = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.I)
XML_ENDINGS = (".xml", ".rels", ".vml")
NEEDED = "[Content_Types].xml"


def examine(path: Path, limits: Limits) -> None:
    """Raises FileRefused."""
    try:
        with zipfile.ZipFile(path) as archive:
            _examine_sizes(archive, path.stat().st_size, limits)
            for member in archive.infolist():
                _examine_member(archive, member)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError):
        raise refused(Refusal.DAMAGED, detail="the archive in it is broken")
    except RuntimeError:  # how zipfile says that a member is encrypted
        raise refused(Refusal.ENCRYPTED)


def _examine_sizes(archive: zipfile.ZipFile, size: int, limits: Limits) -> None:
    """The archive's own word first. A member that unpacks to more than it declares fails its checksum."""
    members = archive.infolist()
    if NEEDED not in archive.namelist():
        raise refused(Refusal.DAMAGED, detail="its list of contents is missing")
    total = sum(member.file_size for member in members)
    if total > limits.unpacked_bytes or (total > SMALL and total > RATIO * size):
        raise refused(Refusal.BOMB)


def _examine_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> None:
    """Unpack once in pieces, which checks the sum, and look into XML for what no Office program writes."""
    is_xml = member.filename.lower().endswith(XML_ENDINGS)
    kept = b""
    with archive.open(member) as file:
        first = True
        while piece := file.read(PIECE):
            if is_xml:
                _examine_xml(kept + piece, first)
                kept, first = piece[-64:], False


def _examine_xml(piece: bytes, first: bool) -> None:
    """`piece` with the end of the one before. NULs go, so that UTF-16 is looked through as well."""
    plain = piece.replace(b"\x00", b"")
    if first and not plain.lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n").startswith(b"<"):
        raise refused(Refusal.DAMAGED, detail="a part of it is not XML")
    if DECLARATION.search(plain):
        raise refused(Refusal.BOMB)
