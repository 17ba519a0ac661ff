"""The one lexicon: phrases as data, in a tree of words that the longest phrase wins in."""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from pathlib import Path
from types import MappingProxyType
from typing import Any

from apps.questions.tokens import Word, key_of
from apps.statements.ontology import concepts

HERE = Path(__file__).parent / "lexicon"
MEASURES = {"items": "item", "rows": "row", "ratios": "ratio"}  # file -> kind of its entries
LAYERED = ("words", "parts", "cues", "frames")  # files whose tables are kinds of entries
MARKS, MOST_MARKS = frozenset((",", "'", "'s", "(", ")")), 2  # within a phrase
VOWELS = frozenset("aeiou")
Keys = tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """One meaning. name: the concept, ratio, operator ...; what: further values of its table."""

    kind: str
    name: str
    phrases: tuple[str, ...] = ()
    verbs: tuple[str, ...] = ()
    example: str = ""
    what: MappingProxyType[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def full(self) -> str:
        return f"{self.kind}.{self.name}"


@dataclass(slots=True)
class Node:
    below: dict[str, "Node"] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Match:
    """Words [.., end) are a phrase of each of these entries, which come in the lexicon's order."""

    end: int
    entries: tuple[Entry, ...]

    def of(self, kind: str) -> Entry | None:
        return next((entry for entry in self.entries if entry.kind == kind), None)


@dataclass(frozen=True, slots=True)
class Lexicon:
    root: Node
    entries: tuple[Entry, ...]
    irregular: dict[str, tuple[str, ...]]

    def longest(self, words: Sequence[Word], start: int, stop: int) -> Match | None:
        """The longest phrase that begins at `start` and ends before `stop`; marks within a phrase do not part it."""
        node, place, best, comma, marked = self.root, start, None, -1, 0
        while place < stop:
            key = words[place].key
            below = node.below.get(key)
            if below is None and place > start and marked < MOST_MARKS and self._parts_nothing(words, place, key):
                comma = place if key == "," else comma
                marked, place = marked + 1, place + 1
                continue
            if below is None:
                break
            node, place, marked = below, place + 1, 0
            another = comma >= 0 and self._is_another(words, comma + 1, place, stop)
            if node.entries and not another and not self._nets(words, place - 1, stop):
                best = Match(place, tuple(node.entries))
        return self._closed(words, start, best, stop) if best else None

    def _closed(self, words: Sequence[Word], start: int, match: Match, stop: int) -> Match:
        """With the parenthesis that a phrase opened: "income tax (benefit)"."""
        inside = [word.key for word in words[start : match.end]]
        opened = inside.count("(") > inside.count(")") and match.end < stop and words[match.end].key == ")"
        return Match(match.end + 1, match.entries) if opened else match

    def _parts_nothing(self, words: Sequence[Word], place: int, key: str) -> bool:
        glued_hyphen = key == "-" and words[place].glued and place + 1 < len(words) and words[place + 1].glued
        return glued_hyphen or key in MARKS

    def _is_another(self, words: Sequence[Word], start: int, end: int, stop: int) -> bool:
        """Whether what follows a comma begins a longer phrase of its own ("receivables, net income")."""
        node, place = self.root, start
        while place < stop and (below := node.below.get(words[place].key)):
            node, place = below, place + 1
            if place > end and any(entry.kind in MEASURES.values() for entry in node.entries):
                return True
        return False

    def _nets(self, words: Sequence[Word], start: int, stop: int) -> bool:
        """Whether a last "net" is that of "net of" with a measure behind it: "inventories net of debt"."""
        if words[start].key != "net" or start + 2 >= stop or words[start + 1].key != "of":
            return False
        behind = self.longest(words, start + 2, stop)
        return behind is not None and behind.entries[0].kind in MEASURES.values()

    def named(self, kind: str, name: str) -> Entry:
        return next(entry for entry in self.entries if (entry.kind, entry.name) == (kind, name))


@cache
def lexicon() -> Lexicon:
    """Read once; the order of the files decides between entries of one phrase."""
    irregular = {verb: tuple(forms) for verb, forms in _table("verbs").items()}
    entries = tuple(_entries())
    root = Node()
    for entry in entries:
        for phrase in _all_phrases(entry, irregular):
            _insert(root, phrase, entry)
    return Lexicon(root, entries, irregular)


def _table(name: str) -> dict[str, Any]:
    return tomllib.loads((HERE / f"{name}.toml").read_text(encoding="utf-8"))


def _entries() -> Iterator[Entry]:
    for file, kind in MEASURES.items():
        for name, table in _table(file).items():
            yield _entry(kind, name, table)
    for file in LAYERED:
        for kind, tables in _table(file).items():
            for name, table in tables.items():
                yield _entry(kind, name, table)


def _entry(kind: str, name: str, table: dict[str, Any]) -> Entry:
    phrases = tuple(table["phrases"])
    if kind == "item" and not name.startswith("cf_") and "(" not in concepts()[name].name:
        phrases = (*phrases, concepts()[name].name.replace(",", "").replace("-", " "))
    rest = {key: value for key, value in table.items() if key not in ("phrases", "verbs", "example")}
    return Entry(kind, name, phrases, tuple(table.get("verbs", ())), table.get("example", ""), MappingProxyType(rest))


def phrases_of(entry: Entry) -> Iterator[Keys]:
    """Its phrases in every spelling, without those of its verbs."""
    for phrase in entry.phrases:
        yield from spellings(phrase)


def _all_phrases(entry: Entry, irregular: dict[str, tuple[str, ...]]) -> Iterator[Keys]:
    yield from phrases_of(entry)
    for phrase in entry.verbs:
        first, _, rest = phrase.partition(" ")
        for form in verb_forms(first, irregular):
            yield from spellings(f"{form} {rest}".strip())


def _insert(root: Node, keys: Keys, entry: Entry) -> None:
    node = root
    for key in keys:
        node = node.below.setdefault(key, Node())
    if keys and entry not in node.entries:
        node.entries.append(entry)


def spellings(phrase: str) -> Iterator[Keys]:
    """Every way to write a phrase: (a) may be missing, a/b is one of the two, a-b is "a b" or "ab", & is "and"."""
    for choice in product(*(_choices(piece) for piece in _pieces(phrase))):
        keys = tuple(key for part in choice for key in part)
        if keys:
            yield keys


def _pieces(phrase: str) -> Iterator[str]:
    held = ""
    for piece in phrase.split():
        held = f"{held} {piece}".strip()
        if held.count("(") == held.count(")"):
            yield held
            held = ""


def _choices(piece: str) -> list[Keys]:
    if piece.startswith("(") and piece.endswith(")"):
        return [(), *spellings(piece[1:-1])]
    if len(piece) == 1:
        return [("and",), ("&",)] if piece == "&" else [(piece,)]
    return [keys for way in piece.split("/") for keys in _hyphened(way)]


def _hyphened(way: str) -> list[Keys]:
    if "&" in way:  # R&D
        before, _, after = way.partition("&")
        return [
            (*first, mark, *second)
            for first in _hyphened(before)
            for mark in ("&", "and")
            for second in _hyphened(after)
        ]
    if way.endswith("'s") and len(way) > 2:
        return [(key_of(way[:-2]), "'s")]
    parts = way.split("-")
    apart = tuple(key_of(part) for part in parts)
    return [apart, (key_of("".join(parts)),)] if len(parts) > 1 else [apart]


def verb_forms(verb: str, irregular: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    """spend, spends, spending, spent."""
    if verb in irregular:
        return (verb, *irregular[verb])
    if verb.endswith("y") and verb[-2] not in VOWELS:
        return (verb, f"{verb[:-1]}ies", f"{verb}ing", f"{verb[:-1]}ied")
    stem = verb.removesuffix("e")
    if _doubles(verb):
        stem += verb[-1]
    third = f"{verb}es" if verb.endswith(("s", "sh", "ch", "x")) else f"{verb}s"
    return (verb, third, f"{stem}ing", f"{stem}ed")


def _doubles(verb: str) -> bool:
    """A short verb of consonant, vowel, consonant: cut, drop, plan."""
    letters = [letter in VOWELS for letter in verb[-3:]]
    return len(verb) < 5 and letters == [False, True, False] and verb[-1] not in "wxy"
