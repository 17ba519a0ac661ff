"""`manage.py restore FOLDER`: a backup into an empty installation, and the proof that all of it is there."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.audit.models import Action
from apps.audit.trail import Subject, record
from finrag_site import tables
from finrag_site.backup import manifest, proof
from finrag_site.backup.failure import BackupRefused
from finrag_site.backup.restoring import restore


class Command(BaseCommand):
    help = "Restores a backup into an empty installation, compares every row, file, citation and the audit trail."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, help="what `manage.py backup` has written")
        parser.add_argument("--keys", type=Path, help="the folder that --keys of the backup has written")

    def handle(self, *, folder: Path, keys: Path | None, **_: Any) -> None:
        try:
            told = restore(folder.absolute(), keys)
        except (BackupRefused, OSError) as error:
            raise CommandError(str(error)) from error
        rows = sum(table.count for table in told.tables.values())
        self.stdout.write(f"Restored {rows} rows of {len(told.tables)} tables; every row is as it was.")
        tables.migrate()
        known = frozenset((*told.damaged, *told.erased))
        trail = proof.trail(told.log, restored=True)
        findings = [*proof.files(known), *proof.citations(), *proof.records(), *trail]
        subject = Subject("backup", None, folder.absolute().name)
        kept = {"taken": told.made, "manifest": manifest.digest_of(folder), "findings": len(findings)}
        record(Action.RESTORED, subject=subject, **told.counts, **kept)
        for finding in findings:
            self.stdout.write(finding)
        if findings:
            raise CommandError(f"{len(findings)} findings: what was restored is not whole.")
        self.stdout.write("Every file, citation and record is what it was, and the audit trail is as it was sealed.")
