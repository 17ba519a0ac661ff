"""A backup of a database with answers, restored into another one beside it: every row, file, citation and the trail."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from django.db import connection
from psycopg import sql
from pytest_django import Settings

from apps.answers.models import Answer, Citation
from apps.audit.log.sealing import sealer
from apps.audit.models import Action, AuditEvent, SealedEvent
from apps.documents.models import DocumentVersion, Page
from apps.documents.uploads import accept
from finrag_site.backup import manifest, taking
from finrag_site.backup.failure import BackupRefused
from finrag_site.backup.restoring import restore
from tests.documents.filings import html
from tests.people import make_people

pytestmark = pytest.mark.django_db(transaction=True)
WORDS = "Net sales were $1,577 million — né à Zürich"


@pytest.fixture
def place(tmp_path: Path, settings: Settings) -> Callable[[str], None]:
    """`place("new")`: files, log and keys are in folders of that name from here on."""

    def use(name: str) -> None:
        folder = tmp_path / name
        settings.MEDIA_ROOT = str(folder / "files")
        settings.AUDIT_LOG_DIR = folder / "audit-log"
        settings.AUDIT_KEY_PATH = folder / "audit.key"
        settings.AUDIT_WITNESS_KEY_PATH = folder / "audit-witness.key"
        settings.VAR_DIR = settings.MODELS_DIR = folder

    use("old")
    return use


@pytest.fixture
def kept(place: Callable[[str], None]) -> DocumentVersion:
    """A filing with a cited answer, and a trail of which all but the last event is sealed."""
    people = make_people()
    version = accept(people.owner, "paper.htm", ContentFile(html().encode())).version
    page = Page.objects.create(version=version, number=0, text=f"Before. {WORDS} after.")
    chunk = version.chunks.create(ordinal=0, text=WORDS, page=0, hash="0" * 64, tokens=9, first_token=0)
    answer = Answer.objects.create(asker=people.owner, question="What were net sales?")
    at = page.text.index(WORDS)
    place_of = {"page": 0, "start": at, "end": at + len(WORDS), "quote": WORDS}
    Citation.objects.create(answer=answer, label=1, version=version, chunk=chunk, **place_of)
    sealer().seal()
    accept(people.owner, "later.htm", ContentFile(html(seed=7).encode()))
    return version


@contextmanager
def another_database() -> Iterator[None]:
    """An empty one on the same server, in use until the end."""
    before = str(connection.settings_dict["NAME"])
    name = f"{before}_restored"
    with connection.cursor() as cursor:
        cursor.execute(sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(sql.Identifier(name)))
    try:
        use(name)
        yield
    finally:
        use(before)
        with connection.cursor() as cursor:
            cursor.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def use(name: str) -> None:
    connection.close()
    connection.settings_dict["NAME"] = name


def test_what_is_restored_elsewhere_is_what_was_backed_up(
    kept: DocumentVersion, place: Callable[[str], None], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("backup", tmp_path / "taken", keys=tmp_path / "keys")
    told = manifest.read(tmp_path / "taken")
    assert not (told.damaged or told.erased)
    assert told.tables["answers_citation"].count == 1 and told.tables["audit_auditevent"].count == 3
    begun, taken = AuditEvent.objects.filter(subject_name="taken").order_by("id")
    assert (begun.action, taken.action) == (Action.BACKUP_BEGUN, Action.BACKED_UP) and begun.detail == {"keys": True}
    assert taken.detail["manifest"] == manifest.digest_of(tmp_path / "taken") and taken.detail["rows"] > 5
    call_command("check_data", same_as=tmp_path / "taken")
    place("new")
    with another_database():
        with pytest.raises(BackupRefused, match=f"{kept.file.name} is not what its manifest says"):
            restore(damaged_copy(tmp_path / "taken", str(kept.file.name)))
        assert not (tmp_path / "new").exists()
        call_command("restore", tmp_path / "taken", keys=tmp_path / "keys")
        assert [one.quote for one in Citation.objects.all()] == [WORDS]
        assert DocumentVersion.objects.get(pk=kept.pk).file.read() == html().encode()
        sealer().seal()
        restored = AuditEvent.objects.get(action=Action.RESTORED)
        assert restored.detail.items() >= {"manifest": taken.detail["manifest"], "findings": 0}.items()
        assert AuditEvent.objects.filter(uid=begun.uid).exists()  # the backup tells of itself
        call_command("check_data")
        damage(kept)
        with pytest.raises(CommandError, match=r"^3 findings"):
            call_command("check_data", same_as=tmp_path / "taken")
    said = capsys.readouterr().out
    assert "the audit trail is as it was sealed" in said
    assert f"The file of version {kept.uid} is not what was uploaded" in said
    assert "does not lead to its words" in said and "Table documents_page differs" in said


def damaged_copy(backup: Path, name: str) -> Path:
    copy = Path(shutil.copytree(backup, backup.with_name("damaged")))
    (copy / "files" / name).write_bytes(b"other bytes")
    return copy


def damage(version: DocumentVersion) -> None:
    default_storage.delete(version.file.name)
    default_storage.save(version.file.name, ContentFile(b"other bytes"))
    Page.objects.update(text="Nothing of it.")


def test_what_comes_meanwhile_is_in_all_of_a_backup_or_in_none(
    kept: DocumentVersion, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An upload and a seal after the snapshot: dump, files and digests know neither. Nothing is ever written over."""
    dump = taking.programs.dump

    def meanwhile(target: Path, snapshot: str) -> None:
        accept(kept.document.owner, "new.htm", ContentFile(html(seed=9).encode()))
        sealer().seal()
        dump(target, snapshot)

    with monkeypatch.context() as patch:
        patch.setattr(taking.programs, "dump", meanwhile)
        told = taking.take(tmp_path / "taken")
    assert told.tables["documents_documentversion"].count == 2 == DocumentVersion.objects.count() - 1
    assert told.tables["audit_sealedevent"].count == 1 == SealedEvent.objects.count() - 3
    assert len([name for name in told.files if name.startswith("files/")]) == 2
    with pytest.raises(BackupRefused, match="not empty"):
        restore(tmp_path / "taken")
    with pytest.raises(BackupRefused, match="is there already"):
        taking.take(tmp_path / "taken")
    default_storage.delete(str(kept.file.name))
    with pytest.raises(CommandError, match=f"damaged or missing before the backup: {kept.file.name}"):
        call_command("backup", tmp_path / "another")
    assert manifest.read(tmp_path / "another").damaged == [kept.file.name]
