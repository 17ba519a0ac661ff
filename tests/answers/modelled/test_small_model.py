"""The whole road with a real model, far too small to be right: JSON is valid, and nothing invented gets through."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import override_settings

from apps.answers.models import Answer, AnswerState
from apps.evaluation.bench_model import invented
from tests.answers.modelled.test_road import ALWAYS, FIGURE, WHY, answered
from tests.answers.store import hold
from tests.inference.language.server import endpoint_settings
from tests.inference.language.small import small_model
from tests.people import People

pytestmark = pytest.mark.django_db
CONTEXT = 1536  # less than it has: short replies are soon written
STAGES = {"plan", "curate", "write"}  # it may choose no passage: then there is nothing to write from


@pytest.fixture(scope="module")
def endpoint(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with small_model(tmp_path_factory.mktemp("model")) as url:
        yield url


@pytest.fixture
def asked(endpoint: str) -> Iterator[None]:
    more: dict[str, Any] = {"LLM_TIMEOUT_SECONDS": 900, "LLM_BUDGET_SECONDS": 3600, "LLM_RETRIES": 0}
    with override_settings(**endpoint_settings(endpoint, context=CONTEXT, **more)):
        yield


def checked(answer: Answer) -> None:
    """What must hold however wrong a model is."""
    calls = answer.trace["calls"]
    assert answer.state == AnswerState.DONE
    assert STAGES - {"write"} <= {call["stage"] for call in calls} <= STAGES
    assert [call["problem"] for call in calls] == [""] * len(calls)
    assert all(call["tokens_in"] and call["tokens_out"] and call["seconds"] for call in calls)
    sentences = answer.result["validation"]["sentences"]
    assert invented(answer, sentences) == []
    assert all(sentence["supported"] or sentence["marks"] for sentence in sentences)


def test_an_explanation(people: People, asked: None) -> None:
    hold(people.owner)
    answer = answered(people, WHY, ALWAYS)

    checked(answer)
    assert answer.citations.exists()


def test_a_figure_stays_the_calculators(people: People, asked: None) -> None:
    hold(people.owner)
    answer = answered(people, FIGURE, ALWAYS)

    checked(answer)
    assert (answer.result["value"], answer.result["unit"]) == ("214000000", "USD")
