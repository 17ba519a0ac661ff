"""Re-ranking within a search: on the real store, with the models that are there."""

import json
from dataclasses import asdict

import pytest
from django.conf import LazySettings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.documents.models import Chunk, ChunkTokens
from apps.documents.token_vectors import embed_tokens
from apps.retrieval.found import SearchResult, SearchSettings
from apps.retrieval.reranking.judges import Judge
from apps.retrieval.reranking.referee import Referee
from apps.retrieval.reranking.stage import TOLD
from tests.people import People
from tests.retrieval.asked import search
from tests.retrieval.library import BALANCE, INCOME, PROSE, Filing, publish
from tests.retrieval.reranking.contending import AbsentReferee, WrittenReferee

pytestmark = pytest.mark.django_db
COMPANY = "Brackenfold Bakeries, Inc."
QUESTION = "What drove the gross margin of Brackenfold in 2022?"


@pytest.fixture
def filing(people: People) -> Filing:
    return publish(people.owner, "F", (INCOME, BALANCE, *PROSE), company=COMPANY, year=2022)


def found(people: People, *judges: Judge, referee: Referee | None = None, question: str = QUESTION) -> SearchResult:
    return search(question, viewer=people.owner, settings=SearchSettings(rerank=judges), referee=referee)


def order(result: SearchResult) -> list[int]:
    return [one.chunk_id for one in result.candidates]


def test_without_a_judge_the_order_stays_and_the_cards_are_told(people: People, filing: Filing) -> None:
    result = found(people)
    first = result.candidates[0]
    assert first.judged is not None and (first.judged.before, first.judged.scores) == (1, {})
    assert result.trace.judges == {}
    assert [one.judged.before for one in result.candidates if one.judged] == list(range(1, len(result.candidates) + 1))


def test_without_a_judge_only_the_cards_of_the_first_are_read(people: People, filing: Filing) -> None:
    publish(people.owner, "G", (*PROSE, "Ovens.", "Mills.", "Yeast."), company=COMPANY, year=2022)
    with CaptureQueriesContext(connection) as plain:
        result = found(people)
    assert [bool(one.judged) for one in result.candidates] == [place < TOLD for place in range(len(result.candidates))]
    assert len(result.candidates) > TOLD
    with CaptureQueriesContext(connection) as judged:
        assert all(one.judged for one in found(people, Judge.TOURNAMENT).candidates)
    assert [sum('"view"' in query["sql"] for query in seen) for seen in (plain, judged)] == [0, 1]


def test_token_vectors_move_the_passage_with_the_words_up(people: People, filing: Filing) -> None:
    embed_tokens(filing.version)
    result = found(people, Judge.LATE_INTERACTION, question="Who declared a dividend?")
    assert result.trace.judges == {"late interaction": "all-MiniLM-L6-v2-int8"}
    judged = [one.judged for one in result.candidates if one.judged]
    best = max(judged, key=lambda one: one.scores["late interaction"])
    assert result.candidates[judged.index(best)].text == PROSE[3]
    assert result.candidates[0].text == PROSE[3]
    assert sorted(one.before for one in judged) == list(range(1, len(judged) + 1))


def test_a_passage_without_token_vectors_keeps_its_place(people: People, filing: Filing) -> None:
    embed_tokens(filing.version)
    first = found(people).candidates[0].chunk_id
    ChunkTokens.objects.exclude(chunk=first).delete()
    result = found(people, Judge.LATE_INTERACTION)
    assert order(result) == order(found(people))
    assert [bool(one.judged and one.judged.scores) for one in result.candidates].count(True) == 1


@pytest.mark.parametrize(
    ("judge", "said"),
    [
        (Judge.LATE_INTERACTION, "no passage found has token vectors: run manage.py token_vectors"),
        (Judge.CROSS_ENCODER, "FINRAG_CROSS_ENCODER names no model"),
        (Judge.DECODER, "FINRAG_DECODER_RERANKER names no model"),
    ],
)
def test_a_judge_that_is_not_there_is_left_out_and_told(
    judge: Judge, said: str, people: People, filing: Filing
) -> None:
    result = found(people, judge)
    assert said in result.trace.judges[judge]
    assert order(result) == order(found(people))


def test_what_is_configured_judges(settings: LazySettings) -> None:
    assert SearchSettings().rerank == ()
    settings.LATE_INTERACTION, settings.DECODER_RERANKER = True, "some/model"
    assert SearchSettings().rerank == (Judge.LATE_INTERACTION, Judge.DECODER)
    assert SearchSettings().digest() != SearchSettings(rerank=()).digest()


def test_the_tournament_by_rules_is_told_with_what_the_card_meets(people: People, filing: Filing) -> None:
    card = {"metrics": ["revenue"], "numbers": [{"text": "3,310"}], "periods": ["FY2022"], "entities": []}
    Chunk.objects.filter(pk=filing.chunks[0].pk).update(card=card)
    result = found(people, Judge.TOURNAMENT, question="What was the revenue of Brackenfold in FY2022?")
    assert result.trace.judges == {"tournament": "rules"}
    entry = next(one for one in result.trace.candidates if one.chunk_id == filing.chunks[0].pk)
    met = "its card meets company (its filer), items (Revenue), period (FY2022), figures (1 figures)"
    assert met in entry.reasons
    assert any(reason.startswith(("stays: tournament", "re-ranked from")) for reason in entry.reasons)
    assert order(result)[0] == filing.chunks[0].pk
    json.dumps(asdict(result.trace))


def test_a_referee_of_the_callers_decides(people: People, filing: Filing) -> None:
    last = order(found(people))[-1]
    result = found(people, Judge.TOURNAMENT, referee=WrittenReferee(lambda one: one.chunk == last))
    assert result.trace.judges == {"tournament": "written"}
    moved = next(one for one in result.candidates if one.chunk_id == last)
    assert moved.judged is not None and moved.rank < moved.judged.before


def test_when_the_callers_referee_is_down_the_rules_decide(people: People, filing: Filing) -> None:
    result = found(people, Judge.TOURNAMENT, referee=AbsentReferee(lambda one: one.chunk))
    assert order(result) == order(found(people, Judge.TOURNAMENT))
    assert result.trace.judges["tournament"] == (
        "rules, for the model was left out: The judge's model does not answer."
    )


def test_companies_that_are_compared_still_take_turns(people: People) -> None:
    publish(people.owner, "A", PROSE, company=COMPANY, year=2022)
    publish(people.owner, "B", PROSE, company="Quillhaven Mills Corporation", year=2022)
    question = "Compare flour costs of Brackenfold and Quillhaven in 2022"
    result = found(people, Judge.TOURNAMENT, question=question)
    assert {one.document_name for one in result.candidates[:2]} == {"A", "B"}


def test_only_the_first_are_judged(people: People, filing: Filing) -> None:
    settings = SearchSettings(rerank=(Judge.TOURNAMENT,), rerank_top=3)
    result = search(QUESTION, viewer=people.owner, settings=settings)
    assert [one.judged is not None for one in result.candidates] == [True] * 3 + [False] * (len(result.candidates) - 3)
    assert order(result)[3:] == order(found(people))[3:]
