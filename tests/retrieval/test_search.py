"""Searching on the real database with the real embedder."""

import json
from dataclasses import asdict
from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.documents import embedders
from apps.documents.lexical import write_lexemes
from apps.documents.models import Document, Visibility
from apps.retrieval.found import Path, Scope, SearchSettings
from tests.people import People
from tests.retrieval.asked import search
from tests.retrieval.library import BALANCE, INCOME, PROSE, passages, publish

pytestmark = pytest.mark.django_db


def names(result):
    return list(dict.fromkeys(found.document_name for found in result.candidates))


@pytest.fixture
def bakers(people: People):
    """Two filers with two years each."""
    for company, short in (
        ("Brackenfold Bakeries, Inc.", "BRACKENFOLD"),
        ("Quillhaven Mills Corporation", "QUILLHAVEN"),
    ):
        for year in (2021, 2022):
            publish(people.owner, f"{short}_{year}_10K", company=company, year=year)
    return people


def test_finds_the_passage_by_meaning(bakers: People) -> None:
    result = search("Where is Brackenfold's head office in 2022?", viewer=bakers.owner)
    assert result.candidates[0].text == PROSE[0]
    assert result.candidates[0].scores[Path.DENSE].rank == 1


def test_finds_the_passage_by_a_word_that_only_it_has(bakers: People) -> None:
    publish(
        bakers.owner,
        "ODD",
        ("The Zorbit-7 kiln was written off.", *PROSE),
        company="Brackenfold Bakeries, Inc.",
        year=2022,
    )
    best = search("What happened to the Zorbit-7 of Brackenfold in 2022?", viewer=bakers.owner).candidates[0]
    assert "Zorbit-7" in best.text
    assert best.scores[Path.LEXICAL].rank == 1


def test_numbers_are_found_with_and_without_separators(bakers: People) -> None:
    for written in ("4,212", "4212"):
        found = search(f"What is the {written} in Brackenfold's 2022 report?", viewer=bakers.owner)
        assert "4212" in found.trace.terms
        best = [
            one.text for one in found.candidates if Path.LEXICAL in one.scores and one.scores[Path.LEXICAL].rank == 1
        ]
        assert best == [BALANCE]


def test_company_and_year_choose_the_filing(bakers: People) -> None:
    result = search("What was Quillhaven Mills' operating income in fiscal 2021?", viewer=bakers.owner)
    assert names(result) == ["QUILLHAVEN_2021_10K"]
    assert result.trace.filters == {"company": ["Quillhaven Mills Corporation"], "fiscal year": ["2021"]}
    assert result.trace.documents_searched == 1
    assert result.trace.passages_searched == 7
    assert result.candidates[0].reasons == ("company Quillhaven Mills Corporation", "fiscal year 2021")


def test_the_statement_asked_for_comes_first(bakers: People) -> None:
    question = "Using the balance sheet, what was Brackenfold's working capital in FY2022?"
    best = search(question, viewer=bakers.owner).candidates[0]
    assert best.text == BALANCE
    assert best.scores[Path.STATEMENT].rank == 1


def test_a_statement_cut_in_two_is_known_by_its_page(people: People) -> None:
    head, rest = BALANCE.split("Goodwill")
    filing = publish(people.owner, "F", (head, PROSE[0]), company="Brackenfold Bakeries, Inc.", year=2022)
    (second,) = passages(filing.version, (f"Goodwill{rest}",), first=2)
    filing.chunks[0].__class__.objects.filter(pk=second.pk).update(page=0)
    result = search("What is Brackenfold's quick ratio for 2022?", viewer=people.owner)
    assert result.candidates[0].page == 0
    assert Path.STATEMENT in result.candidates[0].scores


def test_adjusted_figures_stand_in_no_statement(bakers: People) -> None:
    assert "statement" not in search("Brackenfold's adjusted EBITDA for 2022?", viewer=bakers.owner).trace.found


def test_the_report_that_is_named_is_searched_whatever_year_it_tells_of(bakers: People) -> None:
    for question in (
        "What did Brackenfold's 2021 annual report expect of flour prices in 2022?",
        "Why would flour prices rise by June 2022? (Brackenfold FY21 10-K)",
    ):
        result = search(question, viewer=bakers.owner)
        assert set(names(result)) == {"BRACKENFOLD_2021_10K"}
        assert result.trace.filters["fiscal year"] == ["2021"]


def test_a_year_without_its_own_filing_widens_to_later_ones(bakers: People) -> None:
    result = search("What was Brackenfold's net income in fiscal 2020?", viewer=bakers.owner)
    assert set(names(result)) == {"BRACKENFOLD_2021_10K", "BRACKENFOLD_2022_10K"}
    assert result.trace.relaxed == ("fiscal year 2020",)
    assert result.trace.filters["fiscal year"] == ["2021", "2022"]
    assert "years" not in result.trace.not_held


def test_a_year_that_nothing_states_is_said_to_be_missing(bakers: People) -> None:
    trace = search("What was Brackenfold's net income in fiscal 2009?", viewer=bakers.owner).trace
    assert trace.not_held == {"years": ["2009"]}
    assert trace.relaxed == ("fiscal year 2009", "fiscal year 2010, 2011")
    assert trace.filters == {"company": ["Brackenfold Bakeries, Inc."]}


def test_a_company_that_is_not_held_is_said(bakers: People) -> None:
    trace = search("What was Umberfell Cranes' revenue in 2022?", viewer=bakers.owner).trace
    assert trace.not_held == {"companies": ["Umberfell Cranes"]}


def test_filters_are_relaxed_from_the_least_telling(bakers: People) -> None:
    result = search("What does the 10-Q of Brackenfold for Q2 2022 say about dividends?", viewer=bakers.owner)
    assert result.trace.relaxed == ("quarter Q2", "form 10-Q")
    assert names(result) == ["BRACKENFOLD_2022_10K"]


def test_a_date_tells_reports_apart(bakers: People) -> None:
    for day in (date(2022, 7, 1), date(2022, 9, 9)):
        name = f"B_8K_{day}"
        publish(
            bakers.owner, name, PROSE, company="Brackenfold Bakeries, Inc.", year=2022, form="8-K", period="", filed=day
        )
    result = search("What was in Brackenfold's 8-K of September 9, 2022?", viewer=bakers.owner)
    assert names(result) == ["B_8K_2022-09-09"]


def test_newer_filings_come_first_when_no_year_is_named(bakers: People) -> None:
    assert names(search("Where is the headquarters of Brackenfold?", viewer=bakers.owner))[0] == "BRACKENFOLD_2022_10K"


def test_current_reports_tell_of_the_events_of_the_day(bakers: People) -> None:
    texts = ("Ms Odile Fenwright was named chief executive officer. She led a chain of mills before.",)
    for name, form, period in (("YEAR", "10-K", "FY"), ("DAY", "8-K", "")):
        publish(bakers.owner, name, texts, company="Brackenfold Bakeries, Inc.", year=2022, form=form, period=period)
    told = search("What did Brackenfold's new CEO lead before?", viewer=bakers.owner)
    assert names(told)[0] == "DAY"
    assert names(search("Where did Brackenfold's chief executive lead mills?", viewer=bakers.owner))[0] == "YEAR"


def test_what_is_to_come_the_newest_filing_knows_best(bakers: People) -> None:
    weights = [
        {found.document_name: found.filing_weight for found in search(question, viewer=bakers.owner).candidates}
        for question in ("What dividend did Brackenfold declare?", "What dividend does Brackenfold expect to declare?")
    ]
    assert weights[1]["BRACKENFOLD_2021_10K"] < weights[0]["BRACKENFOLD_2021_10K"]
    assert weights[0]["BRACKENFOLD_2022_10K"] == weights[1]["BRACKENFOLD_2022_10K"] == 1


def test_filings_that_state_the_year_again_are_next_in_question(bakers: People) -> None:
    for year in (2020, 2024):
        publish(bakers.owner, f"BRACKENFOLD_{year}_10K", company="Brackenfold Bakeries, Inc.", year=year)
    result = search("What was Brackenfold's net income in 2021?", viewer=bakers.owner)
    assert names(result) == ["BRACKENFOLD_2021_10K"]
    assert result.trace.documents == tuple(f"BRACKENFOLD_{year}_10K" for year in (2021, 2022, 2020, 2024))


def test_documents_without_metadata_stay_in(bakers: People) -> None:
    publish(
        bakers.owner,
        "memo",
        ("Brackenfold's operating income of 2022 includes a one-off gain of 31 from a sold oven.",),
        period="",
    )
    result = search("Which one-off gain did Brackenfold have from a sold oven in 2022?", viewer=bakers.owner)
    assert {"memo", "BRACKENFOLD_2022_10K"} == set(names(result))
    assert result.candidates[0].document_name == "memo"


def test_scope_narrows(bakers: People) -> None:
    wanted = Document.objects.get(name="QUILLHAVEN_2022_10K")
    result = search("What was the net income?", viewer=bakers.owner, scope=Scope(documents=(wanted.uid,)))
    assert names(result) == ["QUILLHAVEN_2022_10K"]
    company = wanted.company
    assert company is not None
    result = search(
        "What was the net income?", viewer=bakers.owner, scope=Scope(companies=(company.uid,), years=(2021,))
    )
    assert names(result) == ["QUILLHAVEN_2021_10K"]
    nothing = search("What was the net income?", viewer=bakers.owner, scope=Scope(report_types=("10-Q",)))
    assert (nothing.candidates, nothing.trace.documents_searched, nothing.trace.passages_searched) == ((), 0, 0)


def test_scope_overrules_the_company_of_the_question(bakers: People) -> None:
    wanted = Document.objects.get(name="QUILLHAVEN_2022_10K")
    result = search("Brackenfold's dividend?", viewer=bakers.owner, scope=Scope(documents=(wanted.uid,)))
    assert names(result) == ["QUILLHAVEN_2022_10K"]


def test_the_vector_index_finds_the_same(bakers: People) -> None:
    question = "What drove the decline in gross margin?"
    exact = search(question, viewer=bakers.owner)
    walked = search(question, viewer=bakers.owner, settings=SearchSettings(exact_up_to=0))
    dense = [
        [found.chunk_id for found in result.candidates if Path.DENSE in found.scores] for result in (exact, walked)
    ]
    assert dense[0] == dense[1]


def test_old_versions_and_duplicates_are_not_found(people: People) -> None:
    filing = publish(people.owner, "F", PROSE, company="Brackenfold Bakeries, Inc.", year=2022)
    newer = filing.version
    newer.pk, newer.uid = None, Document().uid
    newer.save()
    old = [chunk.pk for chunk in filing.chunks]
    fresh = passages(newer, PROSE)
    fresh[1].duplicate_of = fresh[0]
    fresh[1].save()
    write_lexemes(newer.pk)
    Document.objects.update(current=newer)
    result = search("the price of flour and the headquarters", viewer=people.owner)
    found = {candidate.chunk_id for candidate in result.candidates}
    assert found.isdisjoint(old)
    assert found == {chunk.pk for chunk in fresh} - {fresh[1].pk}
    assert result.trace.passages_searched == 4


def test_deleted_documents_are_not_found(bakers: People) -> None:
    Document.objects.filter(name__startswith="BRACKENFOLD").update(deleted="2026-01-01T00:00Z")
    result = search("Where is the headquarters of Brackenfold?", viewer=bakers.owner)
    assert {name.split("_")[0] for name in names(result)} == {"QUILLHAVEN"}


@pytest.mark.parametrize(
    "question", ["", "   ", "?", "' OR 1=1 --", "the of and", "\\ ' \" : & | ! <-> *", "é" * 5000, "a:b 'c'"]
)
def test_any_text_is_a_question(bakers: People, question: str) -> None:
    assert search(question, viewer=bakers.owner).trace.question == question


def test_an_empty_library_finds_nothing(people: People) -> None:
    result = search("What was the revenue?", viewer=people.owner)
    assert result.candidates == ()
    assert result.trace.documents_searched == 0


def test_the_trace_is_complete_and_plain(bakers: People) -> None:
    by_hand = SearchSettings(order="")
    result = search("What was Brackenfold's net income in 2022?", viewer=bakers.owner, settings=by_hand)
    trace = json.loads(json.dumps(asdict(result.trace)))
    assert trace["found"] == {
        "dense": 7,
        "lexical": len([f for f in result.candidates if Path.LEXICAL in f.scores]),
        "statement": 1,
        "fact": 0,
        "section": 0,
        "row": 1,
    }
    assert {"read", "choose", "count", "dense", "lexical", "fuse"} <= set(trace["seconds"])
    assert trace["settings"]["rrf_k"] == 60
    assert trace["documents"] == ["BRACKENFOLD_2022_10K", "BRACKENFOLD_2021_10K"]
    assert "net" in trace["terms"] and "incom" in trace["terms"]
    for candidate in result.candidates:
        weights = {
            Path.STATEMENT: SearchSettings().statement_weight,
            Path.FACT: SearchSettings().fact_weight,
            Path.SECTION: SearchSettings().section_weight,
            Path.SUMMARY: SearchSettings().summary_weight,
            Path.ROW: SearchSettings().row_weight,
        }
        expected = sum(weights.get(path, 1) / (60 + score.rank) for path, score in candidate.scores.items())
        gain = 1 + SearchSettings().alignment_weight * candidate.alignment.score
        assert candidate.fused == pytest.approx(expected * candidate.filing_weight * gain)


SECRET = "Brackenfold's secret takeover price is 7,777 million, to be paid in umbrellas."
QUESTION = "What is Brackenfold's secret takeover price in umbrellas?"


@pytest.mark.parametrize("visibility", [Visibility.PRIVATE, Visibility.TEAM])
def test_another_users_document_does_not_show(bakers: People, visibility: Visibility) -> None:
    """Not in a path, not in a count, not in the trace, not in any score."""
    before = search(QUESTION, viewer=bakers.stranger)
    publish(bakers.owner, "SECRET", (SECRET,), company="Brackenfold Bakeries, Inc.", year=2022, visibility=visibility)
    after = search(QUESTION, viewer=bakers.stranger)
    assert after.candidates == before.candidates
    assert dict(asdict(after.trace), seconds={}) == dict(asdict(before.trace), seconds={})
    assert search(QUESTION, viewer=bakers.owner).candidates[0].text == SECRET


def test_a_company_known_from_another_users_document_alone_is_not_known(bakers: People) -> None:
    publish(bakers.owner, "X", (INCOME,), company="Vantrell Foundry plc", year=2023, visibility=Visibility.PRIVATE)
    trace = search("What was Vantrell Foundry's net income in 2023?", viewer=bakers.stranger).trace
    assert "company" not in trace.filters
    assert (
        trace.not_held == {"companies": ["Vantrell Foundry"], "years": ["2023"]}
        or "Vantrell Foundry" in trace.not_held["companies"]
    )
    assert search("What was Vantrell Foundry's net income in 2023?", viewer=bakers.owner).trace.documents == ("X",)


def test_a_scope_of_another_users_document_is_empty(bakers: People) -> None:
    filing = publish(bakers.owner, "SECRET", (SECRET,), visibility=Visibility.PRIVATE)
    result = search(QUESTION, viewer=bakers.stranger, scope=Scope(documents=(filing.document.uid,)))
    assert (result.candidates, result.trace.documents_searched, result.trace.documents) == ((), 0, ())


def test_the_team_finds_what_is_shared_with_it(bakers: People) -> None:
    publish(bakers.owner, "SHARED", (SECRET,), visibility=Visibility.TEAM)
    assert search(QUESTION, viewer=bakers.teammate).candidates[0].document_name == "SHARED"


def test_the_number_of_queries_does_not_grow(bakers: People) -> None:
    def asked() -> int:
        embedders.forget()
        with CaptureQueriesContext(connection) as seen:
            search("How did flour costs change the margins in 2022?", viewer=bakers.owner)
        return len(seen)

    few = asked()
    for number in range(6):
        publish(bakers.owner, f"MORE{number}", PROSE, company=f"Ostrava{number} Pans Ltd", year=2022)
    assert asked() == few <= 26


def test_what_was_expected_of_a_year_stands_in_the_report_of_the_year_before(bakers: People) -> None:
    assert names(search("What sales did Brackenfold guide for fiscal 2022?", viewer=bakers.owner)) == [
        "BRACKENFOLD_2021_10K",
        "BRACKENFOLD_2022_10K",
    ]
    assert names(search("What sales did Brackenfold make in fiscal 2022?", viewer=bakers.owner)) == [
        "BRACKENFOLD_2022_10K"
    ]
