"""The tournament's referee as a model, on a real server that says what a test wrote."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from apps.answers.modelled.caller import Caller
from apps.answers.modelled.refereeing import ModelReferee, referee_of
from apps.answers.run.settings import PipelineSettings, Way
from apps.inference.errors import ModelUnavailable
from apps.retrieval.found import Met, SearchSettings
from apps.retrieval.reranking.judges import Judge
from apps.retrieval.reranking.tournament import play
from tests.inference.language.server import ModelServer, Said, configured, refusal
from tests.retrieval.reranking.contending import contenders

SETTINGS = SearchSettings(rerank=(), tournament_rounds=3)
VIEWS = re.compile(r"^passage (\d+)$", re.MULTILINE)


def referee(intent: str = "") -> ModelReferee:
    search = SearchSettings(rerank=(Judge.TOURNAMENT,))  # as where referees are asked: their calls count apart
    return ModelReferee(Caller.configured(PipelineSettings(curator=Way.MODEL, search=search)), intent)


def latest_is_best(request: dict[str, Any]) -> Said:
    """Prefers the passage with the highest number in its own text, wherever it stands in the prompt."""
    told, asked = (message["content"] for message in request["messages"][:2])
    asked = asked if isinstance(asked, str) else "".join(part.get("text", "") for part in asked)
    held = [int(number) for number in VIEWS.findall(asked)]
    best_first = sorted(range(1, len(held) + 1), key=lambda place: -held[place - 1])
    if "better:" in told:
        return Said(json.dumps({"better": "first" if held[0] > held[1] else "second"}))
    return Said(json.dumps({"numbers": best_first[:2] if "Choose at most" in asked else best_first}))


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with configured(latest_is_best) as serving:
        yield serving


def test_a_whole_tournament(server: ModelServer) -> None:
    played = play("Which?", contenders(30), referee(), SETTINGS)
    assert [chunk for chunk, place in played.listed.items() if place == 1] == [30]
    assert sum(place is not None for place in played.listed.values()) == 6
    assert played.rating[20] > played.rating[1]  # type: ignore[operator]
    assert len(server.requests) == 3 + 1 + 3 * 10


def test_passages_are_data_and_their_number_is_kept(server: ModelServer) -> None:
    assert referee().order("Which?", contenders(4)) == [3, 2, 1, 0]
    assert server.prompt().count("<<<DATA passage ") == 4
    assert "<<<DATA question " in server.prompt()


def test_nothing_to_judge_asks_nobody(server: ModelServer) -> None:
    model = referee()
    assert (model.pick("?", [[]], 2), model.order("?", []), model.compare("?", [])) == ([[]], [], [])
    assert server.requests == []


@pytest.mark.parametrize("invented", [[0, 1], [1, 1], [9], [1, 2, 3]])
def test_a_choice_that_is_none_is_sent_back(invented: list[int]) -> None:
    good = json.dumps({"numbers": [2]})
    with configured([json.dumps({"numbers": invented}), good]) as server:
        assert referee().pick("?", [contenders(4)], 2) == [[1]]
    assert len(server.requests) == 2


def test_an_order_names_everyone_once() -> None:
    replies = [json.dumps({"numbers": numbers}) for numbers in ([1, 2], [1, 2, 2], [3, 1, 2])]
    with configured(replies):
        assert referee().order("?", contenders(3)) == [2, 0, 1]


def test_the_rules_decide_where_no_model_or_no_tournament_is_wanted(server: ModelServer) -> None:
    tournament = SearchSettings(rerank=(Judge.TOURNAMENT,))
    modelled = Caller.configured(PipelineSettings(curator=Way.MODEL))
    assert referee_of(modelled, tournament) is not None
    assert referee_of(modelled, SETTINGS) is None
    assert referee_of(Caller.configured(PipelineSettings(curator=Way.RULES)), tournament) is None


def test_a_model_that_is_down_is_unavailable() -> None:
    with configured([refusal(401, "no key")]), pytest.raises(ModelUnavailable):
        referee().compare("?", [tuple(contenders(2))])  # type: ignore[list-item]


def test_the_prompts_tell_how_cards_meet_the_intent_and_none_is_paid_for_twice(server: ModelServer) -> None:
    cards = [replace(one, met=(Met("items", ("Revenue",)), Met("company"))) for one in contenders(2)]
    judge = referee("revenue, Quillmark Foundry, fiscal 2023")
    assert judge.order("Which?", cards) == judge.order("Which?", cards) == [1, 0]
    assert len(server.requests) == 1
    assert "F, page 2; its card meets what is asked in items: Revenue\n" in server.prompt()
    assert "\nrevenue, Quillmark Foundry, fiscal 2023\n" in server.prompt()
