"""A model never makes an answer worse than the rules' own."""

import pytest

from apps.answers.models import Status, Trust
from apps.evaluation.invariants import inspect
from tests.answers.modelled.replies import answer as written
from tests.answers.modelled.replies import by_shape, curation, plan
from tests.answers.modelled.test_road import ALWAYS, BOTH, FIGURE, WHY, answered, marks
from tests.answers.store import PROSE, hold
from tests.inference.language.server import Said, configured
from tests.people import People

pytestmark = pytest.mark.django_db
LIE = "The board sold 41 vineyards in Chile to a cousin of the auditor [1][2]."
PEOPLE = "How many people did Quillmark employ at the end of 2023?"


def test_what_is_borne_out_stands_alone(people: People) -> None:
    hold(people.owner)
    with configured(by_shape(plan=plan(WHY), curate=curation(1, 2), write=written(BOTH))):
        answer = answered(people, WHY)

    assert answer.status == Status.WRITTEN
    assert "not borne out" not in answer.result["answer"]


def test_what_is_not_borne_out_stands_marked_behind_the_rules_answer(people: People) -> None:
    hold(people.owner)
    with configured(by_shape(plan=plan(WHY), curate=curation(1, 2), write=written(LIE))):
        answer = answered(people, WHY)

    assert answer.status == Status.CLOSEST
    assert "not borne out by its sources" in answer.result["answer"]
    assert PROSE[1] in answer.result["answer"] and "41 vineyards" in answer.result["answer"]
    assert {"figure", "words"} & set(marks(answer))
    assert answer.result["validation"]["trust"] == Trust.CRITICAL
    assert all(citation.quote for citation in answer.citations.all())


def test_where_the_rules_decline_a_model_that_makes_things_up_changes_nothing(people: People) -> None:
    hold(people.owner)
    question = "Which zeppelins did Quillmark lease from Balthazar?"
    with configured(by_shape(plan=plan(question), curate=curation(1, 2), write=written(LIE))):
        answer = answered(people, question)
    with configured([Said(status=500)], LLM_RETRIES=0):
        alone = answered(people, question)

    assert answer.status == alone.status != Status.WRITTEN
    assert alone.status != Status.NOT_FOUND or "vineyards" not in answer.result["answer"]
    assert "vineyards" in str(answer.trace["calls"])


def test_rows_that_the_rules_found_stay_whatever_a_model_writes(people: People) -> None:
    hold(people.owner)
    question = "What was Quillmark's diluted net income per share in fiscal 2023?"
    with configured([Said(status=500)], LLM_RETRIES=0):
        alone = answered(people, question)
    wrong = written("Diluted net income per share was $9.99 [1].")
    with configured(by_shape(plan=plan(question), curate=curation(1), write=wrong)):
        answer = answered(people, question, ALWAYS)

    assert alone.result["value"] == "2.35"
    assert (answer.result["value"], answer.status) == (alone.result["value"], alone.status)
    assert "figure" in marks(answer)


def test_an_endpoint_that_hangs_is_given_up_after_one_request(people: People) -> None:
    hold(people.owner)
    with configured([Said("{}", delay=30)], LLM_TIMEOUT_SECONDS=0.3, LLM_RETRIES=2) as server:
        answer = answered(people, WHY)

    assert len(server.requests) == 1
    assert answer.status == Status.CLOSEST and PROSE[1] in answer.result["answer"]
    assert "made without it" in answer.result["answer"] and "did not answer in time" in answer.result["answer"]


def test_a_note_about_the_model_takes_no_trust_from_figures(people: People) -> None:
    hold(people.owner)
    alone = answered(people, FIGURE)
    with configured([Said(status=503)], LLM_RETRIES=0):
        answer = answered(people, FIGURE, ALWAYS)

    assert "its endpoint fails" in answer.result["answer"]
    assert answer.result["validation"]["trust"] == alone.result["validation"]["trust"] == Trust.HIGH
    assert inspect(answer).breaches == ()
