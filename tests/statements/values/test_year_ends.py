"""Several periods in one line; exact ends of fiscal years."""

from datetime import date

import pytest

from apps.statements.values.year_ends import periods_in, year_ends


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("December 31, 2015 2014", [date(2015, 12, 31), date(2014, 12, 31)]),
        ("January 29, 2022 January 30, 2021", [date(2022, 1, 29), date(2021, 1, 30)]),
        ("(Unaudited) June 30, December 31, 2023 2022 ASSETS", [date(2023, 6, 30), date(2022, 12, 31)]),
        ("Consolidated Balance Sheets", []),
    ],
)
def test_periods_of_a_line(text: str, ends: list[date]) -> None:
    assert [period.end for period in periods_in(text)] == ends


def test_years_of_52_weeks_end_on_one_day_of_the_week() -> None:
    texts = [
        "Our fiscal year has 52 or 53 weeks and ends on the Saturday closest to January 31.",
        "Years ended January 28, 2023, January 29, 2022 and January 30, 2021; adopted on January 31, 2021.",
    ]
    ends = year_ends(texts, 2022, date(2023, 1, 28))
    assert ends == {2022: date(2023, 1, 28), 2021: date(2022, 1, 29), 2020: date(2021, 1, 30)}


def test_other_years_end_on_the_same_date() -> None:
    assert year_ends(["We adopted the standard on January 1, 2022."], 2022, date(2022, 12, 31)) == {}


def test_a_calendar_year_ends_on_its_last_day_whatever_else_happens_near_it() -> None:
    texts = [
        "At December 31, 2021 and December 31, 2020. A subsidiary has years of 52 weeks.",
        "Adopted on January 1, 2021. Years ended December 31, 2021 and December 31, 2020.",
    ]
    assert year_ends(texts, 2021, date(2021, 12, 31)) == {2021: date(2021, 12, 31)}


def test_a_quarter_that_is_said_to_have_ended_on_another_day_ended_on_it() -> None:
    texts = ["The three and six months ended on July 2, 2023 and July 3, 2022 are unaudited. Signed July 9, 2023."]
    assert year_ends(texts, 2023, date(2023, 7, 2)) == {2022: date(2022, 7, 3)}
    months = ["The months ended June 30, 2023 and June 30, 2022; the plan ended July 1, 2022."]
    assert year_ends(months, 2023, date(2023, 6, 30)) == {}
