"""The vault through the API: the same rules, the same refusals."""

from typing import Any

import pytest
from django.test import Client

from apps.documents.models import Document, Visibility
from apps.notes.models import Note
from apps.notes.saving import new_note
from tests.people import People

pytestmark = pytest.mark.django_db
URL = "/api/v1/notes"


@pytest.fixture(autouse=True)
def files(settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path


def put(client: Client, uid: str, text: str, revision: int) -> Any:
    return client.put(f"{URL}/{uid}", {"text": text, "revision": revision}, content_type="application/json")


def test_a_note_is_written_found_changed_and_deleted(people: People, client_for: Any) -> None:
    client = client_for(people.owner)
    made = client.post(URL, {"text": "# Kelp visit\n\nMargins held. #margins"}, content_type="application/json")
    assert made.status_code == 201
    uid = made.json()["id"]
    assert (made.json()["title"], made.json()["tags"], made.json()["shared"]) == ("Kelp visit", ["margins"], False)

    listed = client.get(URL, {"q": "kelp"}).json()
    assert [one["id"] for one in listed["notes"]] == [uid] and listed["tags"] == ["margins"] and listed["total"] == 1
    assert client.get(URL, {"tag": "growth"}).json()["notes"] == []
    assert "held." in client.get("/search/", {"q": "kelp margins"}).text

    changed = put(client, uid, "# Kelp visit\n\nMargins fell.", made.json()["revision"])
    assert changed.json()["text"].endswith("fell.") and changed.json()["revision"] == 2
    refused = put(client, uid, "From an old window", made.json()["revision"])
    assert refused.status_code == 409 and "elsewhere" in refused.json()["detail"]
    assert "fell" in Note.objects.get(uid=uid).text
    numbers = [one["number"] for one in client.get(f"{URL}/{uid}/revisions").json()]
    assert numbers[0] == 2 and client.get(f"{URL}/{uid}/revisions/{numbers[0]}").json()["text"].endswith("fell.")

    assert client.delete(f"{URL}/{uid}").status_code == 204
    assert client.get(f"{URL}/{uid}").status_code == 404 and Document.objects.get(note__uid=uid).deleted


def test_a_team_reads_what_is_shared_and_changes_nothing(people: People, client_for: Any) -> None:
    note = new_note(people.owner, "# Kelp visit")
    mate, stranger = client_for(people.teammate), client_for(people.stranger)
    assert mate.get(f"{URL}/{note.uid}").status_code == 404
    told = client_for(people.owner).post(f"{URL}/{note.uid}/share", {"team": True}, content_type="application/json")
    assert told.json()["shared"] and Document.objects.get(note=note).visibility == Visibility.TEAM
    assert mate.get(f"{URL}/{note.uid}").json()["text"] == "# Kelp visit"
    assert put(mate, str(note.uid), "mine", 1).status_code == 403 == mate.delete(f"{URL}/{note.uid}").status_code
    assert mate.get(f"{URL}/{note.uid}/revisions").status_code == 403
    assert stranger.get(f"{URL}/{note.uid}").status_code == 404 and stranger.get(URL).json()["notes"] == []


def test_what_is_too_long_is_refused(people: People, client_for: Any) -> None:
    assert (
        client_for(people.owner).post(URL, {"text": "x" * 400_001}, content_type="application/json").status_code == 422
    )
    assert not Note.objects.exists()
