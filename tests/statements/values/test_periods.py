"""Column headers as periods."""

from datetime import date

import pytest

from apps.statements.values.periods import Period, PeriodKind, parse_period, resolve

DURATION, INSTANT = PeriodKind.DURATION, PeriodKind.INSTANT


@pytest.mark.parametrize(
    ("header", "end", "months", "year"),
    [
        ("Years Ended December 1, 2017", date(2017, 12, 1), 12, 2017),
        ("Year Ended December 31, 2017", date(2017, 12, 31), 12, 2017),
        ("Three Months Ended June 30, 2023", date(2023, 6, 30), 3, 2023),
        ("Nine months ended Sept. 30, 2022", date(2022, 9, 30), 9, 2022),
        ("52 Weeks Ended January 28, 2023", date(2023, 1, 28), 12, 2023),
        ("13 weeks ended July 30, 2022", date(2022, 7, 30), 3, 2022),
        ("Fiscal 2022", None, 12, 2022),
        ("FY22", None, None, 2022),
        ("2017", None, None, 2017),
        ("December 31, 2022", date(2022, 12, 31), None, 2022),
        ("As of Dec. 31, 2022", date(2022, 12, 31), None, 2022),
        ("31 March 2021", date(2021, 3, 31), None, 2021),
        ("Q4 2022", None, 3, 2022),
        ("Fiscal Year Ended May 31, 2022", date(2022, 5, 31), 12, 2022),
    ],
)
def test_header(header: str, end: date | None, months: int | None, year: int) -> None:
    period = parse_period(header)
    assert period is not None
    assert (period.end, period.months, period.label_year) == (end, months, year)


@pytest.mark.parametrize(
    "header",
    ["% Change", "2022 vs. 2021", "Increase (decrease) 2022", "2022 % of revenue", "2022 percent", "Total", "Note", ""],
)
def test_other_columns(header: str) -> None:
    assert parse_period(header) is None


def test_bare_year_ends_with_the_fiscal_year() -> None:
    resolved = resolve(Period(None, label_year=2021), DURATION, 2023, date(2023, 5, 28))
    assert (resolved.end, resolved.months, resolved.label_year) == (date(2021, 5, 28), 12, 2021)


@pytest.mark.parametrize(
    ("end", "label"),
    [
        (date(2023, 1, 28), 2022),
        (date(2022, 1, 29), 2021),
        (date(2021, 1, 30), 2020),
        (date(2022, 10, 29), 2022),
        (date(2023, 4, 29), 2023),
    ],
)
def test_fiscal_label_of_a_year_that_ends_in_january(end: date, label: int) -> None:
    resolved = resolve(Period(None, end=end, label_year=end.year), INSTANT, 2022, date(2023, 1, 28))
    assert resolved.label_year == label
