from datetime import date
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.questions.periods import Span, spans
from apps.questions.slots import PeriodKind
from apps.questions.tokens import words_of
from tests.questions.notation import period


def told(text: str) -> str:
    """Every mention of time: periods in time order, ".." between the ends of a stretch, "; " between mentions."""
    return "; ".join(_told(span) for span in spans(words_of(text)))


def _told(span: Span) -> str:
    if span.years:
        return f"{span.years} years"
    return (" .. " if span.whole else ", ").join(period(one) for one in span.asked.listed)


CASES = {
    "in the last quarter of fiscal 2021": "Q4 2021",
    "the final quarter of 2022": "Q4 2022",
    # years
    "revenue in 2022": "2022",
    "FY22": "2022",
    "FY 2022": "2022",
    "fiscal 2021": "2021",
    "the fiscal year 2021": "2021",
    "full year 2021": "2021",
    "F19 results": "2019",
    "calendar 2021": "CY2021",
    "CY22": "CY2022",
    "'22 sales": "2022",
    "2023E": "2023",
    "1999": "1999",
    "FY98": "1998",
    # quarters, halves and other parts
    "Q3'23": "Q3 2023",
    "Q3 2023": "Q3 2023",
    "Q3 23": "Q3 2023",
    "Q3 of fiscal 2023": "Q3 2023",
    "Q3 FY23": "Q3 2023",
    "Q32023": "Q3 2023",
    "3Q23": "Q3 2023",
    "third quarter of 2023": "Q3 2023",
    "the 3rd quarter 2023": "Q3 2023",
    "the December 2022 quarter": "Q2022-12-31",
    "H1 2023": "H1 2023",
    "2H22": "H2 2022",
    "first half of fiscal 2023": "H1 2023",
    "nine months ended September 30, 2022": "9M2022-09-30",
    "three months ended June 30, 2023": "Q2023-06-30",
    "9M 2022": "9M2022",
    "thirteen weeks ended April 29, 2023": "Q2023-04-29",
    "year ended December 31, 2021": "2021-12-31",
    "fiscal 2021, the year that ended January 29, 2022": "2021, 2022-01-29",
    "six months ended December 31, 2022 and 2021": "H2021-12-31, H2022-12-31",
    "June 30, 2023 and 2022": "end 2022-06-30, end 2023-06-30",
    "the two years before 2023": "2021 .. 2022",
    "the year before fiscal 2022": "2021",
    "fiscal year ended June 30, 2022": "2022-06-30",
    "quarter ended 31 March 2023": "Q2023-03-31",
    # days
    "as of June 30, 2023": "end 2023-06-30",
    "at 31 December 2022": "end 2022-12-31",
    "12/31/2022": "end 2022-12-31",
    "June 2023": "end 2023-06-30",
    "February 2024": "end 2024-02-29",
    "June 30 and December 31, 2022": "end 2022-06-30, end 2022-12-31",
    "end of 2022": "end 2022",
    "at the end of fiscal 2022": "end 2022",
    "year-end 2022": "end 2022",
    "2022 year end": "end 2022",
    "year end FY2018": "end 2018",
    "Q2 of FY2023 close": "end 2 2023",
    # relative to what is held
    "latest quarter": "Q-0",
    "latest": "any-0",
    "most recent fiscal year": "year-0",
    "this year": "year-0",
    "last year": "year-1",
    "the year before": "year-1",
    "previous quarter": "Q-1",
    "last three years": "year-2 .. year-1 .. year-0",
    "over the past two quarters": "Q-1 .. Q-0",
    "LTM": "LTM",
    "trailing twelve months": "LTM",
    "last 12 months": "LTM",
    "since 2020": "2020 .. year-0",
    # several
    "2021 and 2022": "2021, 2022",
    "2022, 2021 and 2020": "2020, 2021, 2022",
    "from 2019 to 2022": "2019 .. 2022",
    "between 2019 and 2022": "2019 .. 2022",
    "2019-2022": "2019 .. 2022",
    "FY2019 - FY2022": "2019 .. 2022",
    "fiscal 2019 through fiscal 2022": "2019 .. 2022",
    "2022 to 2019": "2019 .. 2022",
    "Q1 and Q2 2023": "Q1 2023, Q2 2023",
    "first and second quarter of 2023": "Q1 2023, Q2 2023",
    "Q2 2023 vs Q2 2022": "Q2 2022, Q2 2023",
    "end of 2021 and 2022": "end 2021, end 2022",
    # lengths, and what is no time
    "3-year average": "3 years",
    "5y CAGR": "5 years",
    "$2,022": "",
    "$2022 million": "",
    "2022 million": "",
    "about 2500 stores": "",
    "may be": "",
    "quarter of the revenue": "",
}


@pytest.mark.parametrize("text", CASES)
def test_a_mention_of_time_is_read(text: str) -> None:
    assert told(text) == CASES[text]


def test_a_word_of_a_company_is_no_period() -> None:
    words = words_of("Fiscal 2020 Holdings")
    assert spans(words, [False, False, False]) == ()


def test_an_estimate_is_told() -> None:
    (span,) = spans(words_of("revenue 2024E"))
    assert span.estimate


years = st.integers(min_value=1980, max_value=2079)


@settings(deadline=None)
@given(years)
def test_every_way_to_write_a_year_is_that_year(year: int) -> None:
    ways = (f"{year}", f"FY{year}", f"fiscal {year}", f"the fiscal year {year}", f"FY{year % 100:02}")
    assert [told(way) for way in ways] == [str(year)] * 5


@settings(deadline=None)
@given(years, st.integers(min_value=1, max_value=4))
def test_every_way_to_write_a_quarter_is_that_quarter(year: int, quarter: int) -> None:
    ordinal = ("first", "second", "third", "fourth")[quarter - 1]
    ways = (
        f"Q{quarter} {year}",
        f"{quarter}Q{year % 100:02}",
        f"Q{quarter}'{year % 100:02}",
        f"{ordinal} quarter of {year}",
    )
    assert [told(way) for way in ways] == [f"Q{quarter} {year}"] * 4


@settings(deadline=None)
@given(st.dates(min_value=date(1980, 1, 1), max_value=date(2079, 12, 31)))
def test_every_way_to_write_a_day_is_that_day(day: date) -> None:
    ways = (f"{day:%B} {day.day}, {day.year}", f"{day.day} {day:%B} {day.year}", f"{day.month}/{day.day}/{day.year}")
    found = [spans(words_of(f"as of {way}")) for way in ways]
    assert [[one.end for one in span.periods] for (span,) in found] == [[day]] * 3
    assert {one.kind for (span,) in found for one in span.periods} == {PeriodKind.INSTANT}


@settings(deadline=None)
@given(st.lists(years, min_size=2, max_size=5, unique=True))
def test_a_list_of_years_is_told_in_time_order(listed: list[int]) -> None:
    text = ", ".join(str(year) for year in listed[:-1]) + f" and {listed[-1]}"
    assert told(text) == ", ".join(str(year) for year in sorted(listed))


@settings(deadline=None)
@given(st.integers(min_value=2, max_value=40))
def test_the_last_so_many_years_are_as_many(count: int) -> None:
    (span,) = spans(words_of(f"last {count} years"))
    assert [one.back for one in span.periods] == list(range(count - 1, -1, -1))
    assert span.whole


@settings(deadline=None)
@given(st.text(alphabet="Qq1234HhFfYy'-/ 0529.,andofendlastyear", max_size=120))
def test_no_text_breaks_the_reader_and_spans_stand_apart(text: str) -> None:
    found = spans(words_of(text))
    assert all(span.start < span.end for span in found)
    assert all(first.end <= second.start for first, second in pairwise(found))
