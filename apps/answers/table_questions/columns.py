"""Columns of years and days that say less than they seem to: of parts of years, and of what is due in later years."""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from apps.answers.table_questions.table import AskedTable
from apps.statements.values.periods import Period

PARTS = re.compile(r"\b(?:three|six|nine|3|6|9|13|26|39)[- ](?:months?|weeks?)\b", re.IGNORECASE)
ONLY_YEAR = re.compile(r"\s*(?:FY\s*|fiscal\s+)?(?:19|20)\d\d\s*", re.IGNORECASE)
LATER = re.compile(
    r"\bthereafter\b|\b(?:after|beyond) 20\d\d\b|\b20\d\d (?:and|or) (?:thereafter|beyond|later)\b", re.I
)
ASKS_LATER = re.compile(
    r"\b(?:matur\w+|due|schedul\w+|expect\w*|project\w*|estimat\w+|future|minimum|commit\w+|obligations?|guidance|forecast\w*"
    r"|outlook|target\w*|plan(?:s|ned)?|payable|remaining|will)\b",
    re.IGNORECASE,
)
QUARTERS = 3  # days within one year that head columns of quarters: a balance has two at most
Reads = Callable[[str], Period | None]


def as_said(table: AskedTable, header: str, period: Period, reads: Reads) -> Period | None:
    """`period` as the other columns let it be; None where nothing says of how many months its figures are.

    reads: the period that a header names.
    """
    parted = [one for one in table.headers if one != header and PARTS.search(one)]
    if period.months in {None, 12} and parted and ONLY_YEAR.fullmatch(header):
        return None  # beside "Six months ended June 30, 2023", a year alone may have lost such words
    if period.months is None and period.end and _ends(table.headers, period, reads) >= QUARTERS:
        return replace(period, months=3)
    return period


def _ends(headers: Iterable[str], period: Period, reads: Reads) -> int:
    """On how many days of the period's year columns without a length end."""
    others = [one for header in headers if (one := reads(header))]
    return len({one.end for one in others if one.end and one.months is None and one.label_year == period.label_year})


def is_schedule(table: AskedTable) -> bool:
    """Whether its years are those in which something is due: one of them is "Thereafter"."""
    return any(LATER.search(said) for said in (*table.headers, *(line.label for line in table.lines)))


def asks_of_later(question: str) -> bool:
    return bool(ASKS_LATER.search(question))
