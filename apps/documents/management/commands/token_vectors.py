"""`manage.py token_vectors`: token vectors for filings that were indexed before FINRAG_LATE_INTERACTION was on."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.documents.models import DocumentVersion
from apps.documents.token_vectors import embed_tokens
from apps.inference.errors import ModelUnavailable


class Command(BaseCommand):
    """May be stopped and run again: what has its vectors is not made again."""

    help = "Give every published passage its token vectors (late interaction): one line per document."

    def handle(self, **options: Any) -> None:
        published = DocumentVersion.objects.filter(document__current__isnull=False, document__deleted=None)
        for version in [one for one in published.select_related("document") if one.pk == one.document.current_id]:
            try:
                made = embed_tokens(version)
            except ModelUnavailable as error:
                raise CommandError(str(error)) from error
            self.stdout.write(f"{version.document.name} {made} passages")
            self.stdout.flush()
