"""Enrichment by a model (A5): names that stand in the passage, tone and topics; the rules' result where it fails."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from pydantic import Field

from apps.documents.cards.card import CardInput
from apps.documents.cards.labels import Topic
from apps.documents.enrichment.enrichment import (
    Enricher,
    Enrichment,
    Entity,
    EntityKind,
    Sentiment,
    Tone,
    TopicScore,
)
from apps.documents.modelled.passages import material, shown
from apps.documents.modelled.reader import FAILED, Exact, Reader
from apps.documents.modelled.verbatim import located
from apps.documents.sections import one_line

MOST = 12


class SaidEntity(Exact):
    """A name as the passage writes it."""

    name: str = Field(max_length=200)
    kind: EntityKind
    confidence: float = Field(ge=0, le=1)


class SaidTopic(Exact):
    """A topic and how sure it is."""

    topic: Topic
    confidence: float = Field(ge=0, le=1)


class EnrichmentReply(Exact):
    """What the model is asked for."""

    entities: list[SaidEntity] = Field(max_length=MOST)
    tickers: list[Annotated[str, Field(max_length=20)]] = Field(max_length=MOST)
    sentiment: Tone
    sentiment_confidence: float = Field(ge=0, le=1)
    topics: list[SaidTopic] = Field(max_length=5)


class ShortEntity(SaidEntity):
    """The same in few words."""

    name: str = Field(max_length=50)


class ShortEnrichmentReply(EnrichmentReply):
    """Asked for where replies must be short."""

    entities: list[ShortEntity] = Field(max_length=3)  # type: ignore[assignment]  # of a kind with it
    tickers: list[Annotated[str, Field(max_length=6)]] = Field(max_length=2)
    topics: list[SaidTopic] = Field(max_length=2)


class ModelEnricher:
    """An `Enricher`; `rules` stand where the model fails, marked as a placeholder."""

    def __init__(self, reader: Reader, rules: Enricher) -> None:
        self._reader = reader
        self._rules = rules

    @property
    def name(self) -> str:
        return self._reader.name

    def enrich(self, passages: Sequence[CardInput]) -> list[Enrichment]:
        drafts = self._rules.enrich(passages)
        return self._reader.each(list(zip(passages, drafts, strict=True)), self._one)

    def _one(self, one: tuple[CardInput, Enrichment]) -> Enrichment:
        passage, draft = one
        shape = ShortEnrichmentReply if self._reader.narrow else EnrichmentReply
        reply = self._reader.ask(shape, "enrichment", material(passage))
        if reply is None:
            return replace(draft, maker=FAILED, placeholder=True)
        return grounded(reply, shown(passage), self.name)


def grounded(reply: EnrichmentReply, text: str, maker: str) -> Enrichment:
    """The enrichment of a reply, without names and tickers that the passage does not print; the surest first."""
    plain = one_line(text)
    entities = {
        name: Entity(name, said.kind, said.confidence)
        for said in reply.entities
        if located(name := one_line(said.name), plain)
    }
    topics = {said.topic: TopicScore(said.topic, said.confidence) for said in reply.topics}
    return Enrichment(
        entities=tuple(sorted(entities.values(), key=lambda entity: -entity.confidence)),
        tickers=tuple(dict.fromkeys(ticker for ticker in reply.tickers if ticker.isupper() and located(ticker, plain))),
        sentiment=Sentiment(reply.sentiment, reply.sentiment_confidence),
        topics=tuple(sorted(topics.values(), key=lambda topic: -topic.confidence)),
        maker=maker,
    )
