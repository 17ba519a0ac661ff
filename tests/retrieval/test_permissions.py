"""The perfect answer in another user's private document shows nowhere: no path, count, score, cache or trace."""

from dataclasses import asdict

import pytest

from apps.documents.lexical import write_lexemes
from apps.documents.models import Company, Document, Fact, Table, Visibility
from apps.retrieval.filings import register
from apps.retrieval.found import Path, Scope, SearchResult
from tests.people import People
from tests.retrieval.asked import search
from tests.retrieval.library import Filing, publish, summarise

pytestmark = pytest.mark.django_db

ANSWER = """CONSOLIDATED STATEMENTS OF INCOME (in millions)
Operating income of the Umbrella division 7,777 6,666
Operating income 8,888 7,999"""
QUESTION = "What was Brackenfold's operating income of the Umbrella division in 2022?"
PLAIN = "What was Brackenfold's operating income in FY2022?"


@pytest.fixture
def library(people: People) -> People:
    for year in (2021, 2022):
        publish(people.owner, f"BRACKENFOLD_{year}_10K", company="Brackenfold Bakeries, Inc.", year=year)
    return people


def secret(people: People, visibility: Visibility = Visibility.PRIVATE) -> Filing:
    """A private filing whose text, section title, metadata and facts all fit the question."""
    filing = publish(
        people.owner, "SECRET", (ANSWER,), company="Brackenfold Bakeries, Inc.", year=2022, visibility=visibility
    )
    filing.chunks[0].section.__class__.objects.filter(version=filing.version).update(
        title="Operating income of Umbrella",
        path=["Operating income of Umbrella"],
        summary="Operating income of the Umbrella division.",
    )
    write_lexemes(filing.version.pk)
    summarise(filing)
    table = Table.objects.create(version=filing.version, ordinal=0, page=0, grid=[])
    filing.chunks[0].__class__.objects.filter(pk=filing.chunks[0].pk).update(table=table)
    Fact.objects.create(
        version=filing.version, table=table, statement="income", concept="operating_income", label="Operating income",
        months=12, label_year=2022, value=8_888_000_000, unit="money", scale=1_000_000, page=0, row=2, column=1,
        start=ANSWER.index("8,888"), end=ANSWER.index("8,888") + 5,
    )  # fmt: skip
    return filing


def seen(result: SearchResult) -> dict[str, object]:
    """Everything but how long it took."""
    return dict(asdict(result), trace=dict(asdict(result.trace), seconds={}))


@pytest.mark.parametrize("question", [QUESTION, PLAIN, "Umbrella division operating income", "7,777"])
@pytest.mark.parametrize("visibility", [Visibility.PRIVATE, Visibility.TEAM])
def test_nothing_that_a_stranger_gets_changes(library: People, question: str, visibility: Visibility) -> None:
    before = search(question, viewer=library.stranger)
    secret(library, visibility)
    assert seen(search(question, viewer=library.stranger)) == seen(before)


def test_what_the_owner_asked_before_does_not_help_a_stranger(library: People) -> None:
    """Whatever is kept between searches is kept by what it is made of, not by the question."""
    before = search(QUESTION, viewer=library.stranger)
    secret(library)
    assert search(QUESTION, viewer=library.owner).candidates[0].document_name == "SECRET"
    assert seen(search(QUESTION, viewer=library.stranger)) == seen(before)


def test_the_owner_finds_it_on_every_path(library: People) -> None:
    """The same document is found when it may be: the tests above can fail."""
    secret(library)
    year = Scope(years=(2022,))
    results = [search(question, viewer=library.owner, scope=year) for question in (PLAIN, QUESTION)]
    found = [candidate for result in results for candidate in result.candidates]
    paths = {path for candidate in found if candidate.document_name == "SECRET" for path in candidate.scores}
    assert {Path.DENSE, Path.LEXICAL, Path.FACT, Path.STATEMENT, Path.SECTION, Path.SUMMARY, Path.ROW} <= paths


def test_a_company_learnt_from_a_private_document_stays_unknown_to_others(library: People) -> None:
    publish(library.owner, "X", (ANSWER,), company="Vantrell Foundry plc", year=2022, visibility=Visibility.PRIVATE)
    assert register(library.owner, Scope()).mentions("Vantrell Foundry") != ()
    assert register(library.stranger, Scope()).mentions("Vantrell Foundry") == ()


def test_what_is_withdrawn_or_renamed_is_so_at_once(library: People) -> None:
    """Nothing has to be invalidated: the next search sees the new state."""
    filing = secret(library, Visibility.EVERYONE)
    assert search(QUESTION, viewer=library.stranger).candidates[0].document_name == "SECRET"
    Document.objects.filter(pk=filing.document.pk).update(visibility=Visibility.PRIVATE)
    assert "SECRET" not in str(seen(search(QUESTION, viewer=library.stranger)))
    Company.objects.filter(name__startswith="Brackenfold").update(name="Umberfell Cranes")
    assert register(library.stranger, Scope()).mentions("Brackenfold") == ()


@pytest.mark.parametrize("visibility", [Visibility.PRIVATE, Visibility.TEAM])
def test_a_products_name_learnt_from_a_private_filing_hints_at_nothing(library: People, visibility: Visibility) -> None:
    """Neither in the weights of filings, nor in what is told of the name, nor in what is not held."""
    asked = "How much revenue did Glowroot bring in 2022?"
    before = search(asked, viewer=library.stranger)
    texts = tuple(f"Glowroot sold well in region {number}." for number in range(6))
    filing = publish(library.owner, "G", texts, company="Brackenfold Bakeries, Inc.", year=2022, visibility=visibility)
    summarise(filing, "Glowroot", "Glowroot is a flour.")
    assert seen(search(asked, viewer=library.stranger)) == seen(before)
    assert before.trace.not_held == {"companies": ["Glowroot"]}
    told = search(asked, viewer=library.owner).trace
    assert told.intent["names of one company"] == ["Glowroot (only filings of one company speak of it)"]
    assert told.not_held == {}


def test_a_private_filing_that_renames_its_filer_is_found_by_its_owner_under_that_name_alone(library: People) -> None:
    hidden = publish(
        library.owner, "SECRET", company="Brackenfold Bakeries, Inc.", year=2023, visibility=Visibility.PRIVATE
    )
    Document.objects.filter(pk=hidden.document.pk).update(
        metadata={"company": {"value": "Underlight Ovens plc"}, "ticker": {"value": "ULOV"}}
    )
    for question in ("What was Underlight's operating income?", "What was ULOV operating income?"):
        assert register(library.owner, Scope()).mentions(question)
        assert not register(library.stranger, Scope()).mentions(question)
