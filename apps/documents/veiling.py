"""Whose trail of documents and companies is told to whom."""

import uuid
from typing import Any

from django.db.models import Q, QuerySet

from apps.accounts.acting import serving
from apps.accounts.models import User
from apps.audit.veil import closes
from apps.documents.models import Company, Document


def _companies(reader: User) -> QuerySet[Any]:
    seen = Document.objects.ever_visible_to(reader).exclude(company=None)
    return Company.objects.filter(Q(settled=True) | Q(pk__in=seen.values("company"))).values("uid")


@serving()
def _owner(uid: uuid.UUID) -> uuid.UUID | None:
    return Document.objects.filter(uid=uid).values_list("owner__uid", flat=True).first()


closes("document", lambda reader: Document.objects.ever_visible_to(reader).values("uid"), _owner)
closes("company", _companies, lambda _: None)
