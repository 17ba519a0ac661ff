"""The memory bank as an API, with the permissions of the pages."""

import uuid
from decimal import Decimal
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Field, Router, Schema
from ninja.errors import HttpError

from apps.accounts.api_auth import authentication
from apps.accounts.permissions import user_of, writer_required
from apps.audit.address import client_address
from apps.documents.access import get_company_for_user
from apps.memory import grids, reviewing, work
from apps.memory.grids import get_cell_for_user, get_grid_for_user
from apps.memory.lookup import look_up
from apps.memory.models import CanonicalQuestion, Cell, CellStatus, Decision, Grid
from apps.memory.slots import slots_of
from apps.memory.tables import narrowest
from apps.retrieval.found import Scope
from apps.retrieval.reading import read_for

router = Router(auth=authentication, tags=["memory"])
MOST = 500


class QuestionOut(Schema):
    """query: as `questions.query` writes it, without company and period."""

    id: uuid.UUID
    key: str | None
    topic: str
    kind: str
    name: str
    wording: str
    query: dict[str, Any]


class PlaceOut(Schema):
    """side: "for" the value or "against" it. page counts from 0; start and end are offsets into its text."""

    side: str
    document: str
    document_id: uuid.UUID
    version_id: uuid.UUID
    page: int
    start: int
    end: int
    quote: str
    label: str
    period: str


class CellOut(Schema):
    """value: exact, as text, in unit. status: empty, proposed, verified, disputed, expired."""

    id: uuid.UUID
    question: str
    question_id: uuid.UUID
    company: str | None
    company_id: uuid.UUID | None
    document_id: uuid.UUID | None
    period: str
    year: int | None
    status: str
    value: str | None
    unit: str
    text: str
    formula: str
    reason: str
    trust: str
    verified_by: str | None
    verified: str | None
    checks: list[dict[str, Any]]
    evidence: list[PlaceOut]


class LookUpOut(Schema):
    """match: the verified cell that answers, null where none does; by: the matcher; near: like it, and no answer."""

    match: CellOut | None
    by: str
    near: list[CellOut]


class GridOut(Schema):
    id: uuid.UUID
    kind: str
    title: str
    owner: str
    paused: bool
    because: str
    tokens: int
    token_limit: int
    total: int
    done: int
    failed: int
    waiting: int


class DecisionIn(Schema):
    """decision: accepted, rejected, corrected (with value), commented."""

    decision: str
    value: Decimal | None = None
    comment: Annotated[str, Field(max_length=1000)] = ""


@router.get("/memory/questions", response=list[QuestionOut])
def questions(request: HttpRequest) -> list[dict[str, Any]]:
    """The canonical questions that ship, that were shared, and own ones."""
    return [
        {
            "id": one.uid,
            "key": one.key,
            "topic": one.topic,
            "kind": one.kind,
            "name": one.name,
            "wording": one.wording,
            "query": one.query,
        }
        for one in CanonicalQuestion.objects.visible_to(user_of(request))
    ]


@router.get("/memory/cells", response=list[CellOut])
def cells(
    request: HttpRequest, company: uuid.UUID, year: int | None = None, status: str = "", circle: str = ""
) -> list[dict[str, Any]]:
    """Cells of a company that the caller may see, at most 500."""
    user = user_of(request)
    found = get_company_for_user(user, company)
    rows = Cell.objects.visible_to(user).filter(company=found, circle=narrowest(user, circle))
    rows = rows.filter(year=year) if year else rows
    rows = rows.filter(status=status) if status in CellStatus.values else rows
    return [_cell(one) for one in _loaded(rows)[:MOST]]


@router.get("/memory/cells/{uuidstr:uid}", response=CellOut)
def cell(request: HttpRequest, uid: uuid.UUID) -> dict[str, Any]:
    return _cell(get_cell_for_user(user_of(request), uid))


@router.post("/memory/cells/{uuidstr:uid}/decision", response=CellOut)
@writer_required
def decide(request: HttpRequest, uid: uuid.UUID, told: DecisionIn) -> dict[str, Any]:
    """What an expert decides about a cell; 403 for others, 409 where it makes no sense now."""
    user, address = user_of(request), client_address(request)
    found = get_cell_for_user(user, uid)
    try:
        _decide(found, user, told, address)
    except reviewing.CannotReviewError as error:
        raise HttpError(409, str(error)) from error
    return _cell(get_cell_for_user(user, uid))


def _decide(found: Cell, user: Any, told: DecisionIn, address: str | None) -> None:
    if told.decision == Decision.ACCEPTED:
        reviewing.accept(found, user, told.comment, address)
    elif told.decision == Decision.REJECTED:
        reviewing.reject(found, user, told.comment, address)
    elif told.decision == Decision.COMMENTED:
        reviewing.comment_on(found, user, told.comment, address)
    elif told.decision == Decision.CORRECTED and told.value is not None and abs(told.value) < Decimal(10) ** 24:
        reviewing.correct(found, user, told.value, told.comment, address)
    else:
        raise HttpError(422, "decision is accepted, rejected, commented, or corrected with a value.")


@router.get("/memory/lookup", response=LookUpOut)
def lookup(request: HttpRequest, q: Annotated[str, Field(max_length=2000)]) -> dict[str, Any]:
    """Whether the bank answers a question of one company and one period."""
    user = user_of(request)
    query = read_for(user, Scope(), " ".join(q.replace("\x00", "").split())).query
    slots = slots_of(query)
    if slots is None:
        return {"match": None, "by": "", "near": []}
    found = look_up(query, slots, user)
    match = _cell(found.match) if found.match else None
    return {"match": match, "by": found.by, "near": [_cell(one) for one in found.near]}


@router.get("/memory/grids", response=list[GridOut])
def listed(request: HttpRequest) -> list[dict[str, Any]]:
    """Own grids and those of the caller's circles, the newest first; at most 500."""
    return [_grid(one) for one in grids.grids_of(user_of(request)).select_related("owner")[:MOST]]


@router.get("/memory/grids/{uuidstr:uid}", response=GridOut)
def grid(request: HttpRequest, uid: uuid.UUID) -> dict[str, Any]:
    """A grid with its progress."""
    return _grid(get_grid_for_user(user_of(request), uid))


def _grid(one: Grid) -> dict[str, Any]:
    kept = {name: getattr(one, name) for name in ("kind", "title", "paused", "because", "tokens", "token_limit")}
    return kept | {"id": one.uid, "owner": one.owner.get_username()} | work.progress(one)


def _loaded(rows: Any) -> Any:
    return rows.select_related("question", "company", "document", "verified_by").prefetch_related(
        "evidence__document", "evidence__version"
    )


def _cell(one: Cell) -> dict[str, Any]:
    kept = {name: getattr(one, name) for name in ("period", "year", "status", "unit", "text", "formula", "reason")}
    return kept | {
        "id": one.uid,
        "question": one.question.name,
        "question_id": one.question.uid,
        "company": one.company.name if one.company else None,
        "company_id": one.company.uid if one.company else None,
        "document_id": one.document.uid if one.document else None,
        "value": None if one.value is None else f"{one.value.normalize():f}",
        "trust": one.trust,
        "verified_by": one.verified_by.get_username() if one.verified_by else None,
        "verified": one.verified.isoformat() if one.verified else None,
        "checks": one.checks,
        "evidence": [
            {
                "side": place.side,
                "document": place.document.name,
                "document_id": place.document.uid,
                "version_id": place.version.uid,
                "page": place.page,
                "start": place.start,
                "end": place.end,
                "quote": place.quote,
                "label": place.label,
                "period": place.period,
            }
            for place in one.evidence.all()
        ],
    }
