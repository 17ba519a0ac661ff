"""Why this evidence: every candidate with its scores, and only to whom may see it."""

from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client

from apps.accounts.models import User
from apps.answers.models import Answer
from apps.answers.run import asking, workflow
from apps.audit.models import Action, AuditEvent
from apps.documents.models import Document, Visibility
from apps.retrieval.found import Scope
from tests.answers.store import hold
from tests.people import People
from tests.retrieval.library import publish

pytestmark = pytest.mark.django_db
Browse = Callable[[User], Client]
BAKERY = "Brackenfold Bakeries, Inc."
QUESTION = "What was the operating income of Quillmark Foundry in fiscal 2023?"


def answered(asker: User) -> Answer:
    answer = asking.ask(asker, QUESTION, Scope())
    workflow.answer(answer.pk)
    answer.refresh_from_db()
    return answer


def page_of(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200
    return unescape(response.content.decode())


def test_every_candidate_of_a_search_with_its_paths(people: People, client_for: Browse) -> None:
    publish(people.owner, "BRACKENFOLD_2022_10K", company=BAKERY, year=2022)
    page = page_of(client_for(people.owner), "/search/why?q=Brackenfold+net+income+FY2022")
    assert page.count("<tr data-row") == 7  # the passages of the one filing chosen
    assert "company</dt><dd>" in page and BAKERY in page
    assert all(f">{path}</th>" in page for path in ("dense", "lexical", "statement", "fact"))
    assert "looks like the statement it needs" in page
    assert "<td>dense</td>" in page and "<td>choosing filings</td>" in page  # seconds of each step
    assert "<h1>Why these results</h1>" in page  # nothing was answered, so there is no evidence
    assert page.index("candidates</h2>") < page.index("seconds went")  # what was found before what it took
    assert AuditEvent.objects.filter(action=Action.SEARCHED).count() == 1


def test_what_was_relaxed_is_told(people: People, client_for: Browse) -> None:
    publish(people.owner, "BRACKENFOLD_2022_10K", company=BAKERY, year=2022)
    page = page_of(client_for(people.owner), "/search/why?q=Brackenfold+10-Q+net+income")
    assert "dropped</dt><dd>form 10-Q" in page


def test_nothing_searched_says_so(people: People, client_for: Browse) -> None:
    assert "Nothing was searched" in page_of(client_for(people.owner), "/search/why")


def test_the_trace_of_an_answer_names_what_was_cited(people: People, client_for: Browse) -> None:
    hold(people.owner)
    answer = answered(people.owner)
    client = client_for(people.owner)
    page = page_of(client, f"/answers/{answer.uid}/why")
    assert "cited as [1]" in page and '<span class="tag good">cited</span>' in page
    assert QUESTION in page and "<h1>Why this evidence</h1>" in page
    assert f"/answers/{answer.uid}/why" in client.get(f"/answers/{answer.uid}/").content.decode()


def test_what_was_hidden_since_is_left_out(people: People, client_for: Browse) -> None:
    hold(people.owner)
    hold(people.owner, company="Larkmere Glass")
    answer = answered(people.stranger)
    path = f"/answers/{answer.uid}/why"
    assert "quillmark" in page_of(client_for(people.stranger), path).lower().split("why-table")[-1]
    Document.objects.filter(company__name__startswith="Quillmark").update(visibility=Visibility.PRIVATE)
    page = page_of(client_for(people.stranger), path)
    assert "What you may not see now is left out" in page
    assert "quillmark_2023_10K" not in page and "10-K - FY2023 (Quillmark" not in page


def test_an_answer_of_an_earlier_release_shows_its_candidates(people: People, client_for: Browse) -> None:
    hold(people.owner)
    answer = answered(people.owner)
    answer.trace["search"].pop("candidates", None)
    answer.trace["search"].pop("intent", None)
    answer.save()
    page = page_of(client_for(people.owner), f"/answers/{answer.uid}/why")
    assert page.count("<tr data-row") == answer.candidates.count() > 0


def test_an_answer_that_failed_has_an_empty_trace(people: People, client_for: Browse) -> None:
    answer = asking.ask(people.owner, QUESTION, Scope())
    assert "No passage was considered" in page_of(client_for(people.owner), f"/answers/{answer.uid}/why")


def test_a_strangers_answer_is_not_there(people: People, client_for: Browse) -> None:
    hold(people.owner)
    answer = answered(people.owner)
    assert client_for(people.stranger).get(f"/answers/{answer.uid}/why").status_code == 404
    assert client_for(people.reviewer).get(f"/answers/{answer.uid}/why").status_code == 404
