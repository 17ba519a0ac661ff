"""Letters that PDFium leaves out: of two slanted "f" drawn one by one it takes the second for a shadow of the first.

What is left of "different" is "dif erent", with a space that no one has written. The place of the next letter tells
whether another "f" had stood between.
"""

import ctypes
import re

import pypdfium2.raw as raw

TORN = re.compile(r"(?<![A-Za-z])(?P<head>(?:[A-Za-z]*[A-Za-eg-z])?f) (?=(?P<rest>[a-z]+))")
WHOLE = re.compile(
    r".*(?:self|half|lief|rief|eof|roof|chief)|if|leaf|deaf|loaf|shelf|golf|gulf|wolf|turf|surf|serf", re.IGNORECASE
)
OFF = re.compile(r"ic(?:es?|ers?|ial\w*)|er(?:s|ed|ing|ings)?|sets?|setting|shore")  # what "of" before it may begin
LEAST, MOST = 1.94, 2.06  # widths of an "f" from the last letter to the next: a space is narrower than a second "f"


def with_lost_letters(text: str, page: raw.FPDF_TEXTPAGE) -> str:
    """The text of a page with "f" in place of each space that stands for a lost one; as long as it was."""
    lost = [match.end() - 1 for match in TORN.finditer(text) if _torn(match) and _wide(page, match.end() - 1)]
    characters = list(text)
    for index in lost:
        characters[index] = "f"
    return "".join(characters) if lost else text


def _torn(match: re.Match[str]) -> bool:
    """Whether the halves are not two words of their own."""
    if match["head"].lower() == "of":
        return bool(OFF.fullmatch(match["rest"]))
    return not WHOLE.fullmatch(match["head"])


def _wide(page: raw.FPDF_TEXTPAGE, space: int) -> bool:
    """Whether a space was made up by PDFium, and a second "f" fits where it stands."""
    if raw.FPDFText_IsGenerated(page, space) != 1:
        return False
    return LEAST < (_origin(page, space + 1) - _origin(page, space - 1)) / _width(page, space - 1) < MOST


def _origin(page: raw.FPDF_TEXTPAGE, index: int) -> float:
    x, y = ctypes.c_double(), ctypes.c_double()
    raw.FPDFText_GetCharOrigin(page, index, ctypes.byref(x), ctypes.byref(y))
    return x.value


def _width(page: raw.FPDF_TEXTPAGE, index: int) -> float:
    """How far an "f" takes the pen on the page; infinite where the font does not say."""
    item = raw.FPDFText_GetTextObject(page, index)
    size, width, matrix = ctypes.c_float(), ctypes.c_float(), raw.FS_MATRIX()
    raw.FPDFTextObj_GetFontSize(item, ctypes.byref(size))
    raw.FPDFFont_GetGlyphWidth(raw.FPDFTextObj_GetFont(item), ord("f"), size, ctypes.byref(width))
    raw.FPDFText_GetMatrix(page, index, ctypes.byref(matrix))
    return width.value * matrix.a or float("inf")
