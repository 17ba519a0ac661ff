"""What of a passage carries its evidence: the sentences or rows with figures and named items, with their places."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from apps.documents.cards.card import CardInput, Number, Span
from apps.documents.cards.numbers import critical
from apps.documents.models import ChunkKind
from apps.documents.sections import SENTENCE
from apps.documents.statements.mentions import Mention

MOST_SENTENCES = 3
MOST_ROWS = 5
LONGEST = 600
LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Scored:
    """A sentence or row and how much it says."""

    span: Span
    score: float


def evidence(passage: CardInput, numbers: Sequence[Number], mentions: Sequence[Mention]) -> tuple[Span, ...]:
    """At most 3 sentences, or 5 rows of a table, in reading order: those with most figures and items."""
    table = passage.kind is ChunkKind.TABLE
    scored = list(_scored(list(_rows(passage.text) if table else _sentences(passage.text)), numbers, mentions))
    best = sorted(scored, key=lambda one: -one.score)[: MOST_ROWS if table else MOST_SENTENCES]
    return tuple(sorted((one.span for one in best if one.score > 0), key=lambda span: span.start))


def _sentences(text: str) -> Iterator[Span]:
    start = 0
    for match in (*SENTENCE.finditer(text), None):
        end = len(text) if match is None else match.start() + len(match[0]) - len(match[0].lstrip('"”’)'))
        yield _span(text, start, end)
        start = len(text) if match is None else match.end()


def _rows(text: str) -> Iterator[Span]:
    start = 0
    for line in text.splitlines(keepends=True):
        yield _span(text, start, start + len(line))
        start += len(line)


def _span(text: str, start: int, end: int) -> Span:
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip())
    kept = piece.strip()[:LONGEST]
    return Span(kept, start, start + len(kept))


def _scored(spans: Sequence[Span], numbers: Sequence[Number], mentions: Sequence[Mention]) -> Iterator[Scored]:
    """A point for each item and critical figure, half for others; later sentences lose a little, headings all."""
    for place, span in enumerate(spans):
        figures = [number for number in numbers if span.start <= number.start < span.end]
        items = sum(span.start <= mention.start < span.end for mention in mentions)
        says = bool(LETTER.search(span.text)) and span.end > span.start
        score = min(items, 3) + sum(1.0 if critical(number) else 0.5 for number in figures[:3])
        yield Scored(span, score - place * 0.05 if says and score else 0)


def lead(text: str) -> Span | None:
    """The first sentence of some length, without a heading that stands above it on lines of its own."""
    spans = [span for span in _sentences(text) if len(span.text.split()) > 3]
    return spans[0] if spans else None
