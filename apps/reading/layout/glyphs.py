"""From PDFium's characters to words with baselines, and from its paths to thin rules.

docling offers two sources of word cells. docling-parse draws its boxes around the ink in many files, so that neither
font size nor baseline can be read from them, and takes 40 ms a page; PDFium knows origin and size of each character
and takes 10 ms. The layout rules live on baselines and sizes, so PDFium it is.
"""

import ctypes
import re
from dataclasses import dataclass
from itertools import pairwise

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from apps.reading.layout.fonts import FontStyles
from apps.reading.layout.lost_letters import with_lost_letters

LEADER = r"[._](?:[ \u00a0]?[._]){3,}"
TOKEN = re.compile(rf"(?P<leader>{LEADER}|[-=]{{6,}})|(?:(?!{LEADER})\S)+")
LIGATURES = {
    "\ufb00": "ff",
    "\ufb01": "fi",
    "\ufb02": "fl",
    "\ufb03": "ffi",
    "\ufb04": "ffl",
    "\ufb05": "st",
    "\ufb06": "st",
}
BULLETS = dict.fromkeys("\uf0b7\uf0a7\uf0d8\uf0fc\uf076\uf0a8\uf06e\uf071\uf09f\uf0be\uf0a2\x95", "•")
HYPHENS = dict.fromkeys("\x02\ufffe\u00ad\u2010\u2011\u2212", "-")  # the first two by PDFium, at line ends
SPELLING = str.maketrans(LIGATURES | BULLETS | HYPHENS | {"\u2044": "/"})
UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
RUN_ON = re.compile(r"(?<=[A-Z])[A-Z](?=[a-z])|[a-z)\d](?=[A-Z(])|[a-z](?=\d)|[,;:](?=[A-Za-z$(])|\d(?=[a-z])")
UPRIGHT = 0.1  # points: letters set one above the other
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
        self._text = with_lost_letters(self._characters(text_page), self._handle)
        self._box, self._x, self._y = raw.FS_RECTF(), ctypes.c_double(), ctypes.c_double()
        self._box_at, self._x_at, self._y_at = (ctypes.byref(part) for part in (self._box, self._x, self._y))
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
            start, end = match.span()
            for first, last in self._pieces(start, end):
                if spelled := UNPRINTABLE.sub("", self._text[first.index : last.index + 1].translate(SPELLING)):
                    found.append(self._word(spelled, first, last, first.index > start))
        return found

    def _pieces(self, start: int, end: int) -> list[tuple["Glyph", "Glyph"]]:
        """Cut where size or baseline changes, or a narrow space shows where letters alone do not make one word."""
        first = self._glyph(start)
        last = first if end - start == 1 else self._glyph(end - 1)
        if last is first or abs(first.x - last.x) < UPRIGHT:
            return [(first, last)]
        level = same_level(first, last)
        if level and not RUN_ON.search(self._text, start, end):
            return [(first, last)]
        glyphs = [first, *(self._glyph(index) for index in range(start + 1, end - 1)), last]
        cuts = [
            at
            for at, (before, after) in enumerate(pairwise(glyphs), 1)
            if (self._runs_on(before, after) if level else not same_level(before, after))
        ]
        return [(glyphs[low], glyphs[high - 1]) for low, high in zip([0, *cuts], [*cuts, len(glyphs)], strict=True)]

    def _runs_on(self, before: "Glyph", after: "Glyph") -> bool:
        """Whether two characters that rarely meet within a word stand apart by the width of a narrow space."""
        if after.box[0] - before.box[2] <= NARROW_SPACE * after.height:
            return False
        return bool(RUN_ON.match(self._text, before.index))

    def _glyph(self, index: int) -> "Glyph":
        raw.FPDFText_GetLooseCharBox(self._handle, index, self._box_at)
        raw.FPDFText_GetCharOrigin(self._handle, index, self._x_at, self._y_at)
        box = self._box
        return Glyph(index, self._x.value, self._y.value, (box.left, box.bottom, box.right, box.top))

    def _word(self, text: str, first: "Glyph", last: "Glyph", glued: bool) -> Glyphs:
        a, b = first.box, last.box
        box = a if first is last else (min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))
        style = self._styles.of(self._handle, first.index)
        return Glyphs(text, box, (first.x, first.y), (last.x, last.y), *style, glued)


@dataclass(slots=True)
class Glyph:
    """One character: its index on the text page, its origin and its loose box."""

    index: int
    x: float
    y: float
    box: Box

    @property
    def height(self) -> float:
        return self.box[3] - self.box[1]


def same_level(first: Glyph, second: Glyph) -> bool:
    """Whether two characters share baseline and size."""
    height, other = first.height, second.height
    return abs(first.y - second.y) <= 0.08 * height and abs(height - other) <= 0.12 * height


@dataclass(frozen=True, slots=True)
class Drawn:
    """Boxes of what is drawn on a page, in its own space: thin horizontal or upright strokes, and images."""

    rules: list[Box]
    images: list[Box]


def drawn(page: pdfium.PdfPage) -> Drawn:
    """Strokes, thin filled rectangles and images of a page; those within forms are not seen."""
    edges = [ctypes.c_float() for _ in range(4)]
    pointers = [ctypes.byref(edge) for edge in edges]
    found = Drawn([], [])
    for index in range(min(raw.FPDFPage_CountObjects(page.raw), MAX_OBJECTS)):
        item = raw.FPDFPage_GetObject(page.raw, index)
        kind = raw.FPDFPageObj_GetType(item)
        if kind not in (raw.FPDF_PAGEOBJ_PATH, raw.FPDF_PAGEOBJ_IMAGE) or not raw.FPDFPageObj_GetBounds(
            item, *pointers
        ):
            continue
        left, bottom, right, top = (edge.value for edge in edges)
        if kind == raw.FPDF_PAGEOBJ_IMAGE:
            found.images.append((left, bottom, right, top))
        elif min(top - bottom, right - left) <= RULE_THICKNESS:
            found.rules.append((left, bottom, right, top))
    return found
