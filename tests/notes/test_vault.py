"""A vault goes out and comes in with its links; a zip that may harm is refused before anything is made of it."""

import io
import stat
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from pytest_django import Settings

from apps.documents.models import Document, Kind
from apps.notes import saving, vault
from apps.notes.links import Link
from apps.notes.models import Note
from tests.people import People


def zipped(*files: tuple[str, bytes]) -> io.BytesIO:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            archive.writestr(name, content)
    target.seek(0)
    return target


def a_link() -> io.BytesIO:
    info = zipfile.ZipInfo("note.md")
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr(info, b"/etc/passwd")
    target.seek(0)
    return target


@pytest.mark.parametrize(
    "make",
    [
        lambda: io.BytesIO(b"no zip"),
        lambda: zipped(("../up.md", b"x")),
        lambda: zipped(("/etc/note.md", b"x")),
        lambda: zipped(("C:\\note.md", b"x")),
        lambda: zipped((".", b"x")),
        lambda: zipped(*((f"{n}.md", b"") for n in range(vault.MOST_FILES + 1))),
        a_link,
    ],
)
def test_a_hostile_zip_is_refused(make: Callable[[], io.BytesIO]) -> None:
    with pytest.raises(vault.VaultRefused):
        vault.unpacked(make())


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_damaged_zip_is_refused_or_read_and_nothing_else(method: int) -> None:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", method) as archive:
        archive.writestr("a.md", bytes(range(256)) + b"hello " * 300)
    whole = target.getvalue()
    for at in range(0, len(whole), max(1, len(whole) // 100)):
        changed = whole[:at] + bytes([whole[at] ^ 0xA5]) + whole[at + 1 :]
        with suppress(vault.VaultRefused):
            vault.unpacked(io.BytesIO(changed))


def test_a_zip_bomb_is_refused_by_what_comes_out_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vault, "MOST_BYTES", 100_000)
    with pytest.raises(vault.VaultRefused, match="too large"):
        vault.unpacked(zipped(("a.md", b"0" * 1_000_000)))


@pytest.fixture
def files(settings: Settings, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path


@pytest.mark.django_db
@pytest.mark.usefixtures("files")
def test_a_vault_comes_back_with_its_links(people: People, client_for: Any) -> None:
    first = saving.new_note(people.owner, "# First: one/two\n\nWords. #kept")
    link = Link("note", first.uid, "", "the first")
    saving.new_note(people.owner, f"# Second\n\nSee {link}.")
    saving.new_note(people.teammate, "# Not mine")
    content = client_for(people.owner).get("/notes/vault.zip").content
    assert b"Not mine" not in content and len(zipfile.ZipFile(io.BytesIO(content)).namelist()) == 3

    sent = {"file": SimpleUploadedFile("vault.zip", content)}
    page = client_for(people.stranger).post("/notes/import", sent, follow=True).text
    assert "2 notes and 0 files came in" in page
    mine = {str(note): note for note in Note.objects.owned_by(people.stranger)}
    assert mine["First: one/two"].tags == ["kept"] and mine["First: one/two"].uid != first.uid
    assert [one.target for one in mine["Second"].links.all()] == [mine["First: one/two"].uid]


@pytest.mark.django_db
@pytest.mark.usefixtures("files")
def test_a_folder_of_another_program_keeps_its_links(people: People) -> None:
    files = {
        "Plants/Visit.md": b"# Visit\n\nSee [[Margins|our view]] and [the same](Margins.md), not [[Nowhere]].",
        "Plants/Margins.md": b"# Margins\n\nThey held.",
        "Plants/call.txt": b"The call was short.",
        ".obsidian/app.json": b"{}",
        "picture.bin": b"\x00\x01",
    }
    done = vault.imported(people.owner, files)
    assert (done.notes, done.files, len(done.skipped)) == (2, 1, 1)
    visit = next(note for note in Note.objects.owned_by(people.owner) if str(note) == "Visit")
    assert visit.text.count("[[note:") == 2 and "[[Nowhere]]" in visit.text
    assert Document.objects.get(kind=Kind.NOTE, note=None).name == "call"
