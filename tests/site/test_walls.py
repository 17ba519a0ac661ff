"""Every route of the product, tried by everybody: anonymous callers, the five people, and an owner turned reviewer."""

import json
import re
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from pytest_django import Settings

from apps.accounts.models import Role, User
from apps.documents.models import Document, Visibility
from apps.documents.rendering import WIDTHS
from finrag_site.api import api
from tests.people import People
from tests.site.belongings import MARKER, WORD, Belongings, make_belongings
from tests.site.rules import ADMIN, BODIES, ELSEWHERE, METHODS, RULES, Rule, Who

LOGIN = "/accounts/login/"
REFUSED = (401, 403, 404, 405)
OF_DOCUMENTS = {"document", "version", "chunk", "table"}


def routes(patterns: list[Any], prefix: str = "") -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, prefix + str(pattern.pattern))
        elif isinstance(pattern, URLPattern):
            yield prefix + str(pattern.pattern)


ALL = sorted(routes(get_resolver().url_patterns))
PAGES = [route for route in ALL if not route.startswith(ADMIN) and route not in ELSEWHERE]
WAYS = [(route, method) for route, rule in RULES.items() for method in rule.methods]


@pytest.fixture
def belongings(people: People, settings: Settings, tmp_path: Path) -> Belongings:
    settings.MEDIA_ROOT = tmp_path
    return make_belongings(people.owner)


def address(route: str, uid: uuid.UUID | None) -> str:
    """The path of a route, every uid in it being `uid`."""
    values = {"uid": str(uid), "number": "0", "width": str(WIDTHS[0])}
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda found: values[found[1]], route)


def address_of(route: str, belongings: Belongings) -> str:
    thing = RULES[route].thing
    return address(route, getattr(belongings, thing) if thing else None)


def call(client: Client, method: str, route: str, path: str) -> Any:
    """The response, which is never a breakdown. (/healthz says 503 here: no worker runs beside this test.)"""
    body = json.dumps(BODIES.get((route, method), {}))
    given = {} if method == "GET" else {"data": body, "content_type": "application/json"}
    response = client.generic(method, path, **given)
    assert response.status_code < 500 or route == "healthz"
    return response


def passes(response: Any) -> bool:
    to_login = response.status_code == 302 and response.headers["Location"].startswith(f"{LOGIN}?")
    return response.status_code not in REFUSED and not to_login


def text_of(response: Any) -> str:
    return "" if response.streaming else response.content.decode(errors="replace")


def test_every_route_has_a_rule() -> None:
    assert set(PAGES) - set(RULES) == set(), "new routes: say in tests/site/rules.py who may enter"


def test_every_rule_has_a_route() -> None:
    assert set(RULES) - set(PAGES) == set(), "rules for routes that are gone"


def test_every_operation_of_the_api_asks_who_calls() -> None:
    operations = [
        operation
        for router in api._get_bound_routers()
        for view in router.path_operations.values()
        for operation in view.operations
    ]
    assert operations
    assert all(operation.auth_callbacks for operation in operations)


@pytest.mark.parametrize(("route", "method"), WAYS)
def test_anonymous_callers(belongings: Belongings, client: Client, route: str, method: str) -> None:
    response = call(client, method, route, address_of(route, belongings))
    if RULES[route].methods[method] == Who.PUBLIC:
        assert passes(response)
    elif route.startswith("api/") and "openapi" not in route and "docs" not in route:
        assert response.status_code == 401
    else:
        assert response.status_code == 302
        assert response.headers["Location"].startswith(f"{LOGIN}?next=/")
    assert MARKER not in text_of(response)


def expected(rule: Rule, method: str, person: User) -> set[int]:
    """The statuses of a refusal for somebody who owns nothing here; empty: let in."""
    who = rule.methods[method]
    if who == Who.READER:
        return set() if person.reads_trail else {403}
    refusals = {404} if rule.thing and rule.owned else set()
    if who == Who.WRITER and not person.may_write:
        refusals |= {403}
    return refusals


@pytest.mark.parametrize(("route", "method"), WAYS)
def test_people_who_own_nothing_here(
    people: People, belongings: Belongings, client_for: Callable[[User], Client], route: str, method: str
) -> None:
    path = address_of(route, belongings)
    for person in people:
        if person == people.owner:
            continue
        response = call(client_for(person), method, route, path)
        refusals = expected(RULES[route], method, person)
        assert response.status_code in refusals if refusals else passes(response), (person, response.status_code)
        assert MARKER not in text_of(response), person


@pytest.mark.parametrize(("route", "method"), WAYS)
def test_the_owner_is_let_in(
    people: People, belongings: Belongings, client_for: Callable[[User], Client], route: str, method: str
) -> None:
    response = call(client_for(people.owner), method, route, address_of(route, belongings))
    if RULES[route].methods[method] == Who.READER:
        assert response.status_code == 403
    else:
        assert passes(response), response.status_code


@pytest.mark.parametrize(
    ("route", "method"), [(route, method) for route, method in WAYS if RULES[route].methods[method] == Who.WRITER]
)
def test_an_owner_who_became_a_reviewer_changes_nothing(
    people: People, belongings: Belongings, client_for: Callable[[User], Client], route: str, method: str
) -> None:
    people.owner.role = Role.REVIEWER
    people.owner.save()
    assert call(client_for(people.owner), method, route, address_of(route, belongings)).status_code == 403


@pytest.mark.parametrize("route", RULES)
def test_other_methods_are_refused(
    people: People, belongings: Belongings, client_for: Callable[[User], Client], route: str
) -> None:
    client = client_for(people.administrator if Who.READER in RULES[route].methods.values() else people.owner)
    for method in set(METHODS) - set(RULES[route].methods):
        assert call(client, method, route, address_of(route, belongings)).status_code == 405, method


@pytest.mark.parametrize("route", [route for route, rule in RULES.items() if rule.thing])
def test_an_id_of_nothing_is_404(
    people: People, belongings: Belongings, client_for: Callable[[User], Client], route: str
) -> None:
    client = client_for(people.administrator)
    for method in RULES[route].methods:
        assert call(client, method, route, address(route, uuid.uuid4())).status_code == 404, method


@pytest.mark.parametrize(
    "route", [route for route, rule in RULES.items() if rule.thing in OF_DOCUMENTS and "GET" in rule.methods]
)
def test_a_team_document_is_open_to_the_team_alone(
    people: People, belongings: Belongings, client_for: Callable[[User], Client], route: str
) -> None:
    Document.objects.update(visibility=Visibility.TEAM)
    path = address_of(route, belongings)
    status = call(client_for(people.teammate), "GET", route, path).status_code
    assert status == (403 if route.endswith("/edit") else 200)
    assert call(client_for(people.stranger), "GET", route, path).status_code == 404


@pytest.mark.parametrize("route", [route for route, rule in RULES.items() if "GET" in rule.methods and not rule.thing])
def test_no_list_or_search_shows_a_stranger_what_is_private(
    people: People, belongings: Belongings, client_for: Callable[[User], Client], route: str
) -> None:
    query = {
        "q": WORD,
        "search": WORD,
        "name": WORD,
        "uid": belongings.document,
        "document": belongings.document,
        "deleted": belongings.deleted_document,
    }
    response = client_for(people.stranger).get(address(route, None), query)
    assert MARKER not in text_of(response)


def test_a_question_cannot_be_narrowed_to_what_is_private(
    people: People, belongings: Belongings, client_for: Callable[[User], Client]
) -> None:
    client = client_for(people.stranger)
    for name in (str(belongings.document), f"{WORD}-{MARKER}"):
        asked = client.post("/api/v1/questions", {"question": "Why?", "documents": [name]}, "application/json")
        assert asked.status_code == 422
    asked = client.post("/ask", {"question": "Why?", "documents": [str(belongings.document)]})
    assert MARKER not in text_of(asked)
    assert not people.stranger.answers.filter(scope__icontains=str(belongings.document)).exists()


def test_an_own_page_cannot_be_a_frame_for_a_foreign_passage(
    people: People, belongings: Belongings, client_for: Callable[[User], Client]
) -> None:
    own = make_belongings(people.stranger).version
    path = f"/library/versions/{own}/pages/0/panel?chunk={belongings.chunk}"
    assert client_for(people.stranger).get(path).status_code == 404


@pytest.mark.parametrize("route", [route for route in ALL if route.startswith(ADMIN) and "<" not in route])
def test_the_admin_pages_are_for_administrators(
    people: People, client: Client, client_for: Callable[[User], Client], route: str
) -> None:
    for person in (people.owner, people.reviewer, people.stranger):
        assert client_for(person).get(f"/{route}", follow=True).status_code in (403, 405)
    anonymous = client.get(f"/{route}", follow=True)
    assert anonymous.status_code == 405 or anonymous.redirect_chain[-1][0].startswith(LOGIN)
