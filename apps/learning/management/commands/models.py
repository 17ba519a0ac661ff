"""manage.py models list|activate|roll-back: which trained model is at work."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.learning.activation import NotActivated, activate, roll_back
from apps.learning.models import ModelKind, TrainedModel

ROLLED_BACK = (ModelKind.RERANKER.value, ModelKind.EMBEDDER.value)


class Command(BaseCommand):
    help = "List trained models, put one to work behind the gate, or go back to the one before."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("action", choices=("list", "activate", "roll-back"))
        parser.add_argument("digest", nargs="?", default="", help="the first characters of a model's digest")
        parser.add_argument("--kind", choices=ROLLED_BACK, default=ModelKind.RERANKER.value, help="of roll-back")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            getattr(self, f"_{options['action'].replace('-', '_')}")(
                **{name: options[name] for name in ("digest", "kind")}
            )
        except NotActivated as problem:
            raise CommandError(str(problem)) from None

    def _list(self, digest: str, kind: str) -> None:
        for model in TrainedModel.objects.filter(digest__startswith=digest):
            self.stdout.write(f"{model}, {model.get_state_display().lower()}: {model.gate.get('told', 'not compared')}")

    def _activate(self, digest: str, kind: str) -> None:
        found = list(TrainedModel.objects.filter(digest__startswith=digest)[:2]) if digest else []
        if len(found) != 1:
            raise CommandError("Name one model by the first characters of its digest; `models list` shows them.")
        activate(found[0], None, self.stderr.write)
        self.stdout.write(f"{found[0]} is at work.")

    def _roll_back(self, digest: str, kind: str) -> None:
        self.stdout.write(f"{roll_back(kind, None, self.stderr.write) or 'The model before'} is at work.")
