"""When a cell's figure is of, in the fiscal years of the filing that prints it."""

import re
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache

from apps.answers.table_questions.columns import as_said
from apps.answers.table_questions.table import CHANGE, AskedTable, Cell
from apps.statements.values.periods import Period, PeriodKind, parse_period, resolve

DAYS_IN_QUARTER = 91.3
MARKS = re.compile(r"%|\bper ?cent(?:age)?s?\b|\bgrowth\b", re.IGNORECASE)

PART_OF_YEAR = re.compile(
    r"\b(?:first|second|third|fourth|1st|2nd|3rd|4th)[- ]quarter\b|\bQ[1-4]\b"
    r"|\b(?:three|six|nine|3|6|9)[- ]months?\b",
    re.IGNORECASE,
)
BARE_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
MOMENT = re.compile(  # what says of a column more than its year
    r"\b(?:quarter|months?|weeks?|years?|fiscal|FY|Q[1-4]|H[12]|half|twelve|annual)\b"
    r"|\b(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\.? \d",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Calendar:
    """What a filing calls its own fiscal year, and about the last day of that year; None where it is not known."""

    fiscal_year: int | None = None
    year_end: date | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """A fiscal year, or the part of it that ends with `quarter`. months: 3, 6, 9; 0: only what is held is meant."""

    year: int
    quarter: int | None = None
    months: int = 0

    def fits(self, period: Period, calendar: Calendar) -> bool:
        """A year means twelve months, or the point at its end; a quarter its months, or the point at its end."""
        if period.label_year != self.year:
            return False
        ends = quarter_of(period, calendar)
        if self.quarter is None:
            return period.months in {None, 12} and ends in {None, 4}
        return ends == self.quarter and period.months in {None, self.months}


def period_of(table: AskedTable, cell: Cell, calendar: Calendar) -> Period | None:
    """By the header over the cell; else with the headings above its row, then with what stands above the table.

    None for columns of changes, and where nothing says when.
    """
    line, header = table.line_of(cell), table.header_of(cell)
    if CHANGE.search(header):
        return None
    if (part := _part_of_year(table)) and (year := BARE_YEAR.search(header)) and not MOMENT.search(header):
        return _in_part(part, year[0], calendar)
    above = CHANGE.sub(" ", " ".join(line.above))
    for text in (header, f"{above} {header}", f"{CHANGE.sub(' ', table.lead)} {header}"):
        if period := _read(text, calendar):
            return as_said(table, header, period, lambda one: _read(one, calendar))
    return None


def _part_of_year(table: AskedTable) -> str:
    """What leads to a table of parts of years, whose columns only name the years: "Revenues, second-quarter 2023 and
    2022"; several parts are said as they stand."""
    return " ".join(match[0] for match in PART_OF_YEAR.finditer(table.lead))


def _in_part(part: str, year: str, calendar: Calendar) -> Period | None:
    """The part of that year; None where several are named, or three months of no known quarter."""
    period = _read(f"{part} {year}", calendar) if len(PART_OF_YEAR.findall(part)) == 1 else None
    if period is None or period.quarter or period.months not in {6, 9}:
        return period if period and period.quarter else None
    return replace(period, quarter=period.months // 3, end=None)


@lru_cache(maxsize=20_000)
def _read(text: str, calendar: Calendar) -> Period | None:
    period = parse_period(MARKS.sub(" ", text))
    if period is None:
        return None
    kind = PeriodKind.INSTANT if period.months is None else PeriodKind.DURATION
    return resolve(period, kind, calendar.fiscal_year, calendar.year_end)


def quarter_of(period: Period, calendar: Calendar) -> int | None:
    """The fiscal quarter that ends with the period: a full year ends with the fourth. None where it cannot be told."""
    if period.quarter:
        return period.quarter
    if not (period.end and period.label_year and calendar.fiscal_year and calendar.year_end):
        return 4 if period.months == 12 else None
    days_left = (calendar.year_end - period.end).days + 365.25 * (period.label_year - calendar.fiscal_year)
    return min(4, max(1, 4 - round(days_left / DAYS_IN_QUARTER)))
