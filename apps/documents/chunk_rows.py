"""Passages as rows of the store, with boxes, token offsets, views, and exact duplicates pointing at the first."""

import os
from collections.abc import Sequence
from functools import cache

from apps.documents.cards.boilerplate import FIGURES
from apps.documents.cards.card import as_json
from apps.documents.cards.numbers import critical
from apps.documents.chunking import Passage
from apps.documents.enrichment.enrichment import as_json as enrichment_json
from apps.documents.highlights import boxes_for
from apps.documents.models import Chunk, ChunkKind, DocumentVersion, Page, Section, Table
from apps.documents.passage_reading import Reading
from apps.documents.passage_views import noted, view
from apps.documents.signatures import signature
from apps.inference.tokens import Tokens

TOKEN_LIMIT = 256


def chunk_rows(
    version: DocumentVersion,
    title: str,
    pages: Sequence[Page],
    sections: Sequence[Section],
    passages: Sequence[Passage],
    readings: Sequence[Reading],
) -> list[Chunk]:
    """One unsaved chunk per passage, in order. `sections` are the saved rows that the passages count."""
    places = _Places(version, pages)
    tokens = _tokens(os.getpid()).count([passage.text for passage in passages])
    rows, first_token = [], 0
    for ordinal, (passage, reading, count) in enumerate(zip(passages, readings, tokens, strict=True)):
        row = places.chunk(passage, sections[passage.section], title)
        row.ordinal, row.tokens, row.first_token = ordinal, count, first_token
        _tell(row, reading)
        first_token += count
        rows.append(row)
    return rows


def _tell(row: Chunk, reading: Reading) -> None:
    """What was read in a passage, as the store keeps it."""
    row.view = noted(row.view, reading.note)
    row.card, row.enrichment = as_json(reading.card), enrichment_json(reading.enrichment)
    row.boilerplate = reading.card.boilerplate
    if row.kind == ChunkKind.TEXT and sum(map(critical, reading.card.numbers)) < FIGURES:
        row.signature = signature(row.text)  # what has figures of its own is no boilerplate, however it is worded


@cache
def _tokens(process: int) -> Tokens:
    """The embedded model's tokenizer alone: the parsing worker needs no model."""
    return Tokens.load(TOKEN_LIMIT)


class _Places:
    """Where passages stand: pages for boxes, tables by page and place on it."""

    def __init__(self, version: DocumentVersion, pages: Sequence[Page]) -> None:
        self.version = version
        self.pages = {page.number: page for page in pages}
        self.tables: dict[int, list[Table]] = {}
        for table in version.tables.defer("grid").order_by("ordinal"):
            self.tables.setdefault(table.page, []).append(table)

    def chunk(self, passage: Passage, section: Section, title: str) -> Chunk:
        spans = [[span.page.number, span.start, span.end] for span in passage.spans]
        longest = max(passage.spans, key=len)  # a passage may begin with a sentence of the page before
        return Chunk(
            version=self.version,
            section=section,
            table=self._table(passage),
            kind=passage.kind,
            page=longest.page.number,
            spans=spans,
            boxes=[box for page, start, end in spans for box in boxes_for(self.pages[page], start, end)],
            text=passage.text,
            view=view(passage, title, section.path),
            hash=passage.hash,
        )

    def _table(self, passage: Passage) -> Table | None:
        if passage.table_index is None:
            return None
        return self.tables[passage.spans[-1].page.number][passage.table_index]


def mark_duplicates(chunks: Sequence[Chunk]) -> int:
    """Point every saved chunk with the text of an earlier one at the first of them; returns how many there are."""
    first: dict[str, Chunk] = {}
    duplicates = []
    for chunk in chunks:
        original = first.setdefault(chunk.hash, chunk)
        if original is not chunk:
            chunk.duplicate_of = original
            duplicates.append(chunk)
    Chunk.objects.bulk_update(duplicates, ["duplicate_of"], batch_size=500)
    return len(duplicates)
