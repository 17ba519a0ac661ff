"""`manage.py trial ask --questions FILE --road loop --out FOLDER` and `manage.py trial replay --out FOLDER`"""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.accounts.models import User
from apps.answers.run.settings import RoadKind, SettingsError
from apps.evaluation import trial
from apps.evaluation.asker import asker


class Command(BaseCommand):
    """Asks in this process the endpoint of FINRAG_LLM_URL; what was asked before is left alone."""

    help = "Ask a list of questions over one road and keep answers, costs and recordings; or walk recordings again."

    def add_arguments(self, parser: CommandParser) -> None:
        kinds = parser.add_subparsers(dest="kind", required=True)
        asking = kinds.add_parser("ask", help="ask every question that has no row yet")
        asking.add_argument(
            "--questions", type=Path, required=True, metavar="FILE", help="a JSON line each: id, question"
        )
        asking.add_argument("--road", type=RoadKind, choices=list(RoadKind), default=RoadKind.LOOP)
        asking.add_argument("--part", type=int, default=1, metavar="K", help="of the list, this part (1)")
        asking.add_argument("--parts", type=int, default=1, metavar="N", help="of so many (1)")
        again = kinds.add_parser("replay", help="walk every recording again, without an endpoint")
        for kind in (asking, again):
            kind.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="rows.jsonl and recordings/")
            kind.add_argument("--user", metavar="NAME", help="in whose name and with whose rights")

    def handle(self, *, kind: str, out: Path, user: str | None, **options: Any) -> None:
        who = _user(user)
        if kind == "replay":
            self._replay(out, who)
            return
        try:
            asked = trial.questions(options["questions"], options["part"], options["parts"])
        except (OSError, ValueError, KeyError) as error:
            raise CommandError(f"The list of questions cannot be read: {error}") from error
        rows = trial.run(asked, options["road"], who, out, self.stdout.write)
        self.stdout.write(json.dumps(trial.summed(rows)))

    def _replay(self, out: Path, who: User) -> None:
        try:
            walked = [trial.replayed(file, who) for file in sorted((out / trial.RECORDINGS).glob("*.json"))]
        except SettingsError as error:
            raise CommandError(f"The recordings are of another state of the code: {error}") from error
        for one in walked:
            otherwise = " ".join([f"{one.strangers} strange calls.", *one.told])
            self.stdout.write(f"{one.ident}: {'the same' if one.same else otherwise}")
        if others := [one.ident for one in walked if not one.same]:
            raise CommandError(f"{len(others)} of {len(walked)} went another way: {', '.join(others)}")


def _user(name: str | None) -> User:
    if name is None:
        return asker()
    user = User.objects.filter(is_active=True, username=name).first()
    if user is None:
        raise CommandError(f"There is no active user {name}.")
    return user
