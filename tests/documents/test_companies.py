"""The register: one filer, however it is written and whatever it is called now."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.sql import emit_post_migrate_signal
from django.db.migrations import Migration

from apps.accounts.models import Role, Team, User
from apps.documents import companies, deeds
from apps.documents.companies import EVERYONE, Circle, company_known, normalised
from apps.documents.company_names import profile
from apps.documents.forms import DocumentForm
from apps.documents.models import Company, Document, Visibility
from tests.people import People

pytestmark = pytest.mark.django_db


def company_named(name: str, told_to: Circle = EVERYONE, **told: Any) -> Company:
    """The register after a document of the library was read that says so."""
    owner = User.objects.get_or_create(username="librarian")[0]
    company = companies.company_named(name, told_to=told_to, **told)
    Document.objects.create(name=name, company=company, owner=owner, visibility=told_to.visibility)
    return company


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
        "Lantern Ltd",
        ["Glow plc"],
        ["irs:99-1111111", "sec:1-99872"],
    )
    assert company_named("Glow") == old


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
    assert Company.objects.get().aliases == ["Quillmark Foundry, Inc."]


def test_a_short_name_that_two_filers_begin_with_is_a_filer_of_its_own() -> None:
    two = {company_named(f"Quillmark {name}", numbers=[f"irs:99-{name}"]) for name in ("Foundry", "Mills")}
    assert company_named("Quillmark") not in two


def test_filers_with_numbers_of_their_own_stay_apart() -> None:
    short = company_named("Quillmark", numbers=["irs:99-1111111"])
    assert company_named("Quillmark Foundry, Inc.", numbers=["irs:99-2222222"]) != short


def held(people: People, name: str, visibility: str, owner: User | None = None, **more: Any) -> Company:
    """What the register says after a document of that visibility was read."""
    owner = owner or people.owner
    team = owner.team if visibility == Visibility.TEAM else None
    circle = Circle.of(visibility, owner.pk, owner.team_id)
    numbers = more.pop("numbers", ["irs:99-1111111"])
    company = companies.company_named(name, numbers=numbers, newest=True, told_to=circle, **more)
    read = {"company": {"value": name}, "numbers": numbers, "ticker": {"value": more.get("ticker", "")}}
    Document.objects.create(name=name, company=company, owner=owner, visibility=visibility, team=team, metadata=read)
    return Company.objects.get(pk=company.pk)


def document_of(company: Company) -> Document:
    return company.documents.get()


@pytest.mark.parametrize("secret", [Visibility.PRIVATE, Visibility.TEAM])
def test_a_closed_filing_teaches_no_company_that_others_see(people: People, secret: str) -> None:
    held(people, "Lantern Ltd", Visibility.EVERYONE)
    kept = held(people, "Underlight Merger plc", secret, ticker="UMP", numbers=["irs:99-1111111", "sec:9-9"])
    assert (kept.name, kept.aliases, kept.ticker, kept.identifiers) == ("Lantern Ltd", [], "", ["irs:99-1111111"])


def test_the_more_open_filing_takes_the_closed_ones_in_and_learns_nothing_of_them(people: People) -> None:
    held(people, "Underlight Merger plc", Visibility.PRIVATE, ticker="UMP", numbers=["irs:99-1111111", "sec:9-9"])
    team = held(people, "Lantern Works", Visibility.TEAM)
    assert (team.name, team.aliases, team.ticker) == ("Lantern Works", [], "")
    kept = held(people, "Lantern Ltd", Visibility.EVERYONE)
    assert (kept.name, kept.aliases, kept.identifiers) == ("Lantern Ltd", [], ["irs:99-1111111"])
    assert Company.objects.get().documents.count() == 3


def test_whose_filings_they_are_may_rename_it_among_themselves(people: People) -> None:
    held(people, "Lantern Ltd", Visibility.PRIVATE)
    kept = held(people, "Glow plc", Visibility.PRIVATE)
    assert (kept.name, kept.aliases) == ("Glow plc", ["Lantern Ltd"])


@pytest.mark.parametrize("secret", [Visibility.PRIVATE, Visibility.TEAM])
@pytest.mark.parametrize("told", ["Zyxquor", "ZYXQUOR HOLDINGS INC", "Another"])
def test_a_company_of_a_strangers_documents_is_as_if_it_were_not_there(people: People, secret: str, told: str) -> None:
    hidden = held(people, "Zyxquor Holdings Inc.", secret, ticker="ZYX")
    own = held(people, told, Visibility.PRIVATE, owner=people.stranger, ticker="ZYX")
    assert own != hidden
    assert (own.name, own.aliases, own.identifiers) == (told, [], ["irs:99-1111111"])
    outside = Circle.of(Visibility.PRIVATE, people.expert.pk, None)
    assert company_known(told, ticker="ZYX", numbers=["irs:99-1111111"], told_to=outside) is None


def test_a_team_finds_what_it_shares_and_a_member_what_is_his_own(people: People) -> None:
    shared = held(people, "Zyxquor Holdings Inc.", Visibility.TEAM)
    assert held(people, "Zyxquor", Visibility.PRIVATE, owner=people.teammate, numbers=[]) == shared
    own = held(people, "Brambleholt Mills", Visibility.PRIVATE, numbers=[])
    assert held(people, "Brambleholt", Visibility.PRIVATE, numbers=[]) == own
    assert held(people, "Brambleholt", Visibility.PRIVATE, owner=people.teammate, numbers=[]) != own


def test_what_was_shared_with_a_team_that_is_gone_is_known_to_its_owner_alone(people: People) -> None:
    hidden = held(people, "Zyxquor Holdings Inc.", Visibility.TEAM)
    Team.objects.filter(pk=people.owner.team_id).delete()
    assert company_known("Zyxquor", told_to=Circle.of(Visibility.PRIVATE, people.owner.pk, None)) == hidden
    for visibility in (Visibility.PRIVATE, Visibility.TEAM):
        assert company_known("Zyxquor", told_to=Circle.of(visibility, people.stranger.pk, None)) is None


def test_what_was_deleted_tells_nobody_anything(people: People) -> None:
    company = held(people, "Zyxquor Holdings Inc.", Visibility.EVERYONE)
    deeds.delete(document_of(company), people.owner, None)
    assert company_known("Zyxquor") is None
    again = held(people, "Zyxquor", Visibility.EVERYONE, owner=people.expert)
    assert (again.name, again.aliases) == ("Zyxquor", [])


def test_what_is_restored_joins_what_came_meanwhile(people: People) -> None:
    company = held(people, "Zyxquor Holdings Inc.", Visibility.EVERYONE)
    document = document_of(company)
    deeds.delete(document, people.owner, None)
    again = held(people, "Zyxquor", Visibility.EVERYONE, owner=people.expert)
    deeds.restore(Document.objects.get(pk=document.pk), people.owner, None)
    assert Document.objects.get(pk=document.pk).company == again


def test_strangers_whom_only_a_public_filing_held_together_part_when_it_goes(people: People) -> None:
    public = held(people, "Zyxquor Holdings Inc.", Visibility.EVERYONE, owner=people.expert)
    held(people, "Zyxquor Target", Visibility.PRIVATE)
    held(people, "Zyxquor Prey", Visibility.PRIVATE, owner=people.stranger)
    deeds.delete(public.documents.get(visibility=Visibility.EVERYONE), people.expert, None)
    names = {one.owner.username: one.company for one in Document.objects.filter(deleted=None).select_related("company")}
    own, others = names[people.owner.username], names[people.stranger.username]
    assert own and others
    assert (own.name, own.aliases) == ("Zyxquor Target", [])
    assert (others.name, others.aliases) == ("Zyxquor Prey", [])


def test_what_is_made_private_takes_its_names_along(people: People) -> None:
    company = held(people, "Lantern Ltd", Visibility.EVERYONE, owner=people.expert)
    document = Document.objects.get(name="Lantern Ltd")
    held(people, "Glow plc", Visibility.EVERYONE, owner=people.expert)
    form = DocumentForm(DocumentForm(instance=document).told() | {"visibility": "private"}, instance=document)
    deeds.edit(form, people.expert, None)
    kept = Company.objects.get(pk=company.pk)
    assert (kept.name, kept.aliases) == ("Glow plc", [])


def test_publishing_names_the_company_for_everyone(people: People) -> None:
    User.objects.filter(pk=people.owner.pk).update(role=Role.EXPERT)
    held(people, "Underlight Merger plc", Visibility.PRIVATE)
    secret = held(people, "Lantern Ltd", Visibility.PRIVATE)
    document = Document.objects.get(name="Lantern Ltd")
    form = DocumentForm(DocumentForm(instance=document).told() | {"visibility": "everyone"}, instance=document)
    assert form.is_valid(), form.errors
    deeds.edit(form, document.owner, None)
    told = company_known("Lantern")
    assert told and (told.name, told.aliases, told.identifiers) == ("Lantern Ltd", [], ["irs:99-1111111"])
    assert secret.name == "Lantern Ltd"
    assert set(told.documents.values_list("name", flat=True)) == {"Lantern Ltd", "Underlight Merger plc"}


def test_no_public_filing_takes_over_name_ticker_or_numbers(people: People) -> None:
    held(people, "Lantern Ltd", Visibility.EVERYONE, ticker="LNT")
    numbers = ["irs:99-1111111", "sec:9-9"]
    kept = held(people, "Pwned plc", Visibility.EVERYONE, owner=people.expert, ticker="PWN", numbers=numbers)
    assert (kept.name, kept.aliases, kept.ticker) == ("Lantern Ltd", ["Pwned plc"], "LNT")
    other = held(people, "Lantern Ltd", Visibility.EVERYONE, owner=people.expert, numbers=["irs:66-6666666"])
    assert other.identifiers == ["irs:99-1111111", "sec:9-9"]
    known = profile(other, other.documents.all())
    assert (known.name, known.ticker) == ("Lantern Ltd", "LNT")


def test_an_alias_that_another_public_company_carries_is_not_given(people: People) -> None:
    held(people, "Glow plc", Visibility.EVERYONE, numbers=["irs:99-2222222"])
    kept = held(people, "Lantern Ltd", Visibility.EVERYONE)
    held(people, "Glow plc", Visibility.EVERYONE, owner=people.expert)
    kept.refresh_from_db()
    assert kept.aliases == []


def test_what_an_administrator_settled_no_filing_changes(people: People) -> None:
    company = held(people, "Lantern Ltd", Visibility.EVERYONE)
    Company.objects.filter(pk=company.pk).update(name="Lantern Group", settled=True)
    kept = held(people, "Lantern Works", Visibility.EVERYONE, ticker="LNT", numbers=["irs:99-1111111", "sec:9-9"])
    assert (kept.name, kept.ticker, kept.identifiers) == ("Lantern Group", "", ["irs:99-1111111"])
    assert profile(kept, kept.documents.all()).name == "Lantern Group"


def test_a_register_that_all_shared_is_told_anew(people: People) -> None:
    """As an earlier release left it: one row that learnt from everybody."""
    told = {
        "name": "Underlight Merger plc",
        "ticker": "UMP",
        "aliases": ["Lantern Ltd"],
        "identifiers": ["irs:1", "irs:2"],
    }
    shared, closed = (Company.objects.create(**told) for _ in range(2))
    public, first, second = (people.expert, "everyone"), (people.owner, "private"), (people.stranger, "private")
    read = {"company": {"value": "Lantern Ltd"}, "numbers": ["irs:1"]}
    for company, (owner, visibility) in ((shared, public), (shared, first), (closed, first), (closed, second)):
        Document.objects.create(name="10-K", company=company, owner=owner, visibility=visibility, metadata=read)
    upgrade = Migration("0015_company_per_circle", "documents")
    emit_post_migrate_signal(verbosity=0, interactive=False, db="default", plan=[(upgrade, False)])
    assert set(Company.objects.values_list("name", "ticker")) == {("Lantern Ltd", "")}
    assert [company.identifiers for company in Company.objects.all()] == [["irs:1"]] * 3
    assert shared.documents.count() == 2
    once_more = StringIO()
    call_command("relearn_companies", stdout=once_more)
    assert "3 companies told anew, 3 now" in once_more.getvalue()
