"""What administrators and reviewers do not see of others' private documents, and how they open one with a reason."""

import csv
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from apps.accounts.models import User
from apps.audit import veil
from apps.audit.models import Action, AuditEvent
from apps.documents.models import Company, Document, DocumentVersion, Visibility
from tests.documents.shelf import shelve
from tests.people import People

Log = Callable[[User], Client]
SECRET = "zq81secret"
REASON = {"reason": "Case 17: complaint about a leaked deal"}


@pytest.fixture(autouse=True)
def files(tmp_path: Path, settings: Settings) -> None:
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def document(people: People, client_for: Log) -> Document:
    """A private document of the owner, with events of every kind that name it; the client uploads and asks."""
    client = client_for(people.owner)
    file = SimpleUploadedFile(f"{SECRET}.md", f"# {SECRET} merger\n\nIt costs 12.".encode())
    client.post("/library/upload", {"file": file, "visibility": "private", "company": f"{SECRET} Holdings"})
    client.post("/library/upload", {"file": SimpleUploadedFile(f"{SECRET}.exe", b"MZ\x90"), "visibility": "private"})
    client.post("/api/v1/questions", {"question": f"What does {SECRET} cost?"}, "application/json")
    client.get(f"/search/?q={SECRET}")
    Document.objects.update(title=SECRET, summary=SECRET, metadata={"company": {"value": SECRET}})
    DocumentVersion.objects.update(diagnostics={"message": SECRET}, report={"said": SECRET})
    return Document.objects.get()


def trail(client: Client) -> str:
    """Everything that the trail tells, by every road."""
    pages = [client.get(f"/audit/?{query}").text for query in ("", "actor=olga")]
    events = [client.get(f"/audit/events/{uid}/").text for uid in AuditEvent.objects.values_list("uid", flat=True)]
    api = client.get("/api/v1/audit/events?limit=500").content.decode()
    exported = b"".join(client.get("/audit/export.csv")).decode()
    return "".join([*pages, *events, api, exported])


@pytest.mark.parametrize("office", ["reviewer", "administrator"])
def test_the_trail_tells_that_something_happened_and_not_what(
    people: People, document: Document, client_for: Log, office: str
) -> None:
    assert AuditEvent.objects.filter(subject_name__contains=SECRET).count() >= 3
    client = client_for(getattr(people, office))
    assert SECRET not in trail(client)
    assert not client.get(f"/api/v1/audit/events?subject={SECRET}").json()["events"]
    told = client.get(f"/api/v1/audit/events?subject={document.uid}&action=uploaded").json()["events"]
    assert [(one["actor_name"], one["subject_name"], one["readable"]) for one in told] == [
        ("olga.owner", veil.CLOSED, False)
    ]
    assert told[0]["detail"]["visibility"] == "private"


def test_public_documents_keep_their_names_in_the_trail(people: People, client_for: Log) -> None:
    version = shelve(people.expert, "kelpworks_2023", visibility=Visibility.EVERYONE)
    client_for(people.owner).get(f"/library/documents/{version.document.uid}/")
    Document.objects.update(deleted=timezone.now())
    assert "kelpworks_2023" in client_for(people.reviewer).get("/audit/?subject=kelpworks").text


def test_the_admin_shows_nothing_of_it(people: People, document: Document, client_for: Log) -> None:
    admin, version = client_for(people.administrator), document.versions.get()
    for deleted in (None, timezone.now()):
        Document.objects.update(deleted=deleted)
        for page in ("document", "documentversion", "company"):
            assert SECRET not in admin.get(f"/admin/documents/{page}/").text
            assert admin.get(f"/admin/documents/{page}/?q={SECRET}").context["cl"].result_count == 0
        for path in (f"document/{document.pk}", f"documentversion/{version.pk}", f"company/{document.company_id}"):
            for page in ("change/", "history/", "delete/"):
                shown = admin.get(f"/admin/documents/{path}/{page}", follow=True)
                assert SECRET not in shown.text


def test_the_admin_shows_no_words_of_what_everyone_sees_either(people: People, client_for: Log) -> None:
    version = shelve(people.expert, visibility=Visibility.EVERYONE, summary=SECRET, metadata={"word": SECRET})
    DocumentVersion.objects.update(diagnostics={"message": SECRET}, report={"said": SECRET})
    admin = client_for(people.administrator)
    for path in (f"document/{version.document_id}", f"documentversion/{version.pk}"):
        shown = admin.get(f"/admin/documents/{path}/change/")
        assert shown.status_code == 200
        assert SECRET not in shown.text


def looks(action: Action) -> list[dict[str, object]]:
    return list(AuditEvent.objects.filter(action=action).order_by("id").values_list("detail", flat=True))


def test_reading_the_trail_is_an_event_for_each_look(people: People, client_for: Log) -> None:
    client, event = client_for(people.reviewer), AuditEvent.objects.first()
    for page in ("/audit/?actor=olga", "/audit/?actor=olga", "/audit/", "/api/v1/audit/events?actor=olga"):
        client.get(page)
    assert looks(Action.TRAIL_READ) == [
        {"what": "events", "filters": {"actor": "olga"}},
        {"what": "events", "filters": {}},
        {"what": "events by API", "filters": {"actor": "olga"}},
    ]
    assert event
    client.get(f"/audit/events/{event.uid}/")
    client.get(f"/api/v1/audit/events/{event.uid}")
    assert AuditEvent.objects.get(action=Action.TRAIL_READ, subject_uid=event.uid).actor_uid == people.reviewer.uid


def test_an_administrators_looks_are_events_one_for_a_page(people: People, client_for: Log) -> None:
    client = client_for(people.administrator)
    for path in ("accounts/user/", "accounts/user/", "jsi18n/", "documents/document/?q=kelp", "documents/nothing/"):
        client.get(f"/admin/{path}")
    assert looks(Action.ADMIN_VIEWED) == [
        {"page": "/admin/accounts/user/", "query": ""},
        {"page": "/admin/documents/document/", "query": "q=kelp"},
    ]


def history(document: Document) -> str:
    return f"/library/versions/{document.versions.get().uid}/history/"


def opening(client: Client, document: Document, **data: str) -> str:
    """Try to open a document at its first event; the page that says what became of it."""
    event = AuditEvent.objects.filter(subject_uid=document.uid).earliest("id")
    return client.post(f"/audit/events/{event.uid}/open", data, follow=True).text


@pytest.mark.parametrize("office", ["reviewer", "administrator"])
def test_a_reason_opens_one_document_for_an_hour(
    people: People, document: Document, client_for: Log, office: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader, path = client_for(getattr(people, office)), history(document)
    assert reader.get(path).status_code == 404
    assert "Give the reason" in opening(reader, document, reason="why not")
    assert reader.get(path).status_code == 404
    assert "Open to you for 60 minutes" in opening(reader, document, **REASON)
    assert SECRET in reader.get(path).text
    assert SECRET in reader.get(f"/audit/?subject={document.uid}").text
    monkeypatch.setattr(veil, "OPEN_FOR", timedelta(0))
    assert reader.get(path).status_code == 404


def test_what_is_opened_can_be_looked_at_and_nothing_more(people: People, document: Document, client_for: Log) -> None:
    admin, path = client_for(people.administrator), f"/library/documents/{document.uid}"
    opening(admin, document, **REASON)
    assert admin.get(f"{path}/edit").status_code == 403
    assert admin.post(f"{path}/delete").status_code == 403
    assert SECRET not in admin.get("/library/").text
    assert admin.get(f"/api/v1/documents/{document.uid}/state").json()["diagnostics"] == {}
    assert client_for(people.reviewer).get(history(document)).status_code == 404
    assert admin.get(history(document)).status_code == 200
    Document.objects.update(deleted=timezone.now())
    assert admin.get(history(document)).status_code == 404


def test_the_owner_sees_who_opened_it_and_why(people: People, document: Document, client_for: Log) -> None:
    opening(client_for(people.reviewer), document, **REASON)
    owner = client_for(people.owner)
    for page in (history(document), "/accounts/profile/"):
        text = owner.get(page).text
        assert "rita.reviewer" in text and REASON["reason"] in text
    assert REASON["reason"] not in client_for(people.stranger).get("/accounts/profile/").text


def test_a_reason_opens_what_somebody_asked_and_searched(people: People, document: Document, client_for: Log) -> None:
    reviewer = client_for(people.reviewer)
    refused = AuditEvent.objects.get(action=Action.UPLOAD_REFUSED)
    assert SECRET not in reviewer.get(f"/audit/events/{refused.uid}/").text
    for action in (Action.ASKED, Action.SEARCHED):
        event = AuditEvent.objects.get(action=action)
        page = f"/audit/events/{event.uid}/"
        assert SECRET not in reviewer.get(page).text
        reviewer.post(f"{page}open", REASON)
        assert SECRET in reviewer.get(page).text
        assert AuditEvent.objects.filter(action=Action.OPENED).latest("id").detail["owner"] == str(people.owner.uid)


def test_others_open_nothing(people: People, document: Document, client_for: Log) -> None:
    event = AuditEvent.objects.filter(subject_uid=document.uid).earliest("id")
    for person in (people.owner, people.expert, people.stranger):
        assert client_for(person).post(f"/audit/events/{event.uid}/open", REASON).status_code == 403
    assert not AuditEvent.objects.filter(action=Action.OPENED).exists()


def test_an_administrator_settles_what_a_company_is_called(people: People, client_for: Log) -> None:
    read = {"company": {"value": "Glow plc"}, "ticker": {"value": "GLW"}, "numbers": ["irs:1", "sec:9"]}
    shelve(people.expert, company_name="Lantern Ltd", visibility=Visibility.EVERYONE, metadata=read)
    company, admin = Company.objects.get(), client_for(people.administrator)
    assert "Glow plc, GLW, irs:1, sec:9" in admin.get("/admin/documents/company/").text
    chosen = {"action": "take_over", "_selected_action": [company.pk]}
    admin.post("/admin/documents/company/", chosen)
    company.refresh_from_db()
    assert (company.name, company.aliases, company.ticker) == ("Glow plc", ["Lantern Ltd"], "GLW")
    assert company.settled
    assert AuditEvent.objects.get(action=Action.ADMINISTERED).subject_name == "Glow plc"
    assert "irs:1, sec:9" not in admin.get("/admin/documents/company/").text


def test_administrators_bring_back_what_they_could_see(people: People, client_for: Log) -> None:
    public, private = shelve(people.expert, visibility=Visibility.EVERYONE), shelve(people.expert, "mine")
    admin, others = client_for(people.administrator), client_for(people.owner)
    admin.post(f"/library/documents/{public.document.uid}/delete")
    Document.objects.filter(pk=private.document_id).update(deleted=timezone.now())
    assert others.post(f"/library/documents/{public.document.uid}/restore").status_code == 404
    assert admin.post(f"/library/documents/{private.document.uid}/restore").status_code == 404
    assert public.document.name in admin.get(f"/library/?deleted={public.document.uid}").text
    assert admin.post(f"/library/documents/{public.document.uid}/restore").status_code == 302
    Document.objects.filter(pk=public.document_id).update(deleted=timezone.now())
    admin.post("/admin/documents/document/", {"action": "bring_back", "_selected_action": [public.document_id]})
    assert not Document.objects.get(pk=public.document_id).deleted


def test_csv_rows_of_what_is_closed_have_no_words(people: People, document: Document, client_for: Log) -> None:
    response = client_for(people.reviewer).get("/audit/export.csv?action=uploaded")
    (row,) = csv.DictReader(StringIO(b"".join(response).decode()))
    assert (row["subject"], row["subject_id"], "sha256" in row["detail"]) == (veil.CLOSED, str(document.uid), False)
