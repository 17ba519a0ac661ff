"""`manage.py judge RUN`: the answers in words of a run by three readers, and how far they agree with people."""

import uuid
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.evaluation import judges
from apps.evaluation.models import Run


class Command(BaseCommand):
    help = "Have a run's answers in words judged by three readers; figures are judged by the program alone."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("run", type=uuid.UUID, help="the id in the address of the run's page")

    def handle(self, *, run: uuid.UUID, **options: Any) -> None:
        held = Run.objects.filter(uid=run).first()
        if held is None:
            raise CommandError("There is no such run.")
        try:
            judged = judges.judge(held)
        except ValueError as problem:
            raise CommandError(str(problem)) from problem
        found = judges.agreement(held.answers.all())
        self.stdout.write(f"{judged} judged; with people's verdicts {found.same} of {found.both} agree")
