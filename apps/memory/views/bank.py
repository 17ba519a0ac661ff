"""The bank: its home, a company's questions by period, a period's questions by company, and one cell."""

import uuid
from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.models import User
from apps.accounts.permissions import user_of, writer_required
from apps.audit import trail
from apps.audit.address import client_address
from apps.audit.models import Action
from apps.documents import spreadsheets
from apps.documents.access import get_company_for_user
from apps.documents.models import Company
from apps.documents.views.exports import download
from apps.memory import reviewing, sheets, tables
from apps.memory.circles import choices_for
from apps.memory.forms import FillForm, seen_companies
from apps.memory.grids import CannotFillError, company_years, fill_bank, get_cell_for_user, grids_of
from apps.memory.models import CanonicalQuestion, Cell, CellStatus, GridKind
from apps.memory.slots import PeriodSlot

YEARS = 8  # periods of a company's grid
MOST_COMPANIES = 25  # of a period's grid
GRIDS = 20  # of one page


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Companies with what the bank holds of them, grids (?page=), and what waits for an expert."""
    user = user_of(request)
    companies = seen_companies(user).order_by("name")
    counts = _counts(user)
    lines = [(company, counts.get(company.pk, {})) for company in companies]
    years = sorted({year for year in Cell.objects.visible_to(user).values_list("year", flat=True) if year})[::-1]
    return render(
        request,
        "memory/home.html",
        {
            "lines": lines,
            "page": Paginator(grids_of(user).select_related("owner"), GRIDS).get_page(request.GET.get("page")),
            "questions": CanonicalQuestion.objects.visible_to(user).count(),
            "waiting": reviewing.queue(user).count(),
            "expert": reviewing.is_expert(user),
            "years": years,
        },
    )


def _counts(user: User) -> dict[int, dict[str, int]]:
    rows = Cell.objects.visible_to(user).filter(document=None).order_by().values_list("company", "status")
    found: dict[int, dict[str, int]] = {}
    for company, status, count in rows.annotate(count=Count("pk")):
        found.setdefault(company, {})[status] = count
    return found


@require_safe
def company(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """Question x period of a company. ?circle= ?sort="""
    user = user_of(request)
    found = get_company_for_user(user, uid)
    table, circle = _company_table(request, user, found)
    running = grids_of(user).filter(kind=GridKind.BANK, companies=found, circle=circle, cells__work="waiting").first()
    context = _context(request, table) | {
        "company": found,
        "circle": circle,
        "circles": choices_for(user),
        "running": running,
        "years": company_years(circle, [found]),
    }
    return render(request, "memory/company.html", context)


def _company_table(request: HttpRequest, user: User, found: Company) -> tuple[tables.CellTable, str]:
    circle = tables.narrowest(user, request.GET.get("circle", ""))
    periods = _periods(user, found, circle)
    return tables.company_table(user, found, periods, circle, request.GET.get("sort", "")), circle


def _periods(user: User, found: Company, circle: str) -> list[PeriodSlot]:
    """Those of which there are cells; else the latest fiscal years of which filings are held."""
    cells = Cell.objects.visible_to(user).filter(company=found, document=None, circle=circle, year__isnull=False)
    keys = cells.order_by().values_list("period_kind", "year", "number").distinct()
    held = {PeriodSlot(kind, year, number) for kind, year, number in keys if year}
    held = held or {PeriodSlot("year", year) for year in company_years(circle, [found])[:YEARS]}
    return sorted(held, key=lambda one: (one.year, one.kind == "year", one.number), reverse=True)


def _context(request: HttpRequest, table: tables.CellTable) -> dict[str, Any]:
    return {"table": table, "counts": table.counts(), "sort": request.GET.get("sort", "")}


@require_safe
def period(request: HttpRequest, year: int) -> HttpResponse:
    """Question x company for a fiscal year."""
    user = user_of(request)
    table, circle = _period_table(request, user, year)
    years = sorted({one for one in Cell.objects.visible_to(user).values_list("year", flat=True) if one})[::-1]
    context = _context(request, table) | {"year": year, "years": years, "circle": circle, "circles": choices_for(user)}
    return render(request, "memory/period.html", context)


def _period_table(request: HttpRequest, user: User, year: int) -> tuple[tables.CellTable, str]:
    if not 1900 <= year <= 2200:
        raise Http404
    circle = tables.narrowest(user, request.GET.get("circle", ""))
    held = Q(cells__year=year, cells__circle=circle, cells__document=None)
    companies: Sequence[Company] = list(seen_companies(user).filter(held).distinct().order_by("name")[:MOST_COMPANIES])
    slot = PeriodSlot("year", year)
    return tables.period_table(user, companies, slot, circle, request.GET.get("sort", "")), circle


@require_safe
def company_xlsx(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    found = get_company_for_user(user_of(request), uid)
    table, _ = _company_table(request, user_of(request), found)
    subject = trail.Subject("company", found.uid, found.name)
    return exported(request, table, f"{found.name} memory bank", subject)


@require_safe
def period_xlsx(request: HttpRequest, year: int) -> HttpResponse:
    table, _ = _period_table(request, user_of(request), year)
    return exported(request, table, f"FY{year} memory bank", None)


def exported(request: HttpRequest, table: tables.CellTable, title: str, subject: trail.Subject | None) -> HttpResponse:
    """The table as XLSX; the export is an event."""
    address = client_address(request)
    trail.record(
        Action.EXPORTED, actor=user_of(request), subject=subject, address=address, what="memory bank", form="XLSX"
    )
    return download(sheets.workbook(title, table), spreadsheets.XLSX, f"{title}.xlsx")


@require_POST
@writer_required
def fill(request: HttpRequest) -> HttpResponse:
    """Fill the shipped questions of companies and years in the background."""
    user = user_of(request)
    form = FillForm(request.POST, user=user)
    if not form.is_valid():
        return render(request, "memory/refused.html", {"errors": form.errors}, status=422)
    periods = [PeriodSlot("year", year) for year in sorted(form.cleaned_data["years"], reverse=True)]
    companies = list(form.cleaned_data["companies"])
    try:
        grid = fill_bank(user, companies, periods, form.cleaned_data["circle"])
    except CannotFillError as error:
        return render(request, "memory/refused.html", {"errors": str(error)}, status=422)
    if len(companies) == 1:
        return redirect(f"{reverse('memory:company', args=[companies[0].uid])}?circle={grid.circle}")
    return redirect("memory:grid", grid.uid)


@require_safe
def cell(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """A cell with its evidence, checks, the other side of a dispute, comments and history."""
    user = user_of(request)
    found = get_cell_for_user(user, uid)
    return render(request, "memory/cell.html", cell_context(user, found))


def cell_context(user: User, found: Cell) -> dict[str, Any]:
    evidence = list(found.evidence.select_related("document", "version"))
    return {
        "cell": found,
        "behind": [one for one in evidence if one.side == "for"],
        "against": [one for one in evidence if one.side == "against"],
        "history": found.reviews.select_related("by"),
        "expert": reviewing.is_expert(user),
        "second": reviewing.needs_second(found),
        "open": found.status in reviewing.OPEN and bool(found.text),
        "disputed": found.status == CellStatus.DISPUTED,
    }
