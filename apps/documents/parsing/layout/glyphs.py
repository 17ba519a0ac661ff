"""From PDFium's characters to words with baselines, and from its paths to thin rules.

docling offers two sources of word cells. docling-parse draws its boxes around the ink in many files, so that neither
font size nor baseline can be read from them, and takes 40 ms a page; PDFium knows origin and size of each character
and takes 10 ms. The layout rules live on baselines and sizes, so PDFium it is.
"""

import ctypes
import re
from dataclasses import dataclass

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from apps.documents.parsing.layout.fonts import FontStyles

TOKEN = re.compile(r"(?P<leader>[._]{4,}|[-=]{6,})|(?:(?![._]{4})\S)+")
LIGATURES = {"\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl", "\ufb05": "st"}
BULLETS = dict.fromkeys("\uf0b7\uf0a7\uf0d8\uf0fc\uf076\uf0a8\uf06e\uf071\uf09f\uf0be\uf0a2\x95", "•")
HYPHENS = dict.fromkeys("\x02\ufffe\u00ad\u2010\u2011\u2212", "-")  # the first two by PDFium, at line ends
SPELLING = str.maketrans(LIGATURES | BULLETS | HYPHENS | {"\u2044": "/"})
UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
RUN_ON = re.compile(r"[A-Z](?=[a-z])|[a-z)\d](?=[A-Z(])|[a-z](?=\d)|[,;:](?=\S)|\d(?=[a-z])")
NARROW_SPACE = 0.1  # of the height of the font
RULE_THICKNESS = 2.6  # points, the line width included
MAX_OBJECTS = 30_000  # a page of vector art; its rules would say nothing

Box = tuple[float, float, float, float]
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Glyphs:
    """A word in the page's own space (origin at the bottom left): box, origins of first and last character, style."""

    text: str
    box: Box
    start: Point
    end: Point
    bold: bool
    italic: bool
    glued: bool  # written on to the word before it, without a space


class GlyphReader:
    """Reads the words of one PDFium text page. Dotted leaders and drawn-by-letter rules are left out."""

    def __init__(self, text_page: pdfium.PdfTextPage, styles: FontStyles) -> None:
        self._text_page = text_page  # its handle dies with it
        self._handle = text_page.raw
        self._count = text_page.count_chars()
        self._text = self._characters(text_page)
        self._box, self._x, self._y = raw.FS_RECTF(), ctypes.c_double(), ctypes.c_double()
        self._styles = styles

    def _characters(self, text_page: pdfium.PdfTextPage) -> str:
        """One character per PDFium index, which its own extraction does not promise beyond the basic plane."""
        text = text_page.get_text_range(0, self._count) if self._count else ""
        if len(text) == self._count:
            return str(text)
        return "".join(chr(raw.FPDFText_GetUnicode(self._handle, index)) for index in range(self._count))

    def words(self) -> list[Glyphs]:
        found: list[Glyphs] = []
        for match in TOKEN.finditer(self._text):
            if match["leader"]:
                continue
            for start, end in self._pieces(match.start(), match.end()):
                if spelled := UNPRINTABLE.sub("", self._text[start:end].translate(SPELLING)):
                    found.append(self._word(spelled, start, end - 1, start > match.start()))
        return found

    def _pieces(self, start: int, end: int) -> list[tuple[int, int]]:
        """Cut where size or baseline changes, or a narrow space shows where letters alone do not make one word."""
        if end - start == 1 or self._upright(start, end - 1):
            return [(start, end)]
        if self._same_level(start, end - 1):
            cuts = [at for at in range(start + 1, end) if RUN_ON.match(self._text, at - 1) and self._is_open(at)]
        else:
            cuts = [at for at in range(start + 1, end) if not self._same_level(at - 1, at)]
        return list(zip([start, *cuts], [*cuts, end], strict=True))

    def _is_open(self, index: int) -> bool:
        """Whether a character stands apart from the one before it by the width of a narrow space."""
        return self._loose(index)[0] - self._loose(index - 1)[2] > NARROW_SPACE * self._height(index)

    def _same_level(self, first: int, second: int) -> bool:
        (_, y), (_, other_y) = self._origin(first), self._origin(second)
        height, other = self._height(first), self._height(second)
        return abs(y - other_y) <= 0.08 * height and abs(height - other) <= 0.12 * height

    def _upright(self, first: int, second: int) -> bool:
        """Whether the word runs up or down the page."""
        return abs(self._origin(first)[0] - self._origin(second)[0]) < 0.1

    def _height(self, index: int) -> float:
        _, bottom, _, top = self._loose(index)
        return top - bottom

    def _loose(self, index: int) -> Box:
        raw.FPDFText_GetLooseCharBox(self._handle, index, ctypes.byref(self._box))
        return self._box.left, self._box.bottom, self._box.right, self._box.top

    def _origin(self, index: int) -> Point:
        raw.FPDFText_GetCharOrigin(self._handle, index, ctypes.byref(self._x), ctypes.byref(self._y))
        return self._x.value, self._y.value

    def _word(self, text: str, first: int, last: int, glued: bool) -> Glyphs:
        a, b = self._loose(first), self._loose(last)
        box = (min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))
        return Glyphs(text, box, self._origin(first), self._origin(last), *self._styles.of(self._handle, first), glued)


def thin_rules(page: pdfium.PdfPage) -> list[Box]:
    """The boxes of horizontal strokes and thin filled rectangles, in the page's own space."""
    count = raw.FPDFPage_CountObjects(page.raw)
    edges = [ctypes.c_float() for _ in range(4)]
    pointers = [ctypes.byref(edge) for edge in edges]
    found: list[Box] = []
    for index in range(min(count, MAX_OBJECTS)):
        item = raw.FPDFPage_GetObject(page.raw, index)
        if raw.FPDFPageObj_GetType(item) != raw.FPDF_PAGEOBJ_PATH:
            continue
        if raw.FPDFPageObj_GetBounds(item, *pointers):
            left, bottom, right, top = (edge.value for edge in edges)
            if min(top - bottom, right - left) <= RULE_THICKNESS:
                found.append((left, bottom, right, top))
    return found
