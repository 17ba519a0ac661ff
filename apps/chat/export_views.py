"""Answers and conversations as files: what the reader may see now, and an event for each."""

import re
import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET

from apps.accounts.models import User
from apps.accounts.permissions import user_of
from apps.answers.models import Answer
from apps.answers.run.workflow import subject_of as answer_subject
from apps.audit import trail
from apps.audit.address import client_address
from apps.audit.models import Action
from apps.chat.access import get_readable_answer, get_readable_conversation
from apps.chat.conversing import subject_of
from apps.chat.exporting.formats import WRITERS, Format
from apps.chat.exporting.report import Report, entry_of
from apps.chat.showing import shown_all
from apps.chat.threads import branch

NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9]+")


@require_GET
def answer(request: HttpRequest, uid: uuid.UUID, form: Format) -> HttpResponse:
    found = get_readable_answer(user_of(request), uid)
    return _sent(request, form, " ".join(found.question.split()), [found], answer_subject(found))


@require_GET
def conversation(request: HttpRequest, uid: uuid.UUID, form: Format) -> HttpResponse:
    """The branch that the page shows: ?at= as there."""
    found = get_readable_conversation(user_of(request), uid)
    turns = branch(list(found.messages.select_related("answer")), _as_uid(request.GET.get("at", "")))
    return _sent(request, form, found.title, [turn.message.answer for turn in turns], subject_of(found))


def _as_uid(text: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(text)
    except ValueError:
        return None


def _sent(
    request: HttpRequest, form: Format, title: str, answers: list[Answer], subject: trail.Subject
) -> HttpResponse:
    user = user_of(request)
    write, media_type = WRITERS[form]
    content = write(_report(request, user, title, answers))
    told: dict[str, Any] = {"format": str(form), "answers": len(answers)}
    trail.record(Action.EXPORTED, actor=user, subject=subject, address=client_address(request), **told)
    response = HttpResponse(content, content_type=media_type)
    name = NOT_IN_NAMES.sub("-", title).strip("-").lower()[:60] or "answer"
    response["Content-Disposition"] = f'attachment; filename="{name}.{form}"'
    response["X-Content-Type-Options"] = "nosniff"
    return response


def _report(request: HttpRequest, user: User, title: str, answers: list[Answer]) -> Report:
    base = request.build_absolute_uri("/").rstrip("/")
    made = f"Exported from finrag by {user.get_username()} on {timezone.now():%d %B %Y, %H:%M} UTC"
    return Report(title, made, tuple(entry_of(shown, base) for shown in shown_all(answers, user)))
