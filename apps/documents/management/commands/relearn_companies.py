"""`manage.py relearn_companies`: once after an upgrade from a register that all circles shared."""

from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from apps.documents.companies import relearn
from apps.documents.models import Company


class Command(BaseCommand):
    help = (
        "Tell each company anew from what its documents state; part those that private documents alone held together."
    )

    def handle(self, **options: Any) -> None:
        companies = list(Company.objects.order_by("pk"))
        for company in companies:
            with transaction.atomic():
                relearn(company)
        self.stdout.write(f"{len(companies)} companies told anew, {Company.objects.count()} now")
