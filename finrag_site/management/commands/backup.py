"""`manage.py backup FOLDER`: everything but the queue, while the product works."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from finrag_site.backup.failure import BackupRefused
from finrag_site.backup.taking import take

NO_KEYS = "The keys are not in it: keep a copy of the audit key (--keys FOLDER), apart from the backup."


class Command(BaseCommand):
    help = "Takes a consistent backup into a new folder while work goes on; docs/operations.md tells how."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, help="a folder that is not there yet")
        parser.add_argument("--keys", type=Path, help="also copy the keys, into this folder: keep it apart")

    def handle(self, *, folder: Path, keys: Path | None, **_: Any) -> None:
        try:
            told = take(folder.absolute(), keys)
        except (BackupRefused, OSError) as error:
            raise CommandError(str(error)) from error
        rows = sum(table.count for table in told.tables.values())
        self.stdout.write(f"Backed up {rows} rows of {len(told.tables)} tables; {len(told.files)} files in {folder}.")
        if told.erased:
            self.stdout.write(f"{len(told.erased)} files were deleted for good meanwhile.")
        self.stdout.write(f"The keys are in {keys}: keep them apart." if keys else NO_KEYS)
        if told.damaged:
            named = ", ".join(told.damaged[:5])
            raise CommandError(f"{len(told.damaged)} files were damaged or missing before the backup: {named}")
