"""Judgements that questions ask for ("capital-intensive"), as the ratios that decide them and the convention."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import Any

from apps.answers.calculator.catalogue import ratios
from apps.answers.figures.relations import ASKS_YES_NO

SOURCE = Path(__file__).parent / "judgements.toml"
JUDGES = re.compile(
    r"\b(?:good|healthy|strong|sound|solid|adequate|sufficient|enough|comfortable|fine|ok|bad|poor|weak|tight|thin|low|high"
    r"|worr\w+|concern\w*|problem\w*)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Test:
    """Whether a word applies by what a ratio, of this name, is. Exactly one of the bounds is given."""

    ratio: str
    at_least: Decimal | None
    below: Decimal | None
    yes: str
    no: str

    def applies(self, value: Decimal) -> bool:
        if self.below is not None:
            return value < self.below
        return self.at_least is not None and value >= self.at_least

    def told(self, value: Decimal) -> str:
        return self.yes if self.applies(value) else self.no


@dataclass(frozen=True, slots=True)
class Judgement:
    """ratios: keys of the catalogue; says: the convention, for the reader to judge by; tests: the same as bounds.

    first: the first ratio that is there decides. opposite: words that ask for the contrary.
    """

    asked: tuple[re.Pattern[str], ...]
    ratios: tuple[str, ...]
    says: str
    tests: tuple[Test, ...]
    first: bool
    opposite: re.Pattern[str]

    def reading(self, values: Mapping[str, Decimal], question: str) -> str:
        """A cautious yes or no by the convention, of ratios by their names; "" where none of them is there.

        A question for no yes or no is told the same without one.
        """
        held = [(test, values[test.ratio]) for test in self.tests if test.ratio in values]
        held = held[:1] if self.first else held
        if not held:
            return ""
        applies = {test.applies(value) for test, value in held}
        told = ", and ".join(test.told(value) for test, value in held)
        if len(applies) > 1:
            return f"By this convention the figures point both ways: {told}."
        basis = "this figure" if len(held) == 1 else "these figures"
        if not ASKS_YES_NO.search(question):
            return f"Judged by {basis} alone, {told}."
        yes = applies.pop() is not bool(self.opposite.search(question))
        return f"{'Yes' if yes else 'No'}, judged by {basis} alone: {told}."


@lru_cache(maxsize=1)
def judgements() -> tuple[Judgement, ...]:
    """All of them. Raises KeyError for a ratio that the catalogue does not have."""
    return tuple(_judgement(entry) for entry in tomllib.loads(SOURCE.read_text(encoding="utf-8")).values())


def _judgement(entry: Mapping[str, Any]) -> Judgement:
    return Judgement(
        asked=tuple(re.compile(words, re.IGNORECASE) for words in entry["asked"]),
        ratios=tuple(ratios()[key].key for key in entry["ratios"]),
        says=entry["says"],
        tests=tuple(_test(one) for one in entry["tests"]),
        first=entry.get("first", False),
        opposite=re.compile(entry["opposite"], re.IGNORECASE),
    )


def _test(entry: Mapping[str, str]) -> Test:
    bounds = {name: Decimal(entry[name]) if name in entry else None for name in ("at_least", "below")}
    return Test(ratios()[entry["ratio"]].name, bounds["at_least"], bounds["below"], entry["yes"], entry["no"])


def judgement_asked(question: str) -> tuple[Judgement, tuple[int, int]] | None:
    """The first judgement that `question` asks for, and where it does."""
    for judgement in judgements():
        for words in judgement.asked:
            if match := words.search(question):
                return judgement, match.span()
    return None


def judgement_of(ratio: str, question: str) -> Judgement | None:
    """What the ratio of this name is judged by, where `question` asks whether it is good; only by its first ratio."""
    if not JUDGES.search(question):
        return None
    return next((one for one in judgements() if one.tests[0].ratio == ratio), None)
