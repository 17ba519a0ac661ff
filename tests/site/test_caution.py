"""NUL characters, caches, large requests of strangers, and how the web server is to be started."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import Settings

from apps.accounts.models import ApiToken, User
from finrag_site.body_limit import STRANGERS_BYTES, BodyLimit
from finrag_site.embedded.paths import BASE
from tests.people import People


@pytest.mark.parametrize(
    "address",
    [
        "/conversations/?q=%00",
        "/api/v1/conversations?q=%00",
        "/admin/documents/document/?report_type__exact=%00",
        "/audit/?actor=a%00b",
        "/library/?q=%00",
        "/library/%00/",
    ],
)
def test_a_nul_in_the_address_is_a_400(people: People, client_for: Callable[[User], Client], address: str) -> None:
    assert client_for(people.administrator).get(address).status_code == 400


@pytest.mark.parametrize("body", [b'{"documents": ["\\u0000"]}', b'{"question": "a\\u0000"}', b'{"question": "\0"}'])
def test_a_nul_in_json_is_a_400(people: People, body: bytes) -> None:
    secret = ApiToken.objects.make(people.owner, "script")[1]
    client = Client(headers={"Authorization": f"Bearer {secret}"})
    response = client.post("/api/v1/questions", body, content_type="application/json")
    assert response.status_code == 400
    assert "NUL" in response.json()["detail"]


def test_a_backslash_before_u0000_is_no_nul(people: People) -> None:
    secret = ApiToken.objects.make(people.owner, "script")[1]
    client = Client(headers={"Authorization": f"Bearer {secret}"})
    body = rb'{"question": "What does \\u0000 mean?"}'
    assert client.post("/api/v1/questions", body, content_type="application/json").status_code == 202


def test_a_nul_in_a_form_or_cookie_is_a_400(people: People, client_for: Callable[[User], Client]) -> None:
    client = client_for(people.owner)
    assert client.post("/accounts/login/", {"username": "a\0b", "password": "x"}).status_code == 400
    assert client.post("/accounts/tokens/", {"name": "a\0b"}).status_code == 400
    encoded = "name=a%00b"
    form = "application/x-www-form-urlencoded"
    assert client.post("/accounts/tokens/", encoded, content_type=form).status_code == 400
    client.cookies["sessionid"] = "a\0b"
    assert client.get("/").status_code == 400


def test_a_nul_beside_an_uploaded_file_is_a_400(people: People, client_for: Callable[[User], Client]) -> None:
    secret = ApiToken.objects.make(people.owner, "script")[1]
    for client in (client_for(people.owner), Client(headers={"Authorization": f"Bearer {secret}"})):
        file = SimpleUploadedFile("note.md", b"# Note\n\nWords.\n")
        response = client.post("/api/v1/documents", {"file": file, "visibility": "private", "company": "a\0b"})
        assert response.status_code == 400


def test_pages_of_people_stay_in_no_cache(people: People, client_for: Callable[[User], Client]) -> None:
    client = client_for(people.owner)
    for address in ("/", "/library/", "/conversations/", "/accounts/profile/", "/api/v1/documents"):
        assert "no-store" in client.get(address).headers["Cache-Control"], address


class Exchange:
    """An ASGI server's side of one request."""

    def __init__(self, *pieces: bytes) -> None:
        self.pieces = list(pieces)
        self.sent: list[dict[str, Any]] = []
        self.reached = 0

    async def application(self, scope: Any, receive: Any, send: Any) -> None:
        while (message := await receive())["type"] == "http.request":
            self.reached += len(message["body"])
            if not message["more_body"]:
                return await send({"type": "http.response.start", "status": 200, "headers": []})
        return None

    def status(self, **headers: str) -> int:
        async def receive() -> dict[str, Any]:
            piece = self.pieces.pop(0)
            return {"type": "http.request", "body": piece, "more_body": bool(self.pieces)}

        async def send(message: Any) -> None:
            self.sent.append(message)

        pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
        scope = {"type": "http", "method": "POST", "path": "/", "query_string": b"", "headers": pairs}
        async_to_sync(BodyLimit(self.application))(scope, receive, send)
        return int(self.sent[0]["status"])


@pytest.mark.django_db(transaction=True)
def test_strangers_send_little(people: People, client_for: Callable[[User], Client]) -> None:
    large, token = str(STRANGERS_BYTES + 1), ApiToken.objects.make(people.owner, "script")[1]
    session = client_for(people.owner).cookies["sessionid"].value
    assert Exchange(b"x").status(content_length="1") == 200
    assert Exchange(b"x").status(content_length=large) == 413
    assert Exchange(b"x").status(content_length=large, cookie="sessionid=made0up") == 413
    assert Exchange(b"x").status(content_length=large, authorization="Bearer finrag_made-up") == 413
    assert Exchange(b"x").status(content_length=large, cookie=f"sessionid={session}") == 200
    assert Exchange(b"x").status(content_length=large, authorization=f"Bearer {token}") == 200


@pytest.mark.django_db(transaction=True)
def test_a_request_that_hides_its_length_is_cut_off(people: People, client_for: Callable[[User], Client]) -> None:
    pieces = [b"x" * 65536] * 10
    stranger, known = Exchange(*pieces), Exchange(*pieces)
    assert stranger.status() == 413
    assert stranger.reached <= STRANGERS_BYTES
    assert known.status(cookie=f"sessionid={client_for(people.owner).cookies['sessionid'].value}") == 200


def test_whoever_follows_the_documentation_believes_no_forged_address() -> None:
    pages = [BASE / "README.md", *(BASE / "docs").rglob("*.md")]
    commands = [found for page in pages for found in re.findall(r"`(uvicorn [^`]*)`", page.read_text())]
    assert commands
    assert all("--no-proxy-headers" in command for command in commands)


def test_browsers_are_told_to_come_by_tls_alone(settings: Settings, people: People) -> None:
    settings.HTTPS, settings.SECURE_HSTS_SECONDS = True, 31_536_000
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    response = Client(headers={"X-Forwarded-Proto": "https"}).get("/accounts/login/")
    assert response.headers["Strict-Transport-Security"] == "max-age=31536000"
