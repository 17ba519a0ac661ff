"""The enrichment of a passage (A5): its shape. Everything found has a confidence from 0 to 1."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any, Protocol

from pydantic import TypeAdapter, ValidationError

from apps.documents.cards.card import CardInput
from apps.documents.cards.labels import Topic
from apps.documents.sections import one_line


class EntityKind(StrEnum):
    ORGANISATION = "organisation"
    PLACE = "place"
    PERSON = "person"
    ROLE = "role"
    RULE = "rule"  # a law, a standard, a regulator's form
    NAME = "name"  # capitalised, of a kind that rules cannot tell


class Tone(StrEnum):
    POSITIVE = "positive"
    NEUTRAL = "neutral"
    NEGATIVE = "negative"


@dataclass(frozen=True, slots=True)
class Entity:
    """A name as the passage writes it."""

    name: str
    kind: EntityKind
    confidence: float


@dataclass(frozen=True, slots=True)
class Sentiment:
    label: Tone = Tone.NEUTRAL
    confidence: float = 0.0


@dataclass(frozen=True, slots=True)
class TopicScore:
    topic: Topic
    confidence: float


@dataclass(frozen=True, slots=True)
class Enrichment:
    """Best first in each list. tickers: only those that the passage itself prints."""

    entities: tuple[Entity, ...] = ()
    tickers: tuple[str, ...] = ()
    sentiment: Sentiment = Sentiment()
    topics: tuple[TopicScore, ...] = ()
    maker: str = "rules"
    placeholder: bool = False


class Enricher(Protocol):
    """One enrichment for each passage, in order; what cannot be made is a placeholder."""

    @property
    def name(self) -> str: ...

    def enrich(self, passages: Sequence[CardInput]) -> list[Enrichment]: ...


class EnrichmentRefused(ValueError):
    """JSON that is no enrichment. str() names the field and what is wrong with it."""


@cache
def shape() -> TypeAdapter[Enrichment]:
    """Reads, writes and describes enrichments."""
    return TypeAdapter(Enrichment)


def as_json(enrichment: Enrichment) -> dict[str, Any]:
    dumped: dict[str, Any] = shape().dump_python(enrichment, mode="json")
    return dumped


def from_json(raw: object, text: str | None = None) -> Enrichment:
    """Raises EnrichmentRefused when `raw` is none, or when `text` is given and lacks what is named."""
    try:
        enrichment = shape().validate_python(raw)
    except ValidationError as error:
        first = error.errors()[0]
        raise EnrichmentRefused(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from error
    if wrong := problems(enrichment, text):
        raise EnrichmentRefused("; ".join(wrong))
    return enrichment


def problems(enrichment: Enrichment, text: str | None = None) -> list[str]:
    """What is wrong with an enrichment, in words."""
    scored = [entity.confidence for entity in enrichment.entities] + [enrichment.sentiment.confidence]
    scored += [topic.confidence for topic in enrichment.topics]
    found = [f"confidence {confidence} is not from 0 to 1" for confidence in scored if not 0 <= confidence <= 1]
    if text is not None:
        names = (*(entity.name for entity in enrichment.entities), *enrichment.tickers)
        found += [f"{name!r} is not in the text" for name in names if name not in one_line(text)]
    return found
