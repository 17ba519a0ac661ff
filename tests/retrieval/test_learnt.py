"""Names of products that filings teach: a hint at the company whose filings alone speak of them."""

import pytest

from apps.questions.names import NoRegister
from apps.questions.reader import read
from apps.retrieval.found import SearchResult
from apps.retrieval.intents import intent_of
from tests.people import People
from tests.retrieval.asked import search
from tests.retrieval.library import PROSE, publish, summarise

pytestmark = pytest.mark.django_db
QUESTION = "How much revenue did Glow Root bring in 2022?"
SOLD = tuple(f"Glow Root sold well in region {number}." for number in range(6))
HINT = ["Glow Root (only filings of one company speak of it)"]


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("How much revenue did Glow Root bring in FY2020?", ("Glow Root",)),  # taken for a filer that is not held
        ("What revenue does Glowroot's maker have?", ("Glowroot",)),
        ("Why do bakers like Kings or Zanzi in Q2 2021?", ("Kings", "Zanzi")),
        ("What was the revenue in H1 2020?", ()),
        ("", ()),
    ],
)
def test_what_is_written_as_a_name(question: str, found: tuple[str, ...]) -> None:
    assert intent_of(read(question, NoRegister()).query, question, {}).names == found


@pytest.fixture
def store(people: People) -> People:
    publish(people.owner, "MAKER", (*SOLD, *PROSE), company="Vantrell Foundry plc", year=2022)
    publish(people.owner, "OTHER", (*PROSE, "The root of the matter may glow."), company="Quillhaven Mills", year=2022)
    return people


def hints(result: SearchResult) -> list[str]:
    return result.trace.intent.get("names of one company", [])


def test_a_name_hints_at_the_company_whose_filings_speak_of_it(store: People) -> None:
    result = search(QUESTION, viewer=store.owner)
    assert hints(result) == HINT
    assert result.candidates[0].document_name == "MAKER"
    assert "speaks of Glow Root" in result.candidates[0].reasons
    assert {found.document_name for found in result.candidates} == {"MAKER", "OTHER"}  # a hint, no filter


def test_a_name_told_in_passing_or_by_several_hints_at_nothing(store: People) -> None:
    publish(store.owner, "RIVAL", (*PROSE, "Rivals are Zanzi and others."), company="Ostrava Pans Ltd", year=2022)
    assert hints(search("What was the revenue of Zanzi in 2022?", viewer=store.owner)) == []
    publish(store.owner, "SELLER", (*SOLD, *PROSE), company="Ostrava Pots Ltd", year=2022)
    assert hints(search(QUESTION, viewer=store.owner)) == []


def test_a_name_in_no_heading_may_be_another_company(store: People) -> None:
    """Filings speak of competitors too: the reader is still told that no filing of such a company is held."""
    unheld = {"companies": ["Glow Root"]}
    assert search(QUESTION, viewer=store.owner).trace.not_held == unheld
    filing = publish(store.owner, "HEADED", SOLD, company="Vantrell Foundry plc", year=2022)
    summarise(filing, "Sales of Glow Root", "It sold well.")
    assert search(QUESTION, viewer=store.owner).trace.not_held == {}


def test_a_company_that_is_named_needs_no_hint(store: People) -> None:
    assert hints(search("How much did Glow Root bring Vantrell in 2022?", viewer=store.owner)) == []
