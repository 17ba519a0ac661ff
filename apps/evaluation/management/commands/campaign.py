"""`manage.py campaign`: failures injected on purpose, in an installation of its own; exit 1 unless all are survived."""

import logging
import os
import shutil
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from apps.evaluation.campaign.campaign import Result, run
from apps.evaluation.campaign.plan import Injection, injections
from apps.evaluation.campaign.processes import Failed
from apps.evaluation.campaign.report import as_json, line, table
from apps.evaluation.campaign.subjects import SUBJECTS

OWN = "FINRAG_CAMPAIGN"  # says to the process inside that its installation is the campaign's
LEFT_OUT = (
    "DATABASE_",
    "CELERY_",
    "FINRAG_",
)  # of the environment: whatever leads to a store in use, or changes the work
WITHIN = {"FINRAG_LEASE_SECONDS": "2", "FINRAG_SAMPLE": "0", "FINRAG_SHARED_BUFFERS": "128MB", OWN: "1"}
QUICK = {"FINRAG_CROSS_ENCODER": "none", "FINRAG_JUDGE_MODEL": "none", "HF_HUB_OFFLINE": "1"}


class Command(BaseCommand):
    help = "Inject failures into every stage, in an installation of its own; docs/recovery.md tells what it checks."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--only", choices=sorted(SUBJECTS), nargs="+", default=[], help="these stages")
        parser.add_argument("--every", type=int, default=1, metavar="N", help="one in N injections")
        parser.add_argument(
            "--folder", type=Path, help="an empty folder for the installation; stays (default: none does)"
        )
        parser.add_argument("--report", type=Path, help="write every injection as JSON to this file")

    def handle(self, **options: Any) -> None:
        if os.environ.get(OWN):
            self._inside(options)
        else:
            _outside(options["folder"])

    def _inside(self, options: dict[str, Any]) -> None:
        connections.close_all()  # what follows is forked
        logging.disable()  # of errors that are meant to be
        wanted = chosen(options["only"], options["every"])
        if options["report"]:
            options["report"].touch()  # now, not after all of it
        results: list[Result] = []
        try:
            for result in run(wanted):
                results.append(result)
                self.stdout.write(f"{len(results):3} of {len(wanted)}  {line(result)}")
                self.stdout.flush()
        except Failed as failed:
            raise CommandError(f"The installation of the campaign does not work: {failed}") from failed
        self.stdout.write(table(results))
        if options["report"]:
            options["report"].write_text(as_json(results), encoding="utf-8")
        if bad := [one for one in results if not one.good]:
            raise CommandError(f"{len(bad)} of {len(results)} injections were not survived.")


def chosen(only: Sequence[str], every: int) -> list[Injection]:
    return [one for one in injections() if not only or one.subject in only][:: max(1, every)]


def _outside(folder: Path | None) -> None:
    """The same command line again, where every setting leads to a new installation."""
    own = Path(folder or tempfile.mkdtemp(prefix="finrag-campaign-"))
    if folder and own.exists() and any(own.iterdir()):
        raise CommandError(f"{own} is not empty: the campaign makes an installation of its own.")
    own.mkdir(exist_ok=True)
    own.chmod(0o711)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(LEFT_OUT)}
    environment = kept | WITHIN | QUICK | {"FINRAG_VAR_DIR": str(own / "var")}
    command = [sys.executable, *sys.argv]
    try:
        status = subprocess.run(command, cwd=settings.BASE_DIR, env=environment).returncode
    finally:
        if not folder:
            shutil.rmtree(own, ignore_errors=True)
    sys.exit(status)
