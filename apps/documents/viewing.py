"""Recording that somebody looked into a document: every look, with what was looked at."""

from typing import Any

from django.http import HttpRequest

from apps.accounts.permissions import user_of
from apps.audit import trail
from apps.audit.address import client_address
from apps.audit.models import Action
from apps.documents.models import Company, Document


def subject(document: Document) -> trail.Subject:
    """A note is named by number: what it is called is part of what it says."""
    return trail.Subject("document", document.uid, document.name)


def record_view(request: HttpRequest, document: Document, **seen: Any) -> None:
    """Record DOCUMENT_VIEWED. seen: the tab, the page (from 1) or the part that was shown, as JSON."""
    address = client_address(request)
    trail.record(Action.DOCUMENT_VIEWED, actor=user_of(request), subject=subject(document), address=address, **seen)


def record_company_view(request: HttpRequest, company: Company, **seen: Any) -> None:
    """The same for the profile of a company, which shows figures of many documents. seen: the concept, if only one."""
    profile = trail.Subject("company", company.uid, company.name)
    address = client_address(request)
    trail.record(Action.DOCUMENT_VIEWED, actor=user_of(request), subject=profile, address=address, **seen)
