"""manage.py training_data build|readers|export|import: sets of examples to train on."""

import json
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.learning import formats
from apps.learning.builders import readers
from apps.learning.builders.filed import filings
from apps.learning.building import Plan, build, frozen
from apps.learning.groups import read, write


class Command(BaseCommand):
    help = "Build a set of examples, or take one from another tool's form or into it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        built = actions.add_parser("build", help="from the filings of the store, public files and readers' questions")
        built.add_argument("out", type=Path)
        built.add_argument("--hold-out", action="append", default=[], help="a filer, as the register names it")
        built.add_argument("--public", action="append", default=[], metavar="FILE:MOST")
        built.add_argument("--readers", type=Path)
        built.add_argument("--a-filing", type=int, default=Plan().a_filing)
        built.add_argument("--rows", type=int, default=Plan().rows)
        built.add_argument("--seed", type=int, default=Plan().seed)
        kept = actions.add_parser("readers", help="keep what readers wrote by place instead of by words")
        kept.add_argument("files", type=Path, nargs="+")
        kept.add_argument("--out", type=Path, required=True)
        for name in ("export", "import"):
            other = actions.add_parser(name)
            other.add_argument("file", type=Path)
            other.add_argument("out", type=Path)
            other.add_argument("--form", choices=formats.FORMATS, default=formats.FORMATS[0])

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            getattr(self, f"_{options['action']}")(options)
        except (OSError, ValueError) as problem:
            raise CommandError(str(problem)) from None

    def _build(self, options: dict[str, Any]) -> None:
        plan = Plan(
            held_out=tuple(options["hold_out"]),
            a_filing=options["a_filing"],
            rows=options["rows"],
            public=dict(_amount(one) for one in options["public"]),
            readers=options["readers"],
            seed=options["seed"],
        )
        made = build(plan, options["out"])
        self.stdout.write(f"{made.groups} groups, digest {made.digest}")
        for origin, count in sorted(made.counts.items()):
            self.stdout.write(f"  {origin}: {count}")

    def _readers(self, options: dict[str, Any]) -> None:
        rows = [
            json.loads(line)
            for file in options["files"]
            for line in file.read_text(encoding="utf-8").splitlines()
            if line.strip()
        ]
        lost: Counter[str] = Counter()
        filed = {one.document: one for one in filings(frozenset(str(row["document"]) for row in rows))}
        written = list(readers.located(rows, filed, lost))
        readers.write(written, options["out"])
        self.stdout.write(f"{len(written)} of {len(rows)} kept; {dict(lost) or 'none'} lost")

    def _export(self, options: dict[str, Any]) -> None:
        written = formats.export(read(options["file"]), options["out"], options["form"])
        self.stdout.write(f"{written} lines")

    def _import(self, options: dict[str, Any]) -> None:
        groups = list(formats.imported(options["file"]))
        write(groups, options["out"])
        self.stdout.write(f"{len(groups)} groups, digest {frozen(options['out'], groups).digest}")


def _amount(told: str) -> tuple[Path, int]:
    """FILE:MOST. Raises ValueError."""
    file, _, most = told.rpartition(":")
    if not file or not most.isdigit():
        raise ValueError(f"--public takes FILE:MOST, not {told}")
    return Path(file), int(most)
