"""Normalisation of text (A3): Unicode, white space and non-printables, with offsets that map back to the source.

What a figure is made of stays untouched: currency signs, percent signs, dates, dashes and the parentheses of negatives.
"""

import re
import unicodedata
from array import array
from collections.abc import Callable
from dataclasses import dataclass

_BLANK = " \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
_BREAK = "\r\n\x0b\x0c\x85\u2028\u2029"
_UNSEEN = "\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb"
_MARKS = "\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f"
_ODD = re.compile(
    f"(?P<line>[{_BLANK}{_UNSEEN}]*[{_BREAK}][{_BLANK}{_BREAK}{_UNSEEN}]*)"
    f"|(?P<blank>[{_BLANK}][{_BLANK}{_UNSEEN}]+|[\t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000])"
    f"|(?P<unseen>[{_UNSEEN}]+)"
    f"|(?P<marked>[^\\s{_MARKS}][{_MARKS}]+)"
    "|(?P<ligature>[\ufb00-\ufb06])"
    "|(?P<sign>[\u2126\u212a\u212b])"
    "|(?P<bullet>[\uf0b7\uf0a7\uf076\uf0d8])"
)


@dataclass(frozen=True, slots=True)
class Normalized:
    """`text`, and for each of its characters, and for its end, the offset of the source that it came from."""

    text: str
    offsets: "array[int]"

    def source_span(self, start: int, end: int) -> tuple[int, int]:
        """The characters of the source behind text[start:end]."""
        return self.offsets[start], self.offsets[end]


def _line(found: str) -> str:
    breaks = len(re.findall("\r\n|[\r\n\x0b\x85\u2028\u2029]", found))
    return "\n\n" if breaks > 1 or "\x0c" in found else "\n"


_REPLACED: dict[str, Callable[[str], str]] = {
    "line": _line,
    "blank": lambda found: " ",
    "unseen": lambda found: "",
    "marked": lambda found: unicodedata.normalize("NFC", found),
    "ligature": lambda found: unicodedata.normalize("NFKC", found),
    "sign": lambda found: unicodedata.normalize("NFC", found),
    "bullet": lambda found: "•",
}


def _replacement(match: re.Match[str]) -> str:
    return _REPLACED[match.lastgroup or ""](match.group())


def normalize(text: str) -> str:
    """One blank between words, at most one empty line, no invisible characters, composed letters; ends trimmed."""
    return _ODD.sub(_replacement, text).strip()


def normalize_with_offsets(text: str) -> Normalized:
    """The same text as `normalize` gives, with the way back to the source."""
    pieces: list[str] = []
    offsets = array("l")
    at = 0
    for match in _ODD.finditer(text):
        replacement = _replacement(match)
        pieces += (text[at : match.start()], replacement)
        offsets.extend(range(at, match.start()))
        offsets.extend([match.start()] * len(replacement))
        at = match.end()
    pieces.append(text[at:])
    offsets.extend(range(at, len(text) + 1))
    return _trimmed("".join(pieces), offsets)


def _trimmed(text: str, offsets: "array[int]") -> Normalized:
    start, stop = len(text) - len(text.lstrip()), len(text.rstrip())
    if stop <= start:
        return Normalized("", offsets[-1:])
    return Normalized(text[start:stop], offsets[start : stop + 1])


def one_line(text: str) -> str:
    """Normalised text without line breaks, for cells and headings."""
    return " ".join(normalize(text).split())
