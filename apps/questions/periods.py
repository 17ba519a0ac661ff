"""Periods as people ask for them: FY22, Q3'23, "nine months ended", "as of June 30, 2023", "last three years", LTM."""

from calendar import monthrange
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from apps.questions.slots import Period, PeriodKind, Periods
from apps.questions.tokens import NUMBER_WORDS, Word, joined
from apps.statements.values.periods import MONTHS, NUMBERS, ORDINALS, WEEKS, shifted

FIRST_YEAR, LAST_YEAR = 1950, 2079
FISCAL = frozenset(("fy", "fiscal", "financial", "f"))
CALENDAR = frozenset(("cy", "calendar"))
LATEST = frozenset(("latest", "newest", "current", "this"))
BEFORE = frozenset(("last", "prior", "previous", "preceding"))
PAST = frozenset(("last", "past", "latest", "previous", "prior", "recent", "trailing"))
NAMES = {
    "year": PeriodKind.YEAR, "annual": PeriodKind.YEAR, "quarter": PeriodKind.QUARTER, "quarterly": PeriodKind.QUARTER,
    "half": PeriodKind.HALF, "period": PeriodKind.ANY,
}  # fmt: skip
MONTHS_OF = {3: PeriodKind.QUARTER, 6: PeriodKind.HALF, 9: PeriodKind.NINE_MONTHS, 12: PeriodKind.YEAR}
CLOSING = frozenset(("last", "final", "closing"))
ENDED = frozenset(("ended", "ending", "to", "through"))
BETWEEN_ENDS = frozenset(("to", "through", "until", "till", "-", "–", "—", "thru"))
BESIDE = frozenset((",", "and", "or", "&", "vs", "versus", "v", "/", "vs.", "against", "with"))
FILLING = frozenset(("of", "in", "the", "for", "at", ",", "'", "during", "on"))
MONEY = frozenset("$€£")
LENGTHS = frozenset(("over", "in", "during", "for", "across"))
MOST_PERIODS = 40
BEGINNINGS = frozenset(
    (*FISCAL, *CALENDAR, *LATEST, *BEFORE, *PAST, *CLOSING, *NAMES, *NUMBERS, *WEEKS, *ORDINALS, *NUMBER_WORDS,
     "same", "q", "h", "'", "the", "over", "in", "most", "as", "at", "end", "close", "ltm", "ttm", "since", "by",
     "each", "per", "every", "full", "whole", "yearend", "ye", "couple", "during", "within")
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Span:
    """Words [start, end) are these periods; whole: also what lies between. years: only a length ("3-year")."""

    start: int
    end: int
    periods: tuple[Period, ...] = ()
    whole: bool = False
    years: int | None = None
    estimate: bool = False

    @property
    def asked(self) -> Periods:
        return Periods(tuple(sorted(dict.fromkeys(self.periods), key=in_time)), self.whole)


def in_time(period: Period) -> tuple[int, int, int]:
    """Time order: the older first; of relative periods, the one further back."""
    if period.end is not None:
        return (period.end.year, period.end.month, period.end.day)
    if period.year is None:
        return (LAST_YEAR + 1, -(period.back or 0), 0)
    last = {PeriodKind.QUARTER: 3, PeriodKind.HALF: 6, PeriodKind.NINE_MONTHS: 9}.get(period.kind, 12)
    return (period.year, min(last * (period.number or 1), 12), 31)


def year_back(period: Period, years: int = 1) -> Period:
    """The same, so many years earlier."""
    if period.year is None and period.end is None:
        return replace(period, back=(period.back or 0) + years, text="")
    end = shifted(period.end, -years) if period.end else None
    return replace(period, year=period.year - years if period.year else None, end=end, text="")


def quarter_back(period: Period) -> Period:
    if period.kind is not PeriodKind.QUARTER or period.number is None or period.year is None:
        return year_back(period)
    first = period.number == 1
    return replace(period, number=4 if first else period.number - 1, year=period.year - first, end=None, text="")


def earlier(named: Period, asked: Period) -> Period:
    """What "the year before" or "the prior quarter" is, beside a named period; any other stays as it is."""
    if not asked.relative or not asked.back or asked.number:
        return asked
    if asked.kind is PeriodKind.YEAR:
        return year_back(named, asked.back)
    return quarter_back(named) if asked.kind is named.kind is PeriodKind.QUARTER and asked.back == 1 else asked


def spans(words: Sequence[Word], free: Sequence[bool] | None = None) -> tuple[Span, ...]:
    """Every mention of time, in order. free: words that may be one (names of companies may not)."""
    reader = PeriodReader(words, free or [True] * len(words))
    found: list[Span] = []
    place = 0
    while place < len(words):
        span = reader.at(place) if reader.free[place] and _may_begin(words[place]) else None
        if span:
            found.append(span)
        place = span.end if span else place + 1
    return tuple(_with_count(words, span) for span in _joined_spans(words, found))


def _may_begin(word: Word) -> bool:
    return word.is_number or word.key in BEGINNINGS or word.text.lower() in MONTHS


class PeriodReader:
    """Reads one mention of time at a place. Each reader below gives its span or None; the first that reads wins."""

    def __init__(self, words: Sequence[Word], free: Sequence[bool]) -> None:
        self.words, self.free = words, free
        self.readers: tuple[Callable[[int], Span | None], ...] = (
            self.trailing, self.last_count, self.instant, self.stretch, self.quarter, self.half, self.day,
            self.year, self.relative, self.length, self.since, self.quarterly,
        )  # fmt: skip

    def key(self, place: int) -> str:
        return self.words[place].key if 0 <= place < len(self.words) and self.free[place] else ""

    def at(self, place: int) -> Span | None:
        return next((span for read in self.readers if (span := read(place))), None)

    def past(self, place: int, keys: frozenset[str], most: int = 3) -> int:
        """The place behind at most so many words of `keys`."""
        while most and self.key(place) in keys:
            place, most = place + 1, most - 1
        return place

    def text(self, start: int, end: int) -> str:
        return joined(tuple(self.words[start:end]))

    def span(self, start: int, end: int, *periods: Period, whole: bool = False, estimate: bool = False) -> Span:
        text = self.text(start, end)
        return Span(start, end, tuple(replace(period, text=text) for period in periods), whole, None, estimate)

    def _short_stretch(self, start: int, year: int, place: int, *, calendar: bool) -> Span | None:
        """ "2020-22": the years from one to another that is written short."""
        glued = all(word.glued for word in self.words[place : place + 2])
        last = self.year_number(place + 1, short=True) if self.key(place) in ("-", "/") and glued else None
        if last is None or last[1] - place != 2 or len(self.key(place + 1)) != 2 or not year < last[0] < year + 30:
            return None
        ends = (Period(PeriodKind.YEAR, one, calendar=calendar) for one in (year, last[0]))
        return self.span(start, last[1], *ends, whole=self.key(place) == "-")

    # ---- years

    def year_number(self, place: int, *, short: bool = False) -> tuple[int, int] | None:
        """(year, place behind it): four digits; with `short` two, also after an apostrophe."""
        key = self.key(place)
        if key == "'" and self.key(place + 1).isdecimal():
            return self.year_number(place + 1, short=True)
        if not key.isdecimal():
            return None
        if len(key) == 4 and FIRST_YEAR <= int(key) <= LAST_YEAR and not self._amount(place):
            return int(key), place + 1
        return (_century(int(key)), place + 1) if short and len(key) == 2 else None

    def _amount(self, place: int) -> bool:
        before, after = self.key(place - 1), self.key(place + 1)
        if after == "%" and not self.words[place + 1].glued:
            return False  # "2022 vs 2021 %" tells how the change is wanted
        return before in MONEY or after in ("%", "million", "billion", "thousand")

    def fiscal_words(self, place: int) -> tuple[bool, bool, int]:
        """(fiscal is said, calendar is said, place behind): FY, "fiscal year", "calendar year", "the year"."""
        start, place = place, self.past(place, frozenset(("full", "whole")), 1)
        place += place > start and self.key(place) == "-"
        key = self.key(place)
        fiscal, calendar = key in FISCAL, key in CALENDAR
        if fiscal or calendar:
            place += 1
        if self.key(place) in ("year", "yr") or (fiscal and self.key(place) == "y"):
            place, fiscal = place + 1, fiscal or not calendar
        return fiscal, calendar, self.past(place, frozenset(("ended", "ending", "of")), 1) if place > start else start

    def year(self, start: int) -> Span | None:
        fiscal, calendar, place = self.fiscal_words(start)
        found = self.year_number(place, short=fiscal or calendar)
        if not found:
            return None
        year, end = found
        if several := self._short_stretch(start, year, end, calendar=calendar):
            return several
        if part := self._part_of_year(end):
            kind, number, behind = part
            return self.span(start, behind, Period(kind, year, number, calendar=calendar))
        estimate = self.key(end) in ("e", "f") and end < len(self.words) and self.words[end].glued
        if estimate or (self.key(end) == "a" and self.words[end].glued):
            end += 1
        return self.span(start, end, Period(PeriodKind.YEAR, year, calendar=calendar), estimate=estimate)

    def _part_of_year(self, place: int) -> tuple[PeriodKind, int, int] | None:
        """A quarter or half behind its year, with no year of its own: "fiscal 2019 second quarter", "2023 H1"."""
        quarter, half = self._quarter_number(place), self._half_number(place)
        if quarter and quarter[2] is None and self.maybe_year(quarter[1])[0] is None and 1 <= quarter[0] <= 4:
            return PeriodKind.QUARTER, quarter[0], quarter[1]
        return (PeriodKind.HALF, *half) if half and self.maybe_year(half[1])[0] is None else None

    def maybe_year(self, place: int, *, short: bool = True) -> tuple[int | None, bool, int]:
        """A year that a quarter or half is followed by: (year, calendar, place behind)."""
        behind = self.past(place, frozenset(("of", "in", "the", "its", "their", ",", "for", "-")), 3)
        fiscal, calendar, at = self.fiscal_words(behind)
        touching = at < len(self.words) and self.words[at].glued
        plain = at == place and not self._amount(at)
        found = self.year_number(at, short=short and (fiscal or calendar or touching or plain))
        return (found[0], calendar, found[1]) if found else (None, False, place)

    # ---- parts of years

    def quarter(self, start: int) -> Span | None:
        read = self._quarter_number(start)
        if not read:
            return None
        number, place, year = read
        calendar, to_date = False, self._to_date(place)
        place = to_date or place
        if year is None:
            year, calendar, place = self.maybe_year(place)
        if behind := self._to_date(place):
            place = to_date = behind
        if not 1 <= number <= 4:
            return None
        kind = MONTHS_OF[3 * number] if to_date else PeriodKind.QUARTER
        count = {PeriodKind.QUARTER: number, PeriodKind.HALF: 1}.get(kind)
        period = Period(kind, year, count, calendar=calendar, back=None if year else 0)
        return self.span(start, place, period)

    def _to_date(self, place: int) -> int:
        """The place behind "YTD" or "year to date"; 0 where it does not stand there."""
        if self.key(place) == "ytd":
            return place + 1
        keys = [self.key(at) for at in range(place, place + 5) if self.key(at) != "-"][:3]
        return place + 3 + 2 * (self.key(place + 1) == "-") if keys == ["year", "to", "date"] else 0

    def _quarter_number(self, place: int) -> tuple[int, int, int | None] | None:
        """(quarter, place behind, year if it is written without a space: Q22023)."""
        key, after = self.key(place), self.key(place + 1)
        if key == "q" and after.isdecimal() and len(after) in (1, 3, 5):
            year = int(after[1:]) if len(after) > 1 else None
            return int(after[0]), place + 2, _century(year) if year is not None and year < 100 else year
        if key in ("1", "2", "3", "4") and after == "q":
            return int(key), place + 2, None
        if (
            key in ORDINALS
            and after in ("and", "or", "&", "to")
            and self.key(place + 2) in ORDINALS
            and self.key(place + 3) == "quarter"
        ):
            return ORDINALS[key], place + 1, None
        if key in ORDINALS and after == "-" and self.key(place + 2) == "quarter":  # "second-quarter 2023 revenue"
            return ORDINALS[key], place + 3, None
        if key in ORDINALS and after in ("quarter", "fiscal"):
            behind = self.past(place + 1, frozenset(("fiscal", "quarter")), 2)
            return ORDINALS[key], behind, None
        if (
            key in ("1", "2", "3", "4")
            and self.key(place + 1) in ("st", "nd", "rd", "th")
            and self.key(place + 2) == "quarter"
        ):
            return int(key), place + 3, None
        if key == "quarter" and after in ("1", "2", "3", "4", *ORDINALS):
            return ORDINALS.get(after) or int(after), place + 2, None
        return (ORDINALS["fourth"], place + 2, None) if self._closing_quarter(place) else None

    def _closing_quarter(self, place: int) -> bool:
        """ "The last quarter of fiscal 2021"."""
        named = self.key(place) in CLOSING and self.key(place + 1) == "quarter"
        return named and self.maybe_year(place + 2)[0] is not None

    def half(self, start: int) -> Span | None:
        if not (read := self._half_number(start)):
            return None
        year, calendar, end = self.maybe_year(read[1])
        return self.span(
            start, end, Period(PeriodKind.HALF, year, read[0], calendar=calendar, back=None if year else 0)
        )

    def _half_number(self, place: int) -> tuple[int, int] | None:
        key, after = self.key(place), self.key(place + 1)
        if key == "h" and after in ("1", "2"):
            return int(after), place + 2
        if key in ("1", "2") and after == "h":
            return int(key), place + 2
        dashed = after == "-"  # "first-half 2023 revenue"
        whole = key in ("first", "second") and self.key(place + 1 + dashed) == "half"
        return (ORDINALS[key], place + 2 + dashed) if whole else None

    def stretch(self, start: int) -> Span | None:
        """So many months, weeks or a year that end on a day or in a year: "nine months ended June 30, 2023"."""
        first = self.key(start) == "first"
        kind, place = self._stretch_kind(start + first)
        if kind is None:
            return None
        ends = self.past(place + 1, FILLING, 1)
        if self.key(place) in ENDED and (day := self.day_at(ends) or self._month_end(ends)):
            end, behind = day
            return self.span(start, behind, Period(kind, end.year, end=end))
        year, calendar, behind = self.maybe_year(place, short=False)
        plain = kind is PeriodKind.YEAR or (kind is PeriodKind.QUARTER and not first)
        number = 1 if first and kind in (PeriodKind.QUARTER, PeriodKind.HALF) else None
        return (
            None
            if year is None and plain
            else self.span(start, behind, Period(kind, year, number, calendar=calendar, back=None if year else 0))
        )

    def _stretch_kind(self, place: int) -> tuple[PeriodKind | None, int]:
        key, after = self.key(place), self.key(place + 1)
        hyphen = 1 if after == "-" else 0
        unit = self.key(place + 1 + hyphen)
        if unit == "month" and key in NUMBERS:
            return MONTHS_OF[NUMBERS[key]], place + 2 + hyphen
        if key == "half" and unit == "year" and self.key(place + 2 + hyphen) in ENDED:
            return PeriodKind.HALF, place + 2 + hyphen
        if unit == "week" and key in WEEKS:
            return MONTHS_OF[WEEKS[key]], place + 2 + hyphen
        if key == "9" and after == "m":
            return PeriodKind.NINE_MONTHS, place + 2
        if key in FISCAL and after in ("year", "quarter") and self.key(place + 2) in ENDED:
            return NAMES[after], place + 2
        behind = self.past(place + 1, frozenset(("that", "which")), 1)
        if key in ("year", "quarter") and self.key(behind) in ENDED:
            return NAMES[key], behind
        return None, place

    # ---- days

    def day_at(self, place: int) -> tuple[date, int] | None:
        """A day with its year: June 30, 2023; 30 June 2023; 6/30/2023."""
        for order in (self._month_first, self._day_first, self._slashed):
            if found := order(place):
                return found
        return None

    def _month_first(self, place: int) -> tuple[date, int] | None:
        month, day = self._month(place), self._day_number(self._behind_dot(place + 1))
        if not month or not day:
            return None
        behind = self.past(day[1], frozenset((",", "of", "in")), 1)
        found = self.year_number(behind)
        return _dated(found[0], month, day[0], found[1]) if found else None

    def _day_first(self, place: int) -> tuple[date, int] | None:
        day = self._day_number(place)
        behind = self.past(day[1], frozenset(("of",)), 1) if day else place
        month = self._month(behind) if day else 0
        found = self.year_number(self.past(self._behind_dot(behind + 1), frozenset((",",)), 1)) if month else None
        return _dated(found[0], month, day[0], found[1]) if day and month and found else None

    def _slashed(self, place: int) -> tuple[date, int] | None:
        keys = [self.key(place + step) for step in range(5)]
        if keys[1] == keys[3] == "/" and all(key.isdecimal() for key in keys[::2]) and len(keys[4]) in (2, 4):
            year = int(keys[4]) if len(keys[4]) == 4 else _century(int(keys[4]))
            return _dated(year, int(keys[0]), int(keys[2]), place + 5)
        return None

    def _month(self, place: int) -> int:
        word = self.words[place].text.lower() if self.key(place) else ""
        return MONTHS.get(word, 0)

    def _behind_dot(self, place: int) -> int:
        return place + 1 if self.key(place) == "." and self.words[place].glued else place

    def _day_number(self, place: int) -> tuple[int, int] | None:
        key = self.key(place)
        if not key.isdecimal() or len(key) > 2 or not 1 <= int(key) <= 31:
            return None
        return int(key), place + 2 if self.key(place + 1) in ("st", "nd", "rd", "th") else place + 1

    def day(self, start: int) -> Span | None:
        if found := self.day_at(start):
            return self.span(start, found[1], Period(PeriodKind.INSTANT, found[0].year, end=found[0]))
        if two := self._two_days(start):
            return two
        month = self._month_end(start) or self._quarter_to(start)
        if month is None:
            return None
        last, behind = month
        quarter = self.key(behind) == "quarter"
        kind = PeriodKind.QUARTER if quarter or self.key(behind - 2) == "quarter" else PeriodKind.INSTANT
        return self.span(start, behind + quarter, Period(kind, last.year, end=last))

    def _quarter_to(self, start: int) -> tuple[date, int] | None:
        """The last day of a quarter that is named by its last month: December quarter 2022, June-quarter 2023."""
        month, at = self._month(start), start + 1 + (self.key(start + 1) == "-")
        year = self.year_number(at + 1, short=False) if month and self.key(at) == "quarter" else None
        return (_last_day(year[0], month), year[1]) if month and year else None

    def _month_end(self, start: int) -> tuple[date, int] | None:
        """The last day of a month with its year: June 2022, Jun-23."""
        month = self._month(start)
        behind = self.past(self._behind_dot(start + 1), frozenset((",", "of", "-")), 1)
        dashed = self.key(start + 1) in ("-", "'")
        year = self.year_number(behind, short=dashed) if month else None
        return (_last_day(year[0], month), year[1]) if month and year else None

    def _two_days(self, start: int) -> Span | None:
        """June 30 and December 31, 2019; June to December 2022: the first takes the year of the second."""
        month, day = self._month(start), self._day_number(self._behind_dot(start + 1))
        at = day[1] if day else start + 1
        between = self.key(at)
        second = (self.day_at(at + 1) if day else self._month_end(at + 1)) if month else None
        if between not in BESIDE | BETWEEN_ENDS or not second or (not day and month >= second[0].month):
            return None
        year = second[0].year
        first = _dated(year, month, day[0], at) if day else (_last_day(year, month), at)
        if not first:
            return None
        days = (Period(PeriodKind.INSTANT, end.year, end=end) for end in (first[0], second[0]))
        return self.span(start, second[1], *days, whole=between in BETWEEN_ENDS)

    def instant(self, start: int) -> Span | None:
        """As of a day, or the end of a year or quarter."""
        place = start
        if self.key(place) in ("as", "at"):
            place = self.past(place + 1, frozenset(("of", "at", "the", "on")), 2)
        ends = self._end_words(place)
        if ends > place:
            inner = self.quarter(ends) or self.year(ends) or self.day(ends) or self._short_year(start, ends)
            return self._at_end(start, inner) if inner else None
        if place == start:
            return self._year_then_end(start)
        inner = (
            self._year_then_end(place) or self.day(place) or self.quarter(place) or self.half(place) or self.year(place)
        )
        return self._at_end(start, inner) if inner else None

    def _short_year(self, start: int, place: int) -> Span | None:
        """ "ye21": two digits are a year where they touch the word."""
        touching = place < len(self.words) and self.words[place].glued
        found = self.year_number(place, short=True) if touching else None
        return self.span(start, found[1], Period(PeriodKind.YEAR, found[0])) if found else None

    def _end_words(self, place: int) -> int:
        """The place behind "the end of", "year-end", "close of", or where it stands."""
        at = self.past(place, frozenset(("the",)), 1)
        if self.key(at) in ("year", "fy") and self._hyphened(at + 1) in ("end", "ending"):
            at = at + 2 + (self.key(at + 1) == "-")
            return self.past(at, frozenset(("of", "in", "for")), 1)
        if self.key(at) == "ye":
            return at + 1
        if self.key(at) == "fiscal" and self.key(at + 1) == "year" and self._hyphened(at + 2) == "end":
            at = at + 3 + (self.key(at + 2) == "-")
            return self.past(at, frozenset(("of", "in", "for")), 1)
        if self.key(at) in ("end", "close") and self.key(at + 1) in ("of", "fiscal", "fy"):
            return self.past(at + 1, frozenset(("of", "the")), 2)
        if self.key(at) == "end" and self.year(at + 1):
            return at + 1
        return place

    def _hyphened(self, place: int) -> str:
        return self.key(place + 1) if self.key(place) == "-" else self.key(place)

    def _year_then_end(self, start: int) -> Span | None:
        """2019 year end, FY22 close."""
        inner = self.quarter(start) or self.year(start)
        if inner is None:
            return None
        place = inner.end
        if self.key(place) == "year" and self._hyphened(place + 1) == "end":
            return self._at_end(start, replace(inner, end=place + 2 + (self.key(place + 1) == "-")))
        if self.key(place) in ("close", "yearend") or (self.key(place) == "end" and self.key(place + 1) != "market"):
            return self._at_end(start, replace(inner, end=place + 1))
        return None

    def _at_end(self, start: int, inner: Span) -> Span:
        instants = [replace(period, kind=PeriodKind.INSTANT) for period in inner.periods]
        return self.span(start, inner.end, *instants)

    # ---- relative to what is held

    def trailing(self, start: int) -> Span | None:
        key, place = self.key(start), start + 1
        if key in ("ltm", "ttm"):
            return self.span(start, place, Period(PeriodKind.TRAILING))
        if key in PAST and self.key(place) in ("twelve", "12") and self.key(place + 1) == "month":
            return self.span(start, place + 2, Period(PeriodKind.TRAILING))
        return None

    def last_count(self, start: int) -> Span | None:
        """The last three years, past two quarters: as many single periods, the oldest first."""
        place = self.past(start, frozenset(("the", "over", "most")), 2)
        if self.key(place) not in PAST or place >= len(self.words) - 1:
            return None
        count = self.words[place + 1].count if self.key(place + 1) else 2 if self.key(place + 1) == "couple" else None
        at = place + 2 + (self.key(place + 2) == "-")
        at = self.past(at, frozenset((*FISCAL, "calendar", "full", "reported")), 2)
        kind = NAMES.get(self.key(at))
        if not count or kind is None or not 1 <= count <= MOST_PERIODS:
            return None
        backs = range(count - 1, -1, -1)
        return self.span(start, at + 1, *(Period(kind, back=back) for back in backs), whole=count > 1)

    def relative(self, start: int) -> Span | None:
        """Last year, the latest quarter, most recent period, the year before, this year."""
        place = self.past(start, frozenset(("the", "in")), 2)
        key = self.key(place)
        recent = key == "most" and self.key(place + 1) == "recent"
        if self._closing_quarter(place):
            return None
        if key in LATEST | BEFORE or recent or key == "recent":
            at = self.past(place + 1 + recent, frozenset((*FISCAL, "full", "reported", "available")), 2)
            if kind := NAMES.get(self.key(at)):
                behind = at + 1 + (key in BEFORE and self.key(at + 1) in ("quarter", "period"))
                return self.span(start, behind, Period(kind, back=1 if key in BEFORE else 0))
            alone = key == "latest" or recent
            return self.span(start, at, Period(PeriodKind.ANY, back=0)) if alone and place == start else None
        if several := self._before(start, place):
            return several
        if key == "same" and self.key(place + 1) in NAMES:  # "the same quarter a year before"
            before = self.relative(self.past(place + 2, frozenset(("of", "in", "a", "one")), 2))
            return replace(before, start=start) if before else None
        if (kind := NAMES.get(key)) and self.key(place + 1) in ("before", "earlier", "prior", "ago"):
            behind = place + 2 + (self.key(place + 1) == "ago" and self.key(place + 2) in ("quarter", "period"))
            return self._before_year(start, place + 2, kind, 1) or self.span(start, behind, Period(kind, back=1))
        return None

    def _before(self, start: int, place: int) -> Span | None:
        """The two years before: those that precede what was asked about."""
        count = self.words[place].count if place < len(self.words) and self.free[place] else None
        kind = NAMES.get(self.key(place + 1))
        if (
            not count
            or kind is None
            or self.key(place + 2) not in ("before", "earlier", "prior")
            or count > MOST_PERIODS
        ):
            return None
        if start == place and self.key(place + 2) == "earlier":  # "against two years earlier": that one year
            return self.span(start, place + 3, Period(kind, back=count))
        backs = (Period(kind, back=back) for back in range(count, 0, -1))
        return self._before_year(start, place + 3, kind, count) or self.span(start, place + 3, *backs, whole=True)

    def _before_year(self, start: int, place: int, kind: PeriodKind, count: int) -> Span | None:
        """The year before 2023, the two years before fiscal 2023."""
        fiscal, calendar, at = self.fiscal_words(place)
        found = self.year_number(at, short=fiscal or calendar) if kind is PeriodKind.YEAR else None
        open_ended = count == 1 and self.words[place - 2].text.lower() == "years"
        if not found or open_ended or self.key(place - 1) not in ("before", "prior"):
            return None
        years = (Period(kind, found[0] - back, calendar=calendar) for back in range(count, 0, -1))
        return self.span(start, found[1], *years, whole=count > 1)

    def since(self, start: int) -> Span | None:
        """Since 2020: from then to the latest."""
        inner = self.year(start + 1) or self.quarter(start + 1) if self.key(start) == "since" else None
        if inner is None or not inner.periods:
            return None
        return self.span(start, inner.end, inner.periods[0], Period(inner.periods[0].kind, back=0), whole=True)

    def quarterly(self, start: int) -> Span | None:
        """Each quarter of a year, before or behind it: told by a span without periods."""
        each = self.key(start) in ("by", "each", "per", "every") and self.key(start + 1) == "quarter"
        return Span(start, start + 1 + each) if each or self.key(start) == "quarterly" else None

    def length(self, start: int) -> Span | None:
        """Only how long: "3-year" average, "over five years"; "in a year" is the length of one period."""
        if (behind := self._one_year(start)) > start:
            return Span(start, behind, years=1)
        count = self.words[start].count
        at = start + 1 + (self.key(start + 1) == "-")
        if not count or count > MOST_PERIODS or self.key(at) not in ("year", "yr", "y"):
            return None
        return Span(start, at + 1, years=count)

    def _one_year(self, start: int) -> int:
        """The place behind "in a year", "over twelve months", "during the year"; or where it stands."""
        if self.key(start) not in ("in", "over", "during", "within"):
            return start
        keys = [self.key(start + step) for step in range(1, 4)]
        if keys[1] == "month" and keys[0] in ("twelve", "12"):
            return start + 3
        spelled = keys[0] in ("a", "one", "the") and keys[1] in ("year", "yr") and keys[2] not in ("before", "to")
        return start + 3 if spelled and self.year_number(start + 3) is None else start


def _last_day(year: int, month: int) -> date:
    return date(year, month, monthrange(year, month)[1])


def _century(year: int) -> int:
    return 2000 + year if year < 80 else 1900 + year


def _dated(year: int, month: int, day: int, end: int) -> tuple[date, int] | None:
    try:
        return date(year, month, day), end
    except ValueError:
        return None


def _with_count(words: Sequence[Word], span: Span) -> Span:
    """ "Over the three years 2019 to 2021": how many there are says nothing more."""
    years = sorted(period.year for period in span.periods if period.year)
    count = years[-1] - years[0] + 1 if span.whole and years else len(years)
    if count < 2 or not span.start or words[span.start - 1].count != count:
        return span
    start = span.start - 1
    for keys in (frozenset(("the",)), LENGTHS):
        start -= start > 0 and words[start - 1].key in keys
    return replace(span, start=start)


def _joined_spans(words: Sequence[Word], found: list[Span]) -> list[Span]:
    """Neighbours made one: "2019, 2018 and 2017", "from FY20 to FY22", "Q1 and Q2 2023"."""
    joined_up: list[Span] = []
    for span in found:
        before = joined_up[-1] if joined_up else None
        link = _link(words, before, span) if before else None
        if before and link is not None:
            joined_up[-1] = _linked(before, span, whole=link)
        else:
            joined_up.append(_with_from(words, span))
    return joined_up


def _link(words: Sequence[Word], before: Span, span: Span) -> bool | None:
    """Whether two neighbours are the ends of a stretch (True), stand beside each other (False) or apart (None)."""
    if not before.periods or not span.periods or _is_prior(before, span):
        return None
    between = [word.key for word in words[before.end : span.end][: span.start - before.end]]
    between = [
        key
        for key in between
        if key not in ("the", "in", "of", "at", "for", "fiscal", "period", "year", "from", "to date")
    ]
    if len(between) > 2 or not between:
        return None
    if all(key in BETWEEN_ENDS for key in between):
        return True
    if any(key not in BESIDE for key in between):
        return None
    opened = words[before.start - 1].key if before.start else ""
    return opened == "between" or words[before.start].key == "between" if between == ["and"] else False


def _is_prior(before: Span, span: Span) -> bool:
    """ "2022 versus the prior year": the second is what the first is held against."""
    return not before.periods[0].relative and len(span.periods) == 1 and span.periods[0].back == 1


def _linked(before: Span, span: Span, *, whole: bool) -> Span:
    year = next((period.year for period in span.periods if period.year), None)
    first = tuple(_of_year(period, year) for period in before.periods)
    kind = first[-1].kind
    second = span.periods
    if (first[-1].end or kind in (PeriodKind.QUARTER, PeriodKind.HALF, PeriodKind.INSTANT)) and len(second) == 1:
        second = tuple(_like(first[-1], period) for period in second)
    return Span(
        before.start, span.end, (*first, *second), whole or before.whole, None, before.estimate or span.estimate
    )


def _of_year(period: Period, year: int | None) -> Period:
    """A quarter or half without a year takes that of the one behind it: "Q1 and Q2 2023"."""
    lacks = period.year is None and period.kind in (PeriodKind.QUARTER, PeriodKind.HALF) and period.number
    return replace(period, year=year, back=None) if lacks and year else period


def _like(first: Period, second: Period) -> Period:
    """ "end of 2019 and 2020", "Q2 2022 and 2023": the second is what the first is."""
    if second.kind is not PeriodKind.YEAR or second.year is None:
        return second
    end = shifted(first.end, second.year - first.end.year) if first.end else None
    return replace(second, kind=first.kind, number=first.number, end=end)


def _with_from(words: Sequence[Word], span: Span) -> Span:
    opens = span.start and words[span.start - 1].key in ("from", "between") and span.periods
    return replace(span, start=span.start - 1) if opens else span
