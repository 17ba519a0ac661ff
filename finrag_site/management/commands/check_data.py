"""`manage.py check_data`: are files, citations, records and the audit trail what they were?"""

from functools import partial
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from finrag_site.backup import proof
from finrag_site.backup.failure import BackupRefused


class Command(BaseCommand):
    help = "Checks files by hash, citations by words, records and the audit trail; exit 1 where one differs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--same-as", type=Path, metavar="FOLDER", help="also compare every row with this backup")

    def handle(self, *, same_as: Path | None, **_: Any) -> None:
        found = 0
        checks = dict(proof.CHECKS)
        if same_as:
            checks["rows"] = partial(proof.same_rows, same_as)
        for name, check in checks.items():
            try:
                findings = list(check())
            except BackupRefused as refused:
                raise CommandError(str(refused)) from refused
            self.stdout.write(f"{name}: {'as they should be' if not findings else f'{len(findings)} findings'}")
            for finding in findings:
                self.stdout.write(f"  {finding}")
            found += len(findings)
        if found:
            raise CommandError(f"{found} findings.")
