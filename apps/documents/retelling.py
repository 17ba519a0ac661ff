"""Telling the whole register anew: once, after an upgrade from one that all circles of readers shared."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.migrations import Migration

from apps.documents.companies import relearn
from apps.documents.models import Company

A_REGISTER_PER_CIRCLE = ("documents", "0015_company_per_circle")


def after_migration(plan: Sequence[tuple[Migration, bool]] = (), **told: Any) -> None:
    """Receives `post_migrate`: what private documents told a register that everybody read leaves it at once."""
    if any((one.app_label, one.name) == A_REGISTER_PER_CIRCLE and not undone for one, undone in plan):
        tell_anew()


def tell_anew() -> int:
    """How many companies were told anew, each in a transaction of its own; it may be repeated."""
    companies = list(Company.objects.order_by("pk"))
    for company in companies:
        with transaction.atomic():
            relearn(company)
    return len(companies)
