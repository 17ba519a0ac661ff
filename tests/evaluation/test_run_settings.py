"""A run with settings of its own: the same set with one setting changed, and compared question by question."""

import pytest
from django.test import Client
from django.urls import reverse

from apps.answers.models import Answer
from apps.answers.run import workflow
from apps.answers.run.settings import SettingsError, TextSettings
from apps.evaluation import runs
from apps.evaluation.models import QuestionSet, Run
from tests.answers.store import hold
from tests.evaluation.test_runs import brought
from tests.people import People

pytestmark = pytest.mark.django_db
ASKED = {"question": "What was the operating margin of Quillmark in fiscal 2023?", "value": 25, "unit": "%"}
ACCEPT = str(TextSettings().accept)


@pytest.fixture
def held(people: People) -> QuestionSet:
    return brought(people, ASKED)


def start(client: Client, held: QuestionSet, **sent: str) -> str:
    return client.post(reverse("evaluation:start", args=[held.uid]), sent, follow=True).content.decode()


def test_before_and_after_one_setting(people: People, held: QuestionSet, client: Client) -> None:
    hold(people.owner)
    client.force_login(people.owner)
    page = start(client, held, setting="text.accept", value="0.9", both="on")
    assert "Answered with settings of its own" in page and "text.accept 0.9" in page
    after, before = Run.objects.all()
    assert (before.label, before.settings) == (runs.AS_SET_UP, {})
    assert (after.label, after.settings) == ("text.accept 0.9", {"text.accept": 0.9})
    for answer in Answer.objects.all():
        workflow.answer(answer.pk)
    compared = client.get(reverse("evaluation:compare", args=[after.uid, before.uid])).content.decode()
    assert "text.accept 0.9" in compared and "text.quoted" not in compared and ACCEPT in compared
    listed = client.get(reverse("evaluation:set", args=[held.uid])).content.decode()
    assert f"{ACCEPT} → 0.9" in listed
    export = client.get(reverse("evaluation:export", args=[after.uid])).content.decode()
    assert export.count("text.accept 0.9") == 1
    shown = client.get(reverse("chat:answer", args=[after.answers.get().answer.uid])).content.decode()
    assert "With settings of its own" in shown
    plain = client.get(reverse("chat:answer", args=[before.answers.get().answer.uid])).content.decode()
    assert "With settings of its own" not in plain


def test_several_are_given_as_toml_and_a_run_alone_needs_none(
    people: People, held: QuestionSet, client: Client
) -> None:
    client.force_login(people.owner)
    start(client, held, label="bolder", toml="memory = false\n[text]\naccept = 0.5")
    run = Run.objects.get()
    assert (run.label, run.settings) == ("bolder", {"memory": False, "text.accept": 0.5})
    assert run.answers.get().answer.own_settings == run.settings
    start(client, held, both="on")
    assert Run.objects.count() == 2 and Run.objects.first().settings == {}


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"setting": "text.wrong", "value": "1"}, "There is no such setting"),
        ({"setting": "text.accept"}, "together with its value"),
        ({"value": "0.5"}, "together with its value"),
        ({"setting": "text.accept", "value": "much"}, "text.accept"),
        ({"setting": "text.judged", "value": "4000"}, "from 0 to 60"),
        ({"setting": "text.accept", "value": ACCEPT}, "nothing would change"),
        ({"toml": "[text"}, "no TOML"),
    ],
)
def test_a_wrong_setting_is_told_on_the_page_and_asks_nothing(
    people: People, held: QuestionSet, client: Client, sent: dict[str, str], told: str
) -> None:
    client.force_login(people.owner)
    page = client.post(reverse("evaluation:start", args=[held.uid]), sent)
    assert page.status_code == 422 and told in page.content.decode()
    assert not Run.objects.exists() and not Answer.objects.exists()


def test_nobody_else_starts_a_run(people: People, held: QuestionSet, client: Client) -> None:
    sent = {"setting": "text.accept", "value": "0.9"}
    for person, status in (
        (people.teammate, 404),
        (people.expert, 404),
        (people.stranger, 404),
        (people.reviewer, 403),
    ):
        client.force_login(person)
        assert client.post(reverse("evaluation:start", args=[held.uid]), sent).status_code == status
    with pytest.raises(SettingsError):
        runs.start(people.owner, held, "", changes={"text.wrong": 1})
    assert not Run.objects.exists() and not Answer.objects.exists()
