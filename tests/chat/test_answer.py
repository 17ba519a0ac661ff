"""Partials of one answer: the answer, stop, retry, citation."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from apps.accounts.models import User
from apps.answers.models import Answer, AnswerState, Citation, Status
from apps.answers.presentation import citation_path
from apps.answers.run import workflow
from apps.answers.run.asking import ask
from apps.chat.showing import Piece
from apps.documents.models import Document, Visibility
from tests.answers.store import hold
from tests.people import People

pytestmark = pytest.mark.django_db
Browse = Callable[[User], Client]
FIGURE = "What was Quillmark's operating income in fiscal 2023?"


def answered(people: People, asker: User | None = None) -> Answer:
    hold(people.owner)
    answer = ask(asker or people.owner, FIGURE)
    workflow.answer(answer.pk)
    answer.refresh_from_db()
    return answer


def test_waiting_is_no_content_until_it_is_done(people: People, client_for: Browse) -> None:
    hold(people.owner)
    answer, client = ask(people.owner, FIGURE), client_for(people.owner)
    place = f"/answers/{answer.uid}/?waiting=1"
    assert client.get(place).status_code == 204

    workflow.answer(answer.pk)
    response = client.get(place)
    assert response.status_code == 200
    assert "214" in response.content.decode()


@pytest.mark.parametrize("status", [status for status in Status if status != Status.BEING_READ])
def test_a_finished_answer_looks_finished(people: People, client_for: Browse, status: Status) -> None:
    answer = answered(people)
    Answer.objects.filter(pk=answer.pk).update(status=status)

    page = client_for(people.owner).get(f"/answers/{answer.uid}/").content.decode()
    assert str(status) in page and "state-working" not in page


def test_stop_then_retry(people: People, client_for: Browse) -> None:
    answer, client = ask(people.owner, FIGURE), client_for(people.owner)

    assert "Try again" in client.post(f"/answers/{answer.uid}/stop").content.decode()
    answer.refresh_from_db()
    assert answer.state == AnswerState.STOPPED

    assert "data-events" in client.post(f"/answers/{answer.uid}/retry").content.decode()
    answer.refresh_from_db()
    assert answer.state == AnswerState.QUEUED


def test_stopping_too_late_shows_the_answer(people: People, client_for: Browse) -> None:
    answer = answered(people)

    assert "214" in client_for(people.owner).post(f"/answers/{answer.uid}/stop").content.decode()


@pytest.mark.parametrize("path", ["", "stop", "retry", "events"])
def test_nobody_else_finds_it(people: People, client_for: Browse, path: str) -> None:
    answer = answered(people)
    for person in (people.teammate, people.stranger, people.administrator):
        client = client_for(person)
        act = client.post if path in {"stop", "retry"} else client.get
        assert act(f"/answers/{answer.uid}/{path}").status_code == 404


@pytest.mark.parametrize("path", ["stop", "retry"])
def test_reviewers_change_nothing(people: People, client_for: Browse, path: str) -> None:
    answer = answered(people)

    assert client_for(people.reviewer).post(f"/answers/{answer.uid}/{path}").status_code == 403
    assert client_for(people.owner).get(f"/answers/{answer.uid}/{path}").status_code == 405


def test_the_citation_shows_quote_page_and_place(people: People, client_for: Browse) -> None:
    citation = answered(people).citations.get()
    client = client_for(people.owner)
    panel = client.get(f"/citations/{citation.uid}/", headers={"HX-Request": "true"}).content.decode()

    assert citation.quote in panel
    assert f"/library/versions/{citation.version.uid}/pages/1/panel?start={citation.start}" in panel
    assert "<html" not in panel
    assert "<html" in client.get(f"/citations/{citation.uid}/").content.decode()


def test_the_path_that_answers_know_is_the_route(people: People) -> None:
    citation = answered(people).citations.get()

    assert citation_path(citation.uid) == reverse("chat:citation", args=[citation.uid])


def test_a_citation_is_its_askers_alone(people: People, client_for: Browse) -> None:
    citation = answered(people).citations.get()
    for person in (people.teammate, people.expert, people.reviewer, people.stranger):
        assert client_for(person).get(f"/citations/{citation.uid}/").status_code == 404


def test_a_source_that_was_taken_away_is_no_longer_shown(people: People, client_for: Browse) -> None:
    answer = answered(people, people.stranger)
    citation: Citation = answer.citations.get()
    Document.objects.update(visibility=Visibility.PRIVATE)
    client = client_for(people.stranger)

    assert client.get(f"/citations/{citation.uid}/").status_code == 404
    page = client.get(f"/answers/{answer.uid}/").content.decode()
    assert "no longer available" in page and str(citation.uid) not in page
    # a word that is no key: the same digits may stand in a uid, number a stage, and be thousandths of its seconds
    assert not re.search(rf'(?<!data-step=")(?<!\.)\b{re.escape(citation.quote)}\b', page)
    told = client.get(f"/api/v1/answers/{answer.uid}").json()
    assert told["citations"] == told["documents"] == told["pages"] == [] and citation.quote not in told["answer"]


def test_what_was_found_of_a_passage_stands_out_from_what_is_around_it() -> None:
    piece = Piece("It rained. Sales fell. It cleared.", None, core="Sales fell.")

    assert piece.around == ("It rained. ", "Sales fell.", " It cleared.")
    assert Piece("Sales fell.", None).around == ("", "Sales fell.", "")
    assert Piece("Sales fell.", None, core="of other words").around == ("", "Sales fell.", "")


def test_tables_that_come_closest_are_shown_and_go_with_their_source(people: People, client_for: Browse) -> None:
    hold(people.owner)
    answer = ask(people.stranger, "What was Quillmark's operating income before the strike levy in fiscal 2023?")
    workflow.answer(answer.pk)
    client = client_for(people.stranger)
    page = client.get(f"/answers/{answer.uid}/").content.decode()
    assert 'class="answer-grid offered"' in page and "Provision for income taxes" in page
    assert str(answer.citations.get().uid) in page

    Document.objects.update(visibility=Visibility.PRIVATE)
    page = client.get(f"/answers/{answer.uid}/").content.decode()
    assert "no longer available" in page and "answer-grid" not in page and "Provision for income taxes" not in page


@pytest.mark.parametrize("place", ["/answers/{}/", "/citations/{}/", "/conversations/{}/"])
def test_bad_ids(people: People, client_for: Browse, place: str) -> None:
    client = client_for(people.owner)

    assert client.get(place.format("00000000-0000-0000-0000-000000000000")).status_code == 404
    assert client.get(place.format("1")).status_code == 404
