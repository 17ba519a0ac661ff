"""Tables that go on on the next page: each part stays a table of its own page and learns what it continues.

A table goes on when it is the last thing on its page and the next is the first on the following one, nothing but its
own title stands between, it brings no header of its own or the same again, and its columns stand where they stood. A
table of figures with its own header must also say its title again, or "continued": series of tables share headers.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from apps.reading.column_places import matching_columns
from apps.reading.grids import is_number
from apps.reading.parsed import Block, BlockKind, Cell, Continues, ParsedPage, ParsedTable

CONTINUED = re.compile(
    r"(?<![–—(\[.…\s-])[–—(\[.…\s-]*+\b(?:continued|cont[’']?d)\b(?: (?:on|from) (?:the )?\w+ page)?[-–—.…)\]\s]*", re.I
)
ACCOMPANYING = re.compile(r"\(?(?:see|the|refer to) (?:the )?(?:accompanying |notes )|see notes? to", re.I)
EMPTY_PAGE = re.compile(
    r"\W*(?:this )?page (?:has been )?(?:intentionally|purposely) left blank\W*|\W*\d{0,3}\W*", re.I
)
LONGEST_TITLE = 160
TITLE_BLOCKS = 4
NOT_LETTERS = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class _Open:
    """A table that may go on: the part last seen, what its page says around it, and what the first part was titled."""

    page: int
    index: int
    table: ParsedTable
    first: ParsedTable
    titles: frozenset[str]
    announced: bool  # its page ends with "Continued"
    closed: bool  # footnotes stand below it


def with_continuations(pages: Sequence[ParsedPage]) -> tuple[ParsedPage, ...]:
    """The pages with every continuation marked: it gets caption, units and columns of the first part."""
    joined: list[ParsedPage] = []
    last: _Open | None = None
    for page in pages:
        content = _content(page)
        if last and content:
            page = _joined(page, content, last)
        joined.append(page)
        if content:
            last = _left_open(page, content, last)
    return tuple(joined)


def _content(page: ParsedPage) -> list[Block]:
    """What a reader reads: neither furniture nor the note that a page is empty."""
    return [
        block
        for block in page.blocks
        if block.kind is not BlockKind.FURNITURE and not EMPTY_PAGE.fullmatch(_words(page, block))
    ]


def _joined(page: ParsedPage, content: Sequence[Block], last: _Open) -> ParsedPage:
    """The page with its first table marked, if that goes on with `last`."""
    at = next((at for at, block in enumerate(content) if block.table is not None), None)
    if at is None:
        return page
    index = content[at].table
    said = [_words(page, block) for block in content[:at]]
    if index is None or not all(_may_stand_between(words, last) for words in said):
        return page
    stated = last.announced or any(_says_again(words, last) for words in said)
    part = _continued(page.tables[index], last, stated)
    return page if part is None else replace(page, tables=(*page.tables[:index], part, *page.tables[index + 1 :]))


def _may_stand_between(words: str, last: _Open) -> bool:
    return len(words) <= LONGEST_TITLE and (bool(CONTINUED.search(words)) or _normal(words) in last.titles)


def _says_again(words: str, last: _Open) -> bool:
    """The title of the table, or a mere "(continued)": that of a chapter says nothing of the table."""
    stem = _normal(CONTINUED.sub("", words))
    return stem in last.titles if stem else _is_continued(words)


def _continued(table: ParsedTable, last: _Open, stated: bool) -> ParsedTable | None:
    """`table` as a part of `last`; None where it is a table of its own."""
    needs_word = last.closed or (bool(table.header_rows) and _has_figures(table))
    if (needs_word and not stated) or not _same_header(table, last.first):
        return None
    places = matching_columns(table, last.table, last.first)
    if places is None:
        return None
    cells = table.cells if table.header_rows else tuple(_moved(cell, places) for cell in table.cells)
    return replace(
        table,
        cells=cells,
        columns=table.columns if table.header_rows else last.first.columns,
        caption=last.first.caption,
        units=table.units or last.first.units,
        continues=Continues(last.page, last.index, last.first),
    )


def _moved(cell: Cell, places: dict[int, int]) -> Cell:
    first, end = places[cell.column], places[cell.column + cell.column_span - 1]
    return replace(cell, column=first, column_span=end - first + 1)


def _same_header(table: ParsedTable, first: ParsedTable) -> bool:
    """A continuation has no header, or says that of the first part again, perhaps not all of it."""
    own, before = _header(table), _header(first)
    return not own or (bool(before) and (own <= before or before <= own))


def _has_figures(table: ParsedTable) -> bool:
    return any(cell.column and cell.row >= table.header_rows and is_number(cell.text) for cell in table.cells)


def _header(table: ParsedTable) -> frozenset[str]:
    texts = (CONTINUED.sub("", cell.text) for cell in table.cells if cell.row < table.header_rows)
    return frozenset(normal for text in texts if (normal := _normal(text)))


def _left_open(page: ParsedPage, content: Sequence[Block], before: _Open | None) -> _Open | None:
    """The last table of the page, if nothing but notes and "Continued" follows it."""
    at = next((at for at in reversed(range(len(content))) if content[at].table is not None), None)
    if at is None or (index := content[at].table) is None:
        return None
    below = [(block.kind, _words(page, block)) for block in content[at + 1 :]]
    if not all(kind is BlockKind.FOOTNOTE or _is_aside(words) for kind, words in below):
        return None
    table = page.tables[index]
    first = table.continues.first if table.continues else table
    titles = before.titles if before and table.continues else frozenset(_titles(page, content[:at], table))
    announced = any(_is_continued(words) for _, words in below)
    closed = any(not _is_aside(words) for _, words in below)
    return _Open(page.number, index, table, first, titles, announced, closed)


def _is_aside(words: str) -> bool:
    return bool(ACCOMPANYING.match(words)) or _is_continued(words)


def _is_continued(words: str) -> bool:
    return bool(CONTINUED.fullmatch(words))


def _titles(page: ParsedPage, above: Sequence[Block], table: ParsedTable) -> Iterator[str]:
    """What stands right above a table, each line by itself and as its caption, without "(continued)"."""
    yield _normal(CONTINUED.sub("", table.caption))
    for block in above[-TITLE_BLOCKS:]:
        words = _words(page, block)
        if block.table is None and len(words) <= LONGEST_TITLE:
            yield _normal(CONTINUED.sub("", words))


def _words(page: ParsedPage, block: Block) -> str:
    return " ".join(page.text[block.start : block.end].split())


def _normal(text: str) -> str:
    return NOT_LETTERS.sub(" ", text.lower()).strip()
