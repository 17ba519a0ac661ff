"""What a question is narrowed to: offered from what the reader may see, shown as chips, remembered."""

import uuid
from collections.abc import Callable

import pytest
from django.test import Client

from apps.accounts.models import User
from apps.answers.models import Answer
from apps.documents.models import Company, Document
from apps.retrieval.filings import filings
from apps.retrieval.found import Scope
from tests.answers.store import hold
from tests.people import People

pytestmark = pytest.mark.django_db
Browse = Callable[[User], Client]


def test_it_is_kept_shown_and_remembered(people: People, client_for: Browse) -> None:
    hold(people.owner)
    company, client = Company.objects.get(), client_for(people.owner)
    sent = {"question": "Net sales?", "key": str(uuid.uuid4()), "companies": str(company.uid)}
    page = client.post("/ask", sent | {"years": "2023", "report_types": "10-K"}, follow=True).content.decode()

    scope = {"companies": [str(company.uid)], "years": [2023], "report_types": ["10-K"]}
    assert Answer.objects.get().scope == scope
    for name, value in (("companies", company.uid), ("years", 2023), ("report_types", "10-K")):
        assert f'data-name="{name}" data-value="{value}"' in page
        assert f'name="{name}" value="{value}" checked' in page
    assert '<span class="chip">FY2023</span>' in page


def test_only_what_may_be_seen_is_offered(people: People, client_for: Browse) -> None:
    hold(people.owner, visibility="private")
    hold(people.stranger, company="Brindle Works", year=2019)
    page = client_for(people.stranger).get("/").content.decode()

    assert 'name="years" value="2019"' in page and 'name="years" value="2023"' not in page
    assert "Quillmark" not in page


@pytest.mark.parametrize("sent", [{"years": "2023"}, {"years": "x"}, {"report_types": "secret"}])
def test_what_is_not_there_is_refused(people: People, client_for: Browse, sent: dict[str, str]) -> None:
    hold(people.owner, visibility="private")
    response = client_for(people.stranger).post("/ask", {"question": "?", "key": str(uuid.uuid4()), **sent})

    assert response.status_code == 422
    assert not Answer.objects.exists()


def test_notes_alone_where_there_are_notes_beside_filings(people: People, client_for: Browse) -> None:
    hold(people.owner)
    client = client_for(people.owner)
    assert 'name="kinds"' not in client.get("/").content.decode()

    note = hold(people.owner, company="Brindle Works", year=2019)
    Document.objects.filter(versions=note).update(kind="note")
    page = client.post(
        "/ask", {"question": "Net sales?", "key": str(uuid.uuid4()), "kinds": "note"}, follow=True
    ).content.decode()

    assert Answer.objects.get().scope == {"kinds": ["note"]}
    assert 'data-name="kinds" data-value="note"' in page and '<span class="chip">notes</span>' in page
    assert [filing.version for filing in filings(people.owner, Scope(kinds=("note",)))] == [note.pk]
