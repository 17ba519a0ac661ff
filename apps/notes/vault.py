"""The vault as a zip of Markdown with its attachments, and back. Links between notes are kept in both directions.

`vault.json` says which file is which note, so that links by id find their targets again where they get new ids. A vault
of another program has none: there `[[Title]]` and `[words](file.md)` are links to the notes of that name.
"""

import io
import json
import re
import stat
import uuid
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

from django.core.files.base import ContentFile

from apps.accounts.models import User
from apps.audit import trail
from apps.audit.models import Action
from apps.documents.models import Document, Kind
from apps.documents.stored_files import opened
from apps.documents.uploads import accept
from apps.notes import saving
from apps.notes.links import LINK, Link
from apps.notes.models import Note
from apps.reading.parsed import FileRefused
from apps.reading.plain import decoded

MANIFEST = "vault.json"
MOST_FILES = 2000
MOST_BYTES = 500 * 1024 * 1024  # unpacked
PACKED = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
DAMAGED = (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError, ValueError, IndexError)
TEXTS = {".md", ".markdown"}
NAME = re.compile(r"[^\w .,()-]+")
WIKI = re.compile(r"\[\[([^\[\]|#:\n]{1,200})(?:\|([^\[\]\n]{1,200}))?\]\]")
RELATIVE = re.compile(r"\[([^\[\]\n]{1,200})\]\(([^()\s:]{1,200}\.md)\)")


class VaultRefused(ValueError):
    """Nothing was imported; str() is one sentence for the user."""


@dataclass
class Imported:
    """skipped: names of files that could not be taken, each with the reason."""

    notes: int = 0
    files: int = 0
    skipped: list[str] = field(default_factory=list)


def exported(owner: User, address: str | None = None) -> bytes:
    """Every own note and every own file that was uploaded as one."""
    target, told = io.BytesIO(), []
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as vault:
        for path, uid, kind, content in _contents(owner):
            vault.writestr(path, content)
            told.append({"path": path, "kind": kind, "uid": str(uid)})
        vault.writestr(MANIFEST, json.dumps({"finrag": 1, "files": told}, indent=1))
    said: dict[str, Any] = {"what": "vault", "files": len(told)}
    trail.record(Action.EXPORTED, actor=owner, address=address, **said)
    return target.getvalue()


def _contents(owner: User) -> Iterator[tuple[str, uuid.UUID, str, bytes]]:
    for note in Note.objects.owned_by(owner).select_related("document"):
        name = NAME.sub(" ", str(note)).strip(" .")[:80] or "note"
        yield f"notes/{name} {note.uid.hex[:6]}.md", note.uid, "note", note.text.encode()
    files = Document.objects.filter(owner=owner, kind=Kind.NOTE, note=None, deleted=None).exclude(current=None)
    for document in files.select_related("current"):
        if version := document.current:
            name = NAME.sub(" ", version.file_name).strip(" .") or "file"
            with opened(version.file) as file:
                yield f"attachments/{document.uid.hex[:6]} {name}", document.uid, "document", file.read()


def unpacked(file: Any) -> dict[str, bytes]:
    """The files of a zip, by their paths; nothing is written anywhere. Raises VaultRefused for one that may harm."""
    try:
        with zipfile.ZipFile(file) as archive:
            return _read(archive)
    except VaultRefused:
        raise
    except DAMAGED as error:
        raise VaultRefused("This is no zip that can be read.") from error


def _read(archive: zipfile.ZipFile) -> dict[str, bytes]:
    listed = [info for info in archive.infolist() if not info.is_dir()]
    if len(listed) > MOST_FILES:
        raise VaultRefused(f"A vault has at most {MOST_FILES:,} files.")
    found: dict[str, bytes] = {}
    left = MOST_BYTES
    for info in listed:
        path = safe_path(info.filename)
        if info.compress_type not in PACKED:
            raise VaultRefused("The zip is packed in a way that a vault does not use.")
        if stat.S_ISLNK(info.external_attr >> 16) or info.flag_bits & 1 or path in found:
            raise VaultRefused("The zip holds a link, an encrypted file, or a name twice.")
        with archive.open(info) as member:  # what its head says of its size is not believed
            found[path] = member.read(left + 1)
        left -= len(found[path])
        if left < 0:
            raise VaultRefused("Unpacked, the zip is too large.")
    return found


def safe_path(name: str) -> str:
    path = PurePosixPath(name.replace("\\", "/"))
    if (
        not path.parts
        or path.is_absolute()
        or ".." in path.parts
        or ":" in path.parts[0]
        or "\x00" in name
        or len(name) > 500
    ):
        raise VaultRefused("The zip names a file outside of itself.")
    return str(path)


def imported(owner: User, files: Mapping[str, bytes], address: str | None = None) -> Imported:
    """Each Markdown file a private note, others files of the vault. Raises VaultRefused where there is none."""
    texts = {path: content for path, content in files.items() if _is_text(path)}
    others = {path: content for path, content in files.items() if path not in texts and not _is_told(path)}
    if not texts and not others:
        raise VaultRefused("There is nothing in it that could be a note.")
    done = Imported()
    ids, names = _known(files), dict[str, Link]()
    made = {path: saving.new_note(owner, "", address) for path in texts}
    for path, note in made.items():
        names[PurePosixPath(path).stem.casefold()] = names[path.casefold()] = Link("note", note.uid)
    targets = {ids[path]: note.uid for path, note in made.items() if path in ids}
    targets |= _attached(owner, others, ids, done, address)
    for path, note in made.items():
        saving.save(note, _relinked(decoded(texts[path]), targets, names, path), owner, address=address)
        done.notes += 1
    return done


def _is_text(path: str) -> bool:
    return PurePosixPath(path).suffix.lower() in TEXTS and not _is_told(path)


def _is_told(path: str) -> bool:
    """What belongs to the program that made the vault, not to its notes."""
    return path == MANIFEST or any(part.startswith(".") or part == "__MACOSX" for part in PurePosixPath(path).parts)


def _known(files: Mapping[str, bytes]) -> dict[str, uuid.UUID]:
    """The ids that the files had where they come from; none where nothing, or nonsense, is told."""
    try:
        told = json.loads(files.get(MANIFEST, b"{}"))
        return {str(one["path"]): uuid.UUID(str(one["uid"])) for one in told.get("files", ())}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {}


def _attached(
    owner: User, files: Mapping[str, bytes], ids: Mapping[str, uuid.UUID], done: Imported, address: str | None
) -> dict[uuid.UUID, uuid.UUID]:
    targets = {}
    for path, content in files.items():
        name = PurePosixPath(path).name
        try:
            taken = accept(owner, name, ContentFile(content, name), kind=Kind.NOTE, address=address)
        except FileRefused as refusal:
            done.skipped.append(f"{name}: {refusal}")
            continue
        done.files += 1
        if path in ids:
            targets[ids[path]] = taken.document.uid
    return targets


def _relinked(text: str, targets: Mapping[uuid.UUID, uuid.UUID], names: Mapping[str, Link], path: str) -> str:
    """Links by id lead to what has a new one now; links by name to the note of that name."""

    def by_id(match: re.Match[str]) -> str:
        kind, target, place, words = match.groups()
        try:
            new = targets.get(uuid.UUID(target))
        except ValueError:
            return match[0]
        return str(Link(kind, new, place or "", words or "")) if new else match[0]

    def by_name(match: re.Match[str]) -> str:
        link = names.get(match[1].strip().casefold())
        return str(Link(link.kind, link.target, "", match[2] or match[1])) if link else match[0]

    def by_file(match: re.Match[str]) -> str:
        beside = PurePosixPath(path).parent / match[2].replace("%20", " ")
        link = names.get(str(beside).casefold()) or names.get(PurePosixPath(match[2]).stem.casefold())
        return str(Link(link.kind, link.target, "", match[1])) if link else match[0]

    return RELATIVE.sub(by_file, WIKI.sub(by_name, LINK.sub(by_id, text)))
