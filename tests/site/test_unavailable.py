"""A full disk and a lost database: a clean answer that says when to come again, JSON for programs."""

import errno

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError
from django.test import Client

from apps.documents.models import Document
from tests.people import People

pytestmark = pytest.mark.django_db


@pytest.fixture
def visitor(people: People, client: Client) -> Client:
    client.force_login(people.owner)
    client.raise_request_exception = False
    return client


def break_listing(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def fail(*args: object, **named: object) -> None:
        raise error

    monkeypatch.setattr(type(Document.objects), "visible_to", fail)


@pytest.mark.parametrize(
    ("error", "word"),
    [(OperationalError("the server closed the connection"), "database"), (OSError(errno.ENOSPC, "full"), "space")],
)
def test_what_passes_is_a_503(visitor: Client, monkeypatch: pytest.MonkeyPatch, error: Exception, word: str) -> None:
    break_listing(monkeypatch, error)
    page, programs = visitor.get("/library/"), visitor.get("/api/v1/documents")
    assert (page.status_code, programs.status_code) == (503, 503)
    assert page["Retry-After"] == programs["Retry-After"] == "10"
    assert word in page.content.decode() and word in programs.json()["detail"]


def test_an_error_of_ours_stays_a_500(visitor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    break_listing(monkeypatch, KeyError("broken"))
    page, programs = visitor.get("/library/"), visitor.get("/api/v1/documents")
    assert (page.status_code, programs.status_code) == (500, 500)
    assert programs.json() == {"detail": "Internal Server Error"}
    assert "Retry-After" not in page


def test_an_upload_to_a_full_disk(visitor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*args: object, **named: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("django.core.files.storage.FileSystemStorage._save", full)
    file = SimpleUploadedFile("note.txt", b"Net sales were 12 million in the year.")
    answer = visitor.post("/api/v1/documents", {"file": file})
    assert (answer.status_code, answer["Retry-After"]) == (503, "10")
    assert "space" in answer.json()["detail"]
