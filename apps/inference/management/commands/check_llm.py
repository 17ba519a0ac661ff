"""`manage.py check_llm`: does the model of every role answer?"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.inference.endpoint import Role
from apps.inference.probing import Probe, probe


class Command(BaseCommand):
    help = "Asks the language model of every role for one word: one line per role, exit 1 if a configured one fails."

    def handle(self, *args: Any, **options: Any) -> None:
        failed = 0
        for role in Role:
            found = probe(role)
            failed += found.configured and not found.ok
            self.stdout.write(_line(found))
        if failed:
            raise CommandError(f"{failed} of {len(Role)} roles have a model that does not answer.", returncode=1)


def _line(found: Probe) -> str:
    if not found.configured:
        return f"{found.role:<8} -       {found.sentence}"
    state = "ok" if found.ok else "FAILED"
    return f"{found.role:<8} {state:<7} {found.model} at {found.host}, {found.seconds:.1f} s: {found.sentence}"
