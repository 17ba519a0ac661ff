"""A conversation's page; renaming, deleting, undo; the list with its search and pages."""

import uuid
from collections.abc import Callable

import pytest
from django.test import Client

from apps.accounts.models import User
from apps.answers.models import Answer
from apps.answers.run import workflow
from apps.answers.run.asking import ask
from apps.audit.models import Action, AuditEvent
from apps.chat.listing import PER_PAGE
from apps.chat.models import Conversation, Message
from tests.answers.store import hold
from tests.people import People

pytestmark = pytest.mark.django_db
Browse = Callable[[User], Client]
FIGURE = "What was Quillmark's operating income in fiscal 2023?"


def conversation_of(user: User, question: str = FIGURE, title: str = "Quillmark") -> Conversation:
    conversation = Conversation.objects.create(owner=user, title=title)
    Message.objects.create(conversation=conversation, answer=ask(user, question))
    return conversation


def answer_of(conversation: Conversation) -> Answer:
    answer = conversation.messages.get().answer
    workflow.answer(answer.pk)
    answer.refresh_from_db()
    return answer


def test_a_pending_answer_is_followed(people: People, client_for: Browse) -> None:
    conversation = conversation_of(people.owner)
    page = client_for(people.owner).get(f"/conversations/{conversation.uid}/").content.decode()
    uid = conversation.messages.get().answer.uid

    assert f'data-events="/answers/{uid}/events"' in page
    assert f'hx-post="/answers/{uid}/stop"' in page


def test_an_answer_shows_row_source_and_stages(people: People, client_for: Browse) -> None:
    hold(people.owner)
    conversation = conversation_of(people.owner)
    citation = answer_of(conversation).citations.get()
    page = client_for(people.owner).get(f"/conversations/{conversation.uid}/").content.decode()

    assert '<td class="num amount">214</td>' in page
    assert f'hx-get="/citations/{citation.uid}/"' in page
    assert "1 citation verified" in page
    assert "data-events" not in page


def test_how_it_was_read_is_written_otherwise_and_a_strange_word_is_refused(people: People, client_for: Browse) -> None:
    hold(people.owner)
    conversation = conversation_of(people.owner)
    answer_of(conversation)
    client, place = client_for(people.owner), f"/conversations/{conversation.uid}/"
    page = client.get(place).content.decode()
    assert 'name="read_as" value="operating income, Quillmark Foundry, fiscal 2023"' in page

    sent = {"question": FIGURE, "key": str(uuid.uuid4()), "edits": str(conversation.messages.get().uid)}
    refused = client.post(place, sent | {"read_as": "net income below, Quillmark Foundry, fiscal 2022"})
    assert refused.status_code == 422 and "Not understood: “below”." in refused.content.decode()
    assert client.post(place, sent | {"read_as": "net income, Quillmark Foundry, fiscal 2022"}).status_code == 302
    answer = Answer.objects.latest("pk")
    workflow.answer(answer.pk)
    answer.refresh_from_db()
    assert (answer.question, answer.result["value"]) == (FIGURE, "141000000")


def test_not_found_is_shown_as_words(people: People, client_for: Browse) -> None:
    hold(people.owner)
    conversation = conversation_of(people.owner, "How deep is the harbour of Atlantis?")
    answer_of(conversation)
    page = client_for(people.owner).get(f"/conversations/{conversation.uid}/").content.decode()

    assert "Not found" in page and "Searched 1 document" in page


def test_a_question_is_escaped(people: People, client_for: Browse) -> None:
    conversation = conversation_of(people.owner, "<img src=x onerror=alert(1)> revenue?", "<b>bold</b>")
    page = client_for(people.owner).get(f"/conversations/{conversation.uid}/").content.decode()

    assert "<img" not in page and "<b>bold" not in page


def test_rename(people: People, client_for: Browse) -> None:
    conversation = conversation_of(people.owner)
    client_for(people.owner).post(f"/conversations/{conversation.uid}/rename", {"title": "Margins"})

    conversation.refresh_from_db()
    assert conversation.title == "Margins"
    event = AuditEvent.objects.get(action=Action.CONVERSATION_RENAMED)
    assert event.detail == {"from": "Quillmark", "to": "Margins"}


def test_an_empty_title_changes_nothing(people: People, client_for: Browse) -> None:
    conversation = conversation_of(people.owner)
    client_for(people.owner).post(f"/conversations/{conversation.uid}/rename", {"title": " "})

    conversation.refresh_from_db()
    assert conversation.title == "Quillmark"


def test_delete_and_undo(people: People, client_for: Browse) -> None:
    conversation, client = conversation_of(people.owner), client_for(people.owner)
    page = client.post(f"/conversations/{conversation.uid}/delete", follow=True).content.decode()

    assert f"/conversations/{conversation.uid}/restore" in page
    assert client.get(f"/conversations/{conversation.uid}/").status_code == 404
    assert Answer.objects.count() == 1

    client.post(f"/conversations/{conversation.uid}/restore")
    assert client.get(f"/conversations/{conversation.uid}/").status_code == 200
    actions = AuditEvent.objects.filter(subject_uid=conversation.uid).order_by("id")
    assert [event.action for event in actions] == [Action.CONVERSATION_DELETED, Action.CONVERSATION_RESTORED]


@pytest.mark.parametrize("act", ["rename", "delete", "restore"])
def test_nobody_else_changes_it(people: People, client_for: Browse, act: str) -> None:
    conversation = conversation_of(people.owner)
    place = f"/conversations/{conversation.uid}/{act}"

    assert client_for(people.teammate).post(place, {"title": "mine"}).status_code == 404
    assert client_for(people.reviewer).post(place, {"title": "mine"}).status_code == 403
    assert client_for(people.owner).get(place).status_code == 405


def test_the_list_is_searched_by_title_and_question(people: People, client_for: Browse) -> None:
    conversation_of(people.owner, "What were ferry tariffs?", "Ports")
    conversation_of(people.owner, "How many turbines?", "Castings")
    conversation_of(people.stranger, "ferry secrets", "Other")
    client = client_for(people.owner)
    found = client.get("/conversations/", {"q": "FERRY ports"}, headers={"HX-Request": "true"}).content.decode()

    assert "Ports" in found and "Castings" not in found and "Other" not in found
    assert "<html" not in found


def test_the_list_is_paged(people: People, client_for: Browse) -> None:
    for number in range(PER_PAGE + 1):
        Conversation.objects.create(owner=people.owner, title=f"Talk {number:02}")
    client = client_for(people.owner)

    assert "Talk 00" not in client.get("/conversations/").content.decode()
    assert "Talk 00" in client.get("/conversations/", {"page": "2"}).content.decode()
    assert client.get("/conversations/", {"page": "nonsense"}).status_code == 200


def test_ten_turns_cost_a_bounded_number_of_queries(
    people: People, client_for: Browse, django_assert_max_num_queries: Callable[[int], object]
) -> None:
    conversation = conversation_of(people.owner)
    for _ in range(9):
        Message.objects.create(conversation=conversation, answer=ask(people.owner, "And again?"))
    client = client_for(people.owner)
    with django_assert_max_num_queries(25):  # type: ignore[attr-defined]
        client.get(f"/conversations/{conversation.uid}/")
