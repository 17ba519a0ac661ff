"""What recording costs: the share of an answer's time that goes into its record and its events.

Each question is answered as a worker does; what only the record needs (the state of the store, the stages as told, the
kept record, the event, the rows of candidates) is timed within.
Both are of the same answer, so that the share holds on a machine under load.

FINRAG_VAR_DIR=… .venv/bin/python scripts/recording_cost.py USER QUESTIONS.txt [--warming 8]
QUESTIONS.txt: a question a line. Sealing goes on in another process; `manage.py audit bench` tells its time an event.
"""

import os
import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))
PARTS = ("store_state", "stages_of", "keep", "_record_answered", "bulk_create")


class Clock:
    """Sums the seconds of what it wraps, by name."""

    def __init__(self) -> None:
        self.seconds = dict.fromkeys(PARTS, 0.0)

    def timed(self, name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def run(*given: Any, **named: Any) -> Any:
            begun = time.perf_counter()
            try:
                return work(*given, **named)
            finally:
                self.seconds[name] += time.perf_counter() - begun

        return run


def measured(user: str, questions: list[str], warming: int) -> None:
    from apps.accounts.acting import acting_as, serving
    from apps.accounts.models import User
    from apps.answers.run import records, workflow
    from apps.answers.run.asking import ask

    clock = Clock()
    owners = (records, workflow, records, workflow, workflow.Candidate.objects)
    for owner, name in zip(owners, PARTS, strict=True):
        setattr(owner, name, clock.timed(name, getattr(owner, name)))
    with serving():
        asker = User.objects.get(username=user)
    took, parts = [], []
    for turn, question in enumerate((*questions[:warming], *questions)):
        with acting_as(asker):
            answer = ask(asker, question)
        clock.seconds = dict.fromkeys(PARTS, 0.0)
        begun = time.perf_counter()
        with serving():
            workflow.answer(answer.pk)
        if turn >= warming:
            took.append(time.perf_counter() - begun)
            parts.append(dict(clock.seconds))
    _tell(took, parts)


def _tell(took: list[float], parts: list[dict[str, float]]) -> None:
    recorded = [sum(one.values()) for one in parts]
    print(f"{len(took)} answers: median {1000 * median(took):.0f} ms, recording {1000 * median(recorded):.1f} ms")
    shares = median(part / whole for part, whole in zip(recorded, took, strict=True))
    print(f"share of all time {sum(recorded) / sum(took):.2%}, median share {shares:.2%}")
    for name in PARTS:
        print(f"  {name}: {1000 * median(one[name] for one in parts):.1f} ms")


def main() -> None:
    parser = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("user")
    parser.add_argument("questions", type=Path)
    parser.add_argument("--warming", type=int, default=8)
    given = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "finrag_site.settings")
    import django

    django.setup()
    from finrag_site.embedded.paths import layout
    from finrag_site.embedded.sessions import servers

    with ExitStack() as running:
        running.enter_context(servers(layout()))
        measured(given.user, given.questions.read_text().splitlines(), given.warming)


if __name__ == "__main__":
    main()
