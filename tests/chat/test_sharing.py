"""Sharing inside a team: to read, taken back at will, each reader as far as they may see the sources."""

import asyncio
import re
from collections.abc import Callable

import pytest
from django.test import Client

from apps.accounts.models import User
from apps.answers.models import Answer, AnswerState, Stage, StageName
from apps.answers.presentation import NOT_TOLD
from apps.answers.run import workflow
from apps.answers.run.asking import ask
from apps.audit.models import Action, AuditEvent
from apps.chat.events import follow
from apps.chat.models import Conversation, Message
from apps.documents.models import Document, Visibility
from tests.answers.store import hold
from tests.chat.test_events import collect
from tests.people import People

pytestmark = pytest.mark.django_db
Browse = Callable[[User], Client]
FOUND = re.compile(r'(?<!data-step=")\b214\b')  # a word: the same digits may stand in a uid or be a key
FIGURE = "What was Quillmark's operating income in fiscal 2023?"


def talk(people: People) -> tuple[Conversation, Answer]:
    hold(people.owner)
    conversation = Conversation.objects.create(owner=people.owner, title="Quillmark")
    answer = ask(people.owner, FIGURE)
    Message.objects.create(conversation=conversation, answer=answer)
    workflow.answer(answer.pk)
    answer.refresh_from_db()
    return conversation, answer


def shared(people: People, client_for: Browse) -> tuple[Conversation, Answer]:
    conversation, answer = talk(people)
    client_for(people.owner).post(f"/conversations/{conversation.uid}/share")
    return conversation, answer


def test_the_team_reads_and_strangers_do_not(people: People, client_for: Browse) -> None:
    conversation, answer = shared(people, client_for)
    citation = answer.citations.get()
    reads = [f"/conversations/{conversation.uid}/", f"/answers/{answer.uid}/", f"/citations/{citation.uid}/"]
    reads += [f"/answers/{answer.uid}/answer.md", f"/conversations/{conversation.uid}/conversation.md"]

    assert {client_for(people.teammate).get(place).status_code for place in reads} == {200}
    for person in (people.stranger, people.expert, people.administrator):
        assert {client_for(person).get(place).status_code for place in reads} == {404}
    assert "Quillmark" in client_for(people.teammate).get("/conversations/").content.decode()
    assert "Quillmark" not in client_for(people.stranger).get("/conversations/").content.decode()


def test_the_team_only_reads(people: People, client_for: Browse) -> None:
    conversation, answer = shared(people, client_for)
    client = client_for(people.teammate)
    page = client.get(f"/conversations/{conversation.uid}/").content.decode()

    assert "214" in page and "olga.owner" in page
    assert "data-composer" not in page and "rename-dialog" not in page and "/delete" not in page
    acts = [f"/conversations/{conversation.uid}/{act}" for act in ("rename", "delete", "share", "unshare", "")]
    acts += [f"/answers/{answer.uid}/{act}" for act in ("stop", "retry")]
    assert {client.post(place, {"title": "mine", "question": "more?"}).status_code for place in acts} == {404}


def test_it_is_taken_back(people: People, client_for: Browse) -> None:
    conversation, answer = shared(people, client_for)
    client_for(people.owner).post(f"/conversations/{conversation.uid}/unshare")

    assert client_for(people.teammate).get(f"/conversations/{conversation.uid}/").status_code == 404
    assert client_for(people.teammate).get(f"/answers/{answer.uid}/").status_code == 404
    actions = AuditEvent.objects.filter(subject_uid=conversation.uid).order_by("id")
    assert [event.action for event in actions] == [Action.CONVERSATION_SHARED, Action.CONVERSATION_UNSHARED]
    assert actions[0].detail == {"team": "Credit"}


def test_what_is_deleted_is_shared_no_more(people: People, client_for: Browse) -> None:
    conversation, _ = shared(people, client_for)
    client_for(people.owner).post(f"/conversations/{conversation.uid}/delete")

    assert client_for(people.teammate).get(f"/conversations/{conversation.uid}/").status_code == 404


def test_a_source_that_a_reader_may_not_see_is_withheld(people: People, client_for: Browse) -> None:
    conversation, answer = shared(people, client_for)
    Document.objects.update(visibility=Visibility.PRIVATE)
    client = client_for(people.teammate)
    page = client.get(f"/conversations/{conversation.uid}/").content.decode()

    exported = client.get(f"/answers/{answer.uid}/answer.md").content.decode()
    assert "no longer available" in page and not FOUND.search(page)
    assert "no longer available" in exported and not FOUND.search(exported)
    assert client.get(f"/citations/{answer.citations.get().uid}/").status_code == 404


def test_somebody_without_a_team_shares_with_nobody(people: People, client_for: Browse) -> None:
    conversation = Conversation.objects.create(owner=people.administrator, title="Alone")
    place = f"/conversations/{conversation.uid}/share"
    page = client_for(people.administrator).post(place, follow=True).content.decode()

    assert "nobody to share with" in page
    conversation.refresh_from_db()
    assert conversation.team is None


@pytest.mark.django_db(transaction=True)  # a stream reads by a connection of its own
def test_a_draft_and_what_stages_saw_are_for_the_asker_alone(people: People, client_for: Browse) -> None:
    conversation, answer = shared(people, client_for)
    Answer.objects.filter(pk=answer.pk).update(state=AnswerState.STOPPED)
    Stage.objects.filter(answer=answer, name=StageName.WRITE).update(
        ended=None, detail={"draft": "Words over the private passages"}
    )
    pages = [f"/conversations/{conversation.uid}/", f"/answers/{answer.uid}/"]
    stream = asyncio.run(collect(follow(answer.uid, mine=False)))
    for page in pages:
        assert "Words over" in client_for(people.owner).get(page).content.decode()
        told = client_for(people.teammate).get(page).content.decode()
        assert "Words over" not in told and "passages of" not in told and "cited figure" not in told
    assert "Words over" not in stream and "passages of" not in stream


@pytest.mark.parametrize("question", ["What was Quillmark's operating income in 1999?", "What was Quilmarc's income?"])
def test_what_an_asker_does_not_hold_is_for_the_asker_alone(people: People, client_for: Browse, question: str) -> None:
    conversation, _ = shared(people, client_for)
    answer = ask(people.owner, question)
    Message.objects.create(conversation=conversation, answer=answer)
    workflow.answer(answer.pk)
    answer.refresh_from_db()
    assert not answer.citations.exists()
    for kind in ("", "answer.md"):
        address = f"/answers/{answer.uid}/{kind}"
        assert NOT_TOLD not in client_for(people.owner).get(address).content.decode()
        told = client_for(people.teammate).get(address).content.decode()
        assert NOT_TOLD in told and "2023" not in told.split(question)[-1].split("Asked")[0]


def test_who_shares_is_told_what_colleagues_will_miss(people: People, client_for: Browse) -> None:
    conversation, _ = talk(people)
    place = f"/conversations/{conversation.uid}/"
    assert "colleagues will see neither" not in client_for(people.owner).get(place).content.decode()

    Document.objects.update(visibility=Visibility.PRIVATE)
    page = client_for(people.owner).get(place).content.decode()
    assert f"1 of its 1 source is not shared with {people.owner.team}: colleagues will see neither it" in page
    assert 'data-opens="share-dialog"' in page

    Document.objects.update(visibility=Visibility.TEAM, team=people.owner.team)
    assert "colleagues will see neither" not in client_for(people.owner).get(place).content.decode()


def test_own_answers_are_searched_and_nobody_elses(people: People, client_for: Browse) -> None:
    conversation, answer = shared(people, client_for)
    assert "214" in answer.result["answer"] and "214" not in answer.question
    found, theirs = (
        client_for(who).get("/conversations/?q=214").content.decode() for who in (people.owner, people.teammate)
    )

    assert str(conversation.uid) in found
    assert str(conversation.uid) not in theirs
