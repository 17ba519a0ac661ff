"""A question asked in other words begins a branch; what was asked before stays."""

import uuid
from collections.abc import Callable

import pytest
from django.test import Client

from apps.accounts.models import User
from apps.answers.models import Answer
from apps.answers.run.asking import ask
from apps.audit.models import Action, AuditEvent
from apps.chat.models import Conversation, Message
from apps.chat.threads import branch
from tests.people import People

pytestmark = pytest.mark.django_db
Browse = Callable[[User], Client]


def talk(user: User, *questions: str) -> Conversation:
    """A conversation as older rows are: no message says what it follows."""
    conversation = Conversation.objects.create(owner=user, title=questions[0])
    for question in questions:
        Message.objects.create(conversation=conversation, answer=ask(user, question))
    return conversation


def put(client: Client, conversation: Conversation, question: str, **more: object) -> None:
    sent = {"question": question, "key": str(uuid.uuid4()), **{name: str(value) for name, value in more.items()}}
    assert client.post(f"/conversations/{conversation.uid}/", sent).status_code == 302


def asked(conversation: Conversation, at: uuid.UUID | None = None) -> list[str]:
    return [turn.message.answer.question for turn in branch(list(conversation.messages.all()), at)]


def message(conversation: Conversation, question: str) -> Message:
    return conversation.messages.get(answer__question=question)


def test_an_edit_begins_a_branch_and_the_old_one_stays(people: People, client_for: Browse) -> None:
    conversation, client = talk(people.owner, "one", "two", "three"), client_for(people.owner)
    two = message(conversation, "two")
    put(client, conversation, "two again", edits=two.uid)

    assert asked(conversation) == ["one", "two again"]
    assert asked(conversation, two.uid) == ["one", "two", "three"]
    page = client.get(f"/conversations/{conversation.uid}/").content.decode()
    assert "2 of 2" in page and f"?at={two.uid}" in page and "three" not in page.split("</aside>")[0].split("turn")[-1]
    old = client.get(f"/conversations/{conversation.uid}/", {"at": two.uid}).content.decode()
    assert "1 of 2" in old and "three" in old


def test_the_next_question_goes_on_where_its_asker_was(people: People, client_for: Browse) -> None:
    conversation, client = talk(people.owner, "one", "two"), client_for(people.owner)
    put(client, conversation, "one again", edits=message(conversation, "one").uid)
    put(client, conversation, "after two", after=message(conversation, "two").uid)
    put(client, conversation, "after the first again", after=message(conversation, "one again").uid)

    assert asked(conversation) == ["one again", "after the first again"]
    assert asked(conversation, message(conversation, "two").uid) == ["one", "two", "after two"]


def test_each_question_is_read_after_the_one_before_it_in_its_branch(people: People, client_for: Browse) -> None:
    conversation, client = talk(people.owner, "one", "two"), client_for(people.owner)
    two = message(conversation, "two")
    put(client, conversation, "three")
    put(client, conversation, "two again", edits=two.uid)

    assert message(conversation, "three").answer.follows == two.answer
    assert message(conversation, "two again").answer.follows == message(conversation, "one").answer


def test_how_a_follow_up_was_read_is_told(people: People, client_for: Browse) -> None:
    conversation = talk(people.owner, "And in 2022?")
    Answer.objects.update(state="done", result={"read_as": "What was <revenue> in 2022?"})
    page = client_for(people.owner).get(f"/conversations/{conversation.uid}/").content.decode()

    assert "Read as: What was &lt;revenue&gt; in 2022?" in page


def test_an_edit_is_in_the_trail(people: People, client_for: Browse) -> None:
    conversation = talk(people.owner, "one")
    old = message(conversation, "one")
    put(client_for(people.owner), conversation, "first", edits=old.uid)

    event = AuditEvent.objects.get(action=Action.QUESTION_EDITED)
    assert event.subject_uid == conversation.uid
    assert event.detail == {"from": str(old.answer.uid), "to": str(message(conversation, "first").answer.uid)}


def test_a_message_of_another_conversation_is_no_place_here(people: People, client_for: Browse) -> None:
    other, mine = talk(people.stranger, "theirs"), talk(people.owner, "one")
    put(client_for(people.owner), mine, "two", edits=message(other, "theirs").uid, after=message(other, "theirs").uid)

    assert asked(mine) == ["one", "two"]
    assert asked(other) == ["theirs"]


def test_no_conversation_has_no_branch() -> None:
    assert branch([]) == []
