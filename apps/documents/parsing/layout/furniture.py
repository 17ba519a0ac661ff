"""Running headers, footers and page numbers, recognised across the pages of a document."""

import re
from collections import defaultdict
from dataclasses import dataclass

from apps.documents.parsing.layout.lines import Line
from apps.documents.parsing.layout.words import RawPage

MARGIN = 0.14  # of the height of the page, at its top and bottom
MIN_PAGES = 3
HEIGHT_TOLERANCE = 5.0  # points
MAX_LINES = 5  # at each end of a page
DIGITS = re.compile(r"\d+")
PAGE_NUMBER = re.compile(
    r"^(?:page\s*)?[-–—|]?\s*(?P<label>(?:[A-Z]{1,2}\s?[-–]\s?)?\d{1,4}|[ivxlc]{1,6})\s*[-–—|]?(?:\s*(?:of|/)\s*\d+)?$",
    re.IGNORECASE,
)
TRAILING = re.compile(r"(?:^|\s)(?P<label>(?:[A-Z]-)?\d{1,3})$")
LEADING = re.compile(r"^(?P<label>(?:[A-Z]-)?\d{1,3})\s")


@dataclass(slots=True)
class Furnished:
    """The lines of a page told apart, with the page number printed on it."""

    head: list[Line]
    body: list[Line]
    foot: list[Line]
    label: str


def tell_apart(pages: list[RawPage], lines: list[list[Line]]) -> list[Furnished]:
    """Furniture of every page: what repeats at the same height near the edge, digits aside, and page numbers."""
    heights = _heights(pages, lines)
    return [_furnished(page, own, heights) for page, own in zip(pages, lines, strict=True)]


def _heights(pages: list[RawPage], lines: list[list[Line]]) -> dict[str, list[float]]:
    """For each text of the margins, the heights at which it stands, once for each page."""
    heights: dict[str, list[float]] = defaultdict(list)
    for page, own in zip(pages, lines, strict=True):
        for line in own:
            if _in_margin(page, line):
                heights[_key(line)].append(line.base)
    return heights


def _key(line: Line) -> str:
    return DIGITS.sub("#", line.text.lower())


def _in_margin(page: RawPage, line: Line) -> bool:
    height = page.frame[1]
    return line.base < MARGIN * height or line.base > (1 - MARGIN) * height


def _furnished(page: RawPage, lines: list[Line], heights: dict[str, list[float]]) -> Furnished:
    start, end = 0, len(lines)
    while start < min(end, MAX_LINES) and _is_furniture(page, lines[start], heights):
        start += 1
    while end > max(start, len(lines) - MAX_LINES) and _is_furniture(page, lines[end - 1], heights):
        end -= 1
    head, foot = lines[:start], lines[end:]
    return Furnished(head, lines[start:end], foot, _label(foot + head))


def _is_furniture(page: RawPage, line: Line, heights: dict[str, list[float]]) -> bool:
    if not _in_margin(page, line):
        return False
    if PAGE_NUMBER.match(line.text):
        return True
    same = sum(1 for height in heights[_key(line)] if abs(height - line.base) <= HEIGHT_TOLERANCE)
    return same >= MIN_PAGES and any(char.isalpha() for char in line.text)


def _label(lines: list[Line]) -> str:
    """The page number as printed: a line of its own, else at an end of a footer or header."""
    for pattern in (PAGE_NUMBER, TRAILING, LEADING):
        for line in lines:
            if match := pattern.search(line.text):
                return "".join(match["label"].split())
    return ""
