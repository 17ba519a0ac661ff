"""The API of what was read in a document: its tables as grids, its facts with their cells, and what adds up."""

import uuid

from django.http import HttpRequest
from ninja import Query, Router

from apps.accounts.api_auth import authentication
from apps.accounts.permissions import user_of
from apps.documents.access import get_document_for_user, get_table_for_user, newest_version
from apps.documents.api_figure_schemas import (
    CheckOut,
    ChecksOut,
    FactFilters,
    FactOut,
    FactsOut,
    GridOut,
    TableOut,
    TablesOut,
)
from apps.documents.api_schemas import Limit, Offset
from apps.documents.viewing import record_view

router = Router(auth=authentication, tags=["figures"])


@router.get("/documents/{uuid:uid}/tables", response=TablesOut, summary="Tables, without their cells")
def list_tables(request: HttpRequest, uid: uuid.UUID, offset: Offset = 0, limit: Limit = 50) -> TablesOut:
    document = get_document_for_user(user_of(request), uid)
    record_view(request, document, part="tables", offset=offset, limit=limit)
    tables = newest_version(document).tables.select_related("continues")
    return TablesOut(tables=[TableOut.of(table) for table in tables[offset : offset + limit]], count=tables.count())


@router.get("/tables/{uuid:uid}", response=GridOut, summary="One table with its cells")
def get_table(request: HttpRequest, uid: uuid.UUID) -> GridOut:
    table = get_table_for_user(user_of(request), uid)
    record_view(request, table.version.document, part="table", page=table.page + 1)
    return GridOut.of(table)


@router.get("/documents/{uuid:uid}/facts", response=FactsOut, summary="Facts, each with its cell")
def list_facts(request: HttpRequest, uid: uuid.UUID, filters: Query[FactFilters]) -> FactsOut:
    """In reading order. Amounts are strings of whole units, so that none is rounded on its way."""
    document = get_document_for_user(user_of(request), uid)
    record_view(request, document, part="facts", **filters.dict(exclude_none=True))
    facts = newest_version(document).facts.filter(filters.conditions()).select_related("table")
    page = facts[filters.offset : filters.offset + filters.limit]
    return FactsOut(facts=[FactOut.of(fact) for fact in page], count=facts.count())


@router.get("/documents/{uuid:uid}/checks", response=ChecksOut, summary="What must add up, and whether it does")
def list_checks(request: HttpRequest, uid: uuid.UUID) -> ChecksOut:
    document = get_document_for_user(user_of(request), uid)
    record_view(request, document, part="checks")
    checks = newest_version(document).checks.prefetch_related("facts")
    return ChecksOut(checks=[CheckOut.of(check) for check in checks], count=len(checks))
