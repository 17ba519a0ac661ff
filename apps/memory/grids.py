"""Making, filling, pausing and refreshing grids. Each deed is one function: it checks, acts and records."""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Avg, Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

from apps.accounts.models import User
from apps.audit import trail
from apps.audit.models import Action
from apps.documents.access import get_company_for_user
from apps.documents.models import Company, Document
from apps.memory import work
from apps.memory.circles import circles_of, documents_of
from apps.memory.models import CanonicalQuestion, Cell, CellStatus, Grid, GridKind, GridQuestion, Kind, Work
from apps.memory.slots import PeriodSlot

MOST_CELLS = 20_000  # of one grid
USUAL_TOKENS = 6_000  # of an answer that models write, where none was asked for yet
FILLABLE = Q(status__in=[CellStatus.EMPTY, CellStatus.EXPIRED])
SPARES = frozenset({CellStatus.VERIFIED, CellStatus.DISPUTED})


class CannotFillError(ValueError):
    """What was asked for makes no sense; str() is one sentence for the user."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What filling a grid will take. cost: tokens, 0 where no model is asked."""

    cells: int
    asked: int
    cost: int


def grids_of(user: User) -> QuerySet[Grid]:
    """Own grids, and those of circles that the user is part of."""
    return Grid.objects.filter(Q(owner=user) | Q(circle__in=circles_of(user)))


def get_grid_for_user(user: User, uid: uuid.UUID) -> Grid:
    """Http404 for strangers."""
    return get_object_or_404(grids_of(user).select_related("owner"), uid=uid)


def get_grid_to_change(user: User, uid: uuid.UUID) -> Grid:
    """Its owner and experts change a grid; PermissionDenied for other readers."""
    grid = get_grid_for_user(user, uid)
    if not user.may_write or (grid.owner_id != user.pk and not user.may_publish):
        raise PermissionDenied
    return grid


def get_question_for_user(user: User, uid: uuid.UUID) -> CanonicalQuestion:
    return get_object_or_404(CanonicalQuestion.objects.visible_to(user), uid=uid)


def get_cell_for_user(user: User, uid: uuid.UUID) -> Cell:
    """A cell of which `user` may see the company, the filing and all evidence; Http404 otherwise."""
    cells = Cell.objects.visible_to(user).select_related(
        "question", "company", "document", "verified_by", "first", "grid"
    )
    cell = get_object_or_404(cells, uid=uid)
    if cell.company:
        get_company_for_user(user, cell.company.uid)
    return cell


def company_years(circle: str, companies: Iterable[Company]) -> list[int]:
    """Fiscal years of which filings of these companies are, and the year before the first; the newest first."""
    filings = documents_of(circle).filter(company__in=list(companies), fiscal_year__isnull=False)
    years = {year for year in filings.values_list("fiscal_year", flat=True) if year}
    return sorted({*years, min(years) - 1} if years else years, reverse=True)


def fill_bank(
    user: User,
    companies: Sequence[Company],
    periods: Sequence[PeriodSlot],
    circle: str,
    questions: Sequence[CanonicalQuestion] = (),
) -> Grid:
    """Fill the canonical questions (all shipped ones) of these companies and periods in the background.

    Raises CannotFillError and PermissionDenied.
    """
    _may_fill(user, circle)
    asked = list(questions) or list(CanonicalQuestion.objects.exclude(key=None))
    if not (companies and periods):
        raise CannotFillError("Choose a company and a fiscal year.")
    if len(asked) * len(companies) * len(periods) > MOST_CELLS:
        raise CannotFillError(f"That is more than {MOST_CELLS:,} cells; fill fewer at once.")
    title = f"{', '.join(company.name for company in companies[:3])}: {periods[-1]} to {periods[0]}"
    with transaction.atomic():
        years = sorted({period.year for period in periods})
        grid = Grid.objects.create(kind=GridKind.BANK, title=title[:200], owner=user, circle=circle, years=years)
        grid.companies.set(companies)
        _keep_questions(grid, asked)
        wanted = [(question, company, period) for company in companies for period in periods for question in asked]
        Cell.objects.bulk_create(
            (
                Cell(
                    question=question,
                    company=company,
                    period_kind=period.kind,
                    year=period.year,
                    number=period.number,
                    circle=circle,
                )
                for question, company, period in wanted
            ),
            ignore_conflicts=True,
        )
        slots = Q(company__in=companies, document=None, circle=circle, question__in=asked)
        when = Q()
        for period in periods:
            when |= Q(period_kind=period.kind, year=period.year, number=period.number)
        cells = work.requeue(slots & when & ~Q(status__in=SPARES), grid)
        _record(grid, user, "filled", cells=cells)
    return grid


def make_grid(
    user: User,
    title: str,
    questions: Sequence[CanonicalQuestion],
    documents: Sequence[Document],
    circle: str,
    token_limit: int = 0,
) -> Grid:
    """An own grid of questions over filings, and start filling it. Raises CannotFillError and PermissionDenied."""
    _may_fill(user, circle)
    if not (questions and documents):
        raise CannotFillError("A grid needs at least one question and one filing.")
    if len(questions) * len(documents) > MOST_CELLS:
        raise CannotFillError(f"That is more than {MOST_CELLS:,} cells; choose fewer questions or filings.")
    with transaction.atomic():
        grid = Grid.objects.create(title=title[:200], owner=user, circle=circle, token_limit=token_limit)
        grid.documents.set(documents)
        grid.companies.set({document.company_id for document in documents if document.company_id})
        _keep_questions(grid, questions)
        cells = add_documents(grid, documents)
        _record(grid, user, "made", cells=cells, questions=len(questions), filings=len(documents))
    return grid


def add_documents(grid: Grid, documents: Sequence[Document]) -> int:
    """Cells for filings of an own grid, which wait to be filled; returns how many wait."""
    questions = list(grid.questions.all())
    Cell.objects.bulk_create(
        (
            Cell(
                question=question,
                document=document,
                company=document.company,
                circle=grid.circle,
                **_period_of(document),
            )
            for document in documents
            for question in questions
        ),
        ignore_conflicts=True,
    )
    cells = Q(document__in=documents, question__in=questions, circle=grid.circle)
    return work.requeue(cells & ~Q(status__in=SPARES), grid)


def _period_of(document: Document) -> dict[str, str | int | None]:
    """The period that a filing is of, as far as it is known."""
    period, year = document.fiscal_period, document.fiscal_year
    if year is None:
        return {}
    kinds = {"Q": "quarter", "H": "half"}
    if period[:1] in kinds and period[1:].isdigit():
        return {"period_kind": kinds[period[:1]], "year": year, "number": int(period[1:])}
    return {"period_kind": "year", "year": year}


def _keep_questions(grid: Grid, questions: Sequence[CanonicalQuestion]) -> None:
    GridQuestion.objects.bulk_create(
        GridQuestion(grid=grid, question=question, ordinal=ordinal)
        for ordinal, question in enumerate(dict.fromkeys(questions))
    )


def plan(questions: Sequence[CanonicalQuestion], documents: int, *, with_model: bool) -> Plan:
    """What it will take. Words are asked of models, figures of facts; the cost is that of the answers so far."""
    words = sum(question.kind == Kind.WORDS for question in questions) * documents
    spent = Cell.objects.filter(tokens__gt=0).aggregate(mean=Avg("tokens"))["mean"] or USUAL_TOKENS
    return Plan(len(questions) * documents, words, round(words * spent) if with_model else 0)


def pause(grid: Grid, user: User) -> None:
    """No further cell is taken up; what is being filled is finished."""
    _switch(grid, user, paused=True)


def resume(grid: Grid, user: User, token_limit: int | None = None) -> None:
    """token_limit: a new one, for a grid that reached its limit."""
    if token_limit is not None:
        Grid.objects.filter(pk=grid.pk).update(token_limit=token_limit)
    _switch(grid, user, paused=False)


def _switch(grid: Grid, user: User, *, paused: bool) -> None:
    with transaction.atomic():
        rows = Grid.objects.filter(pk=grid.pk, paused=not paused)
        if rows.update(paused=paused, because=""):
            _record(grid, user, "paused" if paused else "resumed")
            if not paused:
                transaction.on_commit(lambda: work.send(grid.pk))
    grid.refresh_from_db()


def retry_failed(grid: Grid, user: User) -> int:
    """Try the cells that failed again."""
    with transaction.atomic():
        cells = work.requeue(Q(grid=grid, work=Work.FAILED), grid)
        _record(grid, user, "retried", cells=cells)
    return cells


def refresh(grid: Grid, user: User | None, company: int | None = None) -> int:
    """Fill what is empty again, of one company or all: a new filing may state it."""
    of_company = Q(company=company) if company else Q()
    with transaction.atomic():
        cells = work.requeue(Q(grid=grid) & of_company & FILLABLE, grid)
        _record(grid, user, "refreshed", cells=cells)
    return cells


def delete(grid: Grid, user: User) -> None:
    """The grid goes; what it filled stays in the bank, but waits for nothing."""
    with transaction.atomic():
        grid.cells.filter(work=Work.WAITING).update(work=Work.NONE)
        _record(grid, user, "deleted")
        grid.delete()


def _may_fill(user: User, circle: str) -> None:
    if not user.may_write:
        raise PermissionDenied("Compliance reviewers read everything and change nothing.")
    if circle not in circles_of(user):
        raise Http404


def _record(grid: Grid, user: User | None, change: str, **detail: Any) -> None:
    subject = trail.Subject("grid", grid.uid, grid.title)
    trail.record(Action.GRID_CHANGED, actor=user, subject=subject, change=change, **detail)
