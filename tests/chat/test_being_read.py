"""The page of an answer that waits for files, and of a long question."""

import uuid
from collections.abc import Callable

import pytest
from django.test import Client

from apps.accounts.models import User
from apps.answers.models import Answer, AnswerState
from apps.chat.conversing import Question, put
from apps.documents.models import State
from apps.retrieval.found import Scope
from tests.answers.run.test_being_read import FIGURE, answered, uploaded
from tests.answers.store import hold
from tests.people import People

pytestmark = pytest.mark.django_db
Browse = Callable[[User], Client]


def page(client: Client, answer: Answer) -> str:
    return client.get(f"/answers/{answer.uid}/").content.decode()


def test_it_tells_the_files_and_asks_for_news(people: People, client_for: Browse) -> None:
    uploaded(people.owner, "quillmark_2023_10K", State.ANALYZED)
    answer, client = answered(people.owner, FIGURE), client_for(people.owner)
    shown = page(client, answer)

    assert "Being read" in shown and "quillmark_2023_10K" in shown and "Analyzed" in shown
    assert "0 documents searched" not in shown and f"/answers/{answer.uid}/retry" not in shown
    assert f"/answers/{answer.uid}/?reading=1" in shown
    assert client.get(f"/answers/{answer.uid}/?reading=1").status_code == 204


@pytest.mark.parametrize("state", [State.READY, State.ERROR])
def test_when_reading_has_ended_it_offers_to_ask_again(people: People, client_for: Browse, state: str) -> None:
    waiting = uploaded(people.owner, "quillmark_2023_10K")
    answer, client = answered(people.owner, FIGURE), client_for(people.owner)
    waiting.versions.update(state=state)
    news = client.get(f"/answers/{answer.uid}/?reading=1")

    assert news.status_code == 200
    assert f"/answers/{answer.uid}/retry" in news.content.decode() and "reading=1" not in news.content.decode()
    hold(people.owner)
    assert "data-events" in client.post(f"/answers/{answer.uid}/retry").content.decode()
    answer.refresh_from_db()
    assert answer.state == AnswerState.QUEUED


def test_a_finished_answer_is_not_asked_again(people: People, client_for: Browse) -> None:
    hold(people.owner)
    answer = answered(people.owner, FIGURE)

    assert "214" in client_for(people.owner).post(f"/answers/{answer.uid}/retry").content.decode()
    answer.refresh_from_db()
    assert answer.state == AnswerState.DONE


def asked_page(people: People, client: Client, question: str) -> str:
    message = put(people.owner, Question(question, Scope(), uuid.uuid4()))
    return client.get(f"/conversations/{message.conversation.uid}/").content.decode()


def test_a_long_question_shows_its_end_and_can_be_opened_whole(people: People, client_for: Browse) -> None:
    middle = "The covenant counts <b>leases</b> as debt. " * 40
    question = f"Here is what we know. {middle}Now what was the operating income of Quillmark in fiscal 2023?"
    shown = asked_page(people, client_for(people.owner), question)

    heading = shown.split('<h2 class="question', 1)[1].split("</h2>", 1)[0]
    assert "Here is what we know." in heading and "operating income of Quillmark in fiscal 2023?" in heading
    assert len(heading) < 1000
    whole = shown.split('<details class="whole-question">', 1)[1].split("</details>", 1)[0]
    assert whole.count("&lt;b&gt;leases") == 40 and "fiscal 2023?" in whole and "<b>" not in whole


def test_a_short_question_stands_whole(people: People, client_for: Browse) -> None:
    assert "whole-question" not in asked_page(people, client_for(people.owner), FIGURE)
