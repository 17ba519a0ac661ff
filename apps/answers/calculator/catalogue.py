"""The catalogue of ratios: what they are called and how they are computed."""

import re
import tomllib
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Any

from apps.answers.calculator.formula import Formula, parts
from apps.answers.calculator.reading import read_formula

SOURCE = Path(__file__).parent / "catalogue.toml"


class Shown(StrEnum):
    """How a result is written for people."""

    PERCENT = "percent"
    RATIO = "ratio"
    DAYS = "days"
    MONEY = "money"
    PER_SHARE = "per-share"
    SHARES = "shares"
    COUNT = "count"  # of things other than shares


@dataclass(frozen=True, slots=True)
class Ratio:
    """A derived figure. `formulas`: the first whose figures are all stated is used; `texts` are the same as written."""

    key: str
    name: str
    asked: tuple[re.Pattern[str], ...]
    formulas: tuple[Formula, ...]
    texts: tuple[str, ...]
    shown: Shown


@lru_cache(maxsize=1)
def ratios() -> dict[str, Ratio]:
    """Every ratio by key."""
    return {key: _ratio(key, entry) for key, entry in tomllib.loads(SOURCE.read_text(encoding="utf-8")).items()}


def ratio_asked(question: str) -> tuple[Ratio, int, int] | None:
    """The ratio that the question names by the longest wording, and where it does; None when it names none."""
    found = [
        (match.end() - match.start(), ratio, match)
        for ratio in ratios().values()
        for words in ratio.asked
        for match in words.finditer(question)
    ]
    if not found:
        return None
    _, ratio, match = max(found, key=lambda entry: entry[0])
    return ratio, match.start(), match.end()


def ratio_spans(question: str) -> list[tuple[int, int]]:
    """Everywhere that a ratio is named, inside longer names too."""
    return [match.span() for ratio in ratios().values() for words in ratio.asked for match in words.finditer(question)]


def others_asked(question: str, key: str) -> tuple[Ratio, ...]:
    """Ratios that the question names beside the one of `key`, apart from it, outside longer names, and no part of it.

    Who asks for an EBITDA margin and says how EBITDA is computed does not ask for EBITDA besides.
    """
    named = [
        (match.start(), match.end(), ratio)
        for ratio in ratios().values()
        for words in ratio.asked
        for match in words.finditer(question)
    ]
    named.sort(key=lambda entry: entry[0] - entry[1])
    kept: list[tuple[int, int, Ratio]] = []
    for start, end, ratio in named:
        if all(end <= first or start >= last for first, last, _ in kept):
            kept.append((start, end, ratio))
    asked = {ratio.key: ratio for _, _, ratio in kept if ratio.key != key}
    return tuple(ratio for ratio in asked.values() if not _built_upon(ratios()[key], ratio))


def _built_upon(whole: Ratio, part: Ratio) -> bool:
    return any(inner in part.formulas for formula in whole.formulas for inner in parts(formula))


def _ratio(key: str, entry: dict[str, Any]) -> Ratio:
    texts = tuple(entry["formulas"])
    return Ratio(
        key=key,
        name=entry["name"],
        asked=tuple(re.compile(words, re.IGNORECASE) for words in entry["asked"]),
        formulas=tuple(read_formula(text) for text in texts),
        texts=texts,
        shown=Shown(entry["shown"]),
    )
