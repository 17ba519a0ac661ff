"""Running headers, footers and page numbers, recognised across the pages of a document."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from apps.reading.layout.lines import Line
from apps.reading.layout.words import RawPage

MARGIN = 0.14  # of the height of the page, at its top and bottom
MIN_PAGES = 3
HEIGHT_TOLERANCE = 5.0  # points
MAX_FOOTER_WORDS = 14
MAX_LINES = 5  # at each end of a page
DIGITS = re.compile(r"\d+")
PAGE_NUMBER = re.compile(
    r"^(?:page\s*)?[-–—|]?\s*(?P<label>(?P<prefix>[A-Z]{1,2}\s?[-–]\s?)?(?P<number>\d{1,4})|[ivxlc]{1,6})"
    r"\s*[-–—|]?(?:\s*(?:of|/)\s*\d+)?$",
    re.IGNORECASE,
)
AT_AN_END = re.compile(
    r"(?:^|\s)(?P<label>(?P<prefix>[A-Z]-)?(?P<number>\d{1,3}))$|^(?P<label2>(?P<prefix2>[A-Z]-)?(?P<number2>\d{1,3}))\s"
)

Series = tuple[str, int]  # prefix of page numbers, and number minus index of the page


@dataclass(slots=True)
class Furnished:
    """The lines of a page told apart, with the page number printed on it."""

    head: list[Line]
    body: list[Line]
    foot: list[Line]
    label: str = ""


def tell_apart(pages: list[RawPage], lines: list[list[Line]]) -> list[Furnished]:
    """Furniture of every page: what repeats at the same height near the edge, digits aside, and page numbers."""
    finder = FurnitureFinder(pages, lines)
    furnished = [finder.furnished(page, own) for page, own in zip(pages, lines, strict=True)]
    _label_by_ends(furnished)
    return furnished


class FurnitureFinder:
    """What repeats across the pages of one document."""

    def __init__(self, pages: list[RawPage], lines: list[list[Line]]) -> None:
        self.heights: dict[str, list[float]] = defaultdict(list)
        series: Counter[Series] = Counter()
        counting: dict[str, Counter[int]] = defaultdict(Counter)
        for page, own in zip(pages, lines, strict=True):
            for line in own:
                if _in_margin(page, line):
                    self.heights[_key(line)].append(line.base)
            series.update({found for line in own[:2] + own[-2:] if (found := _series(line, page.number))})
            for line in own[:1] + own[-1:]:
                if len(line.words) <= MAX_FOOTER_WORDS and (ends := _end_numbers(line)):
                    counting[_key(line)].update(number - page.number for number in ends)
        self.counting = {key for key, steps in counting.items() if max(steps.values()) >= MIN_PAGES}
        self.series = {found for found, count in series.items() if count >= MIN_PAGES}

    def furnished(self, page: RawPage, lines: list[Line]) -> Furnished:
        """Trim lines from both ends of the page as long as they are furniture."""
        start, end = 0, len(lines)
        while start < min(end, MAX_LINES) and self._is_furniture(page, lines[start]):
            start += 1
        while end > max(start, len(lines) - MAX_LINES) and self._is_furniture(page, lines[end - 1]):
            end -= 1
        head, foot = lines[:start], lines[end:]
        return Furnished(head, lines[start:end], foot, self._label(page, foot + head))

    def _is_furniture(self, page: RawPage, line: Line) -> bool:
        """Page numbers that count on may stand anywhere: the last page of a chapter ends early."""
        if PAGE_NUMBER.match(line.text) and (_in_margin(page, line) or _series(line, page.number) in self.series):
            return True
        if _key(line) in self.counting:
            return True
        if not _in_margin(page, line) or not any(char.isalpha() for char in line.text):
            return False
        return sum(1 for height in self.heights[_key(line)] if abs(height - line.base) <= HEIGHT_TOLERANCE) >= MIN_PAGES

    def _label(self, page: RawPage, lines: list[Line]) -> str:
        """The page number as printed on a line of its own, one that counts on before any other."""
        numbers = [line for line in lines if PAGE_NUMBER.match(line.text)]
        numbers.sort(key=lambda line: _series(line, page.number) not in self.series)
        match = PAGE_NUMBER.match(numbers[0].text) if numbers else None
        return "".join(match["label"].split()) if match else ""


def _key(line: Line) -> str:
    return DIGITS.sub("#", line.text.lower())


def _in_margin(page: RawPage, line: Line) -> bool:
    height = page.frame[1]
    return line.base < MARGIN * height or line.base > (1 - MARGIN) * height


def _series(line: Line, page: int) -> Series | None:
    """What a page number shares with those of other pages."""
    match = PAGE_NUMBER.match(line.text)
    if not match or not match["number"]:
        return None
    return (match["prefix"] or "").strip().upper(), int(match["number"]) - page


def _end_numbers(line: Line) -> set[int]:
    """Numbers at either end of a line of words: what may be a page number beside a name."""
    match = AT_AN_END.search(line.text)
    return {int(match["number"] or match["number2"])} if match else set()


def _label_by_ends(furnished: list[Furnished]) -> None:
    """Give pages without a number of their own the one at an end of a header or footer, if it counts on."""
    found = [(at, label, series) for at, page in enumerate(furnished) for label, series in _ends(page, at)]
    counts = Counter(series for _, _, series in found)
    for at, label, series in found:
        if counts[series] >= MIN_PAGES and not furnished[at].label:
            furnished[at].label = label


def _ends(page: Furnished, at: int) -> Iterator[tuple[str, Series]]:
    for line in page.foot + page.head:
        if match := AT_AN_END.search(line.text):
            number = int(match["number"] or match["number2"])
            yield match["label"] or match["label2"], (match["prefix"] or match["prefix2"] or "", number - at)
