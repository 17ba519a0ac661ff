"""One page of lines to blocks: columns, tables with their titles, headings, paragraphs."""

from collections.abc import Sequence

from apps.reading.layout.columns import Flow, flows
from apps.reading.layout.composing import Laid
from apps.reading.layout.contents import contents_runs
from apps.reading.layout.furniture import Furnished
from apps.reading.layout.grid import Region, build_grid
from apps.reading.layout.headings import ITEM, PART, Styles, heading_level, is_capitals
from apps.reading.layout.lines import RAISED_SIZE, Line
from apps.reading.layout.paragraphs import is_caption_line, paragraphs
from apps.reading.layout.periods import units_in
from apps.reading.layout.strips import ACCOMPANYING, NOTE_MARK, Strip, strip
from apps.reading.layout.tables import TableFinder
from apps.reading.layout.text_tables import text_regions
from apps.reading.layout.words import Rule
from apps.reading.parsed import BlockKind

TITLE_WORDS = 20
TITLE_LINES = 6
FEW_LINES = 4
PLAIN_TITLE_LINES = 2  # of a title that need neither be bold nor in capitals
TITLE_GAP = 4.0  # of the font size, from baseline to baseline


def blocks(furnished: Furnished, rules: list[Rule], styles: Styles, edges: Sequence[float] = ()) -> list[Laid]:
    """The blocks of a page in reading order, running headers first and footers last.

    edges: of the columns of the table that the page before ended with, see `open_edges`.
    """
    laid = [Laid(BlockKind.FURNITURE, [line]) for line in furnished.head]
    for number, flow in enumerate(flows(furnished.body)):
        laid.extend(FlowReader(flow, rules, styles, () if number else edges).blocks())
    return laid + [Laid(BlockKind.FURNITURE, [line]) for line in furnished.foot]


def open_edges(laid: Sequence[Laid]) -> tuple[float, ...]:
    """The edges of the columns of the last table of a page that ends with it."""
    for block in reversed(laid):
        if block.grid is not None:
            return block.grid.edges
        if block.kind not in (BlockKind.FURNITURE, BlockKind.FOOTNOTE):
            return ()
    return ()


class FlowReader:
    """Reads one column of lines."""

    def __init__(self, flow: Flow, rules: list[Rule], styles: Styles, edges: Sequence[float] = ()) -> None:
        self.rules, self.styles, self.edges = rules, styles, edges
        self.left, self.right = flow.left, flow.right
        self.strips = [strip(line, flow.left, flow.right - flow.left) for line in flow.lines]

    def blocks(self) -> list[Laid]:
        laid: list[Laid] = []
        done = 0
        for start, end in contents_runs(self.strips):
            laid.extend(self._tables_and_prose(done, start))
            laid.append(Laid(BlockKind.CONTENTS, [part.line for part in self.strips[start:end]]))
            done = end
        return laid + self._tables_and_prose(done, len(self.strips))

    def _tables_and_prose(self, first: int, end: int) -> list[Laid]:
        laid: list[Laid] = []
        done = first
        for start, stop, region in self._regions(first, end):
            laid.extend(self._prose(done, start, done > first))
            laid.append(self._table(region, self._title(done, start)))
            done = stop
        return laid + self._prose(done, end, done > first)

    def _regions(self, first: int, end: int) -> list[tuple[int, int, Region]]:
        """Tables of figures, and tables of texts between them."""
        carried = () if first else self.edges
        figures = TableFinder(self.strips[first:end], self.left, self.right, carried).regions()
        found = [(first + start, first + stop, region) for start, stop, region in figures]
        edges = [first, *(edge for start, stop, _ in found for edge in (start, stop)), end]
        for low, high in zip(edges[::2], edges[1::2], strict=True):
            texts = text_regions(self.strips[low:high])
            found.extend((low + start, low + stop, region) for start, stop, region in texts)
        return sorted(found, key=lambda item: item[0])

    def _title(self, floor: int, start: int) -> list[Strip]:
        """The short lines right above a table, from top to bottom; or all lines so far, if they are few and short."""
        above_all = self.strips[:start] if floor == 0 else []
        if 0 < len(above_all) <= FEW_LINES and all(self._entitles(line, []) for line in above_all):
            return above_all
        title: list[Strip] = []
        below = self.strips[start].line
        for above in reversed(self.strips[max(floor, start - TITLE_LINES) : start]):
            near = below.base - above.line.base < TITLE_GAP * max(above.line.size, below.size)
            if not near or not (self._entitles(above, title) or _leads_on(above, title)):
                break
            title.insert(0, above)
            below = above.line
        return title

    def _entitles(self, above: Strip, title: list[Strip]) -> bool:
        if above.line.text.endswith(":") and not title:
            return True
        if PART.match(above.line.text) or ITEM.match(above.line.text):
            return False
        line = above.line
        displayed = line.bold or is_capitals(line.text)
        if not displayed and (len(title) >= PLAIN_TITLE_LINES or line.text.endswith((".", ",", ";"))):
            return False
        return above.words <= TITLE_WORDS and line.x1 - line.x0 < 0.85 * (self.right - self.left)

    def _table(self, region: Region, title: list[Strip]) -> Laid:
        grid = build_grid(region, self.rules)
        grid.units = self._units(region, title)
        grid.caption = " ".join(part.line.text for part in title if units_in(part.line.text) != part.line.text)[-500:]
        return Laid(BlockKind.TABLE, grid=grid)

    def _units(self, region: Region, title: list[Strip]) -> str:
        """Units as stated in the header, else in the title from below, else in the first rows."""
        for text in [*whole_texts(region.header), *reversed(whole_texts(title)), *whole_texts(region.body[:2])]:
            if found := units_in(text):
                return found
        return ""

    def _prose(self, start: int, end: int, after_table: bool) -> list[Laid]:
        lines = [part.line for part in self.strips[start:end]]
        laid: list[Laid] = []
        for block in paragraphs(lines):
            laid.append(self._named(block, after_table))
            after_table = after_table and laid[-1].kind is BlockKind.FOOTNOTE
        return laid

    def _named(self, block: Laid, after_table: bool) -> Laid:
        text = block.lines[0].text
        if (ACCOMPANYING.match(text) and len(block.lines) <= 2) or (after_table and _is_note(block.lines[0])):
            return Laid(BlockKind.FOOTNOTE, block.lines)
        if len(block.lines) == 1 and is_caption_line(block.lines[0]):
            return Laid(BlockKind.CAPTION, block.lines)
        if block.kind is BlockKind.PARAGRAPH and (level := heading_level(block.lines, self.styles)):
            return Laid(BlockKind.HEADING, block.lines, level)
        return block


def whole_texts(strips: Sequence[Strip]) -> list[str]:
    """The texts of lines, segment by segment; what a parenthesis holds is one text, on however many lines it stands."""
    texts: list[str] = []
    for part in strips:
        alone = len(part.segments) == 1
        if alone and texts and texts[-1].count("(") > texts[-1].count(")"):
            texts[-1] += f" {part.line.text}"
        else:
            texts.extend(segment.text for segment in part.segments)
    return texts


def _leads_on(above: Strip, title: list[Strip]) -> bool:
    """Whether a line belongs to the sentence that introduces the table and ends with a colon."""
    if not title or not title[-1].line.text.endswith(":"):
        return False
    below = title[0].line
    return below.base - above.line.base < 1.5 * below.size and not above.line.text.endswith((".", ":"))


def _is_note(line: Line) -> bool:
    """Whether a line begins as a footnote does: with a mark, or a raised letter or digit."""
    if NOTE_MARK.match(line.text):
        return True
    mark, *rest = line.words
    return bool(rest) and len(mark.text) < 3 and mark.text.isalnum() and mark.size < RAISED_SIZE * rest[0].size
