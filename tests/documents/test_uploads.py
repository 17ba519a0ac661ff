"""Taking files in: stored once, recorded, refused without a trace in the store, private copies never revealed."""

import io
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from celery import Celery
from django.core.files.base import ContentFile, File
from django.db import connection

from apps.accounts.models import User
from apps.audit.models import Action, AuditEvent
from apps.documents import dispatch
from apps.documents.models import Company, Document, DocumentVersion, State, Visibility
from apps.documents.uploads import Upload, accept, plain_name
from apps.reading.parsed import FileRefused, Refusal
from tests.documents.filings import markdown
from tests.people import People, make_person


@pytest.fixture(autouse=True)
def store(tmp_path: Path, settings: Any) -> Path:
    settings.MEDIA_ROOT = tmp_path / "files"
    return tmp_path / "files"


def upload(owner: User, text: str = "", name: str = "QUILLMARK_2023_10K.md", **wishes: Any) -> Upload:
    return accept(owner, name, ContentFile((text or markdown()).encode()), **wishes)


def stored(store: Path) -> list[Path]:
    return [path for path in store.rglob("*") if path.is_file()]


def test_a_file_is_stored_recorded_and_waits(people: People, store: Path) -> None:
    found = upload(people.owner, address="192.0.2.7")
    version = DocumentVersion.objects.get()
    assert (found.document, found.version, found.duplicate) == (Document.objects.get(), version, False)
    assert (version.state, version.file_name, version.media_type) == (
        State.UPLOADED,
        "QUILLMARK_2023_10K.md",
        "text/markdown",
    )
    assert [Path(version.file.path)] == stored(store)
    assert Path(version.file.path).read_text() == markdown()
    assert found.document.name == "QUILLMARK_2023_10K"
    assert found.document.visibility == Visibility.PRIVATE
    event = AuditEvent.objects.get(action=Action.UPLOADED)
    assert (event.actor_uid, event.subject_uid, event.address) == (people.owner.uid, found.document.uid, "192.0.2.7")
    assert event.detail["sha256"] == version.sha256
    assert event.detail["version"] == str(version.uid)


def test_the_same_bytes_open_the_existing_document(people: People, store: Path) -> None:
    first = upload(people.owner)
    again = upload(people.owner, name="other name.md", visibility=Visibility.EVERYONE)
    assert again.duplicate
    assert (again.document, again.version) == (first.document, first.version)
    assert Document.objects.get().visibility == Visibility.PRIVATE
    assert len(stored(store)) == 1
    assert AuditEvent.objects.filter(action=Action.UPLOADED).count() == 1


def test_a_strangers_private_copy_is_not_revealed(people: People) -> None:
    first = upload(people.owner)
    second = upload(people.stranger)
    assert not second.duplicate
    assert second.document != first.document


def test_what_everyone_sees_is_a_duplicate_for_all(people: People) -> None:
    first = upload(people.owner, visibility=Visibility.EVERYONE)
    assert upload(people.stranger).document == first.document


def test_team_documents_are_duplicates_for_the_team_alone(people: People) -> None:
    first = upload(people.owner, visibility=Visibility.TEAM)
    assert first.document.team == people.owner.team
    assert upload(people.teammate).document == first.document
    assert upload(people.stranger).document != first.document


def test_no_team_no_sharing_with_it(db: None) -> None:
    with pytest.raises(ValueError, match="in no team"):
        upload(make_person("loner"), visibility=Visibility.TEAM)


def test_a_deleted_document_does_not_come_back(people: People) -> None:
    first = upload(people.owner)
    Document.objects.update(deleted=first.document.created)
    assert not upload(people.owner).duplicate


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", Refusal.EMPTY),
        (b"\x7fELF\x00\x01\x02\x03" * 9, Refusal.WRONG_TYPE),
        (b"%PDF-1.7\nnonsense", Refusal.DAMAGED),
    ],
)
def test_a_refused_file_changes_nothing_but_the_trail(
    people: People, store: Path, content: bytes, reason: Refusal
) -> None:
    with pytest.raises(FileRefused) as refusal:
        accept(people.owner, "paper.pdf", ContentFile(content))
    assert refusal.value.reason == reason
    assert not Document.objects.exists()
    assert stored(store) == []
    event = AuditEvent.objects.get(action=Action.UPLOAD_REFUSED)
    assert event.detail == {"file": "paper.pdf", "reason": reason, "error": str(refusal.value)}


def test_a_stream_that_grows_too_large_is_cut_off(people: People, store: Path, settings: Any) -> None:
    settings.MAX_UPLOAD_BYTES = 3 * 1024 * 1024
    read = 0

    class Endless(io.RawIOBase):
        def chunks(self, chunk_size: int | None = None) -> Iterator[bytes]:
            nonlocal read
            while True:
                read += 1
                yield b"a" * (1024 * 1024)

    with pytest.raises(FileRefused) as refusal:
        accept(people.owner, "endless.txt", Endless())
    assert refusal.value.reason == Refusal.TOO_LARGE
    assert read == 4
    assert stored(store) == []


def test_the_named_company_is_taken_and_kept(people: People) -> None:
    found = upload(people.owner, company_name=" Quillmark Foundry ")
    assert found.document.company == Company.objects.get(name="Quillmark Foundry")
    assert found.document.metadata["edited"] == ["company"]


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\filings\\10-K.pdf", "10-K.pdf"),
        ("a\x00b\nc.pdf", "abc.pdf"),
        ("..", "file"),
        ("", "file"),
        ("x" * 300 + ".pdf", "x" * 196 + ".pdf"),
    ],
)
def test_names_are_plain(given: str, kept: str) -> None:
    assert plain_name(given) == kept


def test_a_lost_broker_loses_no_upload(
    people: People, settings: Any, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    lost = Celery("lost", broker="redis+socket:///nowhere/valkey.sock", set_as_current=False)
    lost.conf.broker_transport_options = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    monkeypatch.setattr(dispatch, "current_app", lost)
    with django_capture_on_commit_callbacks(execute=True) as callbacks:
        found = upload(people.owner)
    assert len(callbacks) == 1
    assert DocumentVersion.objects.get(pk=found.version.pk).state == State.UPLOADED


@pytest.mark.django_db(transaction=True)
def test_simultaneous_uploads_make_one_document(tmp_path: Path) -> None:
    owner = make_person("twin")
    found: list[Upload] = []

    def send() -> None:
        with io.BytesIO(markdown().encode()) as file:
            found.append(accept(owner, "paper.md", File(file)))
        connection.close()

    threads = [threading.Thread(target=send) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Document.objects.count() == 1
    assert sorted(upload.duplicate for upload in found) == [False, True, True, True]
