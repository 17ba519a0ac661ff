"""Notes below a table: which blocks they are, and the table that they belong to."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from apps.reading.pages import Piece
from apps.reading.parsed import Block, BlockKind, ParsedPage, ParsedTable

NOTE = re.compile(r"(?P<mark>\(?(?:\d{1,2}|[a-z]{1,2})\)|\*+|[†‡§#]+|N/?M\b|n/m\b)\s*\S", re.DOTALL)
RULE = re.compile(r"[\s_\-–—]+")


def with_footnotes(pages: Sequence[ParsedPage]) -> tuple[ParsedPage, ...]:
    """The pages with every table knowing the footnotes right below it."""
    return tuple(replace(page, tables=_tables(page)) if page.tables else page for page in pages)


def _tables(page: ParsedPage) -> tuple[ParsedTable, ...]:
    tables = list(page.tables)
    for at, block in enumerate(page.blocks):
        if block.table is not None and (notes := tuple(_below(page, page.blocks[at + 1 :]))):
            tables[block.table] = replace(tables[block.table], footnotes=notes)
    return tuple(tables)


def _below(page: ParsedPage, blocks: Sequence[Block]) -> Iterator[tuple[int, int]]:
    for block in blocks:
        if block.kind is BlockKind.FOOTNOTE:
            yield block.start, block.end
        elif not is_rule(page.text[block.start : block.end]):
            return


def noted(pieces: Sequence[Piece]) -> list[Piece]:
    """The blocks of one page, those that begin with a mark right below a table, or below its notes, as footnotes."""
    marked: list[Piece] = []
    below = False
    for piece in pieces:
        prose = piece.kind in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM)
        if below and prose and NOTE.match(piece.text):
            piece = replace(piece, kind=BlockKind.FOOTNOTE)
        below = piece.grid is not None or (below and (piece.kind is BlockKind.FOOTNOTE or is_rule(piece.text)))
        marked.append(piece)
    return marked


def is_rule(text: str) -> bool:
    return bool(RULE.fullmatch(text))


def mark_of(note: str) -> str:
    """The mark that a footnote begins with, "(1)" or "*"; "" when it has none."""
    match = NOTE.match(note)
    return match["mark"] if match else ""
