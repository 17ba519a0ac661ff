"""The piece of a passage that shows best why it was found, cut into marked and plain words. Nothing is HTML."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from apps.retrieval.stems import WORD, stems

LONGEST = 280  # characters
LINES = 5  # of a table
BLANK = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Piece:
    text: str
    marked: bool = False


def snippet(text: str, terms: Collection[str], *, table: bool = False) -> list[Piece]:
    """terms: stems, as a trace names them. Of a table the lines that hold most of them, in their order."""
    wanted = frozenset(terms)
    if table:
        return pieces("\n".join(_lines(text, wanted)), wanted)
    flat = BLANK.sub(" ", text).strip()
    start, end = _window(flat, wanted)
    before, after = "… " if start else "", " …" if end < len(flat) else ""
    return pieces(f"{before}{flat[start:end].strip()}{after}", wanted)


def pieces(text: str, terms: frozenset[str]) -> list[Piece]:
    """The whole text, in order, its words among `terms` marked."""
    cut: list[Piece] = []
    last = 0
    for start, end in _hits(text, terms):
        if start > last:
            cut.append(Piece(text[last:start]))
        cut.append(Piece(text[start:end], marked=True))
        last = end
    return [*cut, Piece(text[last:])] if last < len(text) else cut


def _hits(text: str, terms: frozenset[str]) -> Iterator[tuple[int, int]]:
    for word in WORD.finditer(text):
        if not terms.isdisjoint(stems(word[0])):
            yield word.span()


def _lines(text: str, terms: frozenset[str]) -> list[str]:
    lines = [BLANK.sub(" ", line).strip()[:LONGEST] for line in text.splitlines() if line.strip()]
    held = [len(stems(line) & terms) for line in lines]
    best = sorted(range(len(lines)), key=lambda number: (-held[number], number))[:LINES]
    return [lines[number] for number in sorted(best)]


def _window(text: str, terms: frozenset[str]) -> tuple[int, int]:
    """The stretch of at most LONGEST characters with the most different terms, beginning at a word."""
    if len(text) <= LONGEST:
        return 0, len(text)
    hits = list(_hits(text, terms))
    starts = [0, *(max(0, text.rfind(" ", 0, max(start - 40, 1)) + 1) for start, _ in hits)]
    best = max(starts, key=lambda start: (_held(text, hits, start, terms), -start))
    end = min(len(text), best + LONGEST)
    blank = text.rfind(" ", best, end)
    return best, end if end == len(text) or blank <= best else blank


def _held(text: str, hits: list[tuple[int, int]], start: int, terms: frozenset[str]) -> int:
    within = (text[first:last] for first, last in hits if first >= start and last <= start + LONGEST)
    return len({stem for word in within for stem in stems(word) & terms})
