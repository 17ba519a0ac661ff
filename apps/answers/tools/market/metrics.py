"""The catalogue of figures that need the price of a share."""

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any

from apps.answers.calculator.catalogue import Shown

SOURCE = Path(__file__).parent / "metrics.toml"
PARTS = "parts"
PRICE, SHARES = "share_price", "shares_outstanding"


@dataclass(frozen=True, slots=True)
class Metric:
    """`formulas`: as texts of the formula language, the first whose figures are all there is used."""

    key: str
    name: str
    asked: tuple[re.Pattern[str], ...]
    formulas: tuple[str, ...]
    shown: Shown

    @property
    def is_price(self) -> bool:
        return self.formulas == (PRICE,)


@lru_cache(maxsize=1)
def metrics() -> dict[str, Metric]:
    """Every one by key."""
    entries = tomllib.loads(SOURCE.read_text(encoding="utf-8"))
    parts = entries.pop(PARTS)
    return {key: _metric(key, entry, parts) for key, entry in entries.items()}


def metric_asked(question: str) -> Metric | None:
    """The one that the question names by the longest wording; None when it names none."""
    found = [
        (match.end() - match.start(), metric)
        for metric in metrics().values()
        for words in metric.asked
        for match in words.finditer(question)
    ]
    return max(found, key=lambda entry: entry[0])[1] if found else None


def _metric(key: str, entry: dict[str, Any], parts: dict[str, list[str]]) -> Metric:
    return Metric(
        key=key,
        name=entry["name"],
        asked=tuple(re.compile(words, re.IGNORECASE) for words in entry["asked"]),
        formulas=tuple(text for formula in entry["formulas"] for text in _written_out(formula, parts)),
        shown=Shown(entry["shown"]),
    )


def _written_out(formula: str, parts: dict[str, list[str]]) -> Iterable[str]:
    """The formula with every choice of formulas for the parts that it names."""
    named = [name for name in parts if re.search(rf"\b{name}\b", formula)]
    for chosen in product(*(parts[name] for name in named)):
        text = formula
        for name, inner in zip(named, chosen, strict=True):
            whole = inner if text == name else f"({inner})"
            text = re.sub(rf"\b{name}\b", whole, text)
        yield text
