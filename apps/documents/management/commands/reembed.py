"""`manage.py reembed [--backend B] [--model PLACE] [--drop]`"""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.documents.reembedding import NoOtherModelError, drop_retired, reembed
from apps.inference.embedding import BACKENDS
from apps.inference.errors import ModelUnavailable


class Command(BaseCommand):
    """May be interrupted, and goes on where it stopped. Web and workers keep running."""

    help = "Embed the store with another model while the present one answers, then switch to it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--backend", choices=sorted(BACKENDS), default=settings.EMBED_BACKEND)
        parser.add_argument("--model", default=settings.EMBED_MODEL, help="its folder or name; empty: the shipped one")
        parser.add_argument("--drop", action="store_true", help="delete the vectors of models that served before")

    def handle(self, *, backend: str, model: str, drop: bool, **options: Any) -> None:
        try:
            if drop:
                drop_retired(self.stdout.write)
                return
            row = reembed(backend, model, self.stderr.write)
        except (ModelUnavailable, NoOtherModelError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"The store's model is now {row}. Vectors of the old one stay until `reembed --drop`.")
