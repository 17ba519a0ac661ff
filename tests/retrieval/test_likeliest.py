"""Which filing is likeliest when the question names no company: what whole documents say, not single passages."""

from dataclasses import replace

import pytest

from apps.retrieval.found import Path, SearchResult, SearchSettings
from tests.people import People
from tests.retrieval.asked import search
from tests.retrieval.library import PROSE, publish, summarise

pytestmark = pytest.mark.django_db

LURE = "The sale of umbrella ribs brought a gain of 12 million in the year."
TOLD = (
    "Umbrella ribs are forged in two plants.",
    "Demand for umbrella ribs rose.",
    "The sale of the works was recorded with a gain.",
    "Ribs for umbrellas are made to order.",
    "An umbrella has eight ribs.",
    *PROSE,
)
QUESTION = "What gain did the sale of umbrella ribs bring?"


@pytest.fixture
def store(people: People) -> People:
    """One filing with the passage most like the question, one about the matter throughout, and others."""
    publish(people.owner, "LURE", (*PROSE, LURE, *PROSE[::-1]), company="Brackenfold Bakeries, Inc.", year=2022)
    publish(people.owner, "MAKER", TOLD, company="Vantrell Foundry plc", year=2022)
    publish(people.owner, "OTHER", PROSE, company="Quillhaven Mills Corporation", year=2022)
    return people


def weights(result: SearchResult) -> dict[str, float]:
    return {found.document_name: found.filing_weight for found in result.candidates}


def test_a_filing_about_the_matter_throughout_weighs_more_than_one_with_a_passage_about_it(store: People) -> None:
    told = weights(search(QUESTION, viewer=store.owner))
    assert told["MAKER"] > told["LURE"] > told["OTHER"]
    alone = weights(search(QUESTION, viewer=store.owner, settings=SearchSettings(document_weight=0.0)))
    assert alone["MAKER"] == alone["LURE"] == alone["OTHER"]


def test_a_company_that_is_named_decides(store: People) -> None:
    told = search("What gain did Brackenfold have from the sale of umbrella ribs?", viewer=store.owner)
    assert set(weights(told).values()) == {1.0}


@pytest.mark.parametrize("part", range(4))
def test_each_signal_alone_tells_the_filing(store: People, part: int) -> None:
    """Passages, summaries, words, headings."""
    filing = publish(store.owner, "HEADED", (LURE, *TOLD), company="Ostrava Pans Ltd", year=2022)
    summarise(filing, "Sale of umbrella ribs", "The sale of umbrella ribs brought a gain.")
    parts = tuple(float(number == part) for number in range(4))
    settings = replace(SearchSettings(), document_parts=parts)
    told = weights(search(QUESTION, viewer=store.owner, settings=settings))
    assert told["HEADED"] == max(told.values()) > told["OTHER"]


def test_passages_of_a_section_are_found_by_its_summary(store: People) -> None:
    filing = publish(store.owner, "DRY", ("Total 31 28 25",), company="Ostrava Pans Ltd", year=2022)
    summarise(filing, "Parasols", "The sale of umbrella ribs brought a gain.")
    for exact_up_to in (20_000, 0):
        settings = SearchSettings(exact_up_to=exact_up_to)
        found = {one.document_name: one for one in search(QUESTION, viewer=store.owner, settings=settings).candidates}
        assert found["DRY"].scores[Path.SUMMARY].rank == 1
