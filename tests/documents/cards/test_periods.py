"""Periods of a passage in one spelling, by the filer's own fiscal year."""

from datetime import date

import pytest

from apps.documents.cards.card import PERIOD, CardInput
from apps.documents.cards.periods import MOST, periods


def read(text: str, year: int | None = 2023, end: date | None = date(2023, 12, 31)) -> list[str]:
    found = periods(CardInput(text, fiscal_year=year, year_end=end))
    assert all(PERIOD.fullmatch(period) for period in found)
    return list(found)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("in fiscal 2022", ["FY2022"]),
        ("FY23 and fiscal '22", ["FY2023", "FY2022"]),
        ("years ended December 31, 2023, 2022 and 2021", ["2023-12-31", "FY2023", "FY2022", "FY2021"]),
        ("the second quarter of fiscal 2023", ["FY2023-Q2"]),
        ("Q3 2022 and 4Q21", ["FY2022-Q3", "FY2021-Q4"]),
        ("three months ended June 30, 2023", ["2023-06-30", "FY2023-Q2"]),
        ("six months ended June 30, 2023", ["2023-06-30", "FY2023-H1"]),
        ("nine months ended September 30, 2023", ["2023-09-30", "FY2023-9M"]),
        ("three months ended December 31, 2023", ["2023-12-31", "FY2023-Q4"]),
        ("notes due March 15, 2031", ["2031-03-15"]),
        ("February 30, 2023", []),
        ("$2,023 and 2,019 shares and 1999%", []),
        ("no year at all", []),
    ],
)
def test_periods(text: str, found: list[str]) -> None:
    assert read(text) == found


def test_a_year_that_ends_in_january_is_called_as_the_filer_calls_it() -> None:
    text = "52 weeks ended January 28, 2023 and three months ended October 29, 2022"
    assert read(text, 2022, date(2023, 1, 28)) == ["2023-01-28", "FY2022", "2022-10-29", "FY2022-Q3"]


def test_years_of_52_or_53_weeks_end_some_days_apart() -> None:
    assert read("September 28, 2024 and September 30, 2023", 2024, date(2024, 9, 28)) == [
        "2024-09-28", "FY2024", "2023-09-30", "FY2023",
    ]  # fmt: skip


def test_without_a_known_year_end_dates_stay_dates() -> None:
    assert read("December 31, 2023", None, None) == ["2023-12-31"]


def test_headers_that_stand_elsewhere_count_and_there_is_an_end() -> None:
    assert periods(CardInput("Net sales\t1\t2"), "2023 | 2022") == ("FY2023", "FY2022")
    assert len(read(" ".join(map(str, range(1990, 2020))))) == MOST
