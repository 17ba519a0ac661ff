"""The profile of a company: who it is, its filings, and its statements over the years."""

import uuid

from django.core.paginator import Paginator
from django.db.models import Count, F, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from apps.accounts.models import User
from apps.accounts.permissions import user_of
from apps.documents import listing
from apps.documents.access import get_company_for_user
from apps.documents.company_names import profile
from apps.documents.company_order import Wish, arranged, wish
from apps.documents.company_years import YearTable, year_tables
from apps.documents.concept_history import chart, figures
from apps.documents.models import Company, Document, Fact
from apps.documents.statement_sheets import TITLES
from apps.documents.viewing import record_company_view
from apps.statements.ontology import concepts

FILINGS = 20


@require_safe
def company(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """Only from documents that the reader may see: filings by period, and statements over the years.

    ?page= of the filings; ?statement= and ?sort= of the figures. htmx gets the figures alone.
    """
    user = user_of(request)
    found = get_company_for_user(user, uid)
    wanted = wish(request.GET.get("statement", ""), request.GET.get("sort", ""))
    held = statements_of(user, found)
    context = {"company": found, "wish": wanted, "held": held, "tables": arranged(held, wanted)}
    if request.headers.get("HX-Request-Type") == "partial":
        return render(request, "documents/partials/company_figures.html", context)
    record_company_view(request, found)
    known = profile(found, Document.objects.visible_to(user).filter(company=found))
    page = Paginator(filings(user, found), FILINGS).get_page(request.GET.get("page"))
    read = [] if held else [document for document in page if document.figures]  # type: ignore[attr-defined]
    return render(request, "documents/company.html", context | {"profile": known, "page": page, "read": read})


def filings(user: User, company: Company) -> QuerySet[Document]:
    """The company's visible documents, the latest period first, each with its count of `figures`."""
    found = listing.documents(user, listing.Wanted(company=company.uid, sort="-period"))
    return (
        found.select_related("company", "current")
        .annotate(figures=Count("current__facts"))
        .order_by(F("fiscal_year").desc(nulls_last=True), F("period_end").desc(nulls_last=True), "-id")
    )


def facts_of(user: User, company: Company) -> QuerySet[Fact]:
    """Consolidated figures of the current versions of what `user` may see of the company."""
    documents = Document.objects.visible_to(user).filter(company=company)
    facts = Fact.objects.filter(version__document__in=documents, version__document__current=F("version"), dimension="")
    return facts.exclude(concept="").select_related("version__document")


def statements_of(user: User, company: Company, wanted: Wish | None = None) -> list[YearTable]:
    """The company's statements over the years, as `wanted`."""
    tables = year_tables(facts_of(user, company))
    return arranged(tables, wanted) if wanted else tables


@require_safe
def concept(request: HttpRequest, uid: uuid.UUID, concept: str) -> HttpResponse:
    """One item of a company's statements over the years: a chart, and every statement of every figure with its source.

    htmx gets what goes into a dialog.
    """
    user = user_of(request)
    found = get_company_for_user(user, uid)
    item = concepts().get(concept)
    if item is None:
        raise Http404
    record_company_view(request, found, concept=concept)
    tables = year_tables(facts_of(user, found).filter(statement=item.statement))
    row = next((row for table in tables for row in table.rows if row.concept is item), None)
    years = tables[0].years if tables else ()
    known = profile(found, Document.objects.visible_to(user).filter(company=found))
    context = {"company": found, "profile": known, "concept": item, "row": row, "chart": chart(row, years)}
    context |= {"statement": TITLES[item.statement], "figures": figures(row, years)}
    partial = request.headers.get("HX-Request-Type") == "partial"
    return render(request, f"documents/{'partials/concept' if partial else 'concept'}.html", context)
