"""The API of questions: by token, with the permissions of the pages."""

import json
import threading
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from apps.accounts.models import ApiToken, User
from apps.answers.models import Answer
from apps.answers.run import workflow
from apps.chat import api
from apps.chat.models import Conversation, Message
from tests.answers.store import hold
from tests.people import People

Browse = Callable[[User], Client]
FIGURE = "What was Quillmark's operating income in fiscal 2023?"


def post(user: User, **payload: Any) -> tuple[int, dict[str, Any]]:
    token = ApiToken.objects.make(user, "test")[1]
    response = Client().post(
        "/api/v1/questions",
        json.dumps(payload),
        content_type="application/json",
        headers={"Authorization": f"Bearer {token}"},
    )
    return response.status_code, response.json()


def get(user: User, path: str) -> tuple[int, dict[str, Any]]:
    token = ApiToken.objects.make(user, "test")[1]
    response = Client().get(f"/api/v1{path}", headers={"Authorization": f"Bearer {token}"})
    return response.status_code, response.json()


@pytest.mark.django_db
def test_a_question_is_accepted_and_fetched_later(people: People) -> None:
    hold(people.owner)
    status, accepted = post(people.owner, question=FIGURE)
    assert (status, accepted["state"], accepted["status"], accepted["citations"]) == (202, "queued", None, [])

    workflow.answer(Answer.objects.get().pk)
    status, answer = get(people.owner, f"/answers/{accepted['id']}")
    assert (status, answer["status"], answer["value"], answer["unit"]) == (200, "Extracted", "214000000", "USD")
    assert answer["citations"][0]["quote"] == "214"
    assert answer["rows"][0]["citation"] == answer["citations"][0]["label"] == 1


@pytest.mark.django_db(transaction=True)
def test_waiting_gives_the_answer_when_a_worker_is_quick(people: People) -> None:
    hold(people.owner)

    def work() -> None:
        try:
            while (answer := Answer.objects.first()) is None:
                pass
            workflow.answer(answer.pk)
        finally:
            connection.close()

    worker = threading.Thread(target=work)
    worker.start()
    status, answer = post(people.owner, question=FIGURE, wait=30)
    worker.join()

    assert (status, answer["status"]) == (201, "Extracted")


@pytest.mark.django_db(transaction=True)
def test_waiting_ends_where_nobody_answers(people: People) -> None:
    status, accepted = post(people.owner, question=FIGURE, wait=0.3)
    assert (status, accepted["state"]) == (202, "queued")


@pytest.mark.django_db
def test_only_so_many_wait_at_once(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = threading.BoundedSemaphore(1)
    taken.acquire()
    waited: list[object] = []
    monkeypatch.setattr(api, "_waiting", taken)
    monkeypatch.setattr(api, "settled", lambda *args: waited.append(args))

    assert post(people.owner, question=FIGURE, wait=30)[0] == 202 and waited == []


@pytest.mark.django_db
def test_documents_by_name_and_by_id(people: People) -> None:
    document = hold(people.owner).document
    for name in (document.name, str(document.uid)):
        post(people.owner, question=FIGURE, documents=[name])

    assert [answer.scope for answer in Answer.objects.all()] == [{"documents": [str(document.uid)]}] * 2


@pytest.mark.django_db
@pytest.mark.parametrize(
    "payload",
    [{"question": " "}, {"question": FIGURE, "documents": ["nowhere"]}, {"question": FIGURE, "wait": 31}, {}],
)
def test_what_makes_no_sense_is_refused(people: People, payload: dict[str, Any]) -> None:
    assert post(people.owner, **payload)[0] == 422
    assert not Answer.objects.exists()


@pytest.mark.django_db
def test_a_document_out_of_sight_is_not_there(people: People) -> None:
    document = hold(people.owner, visibility="private").document

    assert post(people.stranger, question=FIGURE, documents=[str(document.uid)])[0] == 422


@pytest.mark.django_db
def test_reviewers_may_not_ask(people: People) -> None:
    assert post(people.reviewer, question=FIGURE)[0] == 403


@pytest.mark.django_db
def test_answers_are_their_askers_alone(people: People) -> None:
    uid = post(people.owner, question=FIGURE)[1]["id"]

    assert get(people.stranger, f"/answers/{uid}")[0] == 404
    assert get(people.owner, f"/answers/{uuid.uuid4()}")[0] == 404


@pytest.mark.django_db
def test_without_a_token_nobody_comes_in(client: Client) -> None:
    assert client.post("/api/v1/questions", "{}", content_type="application/json").status_code == 401
    assert client.get("/api/v1/conversations").status_code == 401


@pytest.mark.django_db
def test_own_conversations_are_listed(people: People) -> None:
    Conversation.objects.create(owner=people.owner, title="Ports")
    Conversation.objects.create(owner=people.stranger, title="Secrets")
    status, listed = get(people.owner, "/conversations")

    assert status == 200
    assert [one["title"] for one in listed["conversations"]] == ["Ports"]
    assert (listed["page"], listed["pages"], listed["count"]) == (1, 1, 1)


@pytest.mark.django_db
def test_a_conversation_is_opened_by_its_owner_and_where_it_is_shared_by_the_team(people: People) -> None:
    hold(people.owner)
    uid = post(people.owner, question=FIGURE)[1]["id"]
    workflow.answer(Answer.objects.get().pk)
    conversation = Conversation.objects.create(owner=people.owner, title="Ports")
    Message.objects.create(conversation=conversation, answer=Answer.objects.get())
    address = f"/conversations/{conversation.uid}"

    status, found = get(people.owner, address)
    assert (status, found["title"]) == (200, "Ports")
    assert found["answers"] == [{"id": uid, "question": FIGURE, "state": "done", "status": "Extracted"}]
    assert get(people.teammate, address)[0] == get(people.teammate, f"/answers/{uid}")[0] == 404

    Conversation.objects.update(team=people.owner.team)
    assert get(people.teammate, address)[0] == 200
    assert get(people.teammate, f"/answers/{uid}")[1]["value"] == "214000000"
    assert get(people.stranger, address)[0] == get(people.stranger, f"/answers/{uid}")[0] == 404


@pytest.mark.django_db
def test_an_answer_that_is_shared_keeps_what_its_reader_may_not_see(people: People) -> None:
    hold(people.owner, visibility="private")
    uid = post(people.owner, question=FIGURE)[1]["id"]
    workflow.answer(Answer.objects.get().pk)
    conversation = Conversation.objects.create(owner=people.owner, title="Ports", team=people.owner.team)
    Message.objects.create(conversation=conversation, answer=Answer.objects.get())

    status, answer = get(people.teammate, f"/answers/{uid}")
    assert (status, answer["value"], answer["citations"], answer["searched"]) == (200, None, [], None)
    assert "214" not in str(answer["answer"])
