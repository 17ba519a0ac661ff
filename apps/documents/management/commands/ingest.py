"""`manage.py ingest PATH... [--company NAME] [--owner USERNAME] [--private] [--note]`"""

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.files.base import File
from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.accounts.models import Role, User
from apps.documents import life_cycle
from apps.documents.models import DocumentVersion, Kind, State, Visibility
from apps.documents.uploads import Upload, accept
from apps.reading.parsed import FileRefused

LIBRARIAN = "library"


class Command(BaseCommand):
    """Works with and without running workers: whoever claims a step does it."""

    help = (
        "Take files or folders of files in and wait until each is Ready: one line per document, exit 1 if any failed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
        parser.add_argument("--company", default="", help="the filer, where the files do not say it or say it wrongly")
        parser.add_argument("--owner", default=LIBRARIAN, help="user who will own the documents (default: %(default)s)")
        parser.add_argument("--private", action="store_true", help="only the owner may see them (default: everyone)")
        parser.add_argument("--note", action="store_true", help="they are notes of one's own, no filings")

    def handle(self, *, paths: list[Path], company: str, owner: str, private: bool, note: bool, **options: Any) -> None:
        wishes = {
            "visibility": Visibility.PRIVATE if private else Visibility.EVERYONE,
            "company_name": company,
            "kind": Kind.NOTE if note else Kind.FILING,
        }
        person = _owner(owner)
        files = list(_files(paths))
        failed = 0
        for number, path in enumerate(files, start=1):
            self._progress(f"[{number}/{len(files)}] {path.name}")
            failed += not self._ingest(path, person, wishes)
        if failed:
            raise CommandError(f"{failed} of {len(files)} documents failed.", returncode=1)

    def _ingest(self, path: Path, owner: User, wishes: dict[str, str]) -> bool:
        """Take one file in and print its line; whether it is there now."""
        started = time.monotonic()
        try:
            with path.open("rb") as file:
                upload = accept(owner, path.name, File(file), **wishes)
        except (FileRefused, OSError) as error:
            self._line(f"{path.stem} refused 0 pages 0 chunks 0.0 s: {error}")
            return False
        state = life_cycle.run(upload.version.pk)
        self._line(_report(upload, time.monotonic() - started))
        return state == State.READY

    def _progress(self, words: str) -> None:
        if sys.stderr.isatty():
            self.stderr.write(f"\r\x1b[K{words} …", ending="")

    def _line(self, words: str) -> None:
        if sys.stderr.isatty():
            self.stderr.write("\r\x1b[K", ending="")
        self.stdout.write(words)


def _report(upload: Upload, seconds: float) -> str:
    version = DocumentVersion.objects.get(pk=upload.version.pk)
    facts = f"{version.page_count} pages {version.chunks.count()} chunks {seconds:.1f} s"
    note = " (already there)" if upload.duplicate else ""
    error = f": {version.error}" if version.error else ""
    return f"{upload.document.name} {version.get_state_display()} {facts}{note}{error}"


def _files(paths: list[Path]) -> Iterator[Path]:
    """The files named, and those in the folders named; hidden ones are left out."""
    for path in paths:
        if path.is_dir():
            yield from (file for file in sorted(path.rglob("*")) if file.is_file() and not file.name.startswith("."))
        else:
            yield path


def _owner(username: str) -> User:
    """The user who will own the documents. The library's own user is made when it is first needed; it cannot log in."""
    if username != LIBRARIAN:
        try:
            return User.objects.get(username=username)
        except User.DoesNotExist:
            raise CommandError(f"There is no user {username!r}.") from None
    librarian, made = User.objects.get_or_create(username=LIBRARIAN, defaults={"role": Role.ANALYST})
    if made:
        librarian.set_unusable_password()
        librarian.save()
    return librarian
