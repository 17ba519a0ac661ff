"""The API of questions, answers and conversations, with the permissions of the pages."""

import threading
import uuid
from datetime import datetime
from typing import Annotated, Any, Literal

from asgiref.sync import async_to_sync
from django.http import HttpRequest
from ninja import Field, Router, Schema, Status
from ninja.errors import HttpError

from apps.accounts.api_auth import authentication
from apps.accounts.models import User
from apps.accounts.permissions import asker_required, user_of
from apps.answers.models import Answer
from apps.answers.presentation import as_json
from apps.answers.run.asking import LONGEST_QUESTION, CannotAskError, ask
from apps.audit.address import client_address
from apps.chat.access import get_readable_answer, get_readable_conversation
from apps.chat.events import settled
from apps.chat.listing import page_of_conversations
from apps.chat.progress import FINISHED
from apps.documents.models import Document
from apps.retrieval.found import Scope

router = Router(auth=authentication, tags=["questions"])
MOST_WAITING = 16  # questions in each web process: each holds a thread, but no database connection
_waiting = threading.BoundedSemaphore(MOST_WAITING)


class QuestionIn(Schema):
    """A question. documents: names or ids to look in, empty for all; wait: seconds to wait for the answer.

    way: rules, workflow or loop; empty for what is set up.
    """

    question: str = Field(max_length=LONGEST_QUESTION)
    documents: list[str] = Field(default=[], max_length=300)
    wait: float = Field(default=0, ge=0, le=30)
    way: Literal["", "rules", "workflow", "loop"] = ""


class ConversationOut(Schema):
    id: uuid.UUID = Field(alias="uid")
    title: str
    created: datetime
    updated: datetime


class AskedOut(Schema):
    """A question of a conversation, with the id of its answer. status: "" until it is done."""

    id: uuid.UUID = Field(alias="uid")
    question: str
    state: str
    status: str


class ConversationWithAnswersOut(ConversationOut):
    answers: list[AskedOut]


class ConversationsOut(Schema):
    conversations: list[ConversationOut]
    page: int
    pages: int
    count: int


@router.post("/questions", response={201: dict[str, Any], 202: dict[str, Any]})
@asker_required
def put_question(request: HttpRequest, payload: QuestionIn) -> Status[dict[str, Any]]:
    """Ask. 201 with the answer when it is done within `wait` seconds, else 202: fetch /answers/{id} later.

    202 comes at once where as many callers wait as a web process lets wait.
    """
    user = user_of(request)
    try:
        answer = ask(user, payload.question, _scope(user, payload.documents), client_address(request), way=payload.way)
    except CannotAskError as refusal:
        raise HttpError(422, str(refusal)) from refusal
    _wait(answer, payload.wait)
    return Status(201 if answer.state in FINISHED else 202, as_json(answer, user))


def _scope(user: User, wanted: list[str]) -> Scope:
    """Names or ids of documents that `user` may see; 422 names those that are not there."""
    seen = Document.objects.visible_to(user)
    ids = {uid for name in wanted if (uid := _as_uid(name))}
    found = [*seen.filter(name__in=wanted), *seen.filter(uid__in=ids)]
    known = {document.name for document in found} | {str(document.uid) for document in found}
    if missing := [name for name in wanted if name not in known and str(_as_uid(name)) not in known]:
        raise HttpError(422, f"There is no document named {', '.join(missing)}.")
    return Scope(documents=tuple(dict.fromkeys(document.uid for document in found)))


def _as_uid(text: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(text)
    except ValueError:
        return None


def _wait(answer: Answer, seconds: float) -> None:
    if not seconds or answer.state in FINISHED or not _waiting.acquire(blocking=False):
        return
    try:
        async_to_sync(settled)(answer.uid, seconds)
    finally:
        _waiting.release()
    answer.refresh_from_db()


@router.get("/answers/{uid}", response=dict[str, Any])
def get_answer(request: HttpRequest, uid: uuid.UUID) -> dict[str, Any]:
    """An own answer as it stands, or one of a conversation that the team shares, as far as its sources may be seen."""
    user = user_of(request)
    return as_json(get_readable_answer(user, uid), user)


@router.get("/conversations", response=ConversationsOut)
def list_conversations(request: HttpRequest, q: str = "", page: Annotated[int, Field(ge=1)] = 1) -> dict[str, Any]:
    """Own conversations and those that the team shares, newest first; q: words in the title or in a question."""
    listing = page_of_conversations(user_of(request), q[:200], page)
    return {
        "conversations": list(listing),
        "page": listing.number,
        "pages": listing.paginator.num_pages,
        "count": listing.paginator.count,
    }


@router.get("/conversations/{uid}", response=ConversationWithAnswersOut)
def get_conversation(request: HttpRequest, uid: uuid.UUID) -> dict[str, Any]:
    """An own conversation, or one that the team shares; each answer is at /answers/{id}."""
    found = get_readable_conversation(user_of(request), uid)
    answers = [message.answer for message in found.messages.select_related("answer")]
    told = {"uid": found.uid, "title": found.title, "created": found.created, "updated": found.updated}
    return told | {"answers": answers}
