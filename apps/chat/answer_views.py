"""Partials of one answer: the answer itself, stop and retry, and the page behind a citation."""

import uuid
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from apps.accounts.models import User
from apps.accounts.permissions import user_of, writer_required
from apps.answers.models import Answer
from apps.answers.presentation import visible_citations
from apps.answers.run import asking
from apps.audit.address import client_address
from apps.chat import feedback as opinions
from apps.chat.access import get_answer_for_user, get_citation_for_user, get_readable_answer
from apps.chat.following import next_questions
from apps.chat.forms import FeedbackForm
from apps.chat.models import Message, Reason
from apps.chat.showing import shown


@require_GET
def answer(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """The answer as it stands. With ?waiting=1: 204 until it is done, so that a page may ask again and again.

    With ?reading=1: 204 while the files that it waits for are being read.
    """
    found = get_readable_answer(user_of(request), uid)
    seen = shown(found, user_of(request))
    if (seen.pending and request.GET.get("waiting")) or (seen.waits and request.GET.get("reading")):
        return HttpResponse(status=204)
    return render(
        request, "chat/partials/answer.html", {"shown": seen, "fresh": not seen.pending, "reasons": Reason.choices}
    )


@require_POST
@writer_required
def stop(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    return _changed(request, uid, asking.stop)


@require_POST
@writer_required
def retry(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    return _changed(request, uid, asking.retry)


def _changed(request: HttpRequest, uid: uuid.UUID, change: Callable[[Answer, User, str | None], None]) -> HttpResponse:
    """Do it and show the answer; when it is too late for that, the answer as it is now says so by itself."""
    user = user_of(request)
    found = get_answer_for_user(user, uid)
    try:
        change(found, user, client_address(request))
    except asking.CannotAskError:
        found.refresh_from_db()
    return render(request, "chat/partials/answer.html", {"shown": shown(found, user), "reasons": Reason.choices})


@require_GET
def following(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """Questions to ask next: a partial of its own, because each is tried first."""
    user = user_of(request)
    found = get_readable_answer(user, uid)
    asked = Answer.objects.filter(message__conversation__messages__answer=found).values_list("question", flat=True)
    return render(request, "chat/partials/following.html", {"questions": next_questions(found, user, asked)})


@require_POST
@writer_required
def feedback(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """Whether the answer helped; without a word about it, what was said is taken back.

    To a form that was sent before its page's scripts were there: the page again, and not a part of it.
    """
    user = user_of(request)
    found = get_readable_answer(user, uid)
    form = FeedbackForm(request.POST)
    if form.is_valid():
        opinions.give(found, user, opinions.Opinion(**form.cleaned_data), client_address(request))
    elif "helped" not in request.POST:
        opinions.withdraw(found, user, client_address(request))
    message = Message.objects.filter(answer=found).select_related("conversation").first()
    if message and not request.headers.get("HX-Request"):
        return redirect(f"{reverse('chat:conversation', args=[message.conversation.uid])}#m-{message.uid}")
    status = 422 if form.errors and "helped" in request.POST else 200
    context = {"shown": shown(found, user), "reasons": Reason.choices, "form": form, "said": True}
    return render(request, "chat/partials/feedback.html", context, status=status)


@require_GET
def citation(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """The evidence panel: the quote, its page with the place marked, and the other sources of the answer."""
    user = user_of(request)
    found = get_citation_for_user(user, uid)
    context = {"citation": found, "sources": visible_citations([found.answer], user).get(found.answer_id, [])}
    template = "evidence.html" if request.headers.get("HX-Request") else "evidence_page.html"
    return render(request, f"chat/{'partials/' if template == 'evidence.html' else ''}{template}", context)
