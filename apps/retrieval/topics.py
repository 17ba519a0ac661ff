"""Subjects that filings of every kind treat under known titles and in known words: `topics.toml`."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from apps.questions.query import Query, Role
from apps.retrieval.stems import stem_sequence

SOURCE = Path(__file__).parent / "topics.toml"
SILENT_ROLES = frozenset({Role.FORM, Role.FILER})
Phrase = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Topic:
    """phrases: stems by which questions speak of it; printed: what filings print; titles: words of its sections."""

    name: str
    phrases: tuple[Phrase, ...]
    printed: str
    titles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Topics:
    """What the topics of a question bring, each once."""

    names: frozenset[str] = frozenset()
    printed: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()

    @property
    def non_gaap(self) -> bool:
        return "non-gaap" in self.names

    @property
    def event(self) -> bool:
        return "officers" in self.names

    @property
    def outlook(self) -> bool:
        return "outlook" in self.names

    @property
    def risk(self) -> bool:
        return "risk" in self.names


def topics_in(query: Query) -> Topics:
    """The topics that a query's words name, and those that its kind of text asks for."""
    stems = stem_sequence(" ".join(token.text for token in query.tokens if token.role not in SILENT_ROLES))
    asked = {str(query.text_kind)} if query.text_kind else set()
    found = [one for one in topics() if one.name in asked or any(_stands(phrase, stems) for phrase in one.phrases)]
    return Topics(
        frozenset(one.name for one in found),
        tuple(dict.fromkeys(one.printed for one in found if one.printed)),
        tuple(dict.fromkeys((*query.about.sections, *(title for one in found for title in one.titles)))),
    )


def _stands(phrase: Phrase, stems: Sequence[str]) -> bool:
    size = len(phrase)
    return bool(size) and any(tuple(stems[at : at + size]) == phrase for at in range(len(stems) - size + 1))


@cache
def topics() -> tuple[Topic, ...]:
    raw = tomllib.loads(SOURCE.read_text(encoding="utf-8"))
    return tuple(
        Topic(
            name,
            tuple(stem_sequence(phrase) for phrase in entry["phrases"]),
            entry.get("printed", ""),
            tuple(entry.get("titles", "").split()),
        )
        for name, entry in raw.items()
    )
