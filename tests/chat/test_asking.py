"""Questions put on the pages: new conversations, follow-ups, double clicks."""

import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.test import Client

from apps.accounts.models import User
from apps.answers.models import Answer
from apps.chat.models import Conversation, Message
from tests.answers.store import hold
from tests.people import People

Browse = Callable[[User], Client]
QUESTION = "What was Quillmark's operating income in fiscal 2023?"


def form(question: str = QUESTION, **more: object) -> dict[str, object]:
    return {"question": question, "key": str(uuid.uuid4()), **more}


@pytest.mark.django_db
def test_a_question_opens_a_conversation(people: People, client_for: Browse) -> None:
    response = client_for(people.owner).post("/ask", form())
    conversation = Conversation.objects.get()

    assert response.headers["Location"] == f"/conversations/{conversation.uid}/"
    assert (conversation.owner, conversation.title) == (people.owner, QUESTION)
    assert conversation.messages.get().answer.question == QUESTION


@pytest.mark.django_db
def test_the_next_question_joins_it(people: People, client_for: Browse) -> None:
    client = client_for(people.owner)
    client.post("/ask", form())
    conversation = Conversation.objects.get()
    response = client.post(f"/conversations/{conversation.uid}/", form("And net sales?"))

    assert response.status_code == 302
    assert [message.answer.question for message in conversation.messages.all()] == [QUESTION, "And net sales?"]


@pytest.mark.django_db
def test_the_same_form_sent_twice_is_one_question(people: People, client_for: Browse) -> None:
    client, sent = client_for(people.owner), form()
    first, second = client.post("/ask", sent), client.post("/ask", sent)

    assert first.headers["Location"] == second.headers["Location"]
    assert Answer.objects.count() == Conversation.objects.count() == 1


@pytest.mark.django_db
def test_a_strangers_key_is_not_theirs_to_use(people: People, client_for: Browse) -> None:
    sent = form()
    client_for(people.owner).post("/ask", sent)
    client_for(people.stranger).post("/ask", sent)

    assert [message.conversation.owner for message in Message.objects.all()] == [people.owner, people.stranger]


@pytest.mark.django_db(transaction=True)
def test_two_clicks_at_once_are_one_question(people: People, client_for: Browse) -> None:
    sent = form()

    def click(client: Client) -> str:
        try:
            return client.post("/ask", sent).headers["Location"]
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        places = set(pool.map(click, [client_for(people.owner) for _ in range(4)]))

    assert len(places) == 1
    assert Answer.objects.count() == Message.objects.count() == Conversation.objects.count() == 1


@pytest.mark.django_db
def test_a_scope_is_kept_and_offered_again(people: People, client_for: Browse) -> None:
    document = hold(people.owner).document
    client = client_for(people.owner)
    place = client.post("/ask", form(documents=[str(document.uid)])).headers["Location"]

    assert Answer.objects.get().scope == {"documents": [str(document.uid)]}
    assert f'value="{document.uid}" checked' in client.get(place).content.decode()


@pytest.mark.django_db
def test_a_scope_out_of_sight_is_refused(people: People, client_for: Browse) -> None:
    document = hold(people.owner, visibility="private").document
    response = client_for(people.stranger).post("/ask", form(documents=[str(document.uid)]))

    assert response.status_code == 422
    assert "not there any more" in response.content.decode()
    assert not Answer.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("question", ["", "   ", "x" * 2001])
def test_nonsense_is_refused_with_the_form(people: People, client_for: Browse, question: str) -> None:
    response = client_for(people.owner).post("/ask", form(question))

    assert response.status_code == 422
    assert "field-error" in response.content.decode()


@pytest.mark.django_db
def test_reviewers_may_not_ask(people: People, client_for: Browse) -> None:
    assert client_for(people.reviewer).post("/ask", form()).status_code == 403
    assert not Answer.objects.exists()


@pytest.mark.django_db
def test_strangers_do_not_find_the_conversation(people: People, client_for: Browse) -> None:
    client_for(people.owner).post("/ask", form())
    place = f"/conversations/{Conversation.objects.get().uid}/"
    for person in (people.teammate, people.expert, people.reviewer, people.stranger, people.administrator):
        assert client_for(person).get(place).status_code == 404
    assert client_for(people.stranger).post(place, form()).status_code == 404
    assert Answer.objects.count() == 1
