"""Feedback: kept, changed, taken back, and in the trail."""

import uuid
from collections.abc import Callable

import pytest
from django.test import Client

from apps.accounts.models import User
from apps.answers.run.asking import ask
from apps.audit.models import Action, AuditEvent
from apps.chat.conversing import Question, put
from apps.chat.models import Feedback, Reason
from apps.retrieval.found import Scope
from tests.people import People

pytestmark = pytest.mark.django_db
Browse = Callable[[User], Client]


def test_it_is_kept_changed_and_taken_back(people: People, client_for: Browse) -> None:
    answer, client = ask(people.owner, "Revenue?"), client_for(people.owner)
    place = f"/answers/{answer.uid}/feedback"

    assert "Thank you" in client.post(place, {"helped": "yes"}).content.decode()
    assert Feedback.objects.get().helped
    client.post(place, {"helped": "no", "reason": "wrong", "comment": "It is <b>188</b>."})
    said = Feedback.objects.get()
    assert (said.helped, said.reason, said.comment) == (False, Reason.WRONG, "It is <b>188</b>.")
    assert "&lt;b&gt;188" in client.post(place, {"helped": "no", "comment": "<b>188"}).content.decode()

    assert "Taken back" in client.post(place).content.decode()
    assert not Feedback.objects.exists()
    events = AuditEvent.objects.filter(subject_uid=answer.uid).exclude(action=Action.ASKED).order_by("id")
    assert [event.action for event in events] == [*[Action.FEEDBACK_GIVEN] * 3, Action.FEEDBACK_WITHDRAWN]
    assert events[1].detail == {"helped": False, "reason": "wrong", "comment": "It is <b>188</b>."}


def test_a_form_sent_without_its_script_leads_back_to_the_page(people: People, client_for: Browse) -> None:
    message = put(people.owner, Question("Revenue?", Scope(), uuid.uuid4()))
    place = f"/answers/{message.answer.uid}/feedback"

    response = client_for(people.owner).post(place, {"helped": "yes"})
    assert Feedback.objects.get().helped
    assert response["Location"] == f"/conversations/{message.conversation.uid}/#m-{message.uid}"
    part = client_for(people.owner).post(place, {"helped": "yes"}, headers={"HX-Request": "true"})
    assert "Thank you" in part.content.decode()


@pytest.mark.parametrize("sent", [{"helped": "maybe"}, {"helped": "no", "reason": "spite"}])
def test_nonsense_changes_nothing(people: People, client_for: Browse, sent: dict[str, str]) -> None:
    answer = ask(people.owner, "Revenue?")

    assert client_for(people.owner).post(f"/answers/{answer.uid}/feedback", sent).status_code == 422
    assert not Feedback.objects.exists()
    assert not AuditEvent.objects.filter(action=Action.FEEDBACK_GIVEN).exists()


def test_nobody_else_says_anything(people: People, client_for: Browse) -> None:
    place = f"/answers/{ask(people.owner, 'Revenue?').uid}/feedback"

    assert client_for(people.teammate).post(place, {"helped": "yes"}).status_code == 404
    assert client_for(people.reviewer).post(place, {"helped": "yes"}).status_code == 403
    assert client_for(people.owner).get(place).status_code == 405
