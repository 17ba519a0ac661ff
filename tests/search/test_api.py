"""The search as an API."""

from collections.abc import Callable

import pytest
from django.test import Client

from apps.accounts.models import ApiToken, User
from apps.audit.models import Action, AuditEvent
from tests.people import People
from tests.retrieval.library import publish

pytestmark = pytest.mark.django_db
Browse = Callable[[User], Client]


@pytest.fixture
def shelf(people: People) -> None:
    for year in (2021, 2022):
        publish(people.owner, f"BRACKENFOLD_{year}_10K", company="Brackenfold Bakeries, Inc.", year=year)


def test_results_with_places_and_facets(shelf: None, people: People, client: Client) -> None:
    token = ApiToken.objects.make(people.owner, "script")[1]
    asked = client.get(
        "/api/v1/search", {"q": "Brackenfold net income FY2022"}, headers={"Authorization": f"Bearer {token}"}
    )
    assert asked.status_code == 200
    found = asked.json()
    first = found["results"][0]
    assert (first["document"], first["page"], first["page_number"]) == ("BRACKENFOLD_2022_10K", 0, 1)
    assert "".join(piece["text"] for piece in first["snippet"]).startswith("CONSOLIDATED STATEMENTS OF INCOME")
    assert {"text": "Net", "marked": True} in first["snippet"] or {"text": "income", "marked": True} in first["snippet"]
    assert first["scores"]["lexical"]["rank"] >= 1 and first["url"].startswith("/library/versions/")
    assert found["filters"]["fiscal year"] == ["2022"]
    assert found["count"] == len(found["results"]) == 7
    (company,) = found["facets"]["company"]
    assert company["label"] == "Brackenfold Bakeries, Inc." and company["count"] == 7
    assert AuditEvent.objects.get(action=Action.SEARCHED).detail["found"] == 7


def test_narrowing(shelf: None, people: People, client_for: Browse) -> None:
    found = client_for(people.owner).get("/api/v1/search", {"q": "flour", "year": "2021"}).json()
    assert {result["fiscal_year"] for result in found["results"]} == {2021}
    assert [(one["value"], one["chosen"]) for one in found["facets"]["year"]] == [("2022", False), ("2021", True)]


def test_no_words_is_an_error(people: People, client_for: Browse) -> None:
    assert client_for(people.owner).get("/api/v1/search").status_code == 422
    assert client_for(people.owner).get("/api/v1/search", {"q": "x" * 4001}).status_code == 422


def test_nobody_searches_without_a_name(client: Client) -> None:
    assert client.get("/api/v1/search", {"q": "flour"}).status_code == 401
