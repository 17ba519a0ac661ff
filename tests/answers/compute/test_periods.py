"""Fiscal years as the filer counts them, parts of years, days, "latest", the last twelve months."""

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from apps.documents.models import Document
from apps.questions.expressions import Item, OverTime, OverTimeFunction, Ratio
from apps.questions.query import Form
from apps.questions.slots import Period, PeriodKind, Periods
from tests.answers.compute.filings import COMPANY, LINES, annual, computed, only, years
from tests.answers.statements import report
from tests.people import People

pytestmark = pytest.mark.django_db
MILLIONS = Form(scale=1_000_000)


def one(kind: PeriodKind, year: int | None = None, **given: object) -> Periods:
    return Periods((Period(kind, year=year, **given),))  # type: ignore[arg-type]


def quarter(people: People, number: int, lines: dict[str, dict[int, str]], months: int = 3, year: int = 2024) -> None:
    end = date(year, 3 * number, 30 if number in {2, 3} else 31)
    report(people.owner, COMPANY, year, lines, form="10-Q", period=f"Q{number}", end=end, months=months)


def test_a_quarter_is_its_three_months_and_not_the_year_so_far(people: People) -> None:
    annual(people.owner)
    quarter(people, 2, {"revenue": {2024: "430", 2023: "390"}})
    outcome = computed(people.owner, Item("revenue"), periods=one(PeriodKind.QUARTER, 2024, number=2), form=MILLIONS)

    assert only(outcome) == (Decimal(430), "USD millions")
    assert outcome.headline == "Revenue of Quillmark Foundry, Q2 FY2024: USD 430 million."


def test_the_same_quarter_of_the_year_before_stands_beside_it(people: People) -> None:
    quarter(people, 2, {"revenue": {2024: "430", 2023: "390"}})
    growth = OverTime(OverTimeFunction.GROWTH, Item("revenue"))
    outcome = computed(people.owner, growth, periods=one(PeriodKind.QUARTER, 2024, number=2), form=Form(decimals=1))

    assert only(outcome) == (Decimal("10.3"), "%")
    assert [end.period for end in outcome.figures[0].ends] == ["Q2 FY2023", "Q2 FY2024"]


def test_nine_months_and_halves(people: People) -> None:
    quarter(people, 3, {"revenue": {2024: "1,250"}}, months=9)
    quarter(people, 2, {"revenue": {2024: "830"}}, months=6)

    nine = computed(people.owner, Item("revenue"), periods=one(PeriodKind.NINE_MONTHS, 2024), form=MILLIONS)
    half = computed(people.owner, Item("revenue"), periods=one(PeriodKind.HALF, 2024, number=1), form=MILLIONS)
    assert (only(nine)[0], only(half)[0]) == (1250, 830)


def test_a_quarter_that_no_filing_states_is_what_the_year_has_beyond_the_months_before(people: People) -> None:
    annual(people.owner)
    quarter(people, 3, {"revenue": {2023: "1,150"}}, months=9, year=2023)
    outcome = computed(people.owner, Item("revenue"), periods=one(PeriodKind.QUARTER, 2023, number=4), form=MILLIONS)

    assert only(outcome) == (Decimal(450), "USD millions")
    assert "Revenue of FY2023 is" not in outcome.headline
    assert outcome.notes == ("Revenue of Q4 FY2023 is FY2023 less 9 months to September 30, 2023.",)


def test_earnings_per_share_of_a_quarter_are_never_a_difference(people: People) -> None:
    annual(people.owner)
    quarter(people, 3, {"eps_diluted": {2023: "1.70"}}, months=9, year=2023)
    outcome = computed(people.owner, Item("eps_diluted"), periods=one(PeriodKind.QUARTER, 2023, number=4))

    assert not outcome.figures and outcome.missing


def test_the_last_twelve_months_are_the_year_with_what_came_since(people: People) -> None:
    annual(people.owner)
    quarter(people, 2, {"revenue": {2024: "830", 2023: "760"}}, months=6)
    outcome = computed(people.owner, Item("revenue"), periods=one(PeriodKind.TRAILING, back=0), form=MILLIONS)

    assert only(outcome) == (Decimal(1670), "USD millions")
    assert any("FY2023 + H1 FY2024 − H1 FY2023." in note for note in outcome.notes)


def test_a_balance_of_the_last_twelve_months_is_the_newest(people: People) -> None:
    annual(people.owner)
    quarter(people, 2, {"revenue": {2024: "830"}, "cash": {2024: "175"}}, months=6)
    outcome = computed(people.owner, Item("cash"), periods=one(PeriodKind.TRAILING, back=0), form=MILLIONS)

    assert only(outcome)[0] == 175


def test_the_last_twelve_months_after_an_annual_report_are_its_year(people: People) -> None:
    annual(people.owner)
    outcome = computed(people.owner, Item("revenue"), periods=one(PeriodKind.TRAILING, back=0), form=MILLIONS)

    assert only(outcome)[0] == 1600


def test_a_balance_at_the_end_of_a_year_and_on_a_day(people: People) -> None:
    annual(people.owner)
    at_end = computed(people.owner, Item("cash"), periods=one(PeriodKind.INSTANT, 2022), form=MILLIONS)
    on_day = computed(
        people.owner, Item("cash"), periods=one(PeriodKind.INSTANT, end=date(2022, 12, 31)), form=MILLIONS
    )

    assert only(at_end)[0] == only(on_day)[0] == 130


def test_two_balance_sheet_dates_of_one_report_are_no_conflict(people: People) -> None:
    quarter(people, 2, {"cash": {2024: "175"}})
    annual(people.owner)
    latest = computed(people.owner, Item("cash"), periods=one(PeriodKind.INSTANT, back=0), form=MILLIONS)
    year_end = computed(people.owner, Item("cash"), periods=years(2023), form=MILLIONS)

    assert (only(latest)[0], only(year_end)[0]) == (175, 150)
    assert latest.notes == ("The latest that is held of Quillmark Foundry: June 30, 2024.",)
    assert not year_end.notes and not year_end.ambiguous


def test_a_year_and_its_last_day_are_one_period(people: People) -> None:
    """ "FY22 (ended December 31, 2022), and the change": from the year before, not from itself."""
    annual(people.owner)
    both = Periods((Period(PeriodKind.YEAR, year=2022), Period(PeriodKind.INSTANT, end=date(2022, 12, 31))))
    change = OverTime(OverTimeFunction.CHANGE, Item("revenue"))

    assert only(computed(people.owner, change, periods=both, form=MILLIONS))[0] == 400


def test_last_year_and_the_last_three_years(people: People) -> None:
    annual(people.owner)
    last = computed(people.owner, Item("revenue"), periods=one(PeriodKind.YEAR, back=1), form=MILLIONS)
    three = Periods((Period(PeriodKind.YEAR, back=2), Period(PeriodKind.YEAR, back=0)), whole=True)

    assert only(last)[0] == 1400
    assert [figure.period for figure in computed(people.owner, Item("revenue"), periods=three).figures] == [
        "FY2021",
        "FY2022",
        "FY2023",
    ]


def test_the_latest_quarter_may_be_that_of_a_quarterly_report(people: People) -> None:
    annual(people.owner)
    quarter(people, 1, {"revenue": {2024: "410"}})
    outcome = computed(people.owner, Item("revenue"), periods=one(PeriodKind.QUARTER, back=0), form=MILLIONS)

    assert only(outcome)[0] == 410


def test_each_quarter_of_a_year_where_none_is_named(people: People) -> None:
    quarter(people, 1, {"revenue": {2024: "410"}})
    quarter(people, 2, {"revenue": {2024: "430"}})
    outcome = computed(people.owner, Item("revenue"), periods=one(PeriodKind.QUARTER, 2024))

    assert [figure.period for figure in outcome.figures] == ["Q1 FY2024", "Q2 FY2024"]
    assert len(outcome.missing) == 2


def test_a_year_that_ends_in_january_is_told_as_the_filer_tells_it(people: People) -> None:
    report(people.owner, COMPANY, 2022, {"revenue": {2022: "900", 2021: "800"}}, end=date(2023, 1, 28))
    Document.objects.update(metadata={"years": [2022, 2023]})
    own = computed(people.owner, Item("revenue"), periods=years(2022), form=MILLIONS)
    called = computed(people.owner, Item("revenue"), periods=years(2023), form=MILLIONS)

    assert only(own)[0] == 900 and not own.notes
    assert only(called)[0] == 900
    assert called.notes == ("Quillmark Foundry has no fiscal 2023 here: this is its fiscal 2022, which may be meant.",)


def test_calendar_time_is_the_fiscal_period_that_lies_in_it_and_its_end_is_told(people: People) -> None:
    report(people.owner, COMPANY, 2022, {"revenue": {2022: "900", 2021: "800"}}, end=date(2023, 1, 28))
    outcome = computed(people.owner, Item("revenue"), periods=one(PeriodKind.YEAR, 2022, calendar=True), form=MILLIONS)

    assert only(outcome)[0] == 900
    assert outcome.notes == ("FY2022 of Quillmark Foundry ends on January 28, 2023.",)


def test_a_fiscal_year_that_ends_in_june_is_told_for_calendar_time(people: People) -> None:
    report(people.owner, COMPANY, 2022, {"revenue": {2022: "900"}}, end=date(2022, 6, 30))
    calendar = one(PeriodKind.YEAR, 2022, calendar=True)

    assert computed(people.owner, Item("revenue"), periods=calendar).missing
    held = computed(people.owner, Item("revenue"), periods=one(PeriodKind.YEAR, 2021, calendar=True), form=MILLIONS)
    assert only(held)[0] == 900 and held.notes == ("FY2022 of Quillmark Foundry ends on June 30, 2022.",)


def test_what_a_quarter_earns_on_a_balance_is_not_annualized_and_it_is_told(people: People) -> None:
    quarter(people, 2, {"net_income": {2024: "10"}, "total_assets": {2024: "200"}})
    outcome = computed(people.owner, Ratio("return_on_assets"), periods=one(PeriodKind.QUARTER, 2024, number=2))

    assert only(outcome) == (Decimal(5), "%")
    assert "Return on assets of Q2 FY2024 is not annualized." in outcome.notes


def test_a_calendar_quarter_is_the_fiscal_one_that_ends_with_it(people: People) -> None:
    end = date(2023, 12, 31)
    report(people.owner, COMPANY, 2024, {"revenue": {2024: "55"}}, form="10-Q", period="Q2", end=end, months=3)
    calendar = Periods((Period(PeriodKind.QUARTER, year=2023, number=4, calendar=True),))
    outcome = computed(people.owner, Item("revenue"), periods=calendar, form=MILLIONS)

    assert only(outcome)[0] == 55
    assert outcome.figures[0].period == "Q2 FY2024"


def test_days_of_a_quarter_are_those_of_its_months(people: People) -> None:
    quarter(people, 2, {"revenue": {2024: "400"}, "receivables": {2024: "200"}})
    outcome = computed(
        people.owner,
        Ratio("days_sales"),
        periods=one(PeriodKind.QUARTER, 2024, number=2),
        form=Form(decimals=2),
    )

    assert only(outcome) == (Decimal("45.63"), "days")


def test_a_filing_about_an_event_says_nothing_of_fiscal_years(people: People) -> None:
    annual(people.owner, lines=LINES)
    event = report(people.owner, COMPANY, 2023, {"revenue": {2023: "1"}}, form="8-K", period="", end=date(2023, 4, 26))
    event.facts.all().delete()
    outcome = computed(people.owner, Item("revenue"), periods=years(2023), form=MILLIONS)

    assert only(outcome)[0] == 1600


def test_more_periods_than_anybody_reads_are_refused(people: People) -> None:
    annual(people.owner)
    outcome = computed(people.owner, Item("revenue"), periods=years(1900, 2023, whole=True))

    assert outcome.missing == ("More than 40 periods are asked for.",)


def test_a_company_without_dated_filings_has_no_latest(people: People) -> None:
    annual(people.owner)
    Document.objects.update(fiscal_year=None, period_end=None, fiscal_period="")

    for kind in (PeriodKind.ANY, PeriodKind.QUARTER, PeriodKind.INSTANT):
        assert computed(people.owner, Item("revenue"), periods=one(kind, back=0)).missing


PERIODS = st.builds(
    Period,
    st.sampled_from(PeriodKind),
    year=st.none() | st.integers(-5, 12000) | st.integers(2020, 2026),
    number=st.none() | st.integers(-1, 9),
    end=st.none() | st.dates(),
    calendar=st.booleans(),
    back=st.none() | st.integers(-3, 5000) | st.integers(0, 3),
)
MEASURES = st.sampled_from([Item("revenue"), Item("cash", lag=9000), Ratio("days_sales"), Ratio("ebitda")])


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(PERIODS, max_size=3),
    st.booleans(),
    MEASURES,
    st.sampled_from([None, *OverTimeFunction]),
    st.none() | st.integers(-9, 9000),
)
def test_any_period_gives_figures_or_a_sentence(
    held: People, listed: list[Period], whole: bool, measure: Item, over: OverTimeFunction | None, span: int | None
) -> None:
    asked_for = OverTime(over, measure, span) if over else measure
    outcome = computed(held.owner, asked_for, periods=Periods(tuple(listed), whole))

    assert outcome.figures or outcome.missing
    assert all(told.endswith(".") for told in (*outcome.missing, *outcome.ambiguous, *outcome.notes))


@pytest.fixture
def held(people: People) -> People:
    annual(people.owner)
    quarter(people, 2, {"revenue": {2024: "830", 2023: "760"}, "cash": {2024: "10"}}, months=6)
    return people
