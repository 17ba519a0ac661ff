"""What a note says of itself in its title and first lines: the day it was written and the quarter it is about.

A note is no filing: what it tells of a release, a call or a report is not what it is.
"""

import re
from collections.abc import Iterator
from datetime import date

from apps.documents.cover.front import FIRST_LINES, Front, Known
from apps.statements.values.periods import DATE, DAY_FIRST, MONTHS, ORDINALS

LONGEST = 120  # characters of a line that is a title, a byline or a date, and no sentence of the text
ISO = re.compile(r"(?<!\d)((?:19|20)\d\d)-(\d\d)-(\d\d)(?!\d)")
QUARTER = re.compile(
    r"\b(?:Q([1-4])|([1-4])Q|(first|second|third|fourth)[\s-]quarter)(?:\s+of)?[\s,]*(?:FY|fiscal(?:\s+year)?)?\s*"
    r"((?:19|20)\d\d|['’]?\d\d)\b",
    re.IGNORECASE,
)
FISCAL_YEAR = re.compile(r"\b(?:FY|fiscal(?:\s+year)?)\s*((?:19|20)\d\d)\b", re.IGNORECASE)


def head(front: Front) -> tuple[str, ...]:
    """The title and the short lines below it, the name of the file last."""
    lines = [line for line in front.lines[:FIRST_LINES] if len(line) <= LONGEST]
    return (*lines, re.sub(r"[_\s]+", " ", front.name))


def written(front: Front) -> Known[date] | None:
    """The day in the head of the note, else the only day that its front pages name."""
    for line in head(front):
        if day := next(_days(line), None):
            return Known(day, 0.8, "file name" if line not in front.lines else "text")
    days = set(_days(front.text))
    return Known(days.pop(), 0.5, "text") if len(days) == 1 else None


def _days(text: str) -> Iterator[date]:
    """The days of a text that are in the calendar: "12 October 2022", "October 12, 2022", "2022-10-12"."""
    found = [(match.start(), match[3], MONTHS[_month(match[1])], match[2]) for match in DATE.finditer(text)]
    found += [(match.start(), match[3], MONTHS[_month(match[2])], match[1]) for match in DAY_FIRST.finditer(text)]
    found += [(match.start(), match[1], int(match[2]), match[3]) for match in ISO.finditer(text)]
    for _, year, month, day in sorted(found):
        try:
            yield date(int(year), month, int(day))
        except ValueError:
            continue


def _month(name: str) -> str:
    return name.lower().rstrip(".")


def quarter(front: Front) -> tuple[Known[int], Known[str]] | None:
    """The year and quarter that its head names, where it names one: "Q3 2022", "third quarter of fiscal 2022"."""
    named = {found for line in head(front) for found in _quarters(line)}
    if len(named) != 1:
        return None
    year, period = named.pop()
    return Known(year, 0.7, "text"), Known(period, 0.7, "text")


def _quarters(line: str) -> Iterator[tuple[int, str]]:
    for match in QUARTER.finditer(line):
        number = match[1] or match[2] or ORDINALS[match[3].lower()]
        year = int(match[4].lstrip("'’"))
        yield (year if year > 99 else 2000 + year), f"Q{number}"


def year(front: Front, day: date | None) -> Known[int] | None:
    """The fiscal year that its head names, else the year in which it was written."""
    for line in head(front):
        if found := FISCAL_YEAR.search(line):
            return Known(int(found[1]), 0.7, "text")
    return Known(day.year, 0.5, "convention") if day else None
