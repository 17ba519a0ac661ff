"""Filings that contradict each other are found from their facts, and rounding or restating is none of it."""

from datetime import date
from typing import Any

import pytest

from apps.documents.contradictions import contradictions
from apps.documents.models import DocumentVersion, Fact, Visibility
from tests.documents.shelf import shelve
from tests.documents.stated import keep
from tests.people import People

pytestmark = pytest.mark.django_db
NAME = "Kelpworks Inc."


def annual(people: People, name: str, year: int = 2024, **fields: Any) -> DocumentVersion:
    given = {"company_name": NAME, "report_type": "10-K", "fiscal_period": "FY", "period_end": date(year, 12, 31)}
    given |= {"fiscal_year": year, "visibility": Visibility.EVERYONE, "owner": people.expert}
    given |= fields
    return shelve(given.pop("owner"), name, **given)


@pytest.fixture
def stands(people: People) -> Fact:
    return keep(annual(people, "kelp_2024"), "net_income", 2024, "120")


def told(people: People, fact: Fact) -> list[str]:
    return [str(one) for one in contradictions([fact], people.owner)]


def test_another_filing_of_the_same_period_is_named_with_what_it_states(people: People, stands: Fact) -> None:
    keep(annual(people, "kelp_2024_amended"), "net_income", 2024, "250")
    assert told(people, stands) == ["Net income of fiscal 2024 is 120 in kelp_2024, but kelp_2024_amended states 250."]


@pytest.mark.parametrize(
    ("value", "fields"),
    [
        ("120", {}),
        ("120300", {"scale": 1000}),
        ("-120", {}),
        ("250", {"months": 3}),
        ("250", {"period_end": date(2023, 12, 31), "label_year": 2023}),
        ("250", {"dimension": "Kelp"}),
        ("250", {"currency": "EUR"}),
        ("250", {"unit": "shares"}),
        ("250", {"confidence": 0.3}),
        ("250", {"concept": "revenue"}),
    ],
)
def test_what_is_no_contradiction(people: People, stands: Fact, value: str, fields: dict[str, Any]) -> None:
    keep(annual(people, "kelp_2024_amended"), fields.pop("concept", "net_income"), 2024, value, **fields)
    assert not told(people, stands)


def test_a_later_filing_restates(people: People, stands: Fact) -> None:
    keep(annual(people, "kelp_2025", 2025), "net_income", 2024, "110")
    assert not told(people, stands)


def test_two_dates_of_one_report_and_other_companies_are_none(people: People, stands: Fact) -> None:
    keep(stands.version, "net_income", 2024, "250")
    keep(annual(people, "weed", company_name="Seaweed plc"), "net_income", 2024, "250")
    assert not told(people, stands)


def test_only_what_the_reader_sees_speaks_against_it(people: People, stands: Fact) -> None:
    hidden = annual(people, "secret", visibility=Visibility.PRIVATE)
    keep(hidden, "net_income", 2024, "250")
    assert not told(people, stands)
    assert contradictions([stands], people.expert)


def test_a_filing_that_also_states_the_same_is_none(people: People, stands: Fact) -> None:
    other = annual(people, "kelp_2024_amended")
    keep(other, "net_income", 2024, "250")
    keep(other, "net_income", 2024, "120")
    assert not told(people, stands)
