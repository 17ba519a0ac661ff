"""Is a font bold, is it slanted? By its name and flags, and by the embedded file where the name says nothing."""

import ctypes
import re
import struct

import pypdfium2.raw as raw

FORCE_BOLD = 1 << 18
HEAVY = re.compile(rb"bold|black|heavy|demi|-bd\b", re.IGNORECASE)
SLANTED = re.compile(rb"ital|obli|,it\b|-it\b", re.IGNORECASE)
NAMELESS = re.compile(rb"^(?:[A-Z]{6}\+)?(?:CIDFont\+)?[A-Z]{0,3}\d*$|^$")
TABLE_RECORD = struct.Struct(">4sIII")
MAC_STYLE_AT = 44  # in the table "head" of a TrueType or OpenType font

Style = tuple[bool, bool]  # bold, italic


class FontStyles:
    """The styles of the fonts of one document, looked up once for each name."""

    def __init__(self) -> None:
        self._known: dict[bytes, Style] = {}
        self._name, self._flags = ctypes.create_string_buffer(128), ctypes.c_int()

    def of(self, text_page: object, index: int) -> Style:
        """The style of one character of a PDFium text page."""
        raw.FPDFText_GetFontInfo(text_page, index, self._name, 128, ctypes.byref(self._flags))
        name = self._name.value
        if name not in self._known:
            self._known[name] = self._style(name, text_page, index)
        return self._known[name]

    def _style(self, name: bytes, text_page: object, index: int) -> Style:
        if NAMELESS.match(name) and (embedded := embedded_style(font_file(text_page, index))):
            return embedded
        return bool(HEAVY.search(name)) or bool(self._flags.value & FORCE_BOLD), bool(SLANTED.search(name))


def font_file(text_page: object, index: int) -> bytes:
    """The embedded font file of a character; empty when there is none."""
    item = raw.FPDFText_GetTextObject(text_page, index)
    font = raw.FPDFTextObj_GetFont(item) if item else None
    size = ctypes.c_size_t()
    if not font or not raw.FPDFFont_GetFontData(font, None, 0, ctypes.byref(size)):
        return b""
    data = (ctypes.c_uint8 * size.value)()
    raw.FPDFFont_GetFontData(font, data, size.value, ctypes.byref(size))
    return bytes(data)


def embedded_style(data: bytes) -> Style | None:
    """Bold and italic as a TrueType or OpenType file states them; None when it states nothing."""
    if len(data) < 12:
        return None
    tables = min(struct.unpack(">H", data[4:6])[0], 64)
    for at in range(12, 12 + TABLE_RECORD.size * tables, TABLE_RECORD.size):
        if at + TABLE_RECORD.size > len(data):
            return None
        tag, _, offset, length = TABLE_RECORD.unpack_from(data, at)
        if tag == b"head" and length >= MAC_STYLE_AT + 2 and offset + MAC_STYLE_AT + 2 <= len(data):
            style = struct.unpack_from(">H", data, offset + MAC_STYLE_AT)[0]
            return bool(style & 1), bool(style & 2)
    return None
