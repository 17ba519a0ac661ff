"""Stages of an answer as server-sent events, resumable: an event's id is that of the stage row."""

import asyncio
import json
import logging
import time
import uuid
from collections.abc import AsyncIterator
from dataclasses import asdict
from enum import StrEnum

from asgiref.sync import sync_to_async
from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, StreamingHttpResponse
from django.views.decorators.http import require_GET

from apps.accounts.models import User
from apps.answers.models import AnswerState
from apps.chat.access import get_readable_answer
from apps.chat.announcements import announcements
from apps.chat.progress import Progress, Step, progress_of

logger = logging.getLogger(__name__)

HEARTBEAT_SECONDS = 10.0
RETRY_MILLISECONDS = 1000


class Event(StrEnum):
    """What a stream may send. The state comes first, so that who waits for a worker knows it, and when it changes. A
    stage comes twice: when it begins and, with what it saw, when it has ended."""

    STATE = "state"
    STAGE = "stage"
    DONE = "done"


@require_GET
async def events(request: HttpRequest, uid: uuid.UUID) -> StreamingHttpResponse:
    """GET /answers/<uid>/events: the stages from Last-Event-ID on, until the answer is done."""
    user = await request.auser()
    mine = await sync_to_async(_check)(user, uid)
    response = StreamingHttpResponse(follow(uid, last_event_id(request), mine=mine), content_type="text/event-stream")
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    return response


def _check(user: object, uid: uuid.UUID) -> bool:
    """Whether `user` asked it. Http404 for strangers. The connection is given back: a stream may last."""
    return isinstance(user, User) and get_readable_answer(user, uid).asker_id == user.pk


def last_event_id(request: HttpRequest) -> int:
    """The id of the last stage row that the browser saw, 0 for none or nonsense."""
    text = request.headers.get("Last-Event-ID", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0


async def follow(uid: uuid.UUID, since: int = 0, *, mine: bool = True) -> AsyncIterator[str]:
    """The stream itself: what is there, then what comes, with comments in between so that a dead line is noticed.

    It ends where the web process does; a browser then goes on with the next one.
    """
    yield f"retry: {RETRY_MILLISECONDS}\n\n"
    told: dict[int, Step] = {}
    state = ""
    heard = announcements()
    async with heard.follow(uid) as news:
        while not heard.closing:
            news.clear()
            progress = await _read(uid, since, mine)
            if progress and not progress.finished and progress.state != state:
                state = progress.state
                yield _event(Event.STATE, {"state": state, "label": AnswerState(state).label})
            for step in progress.steps if progress else ():
                if told.get(step.id) != step:
                    told[step.id] = step
                    yield _stage(step)
            if progress and progress.finished:
                yield _event(Event.DONE, {"state": progress.state})
                return
            if not await _news(news):
                yield ": still here\n\n"


async def _read(uid: uuid.UUID, since: int, mine: bool) -> Progress | None:
    """The progress now. A database that is away is waited for: the stream goes on when it is back."""
    try:
        return await sync_to_async(_read_and_close)(uid, since, mine)
    except (OperationalError, InterfaceError) as error:
        logger.warning("following answer %s: %s", uid, error)
        await asyncio.sleep(1)
        return None


def _read_and_close(uid: uuid.UUID, since: int, mine: bool) -> Progress:
    """A stream holds no database connection while it waits."""
    try:
        return progress_of(uid, since, mine=mine)
    finally:
        connection.close()


async def settled(uid: uuid.UUID, seconds: float) -> None:
    """Until the answer is done, failed or stopped, or `seconds` are over; told by announcements, never by asking."""
    end = time.monotonic() + seconds
    heard = announcements()
    async with heard.follow(uid) as news:
        while (left := end - time.monotonic()) > 0 and not heard.closing:
            news.clear()
            progress = await _read(uid, 0, True)
            if progress and progress.finished:
                return
            await _news(news, min(left, HEARTBEAT_SECONDS))


async def _news(news: asyncio.Event, seconds: float = HEARTBEAT_SECONDS) -> bool:
    try:
        await asyncio.wait_for(news.wait(), seconds)
    except TimeoutError:
        return False
    return True


def _stage(step: Step) -> str:
    return f"id: {step.id}\n" + _event(Event.STAGE, asdict(step))


def _event(event: Event, data: object) -> str:
    return f"event: {event}\ndata: {json.dumps(data)}\n\n"
