"""`manage.py ingest PATH... [--company NAME] [--owner USERNAME] [--private] [--note]`"""

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.files.base import File
from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.accounts.models import Role, User
from apps.documents import life_cycle, planner_statistics
from apps.documents.models import DocumentVersion, Kind, State, Visibility
from apps.documents.uploads import Upload, accept
from apps.documents.watching import Watch, unserved
from apps.reading.parsed import FileRefused

LIBRARIAN = "library"
INTERRUPTED = 130  # as a shell tells of Ctrl-C
ALONE = (
    "No worker takes from: {queues}. This command reads the files itself, one after another; "
    "start workers (`make up`) to have them read side by side."
)
WAITING = "No worker takes from: {queues}. The files wait: start workers (`make up`)."
LEFT = "{taken} files are with the workers, which go on; the same command watches them again."


class Command(BaseCommand):
    """All files go to the workers at once, and the command watches them. Where no worker runs it does their work."""

    help = (
        "Take files or folders of files in and wait until each is Ready: one line per document, exit 1 if any failed. "
        "Ctrl-C ends the waiting alone."
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
        person, files = _owner(owner), list(_files(paths))
        absent = unserved()
        if absent:
            self.stderr.write(ALONE.format(queues=", ".join(sorted(absent))))
        if failed := self._alone(files, person, wishes) if absent else self._handed_over(files, person, wishes):
            raise CommandError(f"{failed} of {len(files)} documents failed.", returncode=1)

    def _alone(self, files: list[Path], owner: User, wishes: dict[str, str]) -> int:
        """One after the other, in this process; how many failed."""
        failed = 0
        for number, path in enumerate(files, start=1):
            self._progress(f"[{number}/{len(files)}] {path.name}")
            started, upload = time.monotonic(), self._accepted(path, owner, wishes)
            failed += upload is None or life_cycle.run(upload.version.pk) != State.READY
            if upload:
                self._line(_report(upload, time.monotonic() - started))
        planner_statistics.refresh_when_due()
        return failed

    def _handed_over(self, files: list[Path], owner: User, wishes: dict[str, str]) -> int:
        """The workers begin with the first while the rest is still taken in; how many failed."""
        uploads: list[Upload] = []
        try:
            for number, path in enumerate(files, start=1):
                self._progress(f"[{number}/{len(files)}] {path.name}")
                if upload := self._accepted(path, owner, wishes):
                    uploads.append(upload)
            return len(files) - len(uploads) + self._watched(uploads)
        except KeyboardInterrupt:
            self._line(LEFT.format(taken=len(uploads)))
            sys.exit(INTERRUPTED)

    def _watched(self, uploads: list[Upload]) -> int:
        """Until each is Ready or Error, a line for each as it gets there; how many failed."""
        watch = Watch({upload.version.pk for upload in uploads})
        by_version = {upload.version.pk: upload for upload in uploads}
        failed = 0
        for seen in watch.until_finished():
            for version in seen.finished:
                self._line(_report(by_version[version.pk], _seconds(version)))
                failed += version.state != State.READY
            self._progress(f"{seen.done} of {len(uploads)} done, {seen.words}")
            if seen.unserved:
                self._line(WAITING.format(queues=", ".join(sorted(seen.unserved))))
        return failed

    def _accepted(self, path: Path, owner: User, wishes: dict[str, str]) -> Upload | None:
        try:
            with path.open("rb") as file:
                return accept(owner, path.name, File(file), **wishes)
        except (FileRefused, OSError) as error:
            self._line(f"{path.stem} refused 0 pages 0 chunks 0.0 s: {error}")
            return None

    def _progress(self, words: str) -> None:
        if sys.stderr.isatty():
            self.stderr.write(f"\r\x1b[K{words} …", ending="")

    def _line(self, words: str) -> None:
        if sys.stderr.isatty():
            self.stderr.write("\r\x1b[K", ending="")
        self.stdout.write(words)


def _seconds(version: DocumentVersion) -> float:
    """From upload to where it is now."""
    return ((version.ready or version.waiting_since) - version.created).total_seconds()


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
