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
from apps.chat import conversing, sharing
from apps.chat.access import get_conversation_for_user, get_deleted_conversation, get_readable_conversation
from apps.chat.examples import example_questions
from apps.chat.forms import QuestionForm, TitleForm
from apps.chat.listing import page_of_conversations
from apps.chat.models import Conversation, Reason
from apps.chat.scoping import picker_for, scope_of
from apps.chat.showing import shown_all
from apps.chat.threads import branch
from apps.documents.models import Document


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """A new conversation: the question box, what may be asked, and the conversations so far."""
    user = user_of(request)
    return render(request, "chat/home.html", _new_context(request, user, QuestionForm(user)))


def _new_context(request: HttpRequest, user: User, form: QuestionForm) -> dict[str, Any]:
    return {
        "form": form,
        "picker": picker_for(user, form.scope_chosen()),
        "examples": example_questions(user),
        "has_documents": Document.objects.visible_to(user).exists(),
        "listing": page_of_conversations(user),
        "undo": _undo(request, user),
    }


def _undo(request: HttpRequest, user: User) -> Conversation | None:
    """The conversation that was deleted just now, if its owner came from there."""
    uid = _uid(request, "deleted")
    deleted = Conversation.objects.filter(owner=user).exclude(deleted=None)
    return deleted.filter(uid=uid).first() if uid else None


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
    """A conversation, the newest branch or that through ?at=; POST asks the next question, or one in other words."""
    user = user_of(request)
    if request.method == "POST":
        return _ask_next(request, get_conversation_for_user(user, uid))
    found = get_readable_conversation(user, uid)
    return render(request, "chat/conversation.html", _context(user, found, QuestionForm(user), _uid(request, "at")))


@writer_required
def _ask_next(request: HttpRequest, found: Conversation) -> HttpResponse:
    user = user_of(request)
    form = QuestionForm(user, request.POST)
    if not form.is_valid():
        return render(request, "chat/conversation.html", _context(user, found, form), status=422)
    message = conversing.put(user, form.as_question(client_address(request)), found)
    return redirect(f"{reverse('chat:conversation', args=[message.conversation.uid])}#m-{message.uid}")


def _uid(request: HttpRequest, name: str) -> uuid.UUID | None:
    """A uid in the address; None for nonsense."""
    try:
        return uuid.UUID(request.GET.get(name, ""))
    except ValueError:
        return None


def _context(user: User, found: Conversation, form: QuestionForm, at: uuid.UUID | None = None) -> dict[str, Any]:
    turns = branch(list(found.messages.select_related("answer")), at)
    answers = [turn.message.answer for turn in turns]
    thread = list(zip(turns, shown_all(answers, user), strict=True))
    scope = form.scope_chosen() if form.is_bound else scope_of(answers[-1] if answers else None)
    cited = [one for _, one in thread if one.citations]
    return {
        "conversation": found,
        "thread": thread,
        "form": form,
        "picker": picker_for(user, scope),
        "last": turns[-1].message if turns else None,
        "mine": found.owner_id == user.pk,
        "not_for_all": sharing.told_of_sources(found, user) if user.team_id and found.owner_id == user.pk else "",
        "reasons": Reason.choices,
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


@require_POST
@writer_required
def share(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    found = get_conversation_for_user(user_of(request), uid)
    try:
        sharing.share(found, user_of(request), client_address(request))
    except sharing.CannotShareError as refusal:
        messages.error(request, str(refusal))
    return redirect("chat:conversation", found.uid)


@require_POST
@writer_required
def unshare(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    found = get_conversation_for_user(user_of(request), uid)
    sharing.unshare(found, user_of(request), client_address(request))
    return redirect("chat:conversation", found.uid)
