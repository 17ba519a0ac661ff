"""The primary statements of a filing as they were read, and what adds up in them."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from apps.accounts.permissions import user_of
from apps.documents import statement_sheets
from apps.documents.access import get_version_for_user
from apps.documents.printed_figures import units_of
from apps.documents.views.document import page_context


@require_safe
def statements(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """The facts of a version, a table for each statement, and its self-checks; every figure is a link to its cell."""
    version = get_version_for_user(user_of(request), uid)
    every = list(version.facts.all())
    facts = [fact for fact in every if not fact.dimension]
    found = version.checks.prefetch_related("facts__version")
    checks = statement_sheets.checks(found, units_of(facts).currency)
    context = page_context(request, version, "statements") | {
        "sheets": statement_sheets.sheets(facts),
        "parts": statement_sheets.sheets(fact for fact in every if fact.dimension),
        "elsewhere": None if every else (version.report or {}).get("elsewhere"),
        "checks": checks,
        "held": sum(check.passed for check in checks),
        "failed": sum(not check.passed for check in checks),
    }
    return render(request, "documents/statements.html", context)
