"""Files in a bucket: the whole life of a filing against a server that speaks S3, and what happens while it is gone."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import boto3
import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.test import Client
from django.urls import reverse
from moto.moto_server.threaded_moto_server import ThreadedMotoServer

from apps.documents import dispatch, erasing, left_files, rendering
from apps.documents.life_cycle import StoreUnreachable, advance, walk
from apps.documents.models import DocumentVersion, LeftFile, State
from apps.documents.rendering import page_image
from apps.documents.stored_files import on_disk
from apps.documents.uploads import accept
from apps.notes import saving, vault
from finrag_site import checks
from finrag_site.embedded.failure import ServerFailed
from finrag_site.embedded.paths import BASE
from finrag_site.files import store_of_files
from tests.documents.filings import html
from tests.documents.shelf import pdf, shelve
from tests.people import People

BUCKET = "filings"
KEYS = {"FINRAG_S3_KEY": "operator", "FINRAG_S3_SECRET": "not-a-secret", "FINRAG_S3_REGION": "us-east-1"}


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    started = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    started.start()
    host, port = started.get_host_and_port()
    yield f"http://{host}:{port}"
    started.stop()


@pytest.fixture
def bucket(server: str, monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> Any:
    """An empty bucket, which is where files are kept; a folder that must stay empty; nobody is sent for."""
    for name, value in {**KEYS, "FINRAG_S3_BUCKET": BUCKET, "FINRAG_S3_ENDPOINT": server}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(dispatch, "send", lambda version_id, state: True)
    settings.MEDIA_ROOT, settings.VAR_DIR = tmp_path / "files", tmp_path / "var"
    settings.STORAGES = settings.STORAGES | {"default": store_of_files()}
    made = boto3.resource("s3", endpoint_url=server, aws_access_key_id="operator", aws_secret_access_key="x").Bucket(
        BUCKET
    )
    made.create()
    yield made
    assert not settings.MEDIA_ROOT.exists(), "something was written to a folder"
    made.objects.delete()
    made.delete()


def without_server(storages: Any) -> Any:
    """The same store, with nobody who answers where the bucket was."""
    options = storages["default"]["OPTIONS"] | {"endpoint_url": "http://127.0.0.1:9"}
    return storages | {"default": storages["default"] | {"OPTIONS": options}}


def names(bucket: Any) -> list[str]:
    return [kept.key for kept in bucket.objects.all()]


def test_a_filing_lives_in_a_bucket(people: People, client: Client, bucket: Any) -> None:
    """Taken in, read, analysed with its tags, downloaded and erased."""
    version = accept(people.owner, "QUILLMARK_2023_10K.htm", ContentFile(html().encode())).version
    assert names(bucket) == [version.file.name]
    assert advance(version.pk) == State.NORMALIZED
    assert advance(version.pk) == State.ANALYZED
    assert version.pages.count() and version.chunks.count()
    client.force_login(people.owner)
    sent = client.get(reverse("documents:file", args=[version.uid]))
    assert b"".join(sent.streaming_content) == html().encode()  # type: ignore[attr-defined]
    assert sent["Content-Length"] == str(len(html().encode()))
    assert accept(people.owner, "again.htm", ContentFile(html().encode())).duplicate
    assert len(names(bucket)) == 1


def test_a_copy_lasts_as_long_as_it_is_read(people: People, bucket: Any) -> None:
    with on_disk(shelve(people.owner).file) as path:
        assert path.read_bytes() == pdf()
        assert (path.suffix, path.stat().st_mode & 0o777) == (".pdf", 0o600)
    assert not path.exists()


def test_pages_are_drawn_from_a_bucket(people: People, bucket: Any) -> None:
    version = shelve(people.owner)
    assert page_image(version, 1, 240).read_bytes().startswith(b"\x89PNG")


@pytest.mark.django_db(transaction=True)
def test_what_is_erased_leaves_the_bucket(people: People, bucket: Any) -> None:
    version = shelve(people.owner)
    picture = page_image(version, 0, 240)
    erasing.erase(version.document)
    assert names(bucket) == [] and not picture.exists()
    assert rendering.cache_folder().exists()


@pytest.mark.django_db(transaction=True)
def test_what_could_not_be_erased_is_erased_later(people: People, bucket: Any, settings: Any) -> None:
    version = shelve(people.owner)
    there = settings.STORAGES
    settings.STORAGES = without_server(there)
    erasing.erase(version.document)
    assert left_files.sweep() == 0 and LeftFile.objects.count() == 1
    settings.STORAGES = there
    assert names(bucket) == [version.file.name]
    assert left_files.sweep() == 1
    assert names(bucket) == [] and not LeftFile.objects.exists()


def test_notes_are_saved_read_and_exported(people: People, bucket: Any) -> None:
    note = saving.new_note(people.owner, "# Visit\n\nThe manager expects margins of 12 percent.")
    assert DocumentVersion.objects.get(document=note.document).state == State.ANALYZED
    attached = accept(people.owner, "attached.md", ContentFile(b"# Attached\n\nSome words."), kind="note").version
    attached.document.current = attached
    attached.document.save()
    with vault.zipfile.ZipFile(vault.io.BytesIO(vault.exported(people.owner))) as archive:
        assert any(archive.read(name) == b"# Attached\n\nSome words." for name in archive.namelist())


def test_what_is_not_there_is_said(people: People, client: Client, bucket: Any) -> None:
    version = shelve(people.owner)
    default_storage.delete(version.file.name)
    client.force_login(people.owner)
    assert client.get(reverse("documents:file", args=[version.uid])).status_code == 404
    with pytest.raises(FileNotFoundError), on_disk(version.file):
        pass


def test_a_store_that_is_gone_costs_no_attempt(people: People, client: Client, bucket: Any, settings: Any) -> None:
    version = accept(people.owner, "QUILLMARK_2023_10K.htm", ContentFile(html().encode())).version
    settings.STORAGES = without_server(settings.STORAGES)
    for _ in range(4):
        with pytest.raises(StoreUnreachable):
            advance(version.pk)
    walk(version.pk, frozenset({State.UPLOADED}))  # a task leaves quietly
    version.refresh_from_db()
    assert (version.state, version.attempts, version.lease) == (State.UPLOADED, 0, None)
    client.force_login(people.owner)
    client.raise_request_exception = False
    answer = client.get(reverse("documents:file", args=[version.uid]))
    assert (answer.status_code, answer["Retry-After"]) == (503, "10")
    assert "store of files" in answer.content.decode()


def test_a_bucket_is_looked_at_when_the_database_is(bucket: Any, settings: Any) -> None:
    assert checks.bucket(None, databases=["default"]) == [] and names(bucket) == []
    settings.STORAGES = without_server(settings.STORAGES)
    assert checks.bucket(None) == [], "a command that needs no database asks nobody"
    assert [found.id for found in checks.bucket(None, databases=["default"])] == ["finrag.E013"]


def test_one_module_alone_asks_for_paths_of_stored_files() -> None:
    sources = {path: path.read_text() for path in (BASE / "apps").rglob("*.py") if "migrations" not in path.parts}
    asking = {path.name for path, text in sources.items() if "file.path" in text or "MEDIA_ROOT" in text}
    assert asking == {"stored_files.py"}


def test_a_key_without_its_secret_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FINRAG_S3_BUCKET", BUCKET)
    monkeypatch.setenv("FINRAG_S3_KEY", "operator")
    with pytest.raises(ServerFailed, match="belong together"):
        store_of_files()


def test_without_a_bucket_files_are_in_a_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FINRAG_S3_BUCKET", raising=False)
    assert store_of_files() == {"BACKEND": "django.core.files.storage.FileSystemStorage"}
