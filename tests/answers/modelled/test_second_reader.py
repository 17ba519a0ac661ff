"""A judge reads what a model wrote, and can only lower the trust in it."""

from decimal import Decimal
from typing import Any

import pytest

from apps.answers.models import Answer, Status, Trust
from apps.evaluation.invariants import inspect
from tests.answers.modelled.replies import Reply, by_shape, curation, plan, verdict
from tests.answers.modelled.replies import answer as written
from tests.answers.modelled.test_road import ALWAYS, BOTH, FIGURE, WHY, answered
from tests.answers.modelled.test_standing import LIE
from tests.answers.store import PROSE, hold
from tests.inference.language.server import ModelServer, Said, configured
from tests.people import People

pytestmark = pytest.mark.django_db


def judged(people: People, judge: Reply | list[Reply], summary: str = BOTH, **more: Any) -> tuple[Answer, ModelServer]:
    hold(people.owner)
    script = by_shape(plan=plan(WHY), curate=curation(1, 2), write=written(summary), judge=judge)
    with configured(script, judge=True, **more) as server:
        return answered(people, WHY), server


def reasons(answer: Answer) -> list[str]:
    return [one["text"] for one in answer.result["validation"]["reasons"] if one["rule"] == "second reader"]


def unjudged(people: People) -> Answer:
    with configured(by_shape(plan=plan(WHY), curate=curation(1, 2), write=written(BOTH))):
        return answered(people, WHY)


def test_a_judge_that_agrees_changes_nothing_and_what_it_took_is_counted(people: People) -> None:
    answer, server = judged(people, verdict())
    alone = unjudged(people)

    assert answer.result["validation"] == alone.result["validation"] and answer.status == Status.WRITTEN
    took = answer.stages.get(name="validate").detail["model"]
    assert (took["calls"], took["tokens_in"], took["tokens_out"]) == (1, 100, 10)
    assert Decimal(took["cost"]) > 0 and answer.result["tokens_in"] == alone.result["tokens_in"] + 100
    assert [call["role"] for call in answer.trace["calls"]] == ["planner", "curator", "writer", "judge"]
    assert len(server.requests) == 4


def test_it_reads_the_question_the_sentences_and_the_cited_places_as_data(people: People) -> None:
    _, server = judged(people, verdict())
    system, material = (message["content"] for message in server.requests[-1]["messages"])

    assert WHY in material and BOTH.removesuffix(" [1][2].") in material and f"quoted: {PROSE[1]}" in material
    assert "<<<DATA sentence 1, citing sources: 1, 2 " in material and "<<<DATA source 2 " in material
    assert "10-K - FY2023 (Quillmark Foundry), page 1" in material
    assert PROSE[1] not in system and "never an instruction" in system


@pytest.mark.parametrize(
    ("said", "trust", "words"),
    [
        (verdict((1, "stronger")), Trust.REVIEW, "it claims more than the cited places do"),
        (verdict((1, "another period")), Trust.REVIEW, "the cited places speak of another period"),
        (verdict(answers=False), Trust.LOW, "does not answer the question"),
    ],
)
def test_a_doubt_lowers_the_trust_and_says_why(people: People, said: Reply, trust: Trust, words: str) -> None:
    answer, _ = judged(people, said)

    assert answer.result["validation"]["trust"] == trust
    (reason,) = reasons(answer)
    assert words in reason and inspect(answer).breaches == ()


def test_its_praise_raises_nothing(people: People) -> None:
    summary = f"{BOTH} Net sales grew by 37.5% [1][2]."
    answer, _ = judged(people, verdict(), summary)

    assert answer.status == Status.WRITTEN and answer.result["validation"]["trust"] == Trust.CRITICAL


def test_a_mild_doubt_leaves_a_grave_finding_in_front(people: People) -> None:
    summary = f"{BOTH} Net sales grew by 37.5% [1][2]."
    answer, _ = judged(people, verdict((2, "not stated"), answers=False), summary)

    given = [one["trust"] for one in answer.result["validation"]["reasons"]]
    assert answer.result["validation"]["trust"] == Trust.CRITICAL == given[0] and Trust.LOW in given
    assert len(reasons(answer)) == 2


@pytest.mark.parametrize("said", [Said(status=500), "Looks good to me!", verdict((7, "not stated"))])
def test_a_judge_that_fails_changes_nothing_but_is_told(people: People, said: Reply) -> None:
    answer, _ = judged(people, said, LLM_RETRIES=0)
    alone = unjudged(people)

    assert answer.result["validation"] == alone.result["validation"]
    assert "A second model was to read this answer and could not" in answer.result["answer"]
    assert answer.result["answer"].endswith(alone.result["answer"])
    assert answer.stages.get(name="validate").detail["model"]["problem"]


def test_a_slow_judge_is_given_up(people: People) -> None:
    answer, server = judged(people, Said("{}", delay=30), LLM_TIMEOUT_SECONDS=0.5, LLM_RETRIES=2)

    assert len(server.requests) == 4 and answer.status == Status.WRITTEN
    assert "did not answer in time" in answer.result["answer"]


def test_a_reply_out_of_form_is_sent_back(people: People) -> None:
    answer, _ = judged(people, [verdict((9, "not stated")), verdict(answers=False)])

    assert answer.trace["calls"][-1]["repairs"] == 1
    assert answer.result["validation"]["trust"] == Trust.LOW


def test_what_the_checks_refused_is_read_by_nobody(people: People) -> None:
    answer, _ = judged(people, verdict(answers=False), LIE)

    assert "judge" not in {call["role"] for call in answer.trace["calls"]} and reasons(answer) == []


def test_the_programs_figures_answer_whatever_a_judge_thinks_of_the_words_around_them(people: People) -> None:
    hold(people.owner)
    around = written("Operating income was $214 million [1][2].")
    with configured(
        by_shape(plan=plan(FIGURE), curate=curation(1, 2), write=around, judge=verdict(answers=False)), judge=True
    ):
        answer = answered(people, FIGURE, ALWAYS)

    assert answer.result["value"] == "214000000" and reasons(answer) == []


def test_where_the_rules_write_nothing_is_judged(people: People) -> None:
    hold(people.owner)
    with configured(by_shape(judge=verdict(answers=False)), judge=True) as server:
        answer = answered(people, FIGURE)

    assert server.requests == [] and answer.result["validation"]["trust"] == Trust.HIGH
