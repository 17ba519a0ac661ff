"""What every parser returns: pages of verbatim text with offsets, boxes, blocks and tables. Plain data, no database."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

Rectangle = tuple[float, float, float, float]  # x0, y0, x1, y1 in points, origin at the top left of the page
Progress = Callable[[int, int], None]  # pages done, pages in all


class BlockKind(StrEnum):
    """What a stretch of a page is. Furniture (running headers, footers, page numbers) never enters a chunk."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list-item"
    TABLE = "table"
    CAPTION = "caption"
    FOOTNOTE = "footnote"
    FIGURE = "figure"
    FURNITURE = "furniture"
    CONTENTS = "contents"  # a table of contents


@dataclass(frozen=True, slots=True)
class Run:
    """Characters [start, end) of the page's text stand in `box`. A run is a line of prose or one table cell."""

    start: int
    end: int
    box: Rectangle


@dataclass(frozen=True, slots=True)
class Cell:
    """A table cell: its verbatim text is page.text[start:end]; `box` is None for sources without geometry."""

    text: str
    row: int
    column: int
    start: int
    end: int
    box: Rectangle | None = None
    row_span: int = 1
    column_span: int = 1


@dataclass(frozen=True, slots=True)
class Continues:
    """What a table goes on with: the part before it (page, index among the page's tables), and the first part."""

    page: int
    index: int
    first: "ParsedTable"


@dataclass(frozen=True, slots=True)
class ParsedTable:
    """A grid. `cells` in reading order; `header_rows` rows at the top name the columns; column 0 holds the labels.

    continues: set for a table that began on a page before; it has the caption, units and columns of the first part.
    footnotes: (start, end) in the page's text of each note that stands right below the table.
    """

    cells: tuple[Cell, ...]
    rows: int
    columns: int
    header_rows: int = 0
    caption: str = ""
    units: str = ""
    box: Rectangle | None = None
    continues: Continues | None = None
    footnotes: tuple[tuple[int, int], ...] = ()

    @property
    def headed(self) -> "ParsedTable":
        """The part whose header rows name the columns of this one: itself, or the first part when it has none."""
        return self if self.header_rows or self.continues is None else self.continues.first


@dataclass(frozen=True, slots=True)
class Block:
    """Characters [start, end) of the page are one heading, paragraph, table, ...

    level: 1 for the highest heading; 0 for anything else. table: index into the page's tables, or None.
    """

    kind: BlockKind
    start: int
    end: int
    level: int = 0
    table: int | None = None


@dataclass(frozen=True, slots=True)
class ParsedPage:
    """One page, numbered from 0. Blocks are in reading order, do not overlap, and cover all text but white space."""

    number: int
    text: str
    blocks: tuple[Block, ...]
    runs: tuple[Run, ...] = ()
    tables: tuple[ParsedTable, ...] = ()
    width: float = 0.0
    height: float = 0.0
    label: str = ""


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """A whole file as read. `parser` names the code path and its versions; `title` is the file's own, if it has one."""

    pages: tuple[ParsedPage, ...]
    parser: str
    title: str = ""
    warnings: tuple[str, ...] = field(default=())


class Refusal(StrEnum):
    """Why a file cannot be taken. A closed set: each has one sentence in `refusals`."""

    EMPTY = "empty"
    TOO_LARGE = "too-large"
    WRONG_TYPE = "wrong-type"
    ENCRYPTED = "encrypted"
    DAMAGED = "damaged"
    NO_TEXT = "no-text"
    BOMB = "bomb"
    TOO_MANY_PAGES = "too-many-pages"
    TOO_COSTLY = "too-costly"


class FileRefused(ValueError):
    """A file that cannot be read. str() is one sentence for the user: what is wrong and what to do."""

    def __init__(self, reason: Refusal, sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason
