"""What of a passage carries its evidence: the sentences or rows with figures and named items, with their places."""

import re
from collections.abc import Iterator, Sequence

from apps.documents.cards.card import CardInput, Number, Span
from apps.documents.cards.numbers import critical
from apps.documents.models import ChunkKind
from apps.documents.sections import SENTENCE
from apps.statements.mentions import Mention

MOST_SENTENCES = 3
MOST_ROWS = 5
LONGEST = 600
LATER = 0.05
LETTER = re.compile(r"[^\W\d_]")


def telling(passage: CardInput, numbers: Sequence[Number], mentions: Sequence[Mention]) -> list[Span]:
    """At most 3 sentences, or 5 rows of a table: those with most figures and items, best first."""
    table = passage.kind is ChunkKind.TABLE
    spans = list(_rows(passage.text) if table else _sentences(passage.text))
    scored = [(_score(span, numbers, mentions, place), span) for place, span in enumerate(spans)]
    best = sorted((one for one in scored if one[0] > 0), key=lambda one: -one[0])
    return [span for _, span in best[: MOST_ROWS if table else MOST_SENTENCES]]


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


def _score(span: Span, numbers: Sequence[Number], mentions: Sequence[Mention], place: int) -> float:
    """A point for each item and critical figure, half for other figures; later sentences lose a little."""
    figures = [number for number in numbers if span.start <= number.start < span.end]
    items = sum(span.start <= mention.start < span.end for mention in mentions)
    score = min(items, 3) + sum(1.0 if critical(number) else 0.5 for number in figures[:3])
    return score - place * LATER if score and LETTER.search(span.text) else 0.0


def lead(text: str) -> Span | None:
    """The first sentence of some length, without a heading that stands above it on lines of its own."""
    spans = [span for span in _sentences(text) if len(span.text.split()) > 3]
    return spans[0] if spans else None
