"""Cards by rules alone (R1, deterministic)."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.documents.cards.boilerplate import required_of_all
from apps.documents.cards.card import RULES, Card, CardInput
from apps.documents.cards.labels import Topic, section_label
from apps.documents.cards.numbers import numbers
from apps.documents.cards.periods import periods
from apps.documents.cards.sentences import telling
from apps.documents.cards.summaries import summary
from apps.documents.cards.triples import triples
from apps.documents.enrichment.entities import entities
from apps.documents.enrichment.topics import topics
from apps.documents.models import ChunkKind
from apps.documents.tables_in_words import column_periods, header_lines, row_labels
from apps.statements.mentions import mentions

MOST_METRICS = 12


@dataclass(frozen=True, slots=True)
class RulesCardMaker:
    """Never leaves a placeholder: every passage has a section, and a summary in its own words."""

    name: str = RULES

    def cards(self, passages: Sequence[CardInput]) -> list[Card]:
        return [_card(passage) for passage in passages]


def _card(passage: CardInput) -> Card:
    section = section_label(passage.path)
    figures = numbers(passage)
    named = mentions(passage.text)
    evidence = telling(passage, figures, named)
    spans = tuple(sorted(evidence, key=lambda span: span.start))
    when = periods(passage, _above(passage))
    about = topics(passage.text, passage.path)
    labels = row_labels(passage.text) if passage.kind is ChunkKind.TABLE else ()
    return Card(
        topic=about[0].topic if about else Topic.OTHER,
        section=section,
        entities=tuple(entity.name for entity in entities(passage.text)),
        metrics=tuple(dict.fromkeys([*passage.concepts, *(mention.concept for mention in named)]))[:MOST_METRICS],
        numbers=figures,
        periods=when,
        summary=summary(passage, evidence, labels, when),
        triples=triples(passage, spans, figures, column_periods(passage.table)),
        spans=spans,
        boilerplate=required_of_all(passage, section, figures),
    )


def _above(passage: CardInput) -> str:
    """The header rows and caption of a table, which a later part of it does not print again."""
    table = passage.table
    return f"{table.caption}\n{header_lines(table)}" if table else ""
