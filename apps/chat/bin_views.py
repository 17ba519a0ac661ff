"""The bin: what one deleted, until it is brought back, deleted for good, or its time is over."""

import uuid
from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.permissions import user_of, writer_required
from apps.audit.address import client_address
from apps.chat import erasing
from apps.chat.access import get_deleted_conversation
from apps.chat.models import Conversation
from apps.documents import erasing as documents_erasing
from apps.documents.access import get_deleted_document, restorable_by
from apps.documents.erasing import ErasureWaits

SHOWN = 200


@require_safe
def lying(request: HttpRequest) -> HttpResponse:
    user = user_of(request)
    context = {
        "documents": restorable_by(user).select_related("owner").order_by("-deleted")[:SHOWN],
        "conversations": Conversation.objects.filter(owner=user).exclude(deleted=None).order_by("-deleted")[:SHOWN],
        "days": settings.BIN_DAYS,
    }
    return render(request, "chat/bin.html", context)


@require_POST
@writer_required
def erase_document(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """A filing or a note, for good."""
    document = get_deleted_document(user_of(request), uid)
    return _erased(request, lambda: documents_erasing.erase(document, user_of(request), client_address(request)))


@require_POST
@writer_required
def erase_conversation(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    conversation = get_deleted_conversation(user_of(request), uid)
    return _erased(request, lambda: erasing.erase(conversation, user_of(request), client_address(request)))


def _erased(request: HttpRequest, erase: Callable[[], None]) -> HttpResponse:
    try:
        erase()
        messages.success(request, "Deleted for good.")
    except ErasureWaits as waits:
        messages.error(request, str(waits))
    return redirect("chat:bin")
