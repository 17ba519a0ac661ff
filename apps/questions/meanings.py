"""Phrases that no lexicon knows and no filing prints, by what a trained model takes them to mean.

A model always finds something. So a phrase is read as an item only where the model is sure and each of its words is
one in which people speak of that item; what it is less sure of is offered as another reading. Neither carries high
trust: the query tells what was taken for what.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Protocol

from apps.questions.chunks import MEASURES
from apps.questions.labels import named, stems
from apps.questions.lexicon import Entry, lexicon, phrases_of
from apps.questions.numbers import PERCENT
from apps.questions.phrases import leaf
from apps.questions.placing import LONGEST, Placement, Placer, of_entry, works
from apps.questions.query import Taken
from apps.questions.sentence import label

SURE, LIKELY = (
    0.88,
    0.3,
)  # of 35 phrases of known questions, 15 of 25 from 0.88 on were met, and 2 of 10 from 0.8 to there
LEAST = 2  # words that say something: one alone ("ads") may be earned as well as spent
MOST = 24  # phrases of a question that are looked at


class Meaning(Protocol):
    @property
    def measure(self) -> str: ...
    @property
    def probability(self) -> float: ...


class Meanings(Protocol):
    """A model of phrases. said_of: the stems of the words in which people speak of each measure."""

    @property
    def said_of(self) -> Mapping[str, frozenset[str]]: ...

    def of(self, phrases: Sequence[str]) -> Sequence[Meaning]:
        """The likeliest of each phrase."""
        ...


@dataclass(frozen=True, slots=True)
class NoMeanings:
    """Where no model is at hand."""

    said_of: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def of(self, phrases: Sequence[str]) -> Sequence[Meaning]:
        return ()


def meant(placer: Placer, meanings: Meanings, *, sure: bool) -> tuple[Placement, ...]:
    """Placements of all words that nothing else placed; none where one of them stays. sure: to be read so."""
    if len(placer.unread) > LONGEST:
        return ()
    spans = [span for span in placer.phrases() if _may_mean(placer, *span)][:MOST]
    if not spans:
        return ()
    found = meanings.of([placer.text(*span) for span in spans])
    proposed = (_placement(placer, span, one, meanings, sure) for span, one in zip(spans, found, strict=False))
    placements = placer.best(one for one in proposed if one)
    covered = frozenset().union(*(one.covers for one in placements))
    several = len(placements) > 1 and not sure  # of two guesses one is wrong
    return () if several or not _unprinted(placer) <= covered else placements


def _unprinted(placer: Placer) -> frozenset[int]:
    """Places of measures that are only the words of the question, and that no filing prints."""
    free = {id(chunk): chunk for place in placer.free if (chunk := placer.chunk_at[place])}.values()
    rows = (one for one in free if named(placer.text(one.start, one.end), placer.labels) is None)
    return frozenset(place for one in rows for place in range(one.start, one.end))


def _may_mean(placer: Placer, start: int, end: int) -> bool:
    """Words that say something, one of which nothing placed, and that are no line of a filing."""
    text = placer.text(start, end)
    if not (placer.unread | placer.free) & set(range(start, end)):
        return False
    parts = any(placer.chunk_at[place].kind in ("each", "dimension") for place in range(start, end))
    return not parts and len(stems(text)) >= LEAST and named(text, placer.labels) is None


def _placement(
    placer: Placer, span: tuple[int, int], meaning: Meaning, meanings: Meanings, sure: bool
) -> Placement | None:
    entry = _measures().get(meaning.measure)
    text = placer.text(*span)
    if entry is None or meaning.probability < (SURE if sure else LIKELY) or _swallows(placer, span, entry):
        return None
    if _told_in_percent(placer, span) and entry.kind != "ratio":  # "pension funded %" is no amount
        return None
    own = _words_for(entry) | meanings.said_of.get(meaning.measure, frozenset())
    if not (stems(text) if sure else _signs(placer, span)) <= own:
        return None
    measure = leaf(of_entry(entry))
    covers = placer.open & set(range(*span))
    rank = (-len(covers), -round(1000 * meaning.probability), span[1] - span[0])
    taken = Taken(text, label(measure), meaning=True)
    return Placement(tuple(placer.line(*span, measure, entry)), covers, rank, taken)


def _told_in_percent(placer: Placer, span: tuple[int, int]) -> bool:
    """Whether a sign of how it is wanted stands within the phrase, before it or behind it; no share of another line."""
    beside = (placer.chunk_at.get(place) for place in range(span[0] - 1, span[1] + 1))
    return any(one and one.kind == "form" and placer.words[one.start].key in PERCENT for one in beside)


def _signs(placer: Placer, span: tuple[int, int]) -> frozenset[str]:
    """Words that work on measures: they may only be ones of the phrase itself ("money tied up in goods")."""
    signs = [placer.words[place].text for place in range(*span) if works(placer.chunk_at[place])]
    return stems(" ".join(signs))


def _swallows(placer: Placer, span: tuple[int, int], entry: Entry) -> bool:
    """What stands beside a measure that is known narrows it: its words are not to be swallowed by that very measure."""
    within = (placer.chunk_at[place] for place in range(*span))
    known = (one.entry for one in within if one.kind == "measure" and one.entries)
    return any(one.kind in MEASURES and one.name == entry.name for one in known)


@cache
def _measures() -> dict[str, Entry]:
    return {entry.name: entry for entry in lexicon().entries if entry.kind in MEASURES}


@cache
def _words_for(entry: Entry) -> frozenset[str]:
    return frozenset(stem for keys in phrases_of(entry) for stem in stems(" ".join(keys)))


def offered(placements: Sequence[Placement]) -> Iterator[str]:
    """Why a reading is offered."""
    for one in placements:
        if one.taken:
            yield f"“{one.taken.asked}” may mean {one.taken.label}"
