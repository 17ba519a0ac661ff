"""The profile of a company: who it is, its filings, and its statements over the years."""

import uuid

from django.db.models import Count, F, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from apps.accounts.models import User
from apps.accounts.permissions import user_of
from apps.documents import listing
from apps.documents.access import get_company_for_user
from apps.documents.company_years import YearTable, year_tables
from apps.documents.models import Company, Document, Fact


@require_safe
def company(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """Only from documents that the reader may see: filings by period, and statements over the years."""
    user = user_of(request)
    found = get_company_for_user(user, uid)
    context = {"company": found, "filings": filings(user, found), "tables": statements_of(user, found)}
    return render(request, "documents/company.html", context)


def filings(user: User, company: Company) -> QuerySet[Document]:
    """The company's visible documents, the latest period first, each with its count of `figures`."""
    found = listing.documents(user, listing.Wanted(company=company.uid, sort="-period"))
    return (
        found.select_related("company", "current")
        .annotate(figures=Count("current__facts"))
        .order_by(F("fiscal_year").desc(nulls_last=True), F("period_end").desc(nulls_last=True), "-id")
    )


def statements_of(user: User, company: Company) -> list[YearTable]:
    """The company's statements over the years, from the current versions of what `user` may see."""
    documents = Document.objects.visible_to(user).filter(company=company)
    facts = Fact.objects.filter(version__document__in=documents, version__document__current=F("version"), dimension="")
    return year_tables(facts.exclude(concept="").select_related("version__document"))
