"""`manage.py relearn_companies`: what an upgrade from a register that all circles shared does by itself, again."""

from typing import Any

from django.core.management.base import BaseCommand

from apps.documents.models import Company
from apps.documents.retelling import tell_anew


class Command(BaseCommand):
    help = (
        "Tell each company anew from what its documents state; part those that private documents alone held together."
    )

    def handle(self, **options: Any) -> None:
        told = tell_anew()
        self.stdout.write(f"{told} companies told anew, {Company.objects.count()} now")
