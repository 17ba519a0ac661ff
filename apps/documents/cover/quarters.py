"""The quarter and year that a release's words name as reported, and not those of an outlook, a dividend or a call."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from apps.statements.values.periods import ORDINALS

YEAR = r"(?:19|20)\d\d"
SPAN = r"(?:and\s+)?(?:full[\s-]year|fiscal(?:\s+year)?|year)\s+"
QUARTER = re.compile(
    rf"(?:\b({YEAR})\s+)?\b(?:(first|second|third|fourth)[\s-]quarter\b|Q([1-4])(?!\d)|([1-4])Q(?![a-z]))"
    rf"(?:[\s,]+(?:{SPAN})?(?:of\s+)?(?:fiscal\s+|FY\s?)?(?:year\s+)?({YEAR})\b|(?:(?<=Q)|\s*FY\s?|['’])(\d\d)\b)?",
    re.IGNORECASE,
)
FISCAL = re.compile(rf"\b(?:fiscal(?:\s+years?)?|full[\s-]year)\s+({YEAR})\b", re.IGNORECASE)
AHEAD = re.compile(r"[^.;\n]{0,30}\b(?:outlook|guidance|forecasts?|targets?|dividends?)\b", re.IGNORECASE)
BEFORE = re.compile(r"\b(?:outlook|guidance|forecast|expect\w*|dividend)\b[^.;\n]{0,20}$", re.IGNORECASE)
LOOKED_BACK = 60  # characters before a quarter in which its outlook may be spoken of


@dataclass(frozen=True, slots=True)
class Told:
    """A quarter that a text names, with the year where it names one."""

    quarter: int
    year: int | None


def told(text: str) -> Iterator[Told]:
    """The quarters of `text` in its order, without those that lie ahead."""
    for match in QUARTER.finditer(text):
        if not _ahead(text, match):
            number = match[3] or match[4] or ORDINALS[match[2].lower()]
            year = match[5] or match[1] or (f"20{match[6]}" if match[6] else None)
            yield Told(int(number), int(year) if year else None)


def years(text: str) -> Iterator[int]:
    """The years that `text` names as fiscal or full years, without those that lie ahead."""
    return (int(match[1]) for match in FISCAL.finditer(text) if not _ahead(text, match))


def _ahead(text: str, match: re.Match[str]) -> bool:
    return bool(
        AHEAD.match(text, match.end()) or BEFORE.search(text[max(0, match.start() - LOOKED_BACK) : match.start()])
    )
