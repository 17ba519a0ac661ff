"""What row-level security costs: the same searches and look-ups, in turn as the application and as the tables' owner.

No policy binds the owner. Two processes, one of each, are asked one after the other, in changing order, so that both
see the same machine; of each question the fastest of the rounds counts, and what is told is a ratio.

FINRAG_VAR_DIR=… .venv/bin/python scripts/row_security_cost.py USER [--questions 40] [--rounds 5]
"""

import json
import os
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

ROOT = Path(__file__).parent.parent
ROLES = ("application", "owner")
KINDS = ("search", "look-up")
WARMING = 8  # questions of each kind that are not counted: models and caches are loaded meanwhile
sys.path.insert(0, str(ROOT))


@dataclass
class Asked:
    """One of the two processes."""

    process: "subprocess.Popen[str]"
    seconds: dict[tuple[str, int], list[float]] = field(default_factory=dict)

    @classmethod
    def start(cls, role: str, user: str, questions: int) -> "Asked":
        command = [sys.executable, __file__, user, "--questions", str(questions), "--role", role]
        return cls(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))

    def ask(self, kind: str, number: int) -> None:
        if self.process.stdin is None or self.process.stdout is None:
            raise ValueError("the process takes no questions")
        self.process.stdin.write(json.dumps([kind, number]) + "\n")
        self.process.stdin.flush()
        self.seconds.setdefault((kind, number), []).append(float(self.process.stdout.readline()))

    def best(self, kind: str) -> list[float]:
        """Of each question, in order."""
        return [min(taken) for (of, _), taken in sorted(self.seconds.items()) if of == kind]


def measured(user: str, questions: int, rounds: int) -> None:
    application, owner = (Asked.start(role, user, questions) for role in ROLES)
    for turn in range(rounds + 1):
        for kind in KINDS:
            for number in range(questions if turn else min(WARMING, questions)):
                for one in (application, owner) if (turn + number) % 2 else (owner, application):
                    one.ask(kind, number)
        if not turn:
            application.seconds, owner.seconds = {}, {}
    for kind in KINDS:
        told(kind, application.best(kind), owner.best(kind))
    for one in (application, owner):
        one.process.terminate()


def told(kind: str, bound: list[float], free: list[float]) -> None:
    each = sorted(one / other for one, other in zip(bound, free, strict=True))
    print(
        f"{kind}: {sum(bound) / sum(free):.2f} times the time in sum over {len(each)} questions "
        f"(median {median(each):.2f}, worst {each[-1]:.2f}); with policies {1000 * median(bound):.1f} ms, "
        f"without {1000 * median(free):.1f} ms"
    )


def answer(user: str, questions: int) -> None:
    """Take questions from standard input and say how long each took."""
    import django

    django.setup()
    from finrag_site.embedded.paths import layout
    from finrag_site.embedded.sessions import servers

    with ExitStack() as held:
        held.enter_context(servers(layout()))
        do = tasks(user, questions)
        for line in sys.stdin:
            kind, number = json.loads(line)
            started = time.perf_counter()
            do[kind](number)
            print(time.perf_counter() - started, flush=True)


def tasks(name: str, questions: int) -> dict[str, Callable[[int], Any]]:
    """Shipped questions of companies and years that are held, the same for both."""
    from apps.accounts.acting import acting_as, serving
    from apps.accounts.models import User
    from apps.documents.models import Document
    from apps.memory.lookup import look_up
    from apps.memory.models import CanonicalQuestion
    from apps.memory.slots import PeriodSlot, Slots
    from apps.questions.query import from_json
    from apps.retrieval.search import search_text

    draw = Random(7)  # noqa: S311 - the same questions each time
    with serving():
        user = User.objects.get(username=name)
        held = Document.objects.exclude(company=None).exclude(current=None).exclude(fiscal_year=None)
        filings = list(held.select_related("company").order_by("pk"))
        shipped = list(CanonicalQuestion.objects.exclude(key=None).order_by("pk"))
    drawn = [(draw.choice(filings), draw.choice(shipped)) for _ in range(questions)]

    def search(number: int) -> None:
        filing, question = drawn[number]
        words = f"{question.wording.rstrip('?')} of {filing.company} in fiscal {filing.fiscal_year}?"
        with acting_as(user):
            search_text(words, viewer=user)

    def look(number: int) -> None:
        filing, question = drawn[number]
        with acting_as(user):
            look_up(from_json(question.query), Slots(filing.company.uid, PeriodSlot("year", filing.fiscal_year)), user)

    return {"search": search, "look-up": look}


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("user")
    parser.add_argument("--questions", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--role", choices=ROLES, default="")
    asked = parser.parse_args()
    os.chdir(ROOT)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "finrag_site.settings")
    if not asked.role:
        measured(asked.user, asked.questions, asked.rounds)
        return
    from finrag_site import database

    if asked.role == "owner":
        database.act_as_owner()
    answer(asked.user, asked.questions)


if __name__ == "__main__":
    main()
