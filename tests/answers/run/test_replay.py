"""Replaying an answer from its record: bit for bit the same, and where not, the stage at which it differs."""

from collections.abc import Callable
from unittest.mock import patch

import pytest

from apps.answers.modelled import writer
from apps.answers.models import Answer, AnswerRecord, Stage, StageName
from apps.answers.run import content, workflow
from apps.answers.run import recorded as recorded_
from apps.answers.run.asking import ask
from apps.answers.run.records import content_of
from apps.answers.run.replay import replay, today
from apps.answers.run.settings import PipelineSettings, RoadKind, SettingsError, Way
from apps.documents.models import Fact
from apps.inference import prompts
from apps.inference.prompts import Prompt
from tests.answers.asked import MAIN_ROAD
from tests.answers.loop.scripts import asks, id_before, submits, turns
from tests.answers.modelled.replies import answer as written
from tests.answers.modelled.replies import by_shape, curation, plan
from tests.answers.store import hold
from tests.inference.language.server import configured
from tests.people import People

pytestmark = pytest.mark.django_db
FIGURE = "What was the operating margin of Quillmark in fiscal 2023?"
WHY = "Why did freight volumes recover in the northern ports of Quillmark?"
GREW = "Net sales grew because freight volumes in the northern ports recovered after the strike [1]."
ALWAYS = PipelineSettings(planner=Way.MODEL, curator=Way.MODEL, writer=Way.MODEL)


def recorded(people: People, question: str, settings: PipelineSettings | None = None) -> AnswerRecord:
    answer = ask(people.owner, question)
    assert workflow.answer(answer.pk, settings)
    return AnswerRecord.objects.get(answer=answer)


def test_without_a_model_it_is_the_same_and_nothing_is_written(people: People) -> None:
    hold(people.owner)
    records = [recorded(people, question) for question in (FIGURE, "Why did net sales of Quillmark grow?")]
    rows = (Answer.objects.count(), Stage.objects.count(), AnswerRecord.objects.count())
    for record in records:
        again = replay(record)
        assert again.same and not again.beside and not again.problem, (again.first, again.beside)
        assert [one.name for one in again.stages] == MAIN_ROAD
    assert rows == (Answer.objects.count(), Stage.objects.count(), AnswerRecord.objects.count())


def test_with_a_model_its_recorded_replies_are_taken(people: People) -> None:
    hold(people.owner)
    with configured(by_shape(plan=plan(WHY), curate=curation(1, 2), write=[{"wrong": 1}, written(GREW)])) as server:
        record = recorded(people, WHY, ALWAYS)
        asked = len(server.requests)
        assert set(record.spent) == {"plan", "curate", "write"}
        assert sum(took["tokens"] for took in record.spent.values()) == record.tokens > 0
        assert replay(record).same and len(server.requests) == asked
        assert today(record, ALWAYS).today and len(server.requests) > asked
    again = replay(record)  # without the endpoint
    assert again.same, again.first


@pytest.fixture
def reworded(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Another release of the prompts, from then on."""

    def reword() -> None:
        as_shipped = prompts._load
        monkeypatch.setattr(prompts, "_load", lambda *named: Prompt(named[1], f"{as_shipped(*named).text} Be brief."))
        monkeypatch.setattr(content, "_prompts", content._prompts.__wrapped__)
        monkeypatch.setattr(recorded_, "_names", recorded_._names.__wrapped__)

    return reword


def test_other_prompts_take_the_recorded_replies_and_say_so(
    people: People, reworded: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    hold(people.owner)
    with configured(by_shape(plan=plan(WHY), curate=curation(1, 2), write=[{"wrong": 1}, written(GREW)])):
        record = recorded(people, WHY, ALWAYS)
    assert not replay(record).apart
    reworded()
    again = replay(record)
    assert again.same and again.otherwise and "(curate, plan, write)" in again.apart[0], again.apart
    monkeypatch.setattr(writer, "data_block", lambda name, text: f"-- {name}\n{text}")  # other material, too
    assert replay(record).same

    told = content_of(record)
    told["calls"] = [call for call in told["calls"] if call["stage"] != "write"]
    with patch("apps.answers.run.replay.content_of", return_value=told):
        again = replay(record)
    assert again.first and again.first.name == StageName.WRITE and "not asked then (write)" in again.apart[1]


def test_another_model_is_asked_today_and_its_answer_stands_beside(people: People) -> None:
    hold(people.owner)
    with configured(by_shape(plan=plan(WHY), curate=curation(1, 2), write=written(GREW))) as server:
        record = recorded(people, WHY, ALWAYS)
        now = today(record, ALWAYS, "another-model")
    assert {request["model"] for request in server.requests} == {"test-model", "another-model"}
    models = [one for one in now.beside if one.path.startswith("models.")]
    assert {(one.was, one.now) for one in models} == {("test-model", "another-model")}
    assert now.then.words == now.now.words and now.then.tokens == now.now.tokens > 0


def test_settings_are_changed_by_name() -> None:
    changed = PipelineSettings().changed({"text.accept": "0.9", "writer": "rules"})
    assert (changed.text.accept, changed.writer, changed.search) == (0.9, Way.RULES, PipelineSettings().search)
    with pytest.raises(SettingsError, match=r"text\.wrong"):
        PipelineSettings().changed({"text.wrong": "1"})


def test_a_loop_of_tools_is_walked_again_from_its_recorded_calls(people: People) -> None:
    hold(people.owner)
    search = asks(("search", {"words": "freight strike", "company": "Quillmark"}))
    with configured(turns(search, lambda body: submits((GREW[:-5] + ".", [id_before(body, "after the strike")])))):
        record = recorded(people, WHY, PipelineSettings(road=RoadKind.LOOP))
    again = replay(record)
    assert again.same and not again.problem, again.first
    assert [one.name for one in again.stages] == list(StageName)


def test_filings_that_came_later_are_left_out_and_counted_today(people: People) -> None:
    hold(people.owner)
    record = recorded(people, FIGURE)
    hold(people.owner, year=2024)
    assert replay(record).same
    now = today(record)
    assert not now.same and "store" in {one.path for one in now.beside}


def test_a_figure_that_was_changed_shows_at_its_stage(people: People) -> None:
    version = hold(people.owner)
    record = recorded(people, FIGURE)
    Fact.objects.filter(version=version, concept="operating_income", label_year=2023).update(value=215_000_000)
    again = replay(record)
    assert again.first and again.first.name == StageName.CALCULATE
    assert any("215000000" in (one.now or "") for one in again.first.differences)


def test_a_filing_that_is_gone_is_told(people: People) -> None:
    version = hold(people.owner)
    record = recorded(people, FIGURE)
    version.document.visibility = "private"
    version.document.owner = people.stranger
    version.document.team = None
    version.document.save()
    again = replay(record)
    assert not again.same and "0 versions" in str([one.now for one in again.beside if one.path == "store"])
