"""Own grids, their progress, and what their owners do with them."""

import uuid
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from apps.accounts.models import User
from apps.accounts.permissions import user_of, writer_required
from apps.audit import trail
from apps.documents.models import Document
from apps.inference.language import Role, language_model
from apps.memory import grids, tables, work
from apps.memory.forms import GridForm
from apps.memory.models import CanonicalQuestion, Grid, GridKind
from apps.memory.questions import CannotKeepError, keep
from apps.memory.views.bank import exported

LISTED = 800  # filings to choose from: with the questions fewer than the 1,000 fields that a form may send


@require_safe
def grid(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """A grid with its progress; htmx gets the progress and the table alone."""
    user = user_of(request)
    found = grids.get_grid_for_user(user, uid)
    part = request.headers.get("HX-Request-Type") == "partial"
    return render(request, f"memory/{'partials/grid' if part else 'grid'}.html", _context(request, user, found))


def _context(request: HttpRequest, user: User, found: Grid) -> dict[str, object]:
    sort = request.GET.get("sort", "")
    table = tables.grid_table(user, found, sort) if found.kind == GridKind.OWN else None
    return {
        "grid": found,
        "table": table,
        "sort": sort,
        "progress": work.progress(found),
        "companies": found.companies.all() if found.kind == GridKind.BANK else (),
        "may_change": user.may_write and (found.owner_id == user.pk or user.may_publish),
    }


@require_http_methods(["GET", "HEAD", "POST"])
@writer_required
def new(request: HttpRequest) -> HttpResponse:
    """Make an own grid. "estimate" only tells what it would take."""
    user = user_of(request)
    form = GridForm(request.POST or None, user=user)
    seen = Document.objects.visible_to(user).exclude(current=None)
    context: dict[str, object] = {
        "form": form,
        "questions": CanonicalQuestion.objects.visible_to(user),
        "filings": list(seen.select_related("company").order_by("company__name", "-fiscal_year", "name")[:LISTED]),
        "unlisted": max(0, seen.count() - LISTED),
        "model": language_model(Role.WRITER) is not None,
    }
    if request.method != "POST" or not form.is_valid():
        return render(request, "memory/new_grid.html", context, status=422 if request.method == "POST" else 200)
    told = form.cleaned_data
    try:
        questions = [*told["questions"], *(keep(user, line) for line in told["own"])]
        documents = list(told["documents"])
        limit = told["token_limit"] or 0
        if "estimate" in request.POST:
            context["plan"] = grids.plan(questions, len(documents), with_model=bool(limit))
            return render(request, "memory/new_grid.html", context)
        made = grids.make_grid(user, told["title"], questions, documents, told["circle"], limit)
    except (CannotKeepError, grids.CannotFillError) as error:
        form.add_error(None, str(error))
        return render(request, "memory/new_grid.html", context, status=422)
    return redirect("memory:grid", made.uid)


def _change(request: HttpRequest, uid: uuid.UUID, deed: Callable[[Grid, User], object]) -> HttpResponse:
    user = user_of(request)
    deed(grids.get_grid_to_change(user, uid), user)
    return redirect("memory:grid", uid)


@require_POST
@writer_required
def pause(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    return _change(request, uid, grids.pause)


@require_POST
@writer_required
def resume(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """?token_limit in the form raises the limit that stopped it."""
    given = request.POST.get("token_limit", "")
    limit = int(given) if given.isdecimal() and len(given) < 10 else None
    return _change(request, uid, lambda grid, user: grids.resume(grid, user, limit))


@require_POST
@writer_required
def retry(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    return _change(request, uid, grids.retry_failed)


@require_POST
@writer_required
def refresh(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    return _change(request, uid, grids.refresh)


@require_POST
@writer_required
def delete(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    user = user_of(request)
    grids.delete(grids.get_grid_to_change(user, uid), user)
    return redirect("memory:home")


@require_safe
def xlsx(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """The grid as it is shown, each figure with a comment on its source."""
    user = user_of(request)
    found = grids.get_grid_for_user(user, uid)
    table = tables.grid_table(user, found, request.GET.get("sort", ""))
    return exported(request, table, found.title, trail.Subject("grid", found.uid, found.title))
