"""The trail by API. Mounted with the site's authentication: this app knows no users."""

import uuid
from datetime import date, datetime
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Query, Router, Schema
from pydantic import Field

from apps.audit.address import client_address
from apps.audit.models import Action, ToldEvent
from apps.audit.permissions import reader_of, reader_required
from apps.audit.selection import Selection
from apps.audit.trail import record_look
from apps.audit.views import get_readable_event

router = Router(tags=["audit"])
Name = Annotated[str, Field(pattern=r"^[^\x00]*$", max_length=300)]


class Filters(Schema):
    """As on the page: `actor` and `subject` are a public id or part of a name, both days are included (UTC)."""

    action: Annotated[list[Action], Field(default_factory=list)]
    actor: Name = ""
    subject: Name = ""
    subject_type: Name = ""
    since: date | None = None
    until: date | None = None
    before: uuid.UUID | None = None
    limit: Annotated[int, Field(ge=1, le=500)] = 50

    def selection(self) -> Selection:
        return Selection(tuple(self.action), self.actor, self.subject, self.subject_type, self.since, self.until)


class Event(Schema):
    """readable: whether its words are told; an event of what you may not see has none."""

    id: Annotated[uuid.UUID, Field(validation_alias="uid")]
    at: datetime
    action: str
    actor_uid: uuid.UUID | None
    actor_name: str
    subject_type: str
    subject_uid: uuid.UUID | None
    subject_name: str
    detail: dict[str, Any]
    readable: bool
    address: str | None


class Events(Schema):
    """`next` is the `before` of the following page, null at the end. A page may hold fewer events than asked for, even
    none, and have a next one: looking for a name in a long trail ends after a while and goes on there."""

    events: list[Event]
    next: uuid.UUID | None


@router.get("/events", response=Events, summary="Events, newest first")
@reader_required
def list_events(request: HttpRequest, filters: Query[Filters]) -> dict[str, Any]:
    selection, reader = filters.selection(), reader_of(request)
    page = selection.page_for(reader, before=filters.before, size=filters.limit)
    address, told = client_address(request), selection.told()
    record_look(Action.TRAIL_READ, actor=reader, address=address, what="events by API", filters=told)
    return {"events": page.events, "next": page.older}


@router.get("/events/{uuid:uid}", response=Event, summary="One event")
@reader_required
def get_event(request: HttpRequest, uid: uuid.UUID) -> ToldEvent:
    return get_readable_event(request, uid)
