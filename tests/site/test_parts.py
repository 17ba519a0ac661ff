"""Parts of pages have the addresses of their pages, and are never the log-in page."""

from collections.abc import Callable

import pytest
from django.test import Client

from apps.accounts.models import User
from tests.people import People

PART = {"HX-Request": "true", "HX-Request-Type": "partial"}


@pytest.mark.parametrize("path", ["/library/", "/search/?q=sales", "/conversations/"])
def test_a_cache_tells_a_part_from_its_page(people: People, client_for: Callable[[User], Client], path: str) -> None:
    page, part = (client_for(people.owner).get(path, headers=headers) for headers in ({}, PART))
    assert page.content != part.content
    for response in (page, part):
        assert {"Cookie", "HX-Request", "HX-Request-Type"} <= set(response["Vary"].split(", "))


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["get", "post"])
def test_whoever_is_logged_out_gets_the_whole_page_anew(method: str) -> None:
    response = getattr(Client(), method)("/library/", headers=PART)
    assert (response.status_code, response["HX-Refresh"]) == (401, "true")
    assert b"<form" not in response.content


@pytest.mark.django_db
def test_a_page_leads_to_the_log_in() -> None:
    response = Client().get("/library/")
    assert (response.status_code, response["Location"]) == (302, "/accounts/login/?next=/library/")
