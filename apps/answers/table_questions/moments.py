"""Moments that questions, headers and labels name: a year, a month of it, a quarter; as loosely as people write."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from apps.statements.values.periods import MONTHS, ORDINALS

MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
YEAR = r"(?:(?:19|20)\d\d)"
ORDINAL = r"(?:first|second|third|fourth|1st|2nd|3rd|4th)"
JOINED = rf"\s*(?:,|and|to|or|through|-|&)\s*(?:the\s+)?(?={ORDINAL}\s+(?:fiscal\s+)?(?:quarter|month|period))"
QUARTER = rf"(?:\b{ORDINAL}(?:\s+(?:fiscal\s+)?quarters?|(?={JOINED}))|\bQ[1-4]\b|\b[1-4]Q\b)"
NAMED = re.compile(
    rf"(?P<month>\b(?:{MONTH})\b)\.?\s*(?P<day>\d{{1,2}}(?!\d))?(?:st|nd|rd|th)?\s*[,-]?\s*(?P<year>\b{YEAR}\b)?"
    rf"|(?P<day2>\b\d{{1,2}})\s+(?P<month2>(?:{MONTH})\b)\.?,?\s*(?P<year2>\b{YEAR}\b)?"
    rf"|(?P<quarter>{QUARTER})(?:\s*(?:,|of|in|for)?\s*(?:the\s+)?(?:fiscal\s+|year\s+)*(?P<year3>\b{YEAR}\b))?"
    r"|\b(?:FY|F(?=\d)|fiscal(?:\s+years?)?)\s*'?(?P<short>\d\d)\b(?!\d)"
    rf"|(?<![\d$.,])(?:FY)?(?P<year4>{YEAR})(?:/\d\d)?(?![\d]|,\d|\.\d|%)",
    re.IGNORECASE,
)
ORDINAL_HEADER = re.compile(r"(?:^|\s)(first|second|third|fourth)(?:\s|$)", re.IGNORECASE)
RANGE = re.compile(rf"\b({YEAR})\s*(?:-|–|—|to|through|until)\s*(?:fiscal\s+|FY\s*)?({YEAR})\b", re.IGNORECASE)
ORDINAL_WORD = {"1st": 1, "2nd": 2, "3rd": 3, "4th": 4} | ORDINALS
SHORT = {"may"}  # words that are a month only beside a day or a year


@dataclass(frozen=True, slots=True, order=True)
class Moment:
    """As named; None for what is left open. order: by year, then month or quarter."""

    year: int | None = None
    month: int | None = None
    quarter: int | None = None

    def fits(self, other: "Moment") -> bool:
        """Whether nothing that both name differs, and all that this one names is named or implied there."""
        if self.year is not None and other.year != self.year:
            return False
        if self.quarter is not None:
            return other.quarter == self.quarter
        return self.month is None or other.month is None or other.month == self.month

    @property
    def when(self) -> tuple[int, int, int]:
        """By which moments are ordered."""
        return self.year or 0, self.quarter or 0, self.month or 0


@dataclass(frozen=True, slots=True)
class Mention:
    """A moment with the characters [start, end) that name it."""

    moment: Moment
    start: int
    end: int


def mentions(text: str) -> list[Mention]:
    """Every moment named in `text`, in order. "June 30 and December 31, 2019": the first is of 2019, too."""
    found = list(_mentions(text))
    for place in range(len(found) - 2, -1, -1):
        this, after = found[place], found[place + 1]
        between = text[this.end : after.start].strip(" ,").lower()
        joined = between in {"and", "to", "or", "&", "", "-", "from", "and the", "and in the", "to the"}
        if this.moment.year is None and after.moment.year and joined:
            found[place] = replace(this, moment=replace(this.moment, year=after.moment.year))
    return found


def quarter_named(header: str) -> int | None:
    """The quarter of a column that is headed by an ordinal alone, as tables of quarterly figures do."""
    match = ORDINAL_HEADER.search(header)
    return ORDINALS[match[1].lower()] if match else None


def moments(text: str) -> list[Moment]:
    return [mention.moment for mention in mentions(text)]


def merged(parts: list[Moment]) -> Moment | None:
    """One moment of what several levels of a header say; the deepest level wins."""
    if not parts:
        return None
    year = next((part.year for part in reversed(parts) if part.year), None)
    month = next((part.month for part in reversed(parts) if part.month), None)
    quarter = next((part.quarter for part in reversed(parts) if part.quarter), None)
    return Moment(year, month, quarter)


def _mentions(text: str) -> Iterator[Mention]:
    for match in NAMED.finditer(text):
        month = (match["month"] or match["month2"] or "").lower()
        year = match["year"] or match["year2"] or match["year3"] or match["year4"]
        day = match["day"] or match["day2"]
        if month in SHORT and not (day or year):
            continue
        if match["short"]:
            year = f"20{match['short']}"
        moment = Moment(
            int(year) if year else None, MONTHS.get(month), _quarter(match[0]) if match["quarter"] else None
        )
        yield Mention(moment, match.start(), match.end())


def _quarter(text: str) -> int | None:
    lowered = text.lower()
    word = next((number for word, number in ORDINAL_WORD.items() if word in lowered), None)
    digit = re.search(r"q([1-4])|([1-4])q", lowered)
    return word or (int(digit[1] or digit[2]) if digit else None)
