"""Thresholds of the look-up, set on generated questions and reported on others: paraphrases and hard negatives.

Nothing of it needs filings or cells: a bank is supposed that holds every shipped question of half of the companies and
years, and each generated question has one right answer in it, or none.
"""

import tomllib
import uuid
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from apps.memory.index import Index, made_of
from apps.memory.lookup import embedded, matched
from apps.memory.matching import Thresholds, Vectors, content, plain_text
from apps.memory.models import Kind
from apps.memory.questions import kind_of
from apps.memory.shipped import shipped
from apps.memory.slots import Slots, slots_of, without_slots
from apps.questions.names import Mention
from apps.questions.query import Query, as_json
from apps.questions.reader import read
from apps.questions.slots import Filer

FILE = Path(__file__).parent / "data" / "paraphrases.toml"
YEARS = (2019, 2020, 2021, 2022, 2023)
NOTHING = ""


@dataclass(frozen=True, slots=True)
class Generated:
    """right: the key of the question that answers it, "" where none may. kind: what it tries."""

    text: str
    right: str
    kind: str
    held_out: bool


@dataclass(frozen=True, slots=True)
class Tally:
    """Of questions of one split. crossed: answers of another company or period."""

    asked: int = 0
    right: int = 0
    wrong: int = 0
    answerable: int = 0
    crossed: int = 0
    missed: Counter[str] = field(default_factory=Counter)
    mistaken: tuple[str, ...] = ()

    @property
    def precision(self) -> float:
        return self.right / max(1, self.right + self.wrong)

    @property
    def recall(self) -> float:
        return self.right / max(1, self.answerable)


@dataclass(frozen=True, slots=True)
class Names:
    """A register of the invented companies."""

    filers: tuple[Filer, ...]

    def mentions(self, text: str) -> Sequence[Mention]:
        found = ((text.find(filer.name), filer) for filer in self.filers)
        return [Mention(at, at + len(filer.name), filer.name, (filer,)) for at, filer in found if at >= 0]


class Bank:
    """A supposed bank: every question, of companies and years whose places add up to an even number."""

    def __init__(self) -> None:
        raw = tomllib.loads(FILE.read_text(encoding="utf-8"))
        self.raw = raw
        self.filers = tuple(Filer(uuid.uuid5(uuid.NAMESPACE_DNS, name), name) for name in raw["companies"])
        self.names = Names(self.filers)
        self.read: dict[str, Read] = {}
        self.held_out = False
        self.keys: list[str] = [*shipped(), *(group["asked"][0] for group in raw["words"])]
        self.index: Index = made_of([*map(self._shipped, shipped()), *map(self._own, raw["words"])])

    def holds(self, slots: Slots) -> bool:
        places = {filer.uid: place for place, filer in enumerate(self.filers)}
        return (places[slots.company] + slots.period.year) % 2 == 0 and slots.period.kind == "year"

    def _shipped(self, key: str) -> tuple[int, dict[str, object], bool, list[str]]:
        fields = shipped()[key]
        return self.keys.index(key), fields["query"], False, [fields["wording"], *fields["asked"]]

    def _own(self, group: dict[str, list[str]]) -> tuple[int, dict[str, object], bool, list[str]]:
        wording = group["asked"][0]
        query = read(wording, self.names).query
        return self.keys.index(wording), as_json(without_slots(query)), kind_of(query) == Kind.WORDS, [wording]

    def generated(self) -> Iterator[Generated]:
        """Every phrase of a measure in every frame, of changing companies and years; and what must not match."""
        draw = Random(7)  # noqa: S311 - the same questions each time
        for key, phrases in self.raw["measures"].items():
            for place, phrase in enumerate(phrases):
                self.held_out = place % 2 == 1
                for frame in self.raw["frames"]:
                    yield self._asked(frame, phrase, key, "paraphrase", draw)
                for other in draw.sample(self.raw["others"], 6):
                    yield self._asked(
                        draw.choice(self.raw["frames"]), other.format(measure=phrase), "", "changed", draw
                    )
        for place, phrase in enumerate(self.raw["strange"]):
            self.held_out = place % 2 == 1
            for frame in self.raw["frames"]:
                yield self._asked(frame, phrase, "", "other metric", draw)
        yield from self._words(draw)

    def _words(self, draw: Random) -> Iterator[Generated]:
        for group in self.raw["words"]:
            for place, text in enumerate(group["asked"]):
                self.held_out = place % 2 == 1
                for tail in (" ({company}, {period})", " Say it for {company} in {period}."):
                    yield self._asked(text + tail, "", group["asked"][0], "words", draw)
            for text in group.get("wrong", ()):
                yield self._asked(text + " ({company}, {period})", "", "", "other words", draw)

    def _asked(self, frame: str, measure: str, key: str, kind: str, draw: Random) -> Generated:
        filer, year = draw.choice(self.filers), draw.choice(YEARS)
        period = draw.choice(self.raw["periods"]).format(year=year)
        place = self.filers.index(filer)
        held = (place + year) % 2 == 0
        text = frame.format(company=filer.name, measure=measure, period=period)
        return Generated(
            text, key if held else NOTHING, kind if held or not key else "other company or period", self.held_out
        )


@dataclass(frozen=True)
class Read:
    """A question as it was read once, and its embedding."""

    query: Query
    slots: Slots | None
    embedding: "Future[Vectors | None]"


def answered(bank: Bank, text: str, tau: Thresholds) -> tuple[str, Slots | None]:
    """The key of the question that the bank answers with, and the slots of the cell."""
    if text not in bank.read:
        query = read(text, bank.names).query
        bank.read[text] = Read(query, slots_of(query), _soon(query))
    query, slots = bank.read[text].query, bank.read[text].slots
    if slots is None or not bank.holds(slots) or query.unread:
        return NOTHING, slots
    found = matched(content(query), bank.index.like(query), bank.index, bank.read[text].embedding, tau)
    return (bank.keys[found[0].pk], slots) if found else (NOTHING, slots)


def _soon(query: Query) -> "Future[Vectors | None]":
    waited: Future[Vectors | None] = Future()
    waited.set_result(embedded(plain_text(query)))
    return waited


def tally(bank: Bank, questions: Sequence[Generated], tau: Thresholds) -> Tally:
    found = Tally()
    for one in questions:
        key, slots = answered(bank, one.text, tau)
        right = bool(key) and key == one.right
        crossed = bool(key) and (slots is None or not _says(one.text, bank, slots))
        found = replace(
            found,
            asked=found.asked + 1,
            right=found.right + right,
            wrong=found.wrong + (bool(key) and not right),
            answerable=found.answerable + bool(one.right),
            crossed=found.crossed + crossed,
            missed=found.missed + Counter([one.kind] if one.right and not key else []),
            mistaken=(*found.mistaken, f"{one.kind}: {one.text} -> {key}") if key and not right else found.mistaken,
        )
    return found


def _says(text: str, bank: Bank, slots: Slots) -> bool:
    """Whether the question names the company and the year of the cell that answers it."""
    name = next(filer.name for filer in bank.filers if filer.uid == slots.company)
    return name in text and str(slots.period.year) in text


def halves(bank: Bank) -> tuple[list[Generated], list[Generated]]:
    """One half to set thresholds on, one to report on: no phrase is in both."""
    every = list(dict.fromkeys(bank.generated()))
    return [one for one in every if not one.held_out], [one for one in every if one.held_out]


def candidates() -> Iterator[Thresholds]:
    """From lax to strict: where the query is the same, wording may differ much; of words alone it may not."""
    for figures in (0.0, 0.2, 0.4, 0.6):
        for words in (0.75, 0.85, 0.95):
            yield Thresholds(figures, figures, max(figures, 0.3), words, words, min(words + 0.05, 0.98))


def calibrated(bank: Bank, questions: Sequence[Generated], precision: float) -> tuple[Thresholds, Tally]:
    """The thresholds of the highest recall at that precision; the strictest of those that are alike."""
    tried = [(tau, tally(bank, questions, tau)) for tau in candidates()]
    good = [one for one in tried if one[1].precision >= precision] or tried
    return max(good, key=lambda one: (round(one[1].recall, 3), one[0].sequence, one[0].words_sequence))
