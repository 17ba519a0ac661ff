"""manage.py training_data build|readers|annotate|pairs|export|import: sets of examples to train on."""

import json
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.accounts.models import User
from apps.answers.judge.configured import trained_judge
from apps.inference.errors import ModelUnavailable
from apps.inference.language import Role, language_model
from apps.learning import formats
from apps.learning.annotating import annotate
from apps.learning.builders import readers
from apps.learning.builders.filed import filings
from apps.learning.building import USES, Plan, build, frozen
from apps.learning.graders import ByModel
from apps.learning.groups import read, write
from apps.learning.pairs import draw


class Command(BaseCommand):
    help = "Build a set of examples, or take one from another tool's form or into it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        built = actions.add_parser("build", help="from the filings of the store, public files and readers' questions")
        built.add_argument("out", type=Path)
        built.add_argument("--hold-out", action="append", default=[], help="a filer, as the register names it")
        built.add_argument("--company", default="", help="learn from this filer's filings alone (stage 2)")
        built.add_argument("--public", action="append", default=[], metavar="FILE:MOST")
        built.add_argument("--readers", type=Path)
        built.add_argument("--checked", action="store_true", help="with what experts graded as spot-checks")
        built.add_argument("--annotated", action="store_true", help="with what a model graded and no expert did")
        built.add_argument("--use", nargs="*", choices=tuple(USES), help="from use (FINRAG_LEARN_FROM_USE); alone: all")
        built.add_argument("--a-filing", type=int, default=Plan().a_filing)
        built.add_argument("--rows", type=int, default=Plan().rows)
        built.add_argument("--seed", type=int, default=Plan().seed)
        kept = actions.add_parser("readers", help="keep what readers wrote by place instead of by words")
        kept.add_argument("files", type=Path, nargs="+")
        kept.add_argument("--add-to", type=Path, help="a file kept before, whose questions come first")
        kept.add_argument("--out", type=Path, required=True)
        annotated = actions.add_parser("annotate", help="grade the first candidates of questions by the judge at work")
        annotated.add_argument("questions", type=Path, help="JSON lines with `question`, or one question a line")
        annotated.add_argument("--as", dest="viewer", required=True, help="the user who searches")
        annotated.add_argument("--most", type=int, default=6, help="texts of each question")
        annotated.add_argument("--by", choices=("judge", "model"), default="judge", help="who grades what was found")
        paired = actions.add_parser("pairs", help="draw pairs of passages, of which people say which answers better")
        paired.add_argument("questions", type=Path, help="as for annotate")
        paired.add_argument("--as", dest="viewer", required=True, help="the user who searches")
        paired.add_argument("--most", type=int, default=3, help="pairs of each question")
        for name in ("export", "import"):
            other = actions.add_parser(name)
            other.add_argument("file", type=Path)
            other.add_argument("out", type=Path)
            other.add_argument("--form", choices=formats.FORMATS, default=formats.FORMATS[0])

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            getattr(self, f"_{options['action']}")(options)
        except (ModelUnavailable, OSError, ValueError) as problem:
            raise CommandError(str(problem)) from None

    def _build(self, options: dict[str, Any]) -> None:
        plan = Plan(
            held_out=tuple(options["hold_out"]),
            company=options["company"],
            a_filing=options["a_filing"],
            rows=options["rows"],
            public=dict(_amount(one) for one in options["public"]),
            readers=options["readers"],
            checked=options["checked"],
            annotated=options["annotated"],
            use=tuple(USES) if options["use"] == [] else tuple(options["use"] or ()),
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
        before = list(readers.read(options["add_to"])) if options["add_to"] else []
        once = readers.joined(before, written)
        readers.write(once, options["out"])
        told = f"{len(written)} of {len(rows)} kept, {len(once)} with those before; {dict(lost) or 'none'} lost"
        self.stdout.write(told)

    def _annotate(self, options: dict[str, Any]) -> None:
        viewer = _user(options["viewer"])
        judge = trained_judge()
        grader = _model() if options["by"] == "model" else None
        questions = list(_questions(options["questions"]))
        for at, question in enumerate(questions, start=1):
            kept = annotate(question, viewer, judge, options["most"], grader)
            self.stdout.write(f"{at} of {len(questions)}: {len(kept)} texts")

    def _pairs(self, options: dict[str, Any]) -> None:
        viewer, questions = _user(options["viewer"]), list(_questions(options["questions"]))
        for at, question in enumerate(questions, start=1):
            drawn = draw(question, viewer, options["most"])
            self.stdout.write(f"{at} of {len(questions)}: {len(drawn)} pairs")

    def _export(self, options: dict[str, Any]) -> None:
        written = formats.export(read(options["file"]), options["out"], options["form"])
        self.stdout.write(f"{written} lines")

    def _import(self, options: dict[str, Any]) -> None:
        groups = list(formats.imported(options["file"]))
        write(groups, options["out"])
        self.stdout.write(f"{len(groups)} groups, digest {frozen(options['out'], groups).digest}")


def _model() -> ByModel:
    """The model of the judge's role. Raises ValueError where there is none."""
    model = language_model(Role.JUDGE)
    if model is None:
        raise ValueError("No language model is set up that could grade (FINRAG_LLM_URL, FINRAG_LLM_MODEL).")
    return ByModel(model)


def _user(name: str) -> User:
    """Raises ValueError where nobody is called so."""
    found = User.objects.filter(username=name).first()
    if found is None:
        raise ValueError(f"There is no user {name}.")
    return found


def _questions(file: Path) -> Iterator[str]:
    """Raises ValueError for a line of JSON that asks nothing."""
    for line in filter(None, map(str.strip, file.read_text(encoding="utf-8").splitlines())):
        row = json.loads(line) if line.startswith("{") else {"question": line}
        if not isinstance(row.get("question"), str):
            raise ValueError(f"no question in: {line[:80]}")
        yield row["question"]


def _amount(told: str) -> tuple[Path, int]:
    """FILE:MOST. Raises ValueError."""
    file, _, most = told.rpartition(":")
    if not file or not most.isdigit():
        raise ValueError(f"--public takes FILE:MOST, not {told}")
    return Path(file), int(most)
