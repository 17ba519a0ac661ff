"""Statement items as questions name them (R2: metrics)."""

from dataclasses import dataclass

from apps.documents.statements.ontology import Concept, concepts


@dataclass(frozen=True, slots=True)
class Mention:
    """Characters [start, end) of the text name `concept`."""

    concept: str
    start: int
    end: int


def mentions(text: str) -> list[Mention]:
    """The items that `text` names, in reading order; of overlapping ones the longest, then the first, wins."""
    found = [mention for concept in concepts().values() for mention in _of(concept, text)]
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


def _of(concept: Concept, text: str) -> list[Mention]:
    return [
        Mention(concept.key, match.start(), match.end()) for words in concept.asked for match in words.finditer(text)
    ]
