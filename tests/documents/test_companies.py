"""The register: one filer, however it is written and whatever it is called now."""

from typing import Any

import pytest

from apps.accounts.models import User
from apps.documents.companies import Circle, company_named, normalised
from apps.documents.models import Company, Document, Visibility
from tests.people import People

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Quillmark Foundry, Inc.", "QUILLMARK FOUNDRY INCORPORATED"),
        ("The Quillmark Company", "Quillmark Co."),
        ("Kelp & Sons Ltd", "KELP AND SONS LIMITED"),
        ("Ångström N.V.", "Angstrom NV"),
        ("Harbour's Edge plc", "HARBOURS EDGE PLC"),
    ],
)
def test_spellings_that_mean_the_same(one: str, other: str) -> None:
    assert company_named(one) == company_named(other)


@pytest.mark.parametrize(("one", "other"), [("Kelp Harbour", "Kelp Ferry"), ("The Company", "Holdings Group")])
def test_others_stay_apart(one: str, other: str) -> None:
    assert company_named(one) != company_named(other)
    assert normalised(one)


def test_a_number_outlives_a_change_of_name() -> None:
    old = company_named("Lantern Ltd", numbers=["irs:99-1111111"])
    new = company_named("Glow plc", numbers=["irs:99-1111111", "sec:1-99872"], newest=True)
    assert new == old
    kept = Company.objects.get()
    assert (kept.name, kept.aliases, kept.identifiers) == (
        "Glow plc",
        ["Lantern Ltd"],
        ["irs:99-1111111", "sec:1-99872"],
    )
    assert company_named("Lantern") == old


def test_an_older_filing_does_not_rename() -> None:
    company_named("Glow plc", numbers=["irs:99-1111111"])
    company_named("Lantern Ltd", numbers=["irs:99-1111111"])
    kept = Company.objects.get()
    assert (kept.name, kept.aliases) == ("Glow plc", ["Lantern Ltd"])


def test_a_name_of_another_filer_is_not_taken() -> None:
    company_named("Glow plc", numbers=["irs:99-2222222"])
    first = company_named("Lantern Ltd", numbers=["irs:99-1111111"])
    assert company_named("Glow plc", numbers=["irs:99-1111111"], newest=True) == first
    assert set(Company.objects.values_list("name", flat=True)) == {"Glow plc", "Lantern Ltd"}


def test_a_ticker_is_the_last_thing_that_is_compared() -> None:
    first = company_named("Lantern Ltd", ticker="LNT")
    assert company_named("Lantern Worldwide", ticker="LNT") == first


def test_a_short_name_means_the_filer_that_it_begins() -> None:
    whole = company_named("Quillmark Foundry, Inc.", numbers=["irs:99-1111111"])
    assert company_named("Quillmark") == whole
    assert company_named("Quillmark Instruments") != whole


def test_the_filer_takes_over_what_its_short_name_gathered() -> None:
    short = company_named("Quillmark")
    whole = company_named("Quillmark Foundry, Inc.", numbers=["irs:99-1111111"], newest=True)
    assert whole == short
    assert Company.objects.get().name == "Quillmark Foundry, Inc."


def test_a_short_name_that_two_filers_begin_with_is_a_filer_of_its_own() -> None:
    two = {company_named(f"Quillmark {name}", numbers=[f"irs:99-{name}"]) for name in ("Foundry", "Mills")}
    assert company_named("Quillmark") not in two


def test_filers_with_numbers_of_their_own_stay_apart() -> None:
    short = company_named("Quillmark", numbers=["irs:99-1111111"])
    assert company_named("Quillmark Foundry, Inc.", numbers=["irs:99-2222222"]) != short


def held(people: People, name: str, visibility: str, owner: User | None = None, **more: Any) -> Company:
    """What the register says after a document of that visibility was read."""
    owner = owner or people.owner
    circle = Circle.of(visibility, owner.pk, owner.team_id)
    company = company_named(name, numbers=["irs:99-1111111"], newest=True, told_to=circle, **more)
    team = owner.team if visibility == Visibility.TEAM else None
    Document.objects.create(name=name, company=company, owner=owner, visibility=visibility, team=team)
    return Company.objects.get(pk=company.pk)


@pytest.mark.parametrize("secret", [Visibility.PRIVATE, Visibility.TEAM])
def test_a_closed_filing_renames_no_company_that_others_see(people: People, secret: str) -> None:
    held(people, "Lantern Ltd", Visibility.EVERYONE)
    kept = held(people, "Underlight Merger plc", secret, ticker="UMP")
    assert (kept.name, kept.aliases, kept.ticker) == ("Lantern Ltd", [], "")


def test_the_more_open_filing_names_the_company_and_leaves_no_trace_of_the_closed_one(people: People) -> None:
    held(people, "Underlight Merger plc", Visibility.PRIVATE, ticker="UMP")
    team = held(people, "Lantern Works", Visibility.TEAM)
    assert (team.name, team.aliases, team.ticker) == ("Lantern Works", [], "")
    kept = held(people, "Lantern Ltd", Visibility.EVERYONE)
    assert (kept.name, kept.aliases) == ("Lantern Ltd", [])


def test_whose_filings_they_are_may_rename_it_among_themselves(people: People) -> None:
    held(people, "Lantern Ltd", Visibility.PRIVATE)
    kept = held(people, "Glow plc", Visibility.PRIVATE)
    assert (kept.name, kept.aliases) == ("Glow plc", ["Lantern Ltd"])
    assert held(people, "Stranger plc", Visibility.PRIVATE, owner=people.stranger).name == "Glow plc"
