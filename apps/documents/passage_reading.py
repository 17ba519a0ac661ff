"""Cards and enrichment of all passages of a filing (R1, A5), by rules unless models are configured."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from apps.documents.cards.card import Card, CardInput, CardMaker
from apps.documents.cards.rules import RulesCardMaker
from apps.documents.chunking import Passage
from apps.documents.cover.periods import year_end
from apps.documents.enrichment.enrichment import Enricher, Enrichment
from apps.documents.enrichment.rules import RulesEnricher
from apps.documents.metadata import Metadata
from apps.documents.references import meant
from apps.documents.sections import ParsedSection
from apps.statements.facts import StatementFact

BATCH = 256  # what both read of a passage is kept between them for so many
HALF = {"H1": "Q2"}  # a half year ends as far from the year's end as its second quarter


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read in one passage. note: lines for its retrieval view, never cited: whom it means by "we" (V3)."""

    card: Card
    enrichment: Enrichment
    note: str = ""


def read_passages(
    inputs: Sequence[CardInput], maker: CardMaker | None = None, enricher: Enricher | None = None
) -> list[Reading]:
    """One reading for each passage, in order; the default is rules, which need no model and never fail."""
    maker, enricher = maker or RulesCardMaker(), enricher or RulesEnricher()
    readings: list[Reading] = []
    for start in range(0, len(inputs), BATCH):
        batch = inputs[start : start + BATCH]
        made = zip(maker.cards(batch), enricher.enrich(batch), map(meant, batch), strict=True)
        readings += [Reading(card, enrichment, note) for card, enrichment, note in made]
    return readings


def card_inputs(
    passages: Sequence[Passage],
    sections: Sequence[ParsedSection],
    metadata: Metadata,
    facts: Sequence[StatementFact],
) -> list[CardInput]:
    """The passages with what the filing says of itself and the items that facts were read for in each."""
    company = metadata.company.value if metadata.company else ""
    year = metadata.fiscal_year.value if metadata.fiscal_year else None
    end, period = metadata.period_end, metadata.fiscal_period
    last = year_end(end.value, HALF.get(period.value, period.value)) if end and period else None
    by_page: dict[int, list[StatementFact]] = {}
    for fact in facts:
        by_page.setdefault(fact.page, []).append(fact)
    return [
        CardInput(
            text=passage.text,
            kind=passage.kind,
            path=sections[passage.section].path,
            company=company,
            fiscal_year=year,
            year_end=last,
            table=passage.table,
            concepts=tuple(dict.fromkeys(_concepts(passage, by_page))),
        )
        for passage in passages
    ]


def _concepts(passage: Passage, facts: dict[int, list[StatementFact]]) -> Iterator[str]:
    for span in passage.spans if passage.table is not None else ():
        for fact in facts.get(span.page.number, ()):
            if fact.concept and span.start <= fact.cell.start < span.end:
                yield fact.concept
