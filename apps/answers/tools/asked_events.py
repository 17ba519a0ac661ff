"""Which questions ask for a list of filings or events (V12), and of which days. What an event was about is none."""

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import date

from apps.retrieval.periods import read_periods
from apps.statements.values.periods import MONTH, MONTHS

LISTED = re.compile(
    r"\b(?:which|what|list|show|name|give|how many|were there|are there|did)\b[^?]{0,60}?"
    r"\b(?P<events>8-?Ks|8-?K (?:filings|reports)|current reports|(?:corporate|material|reported) events)\b"
    r"|\b(?:which|what|list|show|name|give|how many)\b[^?]{0,40}?\b(?P<filings>filings)\b[^?]{0,60}?"
    r"\b(?:filed?|ma[dk]e|submit(?:ted)?|held)\b"
    r"|\bwhen (?:did|has|have|was|were)\b[^?]{0,80}?\b(?P<filed>file|filed|submit\w*)\b",
    re.IGNORECASE,
)
ANNUAL = re.compile(r"\b10-?[KQ]s?\b|\b20-?Fs?\b|\bannual reports?\b|\bquarterly reports?\b", re.IGNORECASE)
SINCE = re.compile(r"\b(?:since|after|from)\b", re.IGNORECASE)
BEFORE = re.compile(r"\b(?:before|until|by|up to)\b", re.IGNORECASE)
IN_MONTH = re.compile(rf"\b({MONTH})\.?,?\s+((?:19|20)\d\d)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class EventQuestion:
    """reports_on_events: only current reports. first, last: days of filing, None where it is left open."""

    reports_on_events: bool
    first: date | None = None
    last: date | None = None


def read_events(question: str) -> EventQuestion | None:
    """None where the question asks for anything else than a list of what was filed when."""
    match = LISTED.search(question)
    if match is None:
        return None
    annual = bool(ANNUAL.search(question))
    if match["filed"] and not annual:
        return None
    first, last = _range(question)
    return EventQuestion(bool(match["events"]) and not annual, first, last)


def _range(question: str) -> tuple[date | None, date | None]:
    periods = read_periods(question)
    if len(periods.dates) >= 2:
        return min(periods.dates), max(periods.dates)
    if periods.dates:
        day = periods.dates[0]
        return (day, None) if SINCE.search(question) else (None, day) if BEFORE.search(question) else (day, day)
    if months := [(int(year), MONTHS[name.lower()]) for name, year in IN_MONTH.findall(question)]:
        first, last = min(months), max(months)
        ends = date(*last, monthrange(*last)[1])
        return date(*first, 1), None if len(months) == 1 and SINCE.search(question) else ends
    if periods.years:
        open_ended = len(periods.years) == 1 and bool(re.search(r"\bsince\b", question, re.IGNORECASE))
        return date(periods.years[0], 1, 1), None if open_ended else date(periods.years[-1], 12, 31)
    return None, None
