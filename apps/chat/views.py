"""Pages of conversations: load, check, act, render."""

import uuid
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from apps.accounts.models import User
from apps.accounts.permissions import user_of, writer_required
from apps.audit.address import client_address
from apps.chat import conversing
from apps.chat.access import get_conversation_for_user, get_deleted_conversation
from apps.chat.examples import example_questions
from apps.chat.forms import QuestionForm, TitleForm
from apps.chat.listing import page_of_conversations
from apps.chat.models import Conversation
from apps.chat.scoping import picker_for, scope_of
from apps.chat.showing import shown_all
from apps.documents.models import Document
from apps.retrieval.found import Scope


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """A new conversation: the question box, what may be asked, and the conversations so far."""
    user = user_of(request)
    return render(request, "chat/home.html", _new_context(request, user, QuestionForm(user)))


def _new_context(request: HttpRequest, user: User, form: QuestionForm) -> dict[str, Any]:
    return {
        "form": form,
        "picker": picker_for(user, Scope()),
        "examples": example_questions(user),
        "has_documents": Document.objects.visible_to(user).exists(),
        "listing": page_of_conversations(user),
        "undo": _undo(request, user),
    }


def _undo(request: HttpRequest, user: User) -> Conversation | None:
    """The conversation that was deleted just now, if its owner came from there."""
    try:
        uid = uuid.UUID(request.GET.get("deleted", ""))
    except ValueError:
        return None
    return Conversation.objects.filter(owner=user, uid=uid).exclude(deleted=None).first()


@require_POST
@writer_required
def ask(request: HttpRequest) -> HttpResponse:
    """A question in a new conversation."""
    user = user_of(request)
    form = QuestionForm(user, request.POST)
    if not form.is_valid():
        return render(request, "chat/home.html", _new_context(request, user, form), status=422)
    message = conversing.put(user, form.as_question(client_address(request)))
    return redirect("chat:conversation", message.conversation.uid)


@require_http_methods(["GET", "HEAD", "POST"])
def conversation(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """A conversation; POST asks the next question in it."""
    user = user_of(request)
    found = get_conversation_for_user(user, uid)
    if request.method == "POST":
        return _ask_next(request, found)
    return render(request, "chat/conversation.html", _context(user, found, QuestionForm(user)))


@writer_required
def _ask_next(request: HttpRequest, found: Conversation) -> HttpResponse:
    user = user_of(request)
    form = QuestionForm(user, request.POST)
    if not form.is_valid():
        return render(request, "chat/conversation.html", _context(user, found, form), status=422)
    message = conversing.put(user, form.as_question(client_address(request)), found)
    return redirect(f"{reverse('chat:conversation', args=[message.conversation.uid])}#m-{message.uid}")


def _context(user: User, found: Conversation, form: QuestionForm) -> dict[str, Any]:
    sent = list(found.messages.select_related("answer"))
    last = sent[-1].answer if sent else None
    thread = list(zip(sent, shown_all([message.answer for message in sent], user), strict=True))
    cited = [one for _, one in thread if one.citations]
    return {
        "conversation": found,
        "thread": thread,
        "form": form,
        "picker": picker_for(user, scope_of(last)),
        "listing": page_of_conversations(user),
        "first_citation": cited[-1].citations[0] if cited and thread and cited[-1] is thread[-1][1] else None,
    }


@require_GET
def conversations(request: HttpRequest) -> HttpResponse:
    """Own conversations, searched and paged: a page of its own, and the list beside a conversation."""
    search = request.GET.get("q", "")[:200]
    listing = page_of_conversations(user_of(request), search, request.GET.get("page", "1"))
    template = "chat/partials/listing.html" if request.headers.get("HX-Request") else "chat/conversations.html"
    return render(request, template, {"listing": listing, "q": search})


@require_POST
@writer_required
def rename(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    found = get_conversation_for_user(user_of(request), uid)
    form = TitleForm(request.POST)
    if form.is_valid():
        conversing.rename(found, user_of(request), form.cleaned_data["title"], client_address(request))
    else:
        messages.error(request, "A title has 1 to 120 characters.")
    return redirect("chat:conversation", found.uid)


@require_POST
@writer_required
def delete(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    found = get_conversation_for_user(user_of(request), uid)
    conversing.delete(found, user_of(request), client_address(request))
    return redirect(f"{reverse('chat:home')}?deleted={found.uid}")


@require_POST
@writer_required
def restore(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    found = get_deleted_conversation(user_of(request), uid)
    conversing.restore(found, user_of(request), client_address(request))
    return redirect("chat:conversation", found.uid)
