"""A model that looks for itself, behind a real HTTP server."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from apps.accounts.models import User
from apps.answers.models import Answer, AnswerRecord, AnswerState, Status, Trust
from apps.answers.run import workflow
from apps.answers.run.asking import ask
from apps.answers.run.replay import replay
from apps.answers.run.settings import PipelineSettings, RoadKind
from tests.answers.loop.scripts import asks, cell_of, id_before, submits, told, turns
from tests.answers.store import PROSE, hold
from tests.inference.language.server import Said, configured, refusal
from tests.people import People

pytestmark = pytest.mark.django_db
LOOP = PipelineSettings(road=RoadKind.LOOP)
WHY = "Why did freight volumes recover in the northern ports of Quillmark?"
FACTS = ("facts", {"company": "Quillmark", "item": "operating_income", "years": [2023, 2022]})
GREW = "Net sales grew because freight volumes in the northern ports recovered after the strike."


def answered(people: People, question: str, settings: PipelineSettings = LOOP) -> Answer:
    answer = ask(people.owner, question)
    assert workflow.answer(answer.pk, settings)
    answer.refresh_from_db()
    return answer


def marks(answer: Answer) -> list[str]:
    return [mark["finding"] for one in answer.result["validation"]["sentences"] for mark in one["marks"]]


def says(words: str, text: str) -> Any:
    return lambda body: submits((text, [id_before(body, words)]))


def test_a_model_looks_calculates_and_submits(people: People, client_for: Callable[[User], Client]) -> None:
    hold(people.owner)

    def calculates(body: dict[str, Any]) -> Said:
        first, last = cell_of(body, "Operating income", 2022), cell_of(body, "Operating income", 2023)
        return asks(
            ("calculate", {"name": "Growth", "expression": f"({last} - {first}) / {first}", "shown": "percent"})
        )

    def submission(body: dict[str, Any]) -> Said:
        reason = id_before(body, "after the strike")
        return submits(("Operating income grew by 13.8% in fiscal 2023.", ["k1"]), (GREW, [reason]))

    search = asks(("search", {"words": "freight strike", "company": "Quillmark"}))
    with configured(turns(asks(FACTS), calculates, search, submission)) as server:
        answer = answered(people, WHY)

    assert answer.state == AnswerState.DONE and answer.status == Status.WRITTEN and len(server.requests) == 4
    assert marks(answer) == [] and answer.result["validation"]["trust"] in {Trust.HIGH, Trust.MEDIUM}
    assert Decimal(answer.result["value"]) == Decimal("13.829787") and answer.result["unit"] == "%"
    assert {one.quote for one in answer.citations.all()} == {"214", "188", PROSE[1]}
    steps = [step for row in answer.stages.filter(name="loop") for step in row.detail["steps"]]
    assert steps[0] == "looked up operating_income of Quillmark" and steps[-1] == "submitted"
    assert [call["stage"] for call in answer.trace["calls"]] == ["loop"] * 4
    page = client_for(people.owner).get(f"/answers/{answer.uid}/").content.decode()
    told = page[page.index("Operating income grew by 13.8%") :].partition("</blockquote>")[0]
    assert told.count('class="source-mark"') == 2  # both figures that the growth was computed with


def test_what_the_rules_answer_starts_no_loop(people: People) -> None:
    hold(people.owner)
    with configured(turns(submits())) as server:
        answer = answered(people, "What was Quillmark's operating income in fiscal 2023?")
    assert server.requests == [] and answer.status == Status.EXTRACTED


def test_what_the_checks_find_goes_back_once_and_is_marked_then(people: People) -> None:
    hold(people.owner)
    invented = says("after the strike", "Net sales grew by 37.5% and by 41.2% after the strike.")
    with configured(turns(invented)) as server:
        answer = answered(people, WHY)
    assert len(server.requests) == 2
    assert "37.5%" in told(server.requests[1]) and "41.2%" in told(server.requests[1]).rsplit("The checks found", 1)[1]
    assert answer.status != Status.WRITTEN or answer.result["validation"]["trust"] == Trust.CRITICAL
    assert answer.result["value"] is None


def test_an_id_that_was_not_shown_is_refused(people: People) -> None:
    hold(people.owner)
    with configured(turns(submits((GREW, ["s99"])), says("after the strike", GREW))) as server:
        answer = answered(people, WHY)
    assert "s99 was not shown" in told(server.requests[1])
    assert answer.status == Status.WRITTEN and marks(answer) == []


def test_a_loop_cannot_run_past_its_limits(people: People) -> None:
    hold(people.owner)
    with configured(turns(asks(("outline", {"filing": "quillmark_2023_10K"})))) as server:
        answer = answered(people, WHY, PipelineSettings(road=RoadKind.LOOP, loop_calls=3))
    assert len(server.requests) == 3
    offered = [[tool["function"]["name"] for tool in request["tools"]] for request in server.requests]
    assert len(offered[0]) == 7 and offered[-1] == ["submit"]
    assert "did not submit" in answer.result["answer"] and PROSE[1] in answer.result["answer"]


def test_a_budget_that_is_nearly_spent_forces_a_submission(people: People) -> None:
    hold(people.owner)
    dear = asks(("outline", {"filing": "quillmark_2023_10K"}), tokens=800)
    with configured(turns(dear, says("after the strike", GREW)), LLM_BUDGET_TOKENS=1000) as server:
        answer = answered(people, WHY)
    assert [tool["function"]["name"] for tool in server.requests[1]["tools"]] == ["submit"]
    assert answer.status == Status.WRITTEN
    again = replay(AnswerRecord.objects.get(answer=answer))  # which spends nothing
    assert again.same and not again.apart


CUT = asks(("submit", {"answerable": True})).as_bytes().replace(b"true}", b"tr")
FAULTS = {
    "fails": refusal(500, "out of order"),
    "hangs": Said(GREW, delay=30),
    "nonsense": Said("nonsense"),
    "no protocol": Said(body=b"<html>"),
    "cut off": Said(body=CUT),
}


@pytest.mark.parametrize("at", [0, 1, 2, 3], ids=["first turn", "second turn", "after a refusal", "forced submission"])
def test_whatever_call_fails_the_rules_answer_and_say_so(people: People, at: int) -> None:
    hold(people.owner)
    good = [asks(FACTS), says("after the strike", "Net sales grew by 37.5%."), asks(FACTS)]
    limits = {"LLM_RETRIES": 0, "LLM_TIMEOUT_SECONDS": 2, "LLM_BUDGET_SECONDS": 20}
    for name, fault in FAULTS.items():
        with configured(turns(*good[:at], fault), **limits) as server:
            answer = answered(people, WHY, PipelineSettings(road=RoadKind.LOOP, loop_calls=4))
        told = answer.result["answer"]
        assert len(server.requests) <= 4 and answer.state == AnswerState.DONE, name
        assert answer.status == Status.CLOSEST and PROSE[1] in told and "made without it" in told, f"{name}: {told}"


def test_a_second_reader_that_comes_to_nothing_is_told(people: People) -> None:
    hold(people.owner)
    limits = {"LLM_RETRIES": 0, "LLM_TIMEOUT_SECONDS": 2, "LLM_BUDGET_SECONDS": 20}
    for name, fault in FAULTS.items():
        with configured(turns(says("after the strike", GREW), fault), judge=True, **limits):
            answer = answered(people, WHY)
        assert answer.status == Status.WRITTEN, name
        assert "was to read this answer and could not" in answer.result["answer"], name


def test_old_pages_leave_the_history_and_their_ids_stay(people: People) -> None:
    hold(people.owner)
    page = asks(("read_pages", {"filing": "quillmark_2023_10K", "first": 2, "last": 2}))
    other = asks(("outline", {"filing": "quillmark_2023_10K"}))
    with configured(turns(page, other, other, other, says("after the strike", GREW))) as server:
        answered(people, WHY)
    shown = [told(request).count("the id of a cell is") for request in server.requests]
    assert shown[1] == shown[2] == shown[0] + 1 and shown[3] == shown[0]
    assert "its ids are valid" in told(server.requests[3])
    firsts = {str(request["messages"][:2]) for request in server.requests}
    assert len(firsts) == 1


def test_the_asker_may_choose_the_road(people: People) -> None:
    hold(people.owner)
    with configured(turns(says("after the strike", GREW))) as server:
        answer = ask(people.owner, WHY, way="loop")
        assert workflow.answer(answer.pk, PipelineSettings())
        answer = ask(people.owner, WHY, way="rules")
        assert workflow.answer(answer.pk, PipelineSettings())
    assert len(server.requests) == 1


def test_another_mans_filing_is_not_there(people: People) -> None:
    hold(people.owner)
    theirs = hold(people.stranger, "Secretive Holdings", visibility="private")
    looks = asks(
        ("find_filings", {"company": "Secretive Holdings"}),
        ("read_pages", {"filing": f"f{theirs.pk}", "first": 1, "last": 2}),
        ("facts", {"company": "", "item": "revenue", "filing": f"f{theirs.pk}"}),
        ("search", {"words": "Secretive Holdings employed", "exact": False}),
    )
    with configured(turns(looks, submits(missing="It is not held. It had sales of $9,191 million."))) as server:
        answer = answered(people, WHY)
    seen = "\n".join(str(message["content"]) for message in server.requests[1]["messages"] if message["role"] == "tool")
    assert seen.count("held") >= 3 and "secretive_2023" not in seen
    assert "It is not held." in answer.result["answer"] and "9,191" not in str(answer.result)


def test_a_loop_is_replayed_from_its_record(people: People) -> None:
    hold(people.owner)
    search = asks(("search", {"words": "freight strike", "company": "Quillmark"}))
    with configured(turns(asks(FACTS), search, says("after the strike", GREW))):
        answer = answered(people, WHY)
    found = replay(AnswerRecord.objects.get(answer=answer))
    assert found.same, found.first
