"""Words that judge a business, decided by ratios: a verdict only where they agree."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).parent / "qualities.toml"


@dataclass(frozen=True, slots=True)
class Test:
    """For which values of a ratio the word applies: at least, above or below a bound."""

    ratio: str
    how: str
    bound: Decimal
    yes: str
    no: str

    def applies(self, value: Decimal) -> bool:
        if self.how == "below":
            return value < self.bound
        return value > self.bound if self.how == "above" else value >= self.bound


@dataclass(frozen=True, slots=True)
class QualityDefinition:
    """opposite: the word asked for means the contrary."""

    says: str
    tests: tuple[Test, ...]
    first: bool
    opposite: bool = False

    def decide(self, values: Mapping[str, Decimal]) -> tuple[bool | None, str]:
        """Whether it applies, None where the ratios disagree or one is missing that must agree; and the reasons."""
        known = [test for test in self.tests if test.ratio in values][: 1 if self.first else None]
        found = [test.applies(values[test.ratio]) for test in known]
        reasons = " and ".join(test.yes if held else test.no for test, held in zip(known, found, strict=True))
        complete = bool(known) if self.first else len(known) == len(self.tests)
        if not complete or len(set(found)) != 1:
            return None, reasons
        return found[0] is not self.opposite, reasons


def quality(word: str) -> QualityDefinition | None:
    """By the word of the query, or the key of the quality."""
    return _by_word().get(word.casefold())


@cache
def _by_word() -> dict[str, QualityDefinition]:
    found: dict[str, QualityDefinition] = {}
    for key, entry in tomllib.loads(SOURCE.read_text(encoding="utf-8")).items():
        tests = tuple(_test(one) for one in entry["tests"])
        plainly = QualityDefinition(entry["says"], tests, entry.get("first", False))
        found |= dict.fromkeys((key, key.replace("_", " "), *entry["words"]), plainly)
        contrary = QualityDefinition(entry["says"], tests, entry.get("first", False), opposite=True)
        found |= dict.fromkeys(entry["opposite"], contrary)
    return found


def _test(entry: dict[str, Any]) -> Test:
    how = next(one for one in ("at_least", "above", "below") if one in entry)
    return Test(entry["ratio"], how, Decimal(entry[how]), entry["yes"], entry["no"])
