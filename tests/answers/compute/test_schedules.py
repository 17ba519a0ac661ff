"""Schedules of years to come: by years or ages, by rows or columns, and only where they are cut as is asked."""

from decimal import Decimal

import pytest

from apps.accounts.models import User
from apps.answers.compute.books import shelf
from apps.answers.compute.outcome import Outcome
from apps.answers.compute.schedules import age_of, falling_due
from apps.documents.models import DocumentVersion
from apps.questions.query import Due
from apps.retrieval.found import Scope
from tests.answers.compute.filings import annual, asked, table
from tests.people import People

pytestmark = pytest.mark.django_db
LEASES = [
    ("", "Operating leases", "Finance leases"),
    ("2024", "$50", "$5"),
    ("2025", "40", "4"),
    ("2026", "30", "3"),
    ("Thereafter", "80", "—"),
    ("Total lease payments", "$200", "$12"),
]
OBLIGATIONS = [
    ("", "Total", "Less than 1 year", "1-3 years", "3-5 years", "More than 5 years"),
    ("Long-term debt", "$600", "$60", "$140", "$100", "$300"),
    ("Interest on long-term debt", "90", "30", "30", "20", "10"),
    ("Total", "$690", "$90", "$170", "$120", "$310"),
]
LEASED = ("operating", "lease", "payments")


def due(owner: User, measure: tuple[str, ...], **times: object) -> Outcome | None:
    return falling_due(Due(measure, **times), asked(), shelf(owner, Scope()))  # type: ignore[arg-type]


def values(found: Outcome | None) -> list[tuple[Decimal, str]]:
    return [(one.amount.value, one.shown.unit) for one in found.figures] if found else []


@pytest.fixture
def held(people: People) -> DocumentVersion:
    version = annual(people.owner)
    table(version, "Future minimum lease payments", LEASES, units="(in millions)")
    table(version, "Contractual obligations", OBLIGATIONS, units="(in millions)")
    return version


def test_years_of_a_column_are_added_up(people: People, held: DocumentVersion) -> None:
    assert values(due(people.owner, LEASED, years=(2024, 2025))) == [(Decimal(90_000_000), "USD")]
    assert values(due(people.owner, ("finance", "leases"), years=(2025,))) == [(Decimal(4_000_000), "USD")]


def test_what_comes_after_a_year_and_its_share(people: People, held: DocumentVersion) -> None:
    found = due(people.owner, LEASED, after=2025, share=True)

    assert values(found) == [(Decimal("0.55"), "%"), (Decimal(110_000_000), "USD")]
    assert found and found.headline.startswith("Operating lease payments due after 2025, share of the total")


def test_ages_stand_over_columns(people: People, held: DocumentVersion) -> None:
    assert values(due(people.owner, ("long", "term", "debt"), within=3)) == [(Decimal(200_000_000), "USD")]
    share = due(people.owner, ("contractual", "obligations", "long", "term", "debt"), beyond=5, share=True)
    assert values(share)[0] == (Decimal("0.5"), "%")
    assert values(due(people.owner, ("interest", "long", "term", "debt"), within=1)) == [(Decimal(30_000_000), "USD")]


def test_years_that_are_cut_otherwise_are_not_told(people: People, held: DocumentVersion) -> None:
    assert due(people.owner, ("long", "term", "debt"), within=2) is None
    assert due(people.owner, LEASED, years=(2026, 2027)) is None


def test_a_schedule_with_a_column_that_is_not_understood_tells_nothing(people: People) -> None:
    version = annual(people.owner)
    months = ("", "Less than 1 month", "1-3 months", "3-12 months", "1-5 years", "Over 5 years")
    table(version, "Maturities", [months, ("Borrowings", "$1", "$2", "$3", "$40", "$50")], units="(in millions)")

    assert due(people.owner, ("borrowings",), within=1) is None


def test_of_narrower_lines_none_stands_for_all(people: People) -> None:
    version = annual(people.owner)
    rows = [("", "2024", "2025", "Thereafter"), ("Term debt", "$5", "$6", "$7"), ("Convertible debt", "1", "2", "3")]
    table(version, "Payments due", rows, units="(in millions)")

    assert due(people.owner, ("debt",), years=(2024,)) is None
    assert values(due(people.owner, ("term", "debt"), years=(2024,))) == [(Decimal(5_000_000), "USD")]


def test_two_schedules_that_differ_by_rounding_are_one(people: People) -> None:
    version = annual(people.owner)
    rows = [("", "2024", "2025", "Thereafter"), ("Long-term debt", "$820", "$2,424", "$500")]
    table(version, "Contractual obligations", rows, units="(in millions)")
    exact = [("", "Debt"), ("2024", "$819,572"), ("2025", "2,424,013"), ("Thereafter", "500,000"), ("", "$3,743,585")]
    table(version, "Maturities of debt", exact, units="(in thousands)")

    found = due(people.owner, ("debt",), years=(2024, 2025), share=True)
    assert values(found)[1] == (Decimal(3_243_585_000), "USD")


def test_two_schedules_as_fine_as_each_other_that_differ_tell_nothing(people: People) -> None:
    version = annual(people.owner)
    for caption, first in (("Debt of kilns", "$820"), ("Debt, all told", "$821")):
        rows = [("", "2024", "2025", "Thereafter"), ("Debt", first, "$2,424", "$500")]
        table(version, caption, rows, units="(in millions)")

    assert due(people.owner, ("debt",), years=(2024,)) is None


def test_a_long_term_debt_is_no_narrower_one(people: People) -> None:
    rows = [
        ("", "2024", "2025", "Thereafter"),
        ("Long-term debt", "$5", "$6", "$7"),
        ("Interest on debt", "1", "2", "3"),
    ]
    table(annual(people.owner), "Payments due", rows, units="(in millions)")

    assert values(due(people.owner, ("debt",), years=(2024,))) == [(Decimal(5_000_000), "USD")]
    assert due(people.owner, ("hedged", "debt"), years=(2024,)) is None


def test_a_note_that_comes_to_nearly_the_same_leaves_open_which_is_meant(people: People) -> None:
    version = annual(people.owner)
    table(version, "Contractual obligations", OBLIGATIONS, units="(in millions)")
    assert values(due(people.owner, ("LT", "debt"), years=(2024,)))
    rows = [("Year", "Amount"), ("2024", "$61"), ("2025", "70"), ("2026", "70"), ("Thereafter", "399")]
    table(version, "Maturities of long-term debt", rows)
    assert due(people.owner, ("LT", "debt"), years=(2024,)) is None


def test_what_no_schedule_or_no_report_is_of_is_not_told(people: People, held: DocumentVersion) -> None:
    assert due(people.owner, ("kiln", "rents"), years=(2024,)) is None
    assert due(people.owner, ("payments",), years=(2024,)) is None
    assert due(people.owner, LEASED, years=(2024,), as_of=2021) is None


def test_a_share_of_a_total_that_the_rows_do_not_add_up_to_is_not_told(people: People) -> None:
    version = annual(people.owner)
    rows = [*LEASES[:-1], ("Total lease payments", "$150", "$12")]
    table(version, "Future minimum lease payments", rows, units="(in millions)")

    assert due(people.owner, LEASED, after=2025, share=True) is None
    assert values(due(people.owner, LEASED, years=(2024,))) == [(Decimal(50_000_000), "USD")]


def test_an_older_report_is_not_asked_where_the_last_tells_nothing(people: People, held: DocumentVersion) -> None:
    annual(people.owner, year=2024)

    assert due(people.owner, LEASED, years=(2025,)) is None
    assert values(due(people.owner, LEASED, years=(2025,), as_of=2023)) == [(Decimal(40_000_000), "USD")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2024", (1, 1)), ("Fiscal 2025", (2, 2)), ("2025-2026", (2, 3)), ("2025 and 2026", (2, 3)),
        ("Less than 1 year", (1, 1)), ("1 year or less", (1, 1)), ("Less than one year", (1, 1)),
        ("1 - 3 years", (2, 3)), ("2-3 Years", (2, 3)), ("Years 4 and 5", (4, 5)), ("3 to 5 years", (4, 5)),
        ("Due after one year and through 3 years", (2, 3)), ("More than 5 years", (6, 99)), ("After 2026", (4, 99)),
        ("Up to 1 year", (1, 1)), ("1-2 years", (2, 2)), ("2-5 years", (3, 5)), ("Less than 1 month", None),
        ("Commitments and other items per period 1 to 3 years", (2, 3)), ("Thereafter", (99, 99)), ("2023", None),
        ("After fiscal 2026", (4, 99)), ("Balance at December 31, 2024", None), ("Operating leases", None),
    ],
)  # fmt: skip
def test_ages_of_a_report_on_2023(text: str, expected: tuple[int, int] | None) -> None:
    assert age_of(text, 2023) == expected
