"""The tree of a filing: parts, items and plain headings, with what stands under each (basis of V4). Pure functions."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from apps.reading.parsed import Block, BlockKind, ParsedPage

PART = re.compile(r"^part\s+(?:[ivx]+|\d)\b", re.IGNORECASE)
ITEM = re.compile(r"^items?\s+\d{1,2}[a-c]?\b", re.IGNORECASE)
NOTE = re.compile(r"^notes?\s+\d{1,2}\b", re.IGNORECASE)
BARE_ITEM = re.compile(r"^(?:part\s+[ivx]+|items?\s+\d{1,2}[a-c]?)\s*[.:—–-]*\s*$", re.IGNORECASE)
ITEM_LINE = re.compile(r"^item\s+\d{1,2}[a-c]?\s*[.:—–-]\s*\S[^.]*(?<!\d)\.?$", re.IGNORECASE)  # no page number
CONTINUED = re.compile(r"(?<![\s–—(-])[\s–—(-]*+\b(?:continued|cont[’']?d)\b\.?\)?\s*+$", re.IGNORECASE)
SENTENCE = re.compile(r"(?<=[.!?])[\"”’)]*\s+(?=[\"“(]?[A-Z0-9])")

LONGEST_TITLE = 300
LONGEST_ITEM_LINE = 160
SUMMARY_CHARACTERS = 400
SUMMARY_SENTENCES = 2
NOTE_LEVEL = 3  # parts are 1, items 2
DEEPEST = 6  # level of heading that a reader gives
SKIPPED = frozenset({BlockKind.FURNITURE, BlockKind.CONTENTS})


@dataclass(frozen=True, slots=True)
class Placed:
    """A block and the page it stands on."""

    page: ParsedPage
    block: Block

    @property
    def text(self) -> str:
        return self.page.text[self.block.start : self.block.end]


@dataclass(frozen=True, slots=True)
class ParsedSection:
    """A heading (first of `blocks`) and what stands directly under it. The cover has level 0, no title and no path."""

    level: int
    title: str
    path: tuple[str, ...]
    page: int
    blocks: tuple[Placed, ...]

    @property
    def item(self) -> tuple[str, ...]:
        """The part and item that the section belongs to; its highest heading in papers without items."""
        return tuple(title for title in self.path if PART.match(title) or ITEM.match(title)) or self.path[:1]

    @property
    def summary(self) -> str:
        """The lead sentences of the section's own prose; "" when it has none."""
        prose = (one_line(placed.text) for placed in self.blocks if placed.block.kind is BlockKind.PARAGRAPH)
        lead = next((text for text in prose if len(text) > 60), "")
        return cut(" ".join(SENTENCE.split(lead)[:SUMMARY_SENTENCES]), SUMMARY_CHARACTERS)


def outline(pages: Sequence[ParsedPage]) -> list[ParsedSection]:
    """The sections in reading order. Furniture and tables of contents are left out; every other block is in one."""
    outliner = _Outliner()
    for placed in _content(pages):
        outliner.take(placed)
    outliner.close()
    return outliner.sections


class _Outliner:
    """Walks the blocks and keeps the open headings, highest first, as (level, title)."""

    def __init__(self) -> None:
        self.sections: list[ParsedSection] = []
        self.open: list[tuple[int, str]] = []
        self.page = 0
        self.blocks: list[Placed] = []

    @property
    def title(self) -> str:
        return self.open[-1][1] if self.open else ""

    def take(self, placed: Placed) -> None:
        level, title = _level(placed), cut(one_line(placed.text), LONGEST_TITLE)
        if level and self._completes_title(level, placed):
            self.open[-1] = (self.open[-1][0], cut(f"{self.title} {title}", LONGEST_TITLE))
        elif level and not _same(title, self.title):
            self.close()
            self.open = [*(heading for heading in self.open if heading[0] < level), (level, title)]
            self.page = placed.page.number
        self.blocks.append(placed)

    def _completes_title(self, level: int, placed: Placed) -> bool:
        """Whether `placed` is the rest of a title that only says "Item 7." so far."""
        alone = len(self.blocks) == 1 and self.page == placed.page.number
        return alone and level >= NOTE_LEVEL and BARE_ITEM.match(self.title) is not None

    def close(self) -> None:
        """End the section that stands open."""
        if self.blocks:
            level = self.open[-1][0] if self.open else 0
            path = tuple(title for _, title in self.open)
            self.sections.append(ParsedSection(level, self.title, path, self.page, tuple(self.blocks)))
        self.blocks = []


def _same(title: str, before: str) -> bool:
    """A heading that is said again at the top of a further page opens nothing."""
    return CONTINUED.sub("", title).casefold() == CONTINUED.sub("", before).casefold()


def _content(pages: Sequence[ParsedPage]) -> Iterator[Placed]:
    for page in pages:
        for block in page.blocks:
            if block.kind not in SKIPPED and page.text[block.start : block.end].strip():
                yield Placed(page, block)


def _level(placed: Placed) -> int:
    """1 for a part, 2 for an item, 3 for a note to the statements, from 4 for other headings, 0 for no heading."""
    text = one_line(placed.text)
    if placed.block.kind is BlockKind.HEADING:
        if PART.match(text):
            return 1
        if ITEM.match(text):
            return 2
        return NOTE_LEVEL if NOTE.match(text) else NOTE_LEVEL + min(max(1, placed.block.level), DEEPEST)
    if placed.block.kind is BlockKind.PARAGRAPH and len(text) <= LONGEST_ITEM_LINE and ITEM_LINE.match(text):
        return 2  # an item's title that is not set apart in type
    return 0


def one_line(text: str) -> str:
    return " ".join(text.split())


def cut(text: str, length: int) -> str:
    """At most `length` characters, ending at a word."""
    if len(text) <= length:
        return text
    return text[:length].rsplit(" ", 1)[0]
