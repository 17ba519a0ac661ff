"""What the card of a passage says against what the intent asks, field by field (R3, R4).

aE*Jacc(E) + aM*Jacc(M) + aP*period + aN*numeric, with the card's companies, items, periods and figures.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from apps.retrieval.filings import Filing
from apps.retrieval.found import Alignment, Met, SearchSettings
from apps.retrieval.intents import Intent
from apps.statements.ontology import concepts

ONLY_THE_FILING = 0.5  # of a year that its filing is of, but that the passage itself does not write
Card = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Meeting:
    """alignment: each part from 0 to 1. met: the fields in which passage and intent meet, with what they share."""

    alignment: Alignment
    met: tuple[Met, ...]


def meet(card: Card, filing: Filing, intent: Intent, settings: SearchSettings) -> Meeting:
    """card: `Chunk.card`, `{}` where none was made: then it says nothing."""
    entities, company = _companies(card, filing, intent)
    metrics, items = _items(card, intent)
    period, periods = _periods(card, filing, intent)
    numeric, figures = _figures(card, intent)
    parts = zip(settings.alignment_parts, (entities, metrics, period, numeric), strict=True)
    score = round(sum(weight * part for weight, part in parts), 4)
    met = tuple(field for field in (company, items, periods, figures) if field.met)
    return Meeting(Alignment(entities, metrics, period, numeric, score), met)


def jaccard(asked: Collection[str], said: Collection[str]) -> float:
    """Shared over all; 0 where there is nothing at all."""
    union = {*asked, *said}
    return len({*asked} & {*said}) / len(union) if union else 0.0


def _companies(card: Card, filing: Filing, intent: Intent) -> tuple[float, Met]:
    """A passage speaks of its filer, and of those asked for that it names."""
    said = " ".join(map(str, card.get("entities", ()))).casefold()
    named = [name for name in intent.company_names if name.casefold() in said]
    asked = len(intent.companies)
    own = filing.company in intent.companies
    if not asked or not (own or named):
        return 0.0, Met("company")
    shared = max(len(named), int(own))
    return shared / (asked + int(not own)), Met("company", tuple(named) or ("its filer",))


def _items(card: Card, intent: Intent) -> tuple[float, Met]:
    said = [str(key) for key in card.get("metrics", ())]
    shared = tuple(concepts()[key].name for key in intent.metrics if key in said)
    return jaccard(intent.metrics, said), Met("items", shared)


def _periods(card: Card, filing: Filing, intent: Intent) -> tuple[float, Met]:
    """Of the years and days asked for, the share that the card gives; half of a year that only the filing is of."""
    said = {str(period) for period in card.get("periods", ())}
    asked: list[int | str] = [*intent.years, *(day.isoformat() for day in intent.dates)]
    if not asked:
        return 0.0, Met("period")
    shared = [one for one in asked if _gives(said, one, intent.quarter)]
    half = [one for one in asked if one not in shared and one in filing.years]
    score = (len(shared) + ONLY_THE_FILING * len(half)) / len(asked)
    return score, Met("period", tuple(f"FY{one}" if isinstance(one, int) else one for one in shared))


def _gives(said: Collection[str], asked: int | str, quarter: int | None) -> bool:
    """FY2023 is given by itself and by days of that year; a quarter only by itself."""
    if isinstance(asked, str):
        return asked in said
    if quarter:
        return f"FY{asked}-Q{quarter}" in said
    return f"FY{asked}" in said or any(period.startswith(f"{asked}-") for period in said)


def _figures(card: Card, intent: Intent) -> tuple[float, Met]:
    """1 where a figure is asked for and the card has some, or neither."""
    numbers = [str(number["text"]) for number in card.get("numbers", ())]
    agree = bool(numbers) == intent.numeric
    return float(agree), Met("figures", (f"{len(numbers)} figures",) if agree and numbers else ())
