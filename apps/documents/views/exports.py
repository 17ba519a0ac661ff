"""Tables to take away, as CSV and XLSX. Each leaves an event."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from apps.accounts.permissions import user_of
from apps.audit import trail
from apps.audit.address import client_address
from apps.audit.models import Action
from apps.documents import spreadsheets, viewing
from apps.documents.access import get_company_for_user, get_table_for_user
from apps.documents.company_order import wish
from apps.documents.company_years import YearTable
from apps.documents.models import Company, Table
from apps.documents.views.companies import statements_of


@require_safe
def table_csv(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """One table as it is printed."""
    table = _table(request, uid, "CSV")
    return download(spreadsheets.grid_csv(table.grid), spreadsheets.CSV, f"{_table_name(table)}.csv")


@require_safe
def table_xlsx(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """One table, its figures as numbers."""
    table = _table(request, uid, "XLSX")
    rows = spreadsheets.grid_values(table.grid, table.header_rows)
    content = spreadsheets.workbook({str(table): rows})
    return download(content, spreadsheets.XLSX, f"{_table_name(table)}.xlsx")


def _table(request: HttpRequest, uid: uuid.UUID, form: str) -> Table:
    """The table, its export recorded; Http404 for strangers."""
    table = get_table_for_user(user_of(request), uid)
    _record(request, viewing.subject(table.version.document), what="table", form=form, page=table.page + 1)
    return table


def _table_name(table: Table) -> str:
    return f"{table.version.document.name} table {table.ordinal + 1}"


@require_safe
def company_csv(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """A company's statements over the years, one below the other."""
    company, tables = _statements(request, uid, "CSV")
    text = spreadsheets.csv_text(spreadsheets.year_tables_as_rows(tables))
    return download(text, spreadsheets.CSV, f"{company.name} statements.csv")


@require_safe
def company_xlsx(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """A company's statements over the years, a sheet for each."""
    company, tables = _statements(request, uid, "XLSX")
    sheets = {table.title: spreadsheets.year_rows(table) for table in tables} or {"Statements": []}
    return download(spreadsheets.workbook(sheets), spreadsheets.XLSX, f"{company.name} statements.xlsx")


def _statements(request: HttpRequest, uid: uuid.UUID, form: str) -> tuple[Company, list[YearTable]]:
    """The company with its tables as the page shows them (?statement= and ?sort=), their export recorded.

    Http404 for whoever sees no document of it.
    """
    company = get_company_for_user(user_of(request), uid)
    wanted = wish(request.GET.get("statement", ""), request.GET.get("sort", ""))
    _record(request, trail.Subject("company", company.uid, company.name), what="statements", form=form)
    return company, statements_of(user_of(request), company, wanted)


def _record(request: HttpRequest, subject: trail.Subject, **detail: Any) -> None:
    trail.record(Action.EXPORTED, actor=user_of(request), subject=subject, address=client_address(request), **detail)


def download(content: str | bytes, media_type: str, name: str) -> HttpResponse:
    """An answer that the browser saves under `name`; kept by no cache, as another reader may see less."""
    response = HttpResponse(content, content_type=media_type)
    response["Content-Disposition"] = content_disposition_header(True, name) or "attachment"
    response["Cache-Control"] = "no-store"
    return response
