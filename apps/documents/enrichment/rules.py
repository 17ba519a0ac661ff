"""Enrichment by rules alone (A5, deterministic): names, tickers, tone and topics, each with a confidence."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.documents.cards.card import RULES, CardInput
from apps.documents.enrichment.enrichment import Enrichment
from apps.documents.enrichment.entities import entities, tickers
from apps.documents.enrichment.sentiment import sentiment
from apps.documents.enrichment.topics import topics, words_of


@dataclass(frozen=True, slots=True)
class RulesEnricher:
    """Never leaves a placeholder: a passage in which nothing is found is plainly neutral and about nothing."""

    name: str = RULES

    def enrich(self, passages: Sequence[CardInput]) -> list[Enrichment]:
        return [_enrichment(passage) for passage in passages]


def _enrichment(passage: CardInput) -> Enrichment:
    return Enrichment(
        entities=entities(passage.text),
        tickers=tickers(passage.text),
        sentiment=sentiment(words_of(passage.text)),
        topics=topics(passage.text, passage.path),
    )
