from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from apps.audit.models import Action, AuditEvent
from apps.documents.models import Document, State, Visibility
from tests.documents.filings import markdown
from tests.people import People

URL = "/library/upload"
Log = Callable[..., Client]


def send(client: Client, name: str = "quillmark.md", content: bytes | None = None, **fields: str) -> object:
    file = SimpleUploadedFile(name, markdown().encode() if content is None else content)
    return client.post(URL, {"file": file, "visibility": "private"} | fields)


def test_a_file_becomes_a_document_that_waits(people: People, client_for: Log) -> None:
    response = send(client_for(people.owner))
    document = Document.objects.get()
    assert response.status_code == 200  # type: ignore[attr-defined]
    assert (document.owner, document.visibility, document.versions.get().state) == (
        people.owner,
        "private",
        State.UPLOADED,
    )
    assert str(document.uid) in response.content.decode()  # type: ignore[attr-defined]
    event = AuditEvent.objects.get(action=Action.UPLOADED)
    assert (event.actor_uid, event.address) == (people.owner.uid, "127.0.0.1")


def test_wishes_are_kept(people: People, client_for: Log) -> None:
    send(client_for(people.owner), visibility="team", company="Quillmark Foundry, Inc.")
    document = Document.objects.get()
    assert (document.visibility, document.team) == (Visibility.TEAM, people.owner.team)
    assert document.company is not None and document.company.name == "Quillmark Foundry, Inc."
    assert document.metadata["by_hand"]["company"]["by"] == "olga.owner"


def test_a_note_is_told_from_filings(people: People, client_for: Log) -> None:
    client = client_for(people.owner)
    client.post(
        "/library/upload",
        {
            "file": SimpleUploadedFile("call.txt", b"They will raise the dividend."),
            "visibility": "private",
            "kind": "note",
        },
    )
    client.post(
        "/library/upload", {"file": SimpleUploadedFile("brief.txt", b"Net sales rose."), "visibility": "private"}
    )

    assert dict(Document.objects.values_list("name", "kind")) == {"call": "note", "brief": "filing"}
    page = client.get("/library/?type=note").content.decode()
    assert "call" in page and "brief" not in page and "<td>Note</td>" in page


def test_a_file_held_as_a_filing_can_become_a_note(people: People, client_for: Log) -> None:
    send(client_for(people.expert), visibility="everyone")
    document = Document.objects.get()
    mine = send(client_for(people.expert), name="again.md", kind="note").content.decode()  # type: ignore[attr-defined]
    theirs = send(client_for(people.stranger), kind="note").content.decode()  # type: ignore[attr-defined]
    same = send(client_for(people.expert)).content.decode()  # type: ignore[attr-defined]

    assert "Already here as a filing" in mine and "file quillmark.md" in mine
    assert f"/documents/{document.uid}/edit" in mine and "Make it a note" in mine
    assert "/edit" not in theirs and f"Only {people.expert} can make it a note" in theirs
    assert "Make it" not in same


def test_publishing_to_everyone_is_a_right(people: People, client_for: Log) -> None:
    """Pages and API: uploads, new versions, and the form of what is there."""
    words = "Only experts and administrators publish to everyone"
    for person in (people.owner, people.stranger):
        client = client_for(person)
        page = send(client, visibility="everyone")
        api = client.post("/api/v1/documents", {"file": SimpleUploadedFile("a.md", b"# A"), "visibility": "everyone"})
        assert [page.status_code, api.status_code] == [403, 403]  # type: ignore[attr-defined]
        assert words in page.content.decode() and words in api.json()["detail"]  # type: ignore[attr-defined]
        library = client.get("/library/").content.decode()
        assert 'value="everyone"' not in library and "Experts and administrators publish" in library
    assert not Document.objects.exists()
    for person in (people.expert, people.administrator):
        client = client_for(person)
        assert send(client, f"{person}.md", f"# {person}".encode(), visibility="everyone").status_code == 200  # type: ignore[attr-defined]
        assert 'value="everyone"' in client.get("/library/").content.decode()
    assert set(Document.objects.values_list("visibility", flat=True)) == {"everyone"}


def test_what_is_published_is_renewed_by_right_alone(people: People, client_for: Log) -> None:
    send(client_for(people.expert), visibility="everyone")
    document = Document.objects.get()
    Document.objects.update(owner=people.owner)
    client = client_for(people.owner)
    for url in (f"/library/documents/{document.uid}/versions", f"/api/v1/documents/{document.uid}/versions"):
        assert client.post(url, {"file": SimpleUploadedFile("b.md", b"# B")}).status_code == 403
    edit = client.get(f"/library/documents/{document.uid}/edit").content.decode()
    assert 'value="everyone" selected' in edit
    assert document.versions.count() == 1


@pytest.mark.parametrize(("name", "content"), [("empty.pdf", b""), ("tool.exe", b"MZ\x90\x00" + b"\x00\x01" * 300)])
def test_a_refused_file_gets_a_sentence_and_changes_nothing(
    people: People, client_for: Log, name: str, content: bytes
) -> None:
    response = send(client_for(people.owner), name, content)
    assert response.status_code == 422  # type: ignore[attr-defined]
    assert "data-upload-refused" in response.content.decode()  # type: ignore[attr-defined]
    assert not Document.objects.exists()
    assert AuditEvent.objects.filter(action=Action.UPLOAD_REFUSED, actor_uid=people.owner.uid).count() == 1


def test_a_duplicate_leads_to_the_existing_document(people: People, client_for: Log) -> None:
    client = client_for(people.owner)
    send(client)
    content = send(client, "same-bytes.md").content.decode()  # type: ignore[attr-defined]
    assert "Already here" in content and str(Document.objects.get().uid) in content


def test_a_strangers_copy_is_a_document_of_their_own(people: People, client_for: Log) -> None:
    send(client_for(people.owner))
    content = send(client_for(people.stranger)).content.decode()  # type: ignore[attr-defined]
    assert "Already here" not in content
    assert Document.objects.count() == 2


def test_nobody_without_a_team_shares_with_one(people: People, client_for: Log) -> None:
    response = send(client_for(people.administrator), visibility="team")
    assert (response.status_code, Document.objects.count()) == (422, 0)  # type: ignore[attr-defined]


def test_a_reviewer_uploads_nothing(people: People, client_for: Log) -> None:
    response = send(client_for(people.reviewer))
    assert (response.status_code, Document.objects.count()) == (403, 0)  # type: ignore[attr-defined]


def test_without_a_file(people: People, client_for: Log) -> None:
    assert client_for(people.owner).post(URL, {"visibility": "private"}).status_code == 422


def test_wrong_method_and_anonymous(people: People, client_for: Log) -> None:
    assert client_for(people.owner).get(URL).status_code == 405
    assert Client().post(URL).status_code == 302


def test_csrf_is_checked(people: People) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(people.owner)
    assert send(client).status_code == 403  # type: ignore[attr-defined]


def test_a_hostile_name_is_escaped_and_has_no_folder(people: People, client_for: Log) -> None:
    send(client_for(people.owner), "../../<b>x.md")
    assert "/" not in Document.objects.get().versions.get().file_name
    assert "<b>x" not in client_for(people.owner).get("/library/").content.decode()
