from collections.abc import Callable

import pytest
from django.test import Client

from apps.accounts.models import User
from apps.answers.models import Answer
from tests.answers.store import hold
from tests.people import People

pytestmark = pytest.mark.django_db
Browse = Callable[[User], Client]


def test_the_empty_library_leads_to_upload(people: People, client_for: Browse) -> None:
    page = client_for(people.owner).get("/").content.decode()

    assert "The library is empty" in page
    assert 'href="/library/"' in page


def test_examples_are_about_what_is_held(people: People, client_for: Browse) -> None:
    hold(people.owner)
    page = client_for(people.stranger).get("/").content.decode()

    assert "What was the operating income of Quillmark Foundry in fiscal 2023?" in page
    assert "The library is empty" not in page


def test_a_strangers_private_filing_is_no_example_and_no_choice(people: People, client_for: Browse) -> None:
    hold(people.owner, visibility="private")
    page = client_for(people.stranger).get("/").content.decode()

    assert "Quillmark" not in page and "quillmark" not in page


def test_a_reviewer_has_no_question_box(people: People, client_for: Browse) -> None:
    hold(people.owner)
    page = client_for(people.reviewer).get("/").content.decode()

    assert "<textarea" not in page
    assert "cannot ask" in page


def test_anonymous_logs_in_first(client: Client) -> None:
    assert client.get("/").status_code == 302


def test_the_page_keeps_the_policy(people: People, client_for: Browse) -> None:
    page = client_for(people.owner).get("/").content.decode()

    assert "style=" not in page and "onclick" not in page and "<script>" not in page


def test_names_are_escaped(people: People, client_for: Browse) -> None:
    hold(people.owner, company="<script>alert(1)</script> Mills")

    assert "<script>alert" not in client_for(people.owner).get("/").content.decode()


def test_wrong_method(people: People, client_for: Browse) -> None:
    assert client_for(people.owner).post("/").status_code == 405
    assert not Answer.objects.exists()
