"""Passages of a filing (A4, M1): split at section, paragraph, line, sentence and white space; tables stay whole and
keep their footnotes.

Pure functions. A passage is a list of spans into the pages' text, so it is verbatim by construction.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from apps.documents.models import ChunkKind
from apps.documents.sections import ParsedSection, Placed
from apps.documents.splitting import Span, last_sentence, pieces
from apps.reading.footnotes import mark_of
from apps.reading.parsed import BlockKind, ParsedTable

TEXT_CHARACTERS = 1100  # about 230 tokens, of the 256 that the embedded model reads
SMALL_CHARACTERS = 300  # what is smaller joins its neighbour: the table it introduces, or the next section
OVERLAP_CHARACTERS = 200
TABLE_CHARACTERS = 3600  # a table up to this stays whole (M1)
TABLE_PART_CHARACTERS = 1800
PIECE_CHARACTERS = TEXT_CHARACTERS - OVERLAP_CHARACTERS


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk before it has a view. `section` indexes the outline; `table` is the page's table it belongs to."""

    kind: ChunkKind
    section: int
    spans: tuple[Span, ...]
    table: ParsedTable | None = None
    table_index: int | None = None  # of the page's tables
    part: int = 0  # of a table that is split, from 0
    parts: int = 1

    @property
    def text(self) -> str:
        return "\n".join(span.text for span in self.spans)

    @property
    def hash(self) -> str:
        return sha256(self.text.encode()).hexdigest()


def passages(sections: Sequence[ParsedSection]) -> list[Passage]:
    """All passages in reading order. Every character of a section's blocks but white space is in at least one.

    Text passages hold at most 1100 characters and begin with the last sentence of the one before where they continue
    it; a sentence, line or word is only cut when it alone is longer.
    """
    packer = _Packer()
    for ordinal, section in enumerate(sections):
        packer.open(ordinal, section)
        for placed in section.blocks:
            packer.take(placed)
    packer.flush()
    return packer.done


@dataclass
class _Packer:
    """Fills one passage after the other. `spans` is the passage in the making, `fresh` its part that is no overlap."""

    done: list[Passage] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    fresh: int = 0
    section: int = 0
    current: int = 0  # the section that is open; `section` is the one that the passage in the making began in
    item: tuple[str, ...] = ()
    noted: set[tuple[int, int]] = field(default_factory=set)  # page and start of footnotes that a table has taken

    def open(self, ordinal: int, section: ParsedSection) -> None:
        """Begin a section. A heading without text, or very little text, goes on into it under the same item."""
        headings_only = all(span.heading for span in self.spans)
        if self.fresh and not headings_only and (section.item != self.item or self.fresh >= SMALL_CHARACTERS):
            self.flush()
        self.current, self.item = ordinal, section.item
        if headings_only or not self.fresh:
            self.section = ordinal

    def take(self, placed: Placed) -> None:
        if placed.block.kind is BlockKind.TABLE:
            self._take_table(placed)
            return
        if (placed.page.number, _span(placed).start) in self.noted:
            return
        figure = placed.block.kind is BlockKind.FIGURE
        if figure and self.fresh >= SMALL_CHARACTERS:
            self.flush()
            self._begin_near(_span(placed))
        for span in pieces(_span(placed), PIECE_CHARACTERS):
            self._take_span(span)
        if figure:
            self.flush(ChunkKind.FIGURE)

    def _begin_near(self, figure: Span) -> None:
        """A figure says little by itself: it repeats the end of the paragraph before it, as much as fits."""
        near = self.done[-1].spans[-1]
        room = TEXT_CHARACTERS - len(figure) - 1
        if near.page is figure.page and not near.heading and room > SMALL_CHARACTERS:
            self.spans = [list(pieces(near, room))[-1]]

    def _take_span(self, span: Span) -> None:
        if self.fresh and self._length() + 1 + len(span) > TEXT_CHARACTERS:
            self.flush()
            overlap = last_sentence(self.done[-1].spans[-1], OVERLAP_CHARACTERS)
            self.spans = [overlap] if overlap and not span.heading else []
        self._append(span)
        self.fresh += len(span)

    def _append(self, span: Span) -> None:
        """Neighbours with nothing but white space between them become one span."""
        joined = self.spans[-1].joined(span) if self.spans else None
        if joined:
            self.spans[-1] = joined
        else:
            self.spans.append(span)

    def _take_table(self, placed: Placed) -> None:
        """A table is a passage of its own, with the heading, caption or sentence that leads to it if short."""
        if self.fresh >= SMALL_CHARACTERS:
            self.flush()
        lead = tuple(self.spans) if self.fresh else ()
        span = _span(placed)
        whole = len(span) + self._length() <= TABLE_CHARACTERS
        cut = [span] if whole else list(pieces(span, TABLE_PART_CHARACTERS))
        parts = [(*lead, cut[0]), *((piece,) for piece in cut[1:])]
        index = placed.block.table
        table = placed.page.tables[index] if index is not None else None
        if table is not None:
            parts = self._with_notes(parts, [Span(placed.page, *note).stripped() for note in table.footnotes])
        for part, spans in enumerate(parts):
            self.done.append(Passage(ChunkKind.TABLE, self.current, spans, table, index, part, len(parts)))
        self._restart()

    def _with_notes(self, parts: Sequence[tuple[Span, ...]], notes: Sequence[Span]) -> list[tuple[Span, ...]]:
        """Each footnote stands with every part that bears its mark, else with the last, as long as there is room."""
        filled = list(parts)
        for note in notes:
            mark = mark_of(note.text)
            bearing = [at for at, spans in enumerate(parts) if mark and mark in spans[-1].text] or [len(parts) - 1]
            fits = [at for at in bearing if _characters(filled[at]) + 1 + len(note) <= TABLE_CHARACTERS]
            for at in fits:
                filled[at] = (*filled[at], note)
            if fits:
                self.noted.add((note.page.number, note.start))
        return filled

    def _length(self) -> int:
        return _characters(self.spans) + 1 if self.spans else 0

    def flush(self, kind: ChunkKind = ChunkKind.TEXT) -> None:
        """End the passage in the making."""
        if self.fresh:
            self.done.append(Passage(kind, self.section, tuple(self.spans)))
        self._restart()

    def _restart(self) -> None:
        self.spans, self.fresh, self.section = [], 0, self.current


def _characters(spans: Sequence[Span]) -> int:
    """The length of a passage of these spans."""
    return sum(len(span) + 1 for span in spans) - 1


def _span(placed: Placed) -> Span:
    heading = placed.block.kind is BlockKind.HEADING
    return Span(placed.page, placed.block.start, placed.block.end, heading).stripped()
