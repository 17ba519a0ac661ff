"""The concepts of financial statements, and which one a row's label names."""

import re
import tomllib
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

from apps.statements.labels import normal_label
from apps.statements.values.periods import PeriodKind

SOURCE = Path(__file__).parent / "concepts.toml"


class Statement(StrEnum):
    INCOME = "income"
    BALANCE = "balance"
    CASH_FLOW = "cash-flow"
    EQUITY = "equity"
    SEGMENT = "segment"  # tables of notes: what segments, regions and products contribute

    @property
    def period_kind(self) -> PeriodKind:
        return PeriodKind.INSTANT if self is Statement.BALANCE else PeriodKind.DURATION


class Unit(StrEnum):
    MONEY = "money"
    PER_SHARE = "per-share"
    SHARES = "shares"
    PERCENT = "percent"
    COUNT = "count"  # of things other than shares: only in tables of notes


class Zone(StrEnum):
    """Where on a classified balance sheet a row stands; other statements have none."""

    CURRENT_ASSETS = "current-assets"
    OTHER_ASSETS = "other-assets"
    CURRENT_LIABILITIES = "current-liabilities"
    OTHER_LIABILITIES = "other-liabilities"
    EQUITY = "equity"


@dataclass(frozen=True, slots=True)
class Concept:
    """One item. `labels` match whole normalised labels, best first; `asked` are searched in questions.

    unless, printed: what must not, and what must, be found in the label as printed ("Interest expense, net" is another
    item than "Interest expense", and the same when normalised). tags: names of the us-gaap taxonomy for the same item.
    """

    key: str
    name: str
    statement: Statement
    unit: Unit
    labels: tuple[re.Pattern[str], ...]
    asked: tuple[re.Pattern[str], ...]
    zones: frozenset[Zone]
    tags: tuple[str, ...] = ()
    unless: re.Pattern[str] | None = None
    printed: re.Pattern[str] | None = None

    def may_be(self, label: str) -> bool:
        """Whether a label as printed may name this item."""
        printed = " ".join(label.lower().split())
        return not (self.unless and self.unless.search(printed)) and (
            self.printed is None or bool(self.printed.search(printed))
        )


@lru_cache(maxsize=1)
def concepts() -> dict[str, Concept]:
    """Every concept by key, in the order in which statements print them."""
    raw = tomllib.loads(SOURCE.read_text(encoding="utf-8"))
    return {
        key: Concept(
            key=key,
            name=entry["name"],
            statement=Statement(entry["statement"]),
            unit=Unit(entry.get("unit", "money")),
            labels=tuple(re.compile(label) for label in entry["labels"]),
            asked=tuple(re.compile(rf"\b{words}", re.IGNORECASE) for words in entry["asked"]),
            zones=frozenset(Zone(zone) for zone in entry.get("zones", [])),
            tags=tuple(entry.get("tags", [])),
            unless=re.compile(entry["unless"]) if "unless" in entry else None,
            printed=re.compile(entry["printed"]) if "printed" in entry else None,
        )
        for key, entry in raw.items()
    }


@lru_cache(maxsize=50_000)
def concept_of(label: str, statement: Statement, zone: Zone | None = None) -> tuple[str, int] | None:
    """The concept that `label` names in `statement`, with the rank of the pattern that matched (0 is best)."""
    normal = normal_label(label)
    best: tuple[str, int] | None = None
    for concept in concepts().values():
        if concept.statement is not statement or (zone and concept.zones and zone not in concept.zones):
            continue
        rank = next((place for place, pattern in enumerate(concept.labels) if pattern.fullmatch(normal)), None)
        if rank is not None and (best is None or rank < best[1]) and concept.may_be(label):
            best = (concept.key, rank)
    return best
