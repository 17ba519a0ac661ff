"""Settings that a question brings itself: refused where they make no sense, at work in its answer, and told."""

from typing import Any

import pytest

from apps.answers.models import Answer, AnswerRecord, AnswerState
from apps.answers.presentation import as_json
from apps.answers.run import own_settings, workflow
from apps.answers.run.asking import ask
from apps.answers.run.records import content_of
from apps.answers.run.replay import replay
from apps.answers.run.settings import PipelineSettings, SettingsError
from apps.audit.models import Action, AuditEvent
from apps.review.replaying import Variant
from tests.answers.store import hold
from tests.people import People

OF_TEXT = ("passages", "judged", "quoted", "closest", "closest_k", "closest_votes")
FURTHER = ("loop_calls", "subquestions", "curation_rounds", "relevant_most", "curator_passages")
ELEVEN = "\n".join(f"{one} = 1" for one in (*(f"text.{name}" for name in OF_TEXT), *FURTHER))
FIGURE = "What was the operating margin of Quillmark in fiscal 2023?"


@pytest.mark.parametrize(
    ("toml", "kept"),
    [
        ("[text]\naccept = 0.8\nquoted = 2", {"text.accept": 0.8}),
        ("memory = false", {"memory": False}),
        ('search.paths = ["dense"]', {"search.paths": ["dense"]}),
        ("text.judged = '60'", {"text.judged": 60}),
        ("road = 'loop'", {"road": "loop"}),
        ("", {}),
    ],
)
def test_they_are_kept_as_plain_json_without_what_changes_nothing(toml: str, kept: dict[str, Any]) -> None:
    assert own_settings.own(own_settings.from_toml(toml)) == kept


@pytest.mark.parametrize(
    ("toml", "told"),
    [
        ("accept 0.8", "no TOML"),
        ("[text]\nwrong = 1", r"no setting text\.wrong"),
        ("text = 3", "text"),
        ("[text.accept]\ndeep = 1", r"text\.accept"),
        ("text.accept = 'much'", r"text\.accept"),
        ("text.accept = nan", "from 0 to 3.5"),
        ("text.accept = -1", "from 0 to"),
        ("text.judged = 61", "from 0 to 60 here"),
        ("search.paths = ['by luck']", "paths"),
        ("search.alignment_parts = [1, 2, 3, 4]", "from 0 to 1.75"),
        (f"search.order = '{'x' * 201}'", "200 characters"),
        (ELEVEN, "At most 10"),
        ("a." * 5000 + "b = 1", "no TOML"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(toml: str, told: str) -> None:
    with pytest.raises(SettingsError, match=told):
        own_settings.own(own_settings.from_toml(toml))


def test_a_value_is_read_as_toml_and_else_as_text() -> None:
    typed = ("0.8", "true", '["dense"]', "rules", "[", "1979-05-27x")
    assert list(map(own_settings.of_text, typed)) == [0.8, True, ["dense"], "rules", "[", "1979-05-27x"]
    assert own_settings.told({"text.accept": 0.8, "road": "rules", "memory": False, "search.order": ""}) == (
        'memory false, road rules, search.order "", text.accept 0.8'
    )


@pytest.mark.django_db
def test_the_answer_is_made_with_them_and_says_so_wherever_it_is(people: People) -> None:
    hold(people.owner)
    plain, own = ask(people.owner, FIGURE), ask(people.owner, FIGURE, own_settings={"text.accept": 0.9})
    for answer in (plain, own):
        assert workflow.answer(answer.pk)
        answer.refresh_from_db()
    assert own.trace["pipeline"]["text"]["accept"] == 0.9 != plain.trace["pipeline"]["text"]["accept"]
    assert own.settings_hash == PipelineSettings.configured().changed({"text.accept": 0.9}).digest()
    assert own.settings_hash != plain.settings_hash
    assert (
        as_json(own, people.owner)["settings"] == {"text.accept": 0.9} and not as_json(plain, people.owner)["settings"]
    )
    record = AnswerRecord.objects.get(answer=own)
    assert content_of(record)["made_with"]["own_settings"] == {"text.accept": 0.9}
    assert "own_settings" not in content_of(AnswerRecord.objects.get(answer=plain))["made_with"]
    assert replay(record).same and Variant().settings_for(own).text.accept == 0.9
    assert Variant(changes={"text.accept": "0.5"}).settings_for(own).text.accept == 0.5
    asked = AuditEvent.objects.filter(action=Action.ASKED, subject_uid=own.uid).get()
    assert asked.detail["settings"] == {"text.accept": 0.9}


@pytest.mark.django_db
def test_settings_of_another_release_end_the_question_once(people: People) -> None:
    hold(people.owner)
    answer = ask(people.owner, FIGURE, own_settings={"text.gone": 1})
    assert workflow.answer(answer.pk)
    failed = Answer.objects.get(pk=answer.pk)
    assert failed.state == AnswerState.FAILED and "text.gone" in failed.error and "own settings" in failed.error
    assert not workflow.answer(answer.pk)
