"""Every route of the product, tried by everybody: anonymous callers, the five people, and an owner turned reviewer."""

import json
import re
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib import admin
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from pytest_django import Settings

from apps.accounts.models import Role, User
from apps.answers.models import Answer
from apps.audit.models import Action, AuditEvent
from apps.documents.models import Document, Visibility
from apps.documents.rendering import WIDTHS
from apps.notes.links import KINDS
from finrag_site.api import api
from tests.people import People, make_people
from tests.site.aiming import aimed, looked_for, naming, private_rows, send, things_of
from tests.site.belongings import MARKER, WORD, Belongings, make_belongings, put_on_record
from tests.site.replies import text_of
from tests.site.rules import ADMIN, BODIES, ELSEWHERE, METHODS, REVIEWERS_OWN, RULES, UPLOADS, Rule, Who

DOCUMENTATION = {"api/v1/docs", "api/v1/openapi.json"}
LOGIN = "/accounts/login/"
REFUSED = (401, 403, 404, 405)
PER_THING = ("change", "history", "delete")
OFFICES = {Who.READER, Who.EXPERT, Who.ADMINISTRATOR}  # nothing that an analyst has
OF_DOCUMENTS = {"document", "version", "chunk", "table", "company"}


def routes(patterns: list[Any], prefix: str = "") -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, prefix + str(pattern.pattern))
        elif isinstance(pattern, URLPattern):
            yield prefix + str(pattern.pattern)


ALL = sorted(routes(get_resolver().url_patterns))
PAGES = [route for route in ALL if not route.startswith(ADMIN) and route not in ELSEWHERE]
ADMIN_PAGES = [route for route in ALL if route.startswith(ADMIN) and "<" not in route]
WAYS = [(route, method) for route, rule in RULES.items() for method in rule.methods]


@dataclass(frozen=True)
class World:
    """The people, what the owner has, and everybody's session. Made once: each test undoes what it did to it."""

    people: People
    belongings: Belongings
    sessions: dict[int, str]

    def client(self, person: User | None = None) -> Client:
        """A fresh browser of theirs; of somebody who is not logged in for None."""
        client = Client()
        if person:
            client.cookies[settings.SESSION_COOKIE_NAME] = self.sessions[person.pk]
        return client


def make_world() -> World:
    people = make_people()
    sessions = {}
    for person in people:
        client = Client()
        client.force_login(person)
        sessions[person.pk] = client.cookies[settings.SESSION_COOKIE_NAME].value
    had = make_belongings(people.owner)
    put_on_record(Answer.objects.get(uid=had.answer))
    return World(people, had, sessions)


@pytest.fixture
def world(db: None, tmp_path: Path, settings: Settings) -> World:
    settings.MEDIA_ROOT = tmp_path
    return make_world()


@contextmanager
def undone(subtests: pytest.Subtests, **what: str) -> Iterator[None]:
    """One attempt of many on the same world: reported by itself, and rolled back."""
    with subtests.test(**what), transaction.atomic():
        yield
        transaction.set_rollback(True)


def address(route: str, uid: uuid.UUID | None) -> str:
    """The path of a route, every uid in it being `uid`."""
    values = {"uid": str(uid), "number": "0", "width": str(WIDTHS[0]), "concept": "revenue", "year": "2023"}
    values |= {"other": str(uid), "ordinal": "1"}
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda found: values[found[1]], route)


def address_of(route: str, belongings: Belongings) -> str:
    thing = RULES[route].thing
    return address(route, getattr(belongings, thing) if thing else None)


def call(client: Client, method: str, route: str, path: str) -> Any:
    """The response, which is never a breakdown. (/healthz says 503 here: no worker runs beside this test.)

    What leaves as a file is in the trail, whoever took it and whatever it is.
    """
    newest = AuditEvent.objects.order_by("-id").values_list("pk", flat=True).first() or 0
    if method == "POST" and route in UPLOADS:
        response = client.post(
            path, {"file": SimpleUploadedFile("note.txt", b"Revenue was 12."), "visibility": "private"}
        )
    else:
        body = json.dumps(BODIES.get((route, method), {}))
        given = {} if method == "GET" else {"data": body, "content_type": "application/json"}
        response = client.generic(method, path, **given)
    assert response.status_code < 500 or route == "healthz"
    if "attachment" in response.headers.get("Content-Disposition", ""):
        told = AuditEvent.objects.filter(pk__gt=newest).values_list("action", flat=True)
        assert {Action.EXPORTED, Action.DOCUMENT_VIEWED}.intersection(told), f"{route} leaves no event"
    return response


def passes(response: Any) -> bool:
    to_login = response.status_code == 302 and response.headers["Location"].startswith(f"{LOGIN}?")
    return response.status_code not in REFUSED and not to_login


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


def test_anonymous_callers(world: World, subtests: pytest.Subtests) -> None:
    for route, method in WAYS:
        with undone(subtests, route=route, method=method):
            response = call(world.client(), method, route, address_of(route, world.belongings))
            check_anonymous(RULES[route].methods[method], route, response)


def check_anonymous(who: Who, route: str, response: Any) -> None:
    assert MARKER not in text_of(response)
    if who == Who.PUBLIC:
        assert passes(response)
    elif route.startswith("api/") and route not in DOCUMENTATION:
        assert response.status_code == 401
    else:
        assert response.status_code == 302
        assert response.headers["Location"].startswith(f"{LOGIN}?next=/")


def expected(rule: Rule, method: str, person: User) -> set[int]:
    """The statuses of a refusal for somebody who owns nothing here; empty: let in."""
    who = rule.methods[method]
    if who == Who.READER:
        return {403} if not person.reads_trail else {404} if rule.thing and rule.owned else set()
    if who == Who.ADMINISTRATOR:
        return set() if person.is_staff else {403}
    refusals = {404} if rule.thing and rule.owned else set()
    if who == Who.EXPERT and person.role not in {Role.EXPERT, Role.ADMINISTRATOR}:
        refusals |= {403}
    if who == Who.WRITER and not person.may_write:
        refusals |= {403}
    return refusals


def test_people_who_own_nothing_here(world: World, subtests: pytest.Subtests) -> None:
    others = [person for person in world.people if person != world.people.owner]
    for (route, method), person in product(WAYS, others):
        with undone(subtests, route=route, method=method, person=person.username):
            response = call(world.client(person), method, route, address_of(route, world.belongings))
            refusals = expected(RULES[route], method, person)
            assert response.status_code in refusals if refusals else passes(response), response.status_code
            assert MARKER not in text_of(response)


def test_the_owner_is_let_in(world: World, subtests: pytest.Subtests) -> None:
    for route, method in WAYS:
        with undone(subtests, route=route, method=method):
            response = call(world.client(world.people.owner), method, route, address_of(route, world.belongings))
            if RULES[route].methods[method] in OFFICES:
                assert response.status_code == 403
            else:
                assert passes(response), response.status_code


def test_reviewers_change_nothing_but_reviews(world: World, subtests: pytest.Subtests) -> None:
    """Every route that takes more than a look, tried by a reviewer to whom all that it names belongs."""
    User.objects.filter(pk=world.people.owner.pk).update(role=Role.REVIEWER)
    client, writes = world.client(world.people.owner), [way for way in WAYS if way[1] != "GET"]
    assert {route for route, _ in writes} >= REVIEWERS_OWN
    for route, method in writes:
        if route not in REVIEWERS_OWN:
            with undone(subtests, route=route, method=method):
                assert call(client, method, route, address_of(route, world.belongings)).status_code == 403
    for route in ADMIN_PAGES:
        with undone(subtests, route=route):
            assert client.post(f"/{route}", follow=True).status_code in (403, 405)


def test_other_methods_are_refused(world: World, subtests: pytest.Subtests) -> None:
    for route, rule in RULES.items():
        office = OFFICES & set(rule.methods.values())
        client = world.client(world.people.administrator if office else world.people.owner)
        for method in set(METHODS) - set(rule.methods):
            with undone(subtests, route=route, method=method):
                assert call(client, method, route, address_of(route, world.belongings)).status_code == 405


def test_an_id_of_nothing_is_404(world: World, subtests: pytest.Subtests) -> None:
    client = world.client(world.people.administrator)
    for route, method in WAYS:
        if RULES[route].thing:
            with undone(subtests, route=route, method=method):
                assert call(client, method, route, address(route, uuid.uuid4())).status_code == 404


def test_a_team_document_is_open_to_the_team_alone(world: World, subtests: pytest.Subtests) -> None:
    Document.objects.update(visibility=Visibility.TEAM)
    for route, method in WAYS:
        if RULES[route].thing in OF_DOCUMENTS and method == "GET" and RULES[route].methods[method] not in OFFICES:
            with undone(subtests, route=route):
                path = address_of(route, world.belongings)
                status = call(world.client(world.people.teammate), method, route, path).status_code
                assert status == (403 if route.endswith("/edit") else 200)
                assert call(world.client(world.people.stranger), method, route, path).status_code == 404


def test_no_reply_tells_others_what_is_private_nor_changes_it(world: World, subtests: pytest.Subtests) -> None:
    """Whatever they ask for: with the owner's ids and words in every field of every page, list, form and export."""
    had, people, before = world.belongings, world.people, private_rows()
    offices = {Who.READER: people.reviewer, Who.EXPERT: people.expert, Who.ADMINISTRATOR: people.administrator}
    others = [person for person in people if person != people.owner]
    for route, method in WAYS:
        thing, office = RULES[route].thing, offices.get(RULES[route].methods[method], people.stranger)
        asked = ({}, looked_for(had)) if method == "GET" and not thing else (aimed(had),)
        for person, fields in product([office] if thing else others, asked):
            with undone(subtests, route=route, method=method, person=person.username):
                response = send(world.client(person), method, route, address_of(route, had), fields)
                assert response.status_code < 500 or route == "healthz"
                assert MARKER not in text_of(response)
                assert method == "GET" or before <= private_rows()


def test_nothing_private_can_be_added_to_a_note_of_ones_own(world: World, subtests: pytest.Subtests) -> None:
    things = things_of(world.belongings)
    assert set(things) == set(KINDS)
    for (kind, uid), person in product(things.items(), (world.people.stranger, world.people.teammate)):
        with undone(subtests, kind=kind, person=person.username):
            asked, client = {"kind": kind, "target": str(uid)}, world.client(person)
            assert client.get("/notes/add", asked).status_code == client.post("/notes/add", asked).status_code == 404


def test_every_field_that_names_something_is_aimed(world: World) -> None:
    assert set(naming()) - set(aimed(world.belongings)) == set(), "new fields: say in tests/site/aiming.py what to send"


def test_no_event_tells_what_is_private(world: World, subtests: pytest.Subtests) -> None:
    """The list is tried above; here each event by itself, on pages and by API, and that the export has them."""
    for person in (world.people.reviewer, world.people.administrator):
        client = world.client(person)
        for uid in AuditEvent.objects.values_list("uid", flat=True):
            for path in (f"/audit/events/{uid}/", f"/api/v1/audit/events/{uid}"):
                with undone(subtests, path=path, person=person.username):
                    response = client.get(path)
                    assert response.status_code == 200
                    assert MARKER not in text_of(response)
        exported = text_of(client.get("/audit/export.csv"))
        assert str(world.belongings.document) in exported and MARKER not in exported


def test_the_register_does_not_know_what_is_private(world: World, subtests: pytest.Subtests) -> None:
    """Guesses at the name, as the company of an upload; what comes back is what was sent."""
    people = world.people
    guessers = (people.teammate, people.expert, people.stranger, people.administrator)
    for person, name in product(guessers, (WORD, WORD.upper(), f"The {WORD} Group", "HZQ")):
        with undone(subtests, person=person.username, name=name):
            client, file = world.client(person), SimpleUploadedFile("guess.txt", b"Nothing to see.")
            told = client.post("/api/v1/documents", {"file": file, "company": name}).json()
            assert (told["company"], told["company_id"] == str(world.belongings.company)) == (name, False)
            edit, company = f"documents/{told['id']}/edit", f"companies/{told['company_id']}/"
            for page in ("", edit, company, f"versions/{told['version']['id']}/history/"):
                assert MARKER not in client.get(f"/library/{page}").text


def test_the_admin_shows_nothing_of_what_is_private(world: World, subtests: pytest.Subtests) -> None:
    """Every list, searched too, and every page of every object that there is."""
    client = world.client(world.people.administrator)
    for model in admin.site._registry:
        root = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        keys = model._default_manager.values_list("pk", flat=True)
        for path in (root, f"{root}?q={WORD}", *(f"{root}{pk}/{page}/" for pk in keys for page in PER_THING)):
            with undone(subtests, path=path):
                assert MARKER not in text_of(client.get(path, follow=True))


def test_a_question_cannot_be_narrowed_to_what_is_private(world: World) -> None:
    client = world.client(world.people.stranger)
    private = str(world.belongings.document)
    for name in (private, f"{WORD}-{MARKER}"):
        asked = client.post("/api/v1/questions", {"question": "Why?", "documents": [name]}, "application/json")
        assert asked.status_code == 422
    asked = client.post("/ask", {"question": "Why?", "documents": [private]})
    assert MARKER not in text_of(asked)
    assert not world.people.stranger.answers.filter(scope__icontains=private).exists()


def test_an_own_page_cannot_be_a_frame_for_a_foreign_passage(world: World) -> None:
    own = make_belongings(world.people.stranger).version
    path = f"/library/versions/{own}/pages/0/panel?chunk={world.belongings.chunk}"
    assert world.client(world.people.stranger).get(path).status_code == 404


def test_the_admin_pages_are_for_administrators(world: World, subtests: pytest.Subtests) -> None:
    for route in ADMIN_PAGES:
        with undone(subtests, route=route):
            for person in (world.people.owner, world.people.reviewer, world.people.stranger):
                assert world.client(person).get(f"/{route}", follow=True).status_code in (403, 405)
            anonymous = world.client().get(f"/{route}", follow=True)
            assert anonymous.status_code == 405 or anonymous.redirect_chain[-1][0].startswith(LOGIN)
