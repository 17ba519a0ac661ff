"""Which fiscal period a document reports on, as its filer labels it; a fiscal period is no calendar date."""

import re
from collections import Counter
from datetime import date, timedelta

from apps.documents.cover import quarters
from apps.documents.cover.front import Front, Known
from apps.documents.models import Form
from apps.statements.values.periods import DATE, MONTHS

A_DATE = DATE.pattern.removeprefix(r"\b")
ENDED = rf"(?:ended|ending)\s*:?\s*{A_DATE}"
YEAR_ENDED = re.compile(rf"\b(?:fiscal\s+)?years?\s+{ENDED}", re.IGNORECASE)
QUARTER_ENDED = re.compile(rf"\bquarterly\s+period\s+{ENDED}", re.IGNORECASE)
ANY_ENDED = re.compile(rf"\bended\s*:?\s*{A_DATE}", re.IGNORECASE)  # outlooks say "ending"
SPAN_ENDED = re.compile(
    rf"\b(three|six|nine|twelve|3|6|9|12|thirteen|fourteen|twenty-six|twenty-seven|thirty-nine|forty|13|14|26|27|39|40|52|53"
    rf"|fifty-two|fifty-three)[\s-]+(months?|weeks?)(?:\s+periods?)?\s*(?:\(.{{0,30}}?\)\s*)?{ENDED}",
    re.IGNORECASE,
)
ELSEWHERE = re.compile(r"(?:\bform\s*(?:10-?[kq]|20-?f)\b.{0,50}|\bdays)\s*$", re.IGNORECASE)
BEFORE = 80  # characters before "ended": another report's period, or days of trading, are not this paper's
QUARTERS_OF = {
    "three": 1, "3": 1, "thirteen": 1, "13": 1, "fourteen": 1, "14": 1,
    "six": 2, "6": 2, "twenty-six": 2, "26": 2, "twenty-seven": 2, "27": 2,
    "nine": 3, "9": 3, "thirty-nine": 3, "39": 3, "forty": 3, "40": 3,
    "twelve": 4, "12": 4, "fifty-two": 4, "52": 4, "fifty-three": 4, "53": 4,
}  # fmt: skip
FISCAL = re.compile(r"\bfiscal(?:\s+years?)?\s+((?:19|20)\d\d)\b", re.IGNORECASE)
FULL_YEAR = re.compile(
    r"\b(?:full[\s-](?:fiscal[\s-])?year|fiscal\s+(?:19|20)\d\d\s+(?:full[\s-]year\s+)?results|year[\s-]end)\b",
    re.IGNORECASE,
)
REPORTED = re.compile(rf"date\s+of\s+report.{{0,60}}?{DATE.pattern}", re.IGNORECASE)
SIGNED = re.compile(rf"\bdated?\s*(?:as\s+of\s*)?:?\s*{DATE.pattern}", re.IGNORECASE)
NAMED_YEAR = re.compile(r"(?:FY)?((?:19|20)\d\d)(?:(Q[1-4]|H[12]|FY))?", re.IGNORECASE)
NAMED_QUARTER = re.compile(r"(Q[1-4]|H[12])((?:19|20)\d\d)?", re.IGNORECASE)

HEADLINE_CHARACTERS = 1500
EARLY_JANUARY = 7  # a year of 52 or 53 weeks may end some days after New Year
FILED_WITHIN = timedelta(days=330)
ANNUAL = frozenset({Form.TEN_K, Form.TWENTY_F, Form.ANNUAL_REPORT})


def period_end(front: Front, form: Form) -> Known[date] | None:
    """The last day of the period; for an 8-K the day reported on."""
    if form is Form.EIGHT_K:
        return _first(REPORTED, front.cover, 0.95, "cover")
    if form in ANNUAL:
        return _first(YEAR_ENDED, front.cover, 0.98, "cover") or _first(YEAR_ENDED, front.text, 0.8, "text")
    if form is Form.TEN_Q:
        return _first(QUARTER_ENDED, front.cover, 0.98, "cover") or _latest_end(front)
    return _latest_end(front) if form is Form.EARNINGS else None


def _first(pattern: re.Pattern[str], text: str, confidence: float, source: str) -> Known[date] | None:
    for match in pattern.finditer(text):
        if day := _day(match):
            return Known(day, confidence, source)
    return None


def _day(match: re.Match[str]) -> date | None:
    """The date in the last three groups of a match; None for a day that is not in the calendar."""
    month, day, year = match.groups()[-3:]
    try:
        return date(int(year), MONTHS[month.lower().rstrip(".")], int(day))
    except ValueError:
        return None


def _latest_end(front: Front) -> Known[date] | None:
    """The latest day that something "ended" on before the paper came out: its first date, when it has one."""
    days = _ended(front.text) or _ended(front.whole)
    released = _first(DATE, front.cover[:HEADLINE_CHARACTERS], 1.0, "cover")
    past = [day for day in days if released is None or day <= released.value] or days
    return Known(max(past), 0.8, "text") if past else None


def _ended(text: str) -> list[date]:
    """The days on which the paper's own periods ended."""
    own = (
        match
        for match in ANY_ENDED.finditer(text)
        if not ELSEWHERE.search(text[max(0, match.start() - BEFORE) : match.start()])
    )
    return [day for match in own if (day := _day(match))]


def fiscal_period(front: Front, form: Form, end: date | None) -> Known[str] | None:
    """FY for a whole year, Q1 to Q4 for a quarter; None for reports on a day."""
    if form in ANNUAL:
        return Known("FY", 0.98, "cover")
    if form is Form.TEN_Q:
        return _quarter_from_span(front, end) or _quarter_from_words(front) or _quarter_named(front)
    if form in {Form.EARNINGS, Form.TRANSCRIPT, Form.PRESENTATION}:
        return _quarter_reported(front, end)
    return _quarter_named(front)


def _quarter_from_span(front: Front, end: date | None) -> Known[str] | None:
    """The longest stretch that ends with the period says how far into the year it is."""
    quarters = [QUARTERS_OF[match[1].lower()] for match in SPAN_ENDED.finditer(front.text) if _day(match) == end]
    return Known(f"Q{max(quarters)}", 0.9, "text") if quarters else None


def _quarter_reported(front: Front, end: date | None) -> Known[str] | None:
    """A release's quarter: the headline's, else that of its first words and its statements, unless those differ."""
    if titled := next(quarters.told(front.title), None):
        return Known(f"Q{titled.quarter}", 0.9, "cover")
    worded, spanned = _quarter_from_words(front), _quarter_from_span(front, end)
    if worded and spanned and worded.value != spanned.value:
        return None
    return worded or spanned or _quarter_named(front) or _full_year(front)


def _quarter_from_words(front: Front) -> Known[str] | None:
    found = next(quarters.told(front.cover[:HEADLINE_CHARACTERS]), None)
    return Known(f"Q{found.quarter}", 0.85, "cover") if found else None


def _quarter_named(front: Front) -> Known[str] | None:
    for word in front.words_of_name:
        for pattern, group in ((NAMED_YEAR, 2), (NAMED_QUARTER, 1)):
            if (found := pattern.fullmatch(word)) and found[group]:
                return Known(found[group].upper(), 0.6, "file name")
    return None


def _full_year(front: Front) -> Known[str] | None:
    return Known("FY", 0.6, "cover") if FULL_YEAR.search(front.cover[:HEADLINE_CHARACTERS]) else None


def fiscal_year(front: Front, form: Form, end: date | None, period: str) -> Known[int] | None:
    """The year as the filer labels it; for reports on a day the file name's year, else the day's."""
    if form is Form.EIGHT_K or end is None:
        worded = _worded_year(front) if form is Form.EARNINGS else None
        return worded or named_year(front) or _year_of(end)
    last = year_end(end, period)
    years = Counter(int(label) for label in FISCAL.findall(front.text) if int(label) in {last.year - 1, last.year})
    if form is Form.EARNINGS and (worded := _worded_year(front)) and worded.value in {last.year - 1, last.year}:
        return worded
    if last.month > 2 and not (last.month == 1 and last.day <= EARLY_JANUARY):
        return Known(last.year, 0.95, "cover")
    if years:
        return Known(years.most_common(1)[0][0], 0.9, "text")
    return Known(last.year - 1, 0.7, "convention")  # most who close in January or February name the year before


def _year_of(day: date | None) -> Known[int] | None:
    return Known(day.year, 0.7, "cover") if day else None


def year_end(end: date, period: str) -> date:
    """About the last day of the fiscal year in which a period ends."""
    quarters_left = 4 - int(period[1]) if re.fullmatch(r"Q[1-4]", period) else 0
    return end + timedelta(days=91 * quarters_left)


def closing_year(end: date, period: str) -> int:
    """The calendar year in which the fiscal year closes: some who label by it call January 2023's year 2023."""
    last = year_end(end, period)
    return last.year - 1 if last.month == 1 and last.day <= EARLY_JANUARY else last.year


def _worded_year(front: Front) -> Known[int] | None:
    """A release's headline: "First Quarter Fiscal 2023", "fiscal 2023 results", "Second-Quarter 2023"; else its head.

    In the text below a headline that names a quarter, another quarter's year is that of a comparison.
    """
    titled = next(quarters.told(front.title), None)
    for text, confidence in ((front.title, 0.9), (front.cover[:HEADLINE_CHARACTERS], 0.85)):
        named = (one.year for one in quarters.told(text) if titled in (None, one) or one.quarter == titled.quarter)
        found = next((year for year in named if year), None) or next(quarters.years(text), None)
        if found:
            return Known(found, confidence, "cover")
    return None


def named_year(front: Front) -> Known[int] | None:
    """The first year in the file name."""
    for word in front.words_of_name:
        if found := NAMED_YEAR.fullmatch(word):
            return Known(int(found[1]), 0.6, "file name")
    return None


def filed(front: Front, end: date | None) -> Known[date] | None:
    """The day of the signatures, when it follows the period within a year; a release's first date."""
    days = [
        day
        for page in reversed(front.last)
        for match in SIGNED.finditer(" ".join(page.split()))
        if (day := _day(match))
    ]
    likely = [day for day in days if end is not None and timedelta(0) <= day - end <= FILED_WITHIN]
    if likely:
        return Known(Counter(likely).most_common(1)[0][0], 0.7, "text")
    return _released(front, end)


def _released(front: Front, end: date | None) -> Known[date] | None:
    """The first date in the head of a release, its dateline, when it follows the period that it tells of."""
    if not front.headline or end is None:
        return None
    told = _first(DATE, front.cover[:HEADLINE_CHARACTERS], 0.7, "cover")
    return told if told and timedelta(0) < told.value - end <= FILED_WITHIN else None
