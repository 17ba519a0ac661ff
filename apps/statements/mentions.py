"""Statement items as questions name them (R2: metrics)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from apps.statements.ontology import concepts


@dataclass(frozen=True, slots=True)
class Mention:
    """Characters [start, end) of the text name `concept`."""

    concept: str
    start: int
    end: int


def mentions(text: str) -> list[Mention]:
    """The items that `text` names, in reading order; of overlapping ones the longest, then the first, wins."""
    found = list(_all(text))
    order = {key: place for place, key in enumerate(concepts())}
    found.sort(key=lambda mention: (mention.start - mention.end, order[mention.concept], mention.start))
    kept: list[Mention] = []
    for mention in found:
        if all(mention.end <= other.start or mention.start >= other.end for other in kept):
            kept.append(mention)
    return sorted(kept, key=lambda mention: mention.start)


def named(phrase: str) -> str | None:
    """The one item that a whole phrase names ("net PP&E"), by the words of questions: the longest mention wins."""
    found = mentions(phrase)
    return max(found, key=lambda mention: mention.end - mention.start).concept if found else None


GROUP = re.compile(r"\([^()]*\)\??")
UNSURE = re.compile(r"\\.|.[?*]|[^a-z -]")  # what need not stand in the text as written


@cache
def _patterns() -> list[tuple[str, str, re.Pattern[str]]]:
    """Every pattern with its concept and letters without which it cannot match ("" if there are none)."""
    return [(_needed(words.pattern), concept.key, words) for concept in concepts().values() for words in concept.asked]


def _needed(pattern: str) -> str:
    """The longest run of letters outside groups; none where alternatives stand outside groups."""
    while (bare := GROUP.sub("\0", pattern)) != pattern:
        pattern = bare
    return "" if "|" in pattern else max(UNSURE.split(pattern), key=len)


def _all(text: str) -> Iterator[Mention]:
    """Most patterns need letters that are not in the text at all: looking for those first saves most of the time."""
    lowered = text.lower()
    for needed, concept, words in _patterns():
        if needed in lowered:
            yield from (Mention(concept, match.start(), match.end()) for match in words.finditer(text))
