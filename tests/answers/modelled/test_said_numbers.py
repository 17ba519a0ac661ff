"""The figures that a writer lists are held against its own sentences (A7)."""

import pytest

from apps.answers.modelled.replies import AnswerReply, unstated
from apps.answers.models import Status, Trust
from tests.answers.modelled.replies import answer as written
from tests.answers.modelled.replies import by_shape, curation, plan
from tests.answers.modelled.test_road import WHY, answered
from tests.answers.store import hold
from tests.inference.language.server import configured
from tests.people import People

EMPLOYED = "At December 31, 2023, we employed 1,240 people [1][2]."
WRONG = [{"text": "$999 million", "source": 1}]
RIGHT = [{"text": "1,240", "source": 2}]


@pytest.mark.parametrize(
    ("text", "source", "agrees"),
    [("1,240", 1, True), ("1,240 people", 2, True), ("1,240", 3, False), ("1,241", 1, False), ("2023", 1, True)],
)
def test_a_listed_figure_stands_in_a_sentence_that_names_its_source(text: str, source: int, agrees: bool) -> None:
    reply = AnswerReply.model_validate(written(EMPLOYED) | {"numbers": [{"text": text, "source": source}]})
    assert (unstated(reply) == "") == agrees


@pytest.mark.django_db
def test_a_list_that_disagrees_is_sent_back_and_then_found(people: People) -> None:
    hold(people.owner)
    reply = written(EMPLOYED) | {"numbers": WRONG}
    with configured(by_shape(plan=plan(WHY), curate=curation(1, 2), write=reply)):
        answer = answered(people, WHY)

    call = answer.trace["calls"][-1]
    assert call["repairs"] == 1 and "no sentence that names this source states it" in call["problems"][0]
    validation = answer.result["validation"]
    assert validation["measures"]["J"] == 0 and validation["trust"] == Trust.REVIEW
    assert "list of figures does not agree" in answer.result["answer"] and "999" not in answer.result["answer"]


@pytest.mark.django_db
def test_a_list_that_is_mended_costs_nothing(people: People) -> None:
    hold(people.owner)
    replies = [written(EMPLOYED) | {"numbers": WRONG}, written(EMPLOYED) | {"numbers": RIGHT}]
    with configured(by_shape(plan=plan(WHY), curate=curation(1, 2), write=replies)):
        answer = answered(people, WHY)

    assert answer.status == Status.WRITTEN and answer.result["validation"]["measures"]["J"] == 1
    assert "does not agree" not in answer.result["answer"]
