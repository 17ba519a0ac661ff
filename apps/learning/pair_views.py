"""Spot-checks of pairs: which of two passages answers a question better."""

import uuid

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.models import User
from apps.accounts.permissions import writer_required
from apps.documents.page_view import PageView
from apps.learning import pairs
from apps.learning.models import Better, Pair
from apps.learning.spot_checks import CannotGradeError
from apps.learning.views import expert_of, place_of

KEYS = {Better.FIRST: "1", Better.SECOND: "2", Better.TIE: "0"}
if set(KEYS) != set(Better):
    raise RuntimeError("every word on a pair needs its key")


@require_safe
def pair(request: HttpRequest) -> HttpResponse:
    """The next pair, each passage marked on its page, and how people and program agree by now."""
    user = expert_of(request)
    waiting = pairs.queue(user)
    current = waiting.first()
    context = {
        "current": current,
        "views": _places(user, current) if current else [],
        "waiting": waiting.count(),
        "choices": [(value, Better(value).label, key) for value, key in KEYS.items()],
        "judged": pairs.judged(user),
        "people": pairs.among_people(),
        "alignments": pairs.alignments(),
        "ties": pairs.ties(),
    }
    return render(request, "learning/pair.html", context)


def _places(user: User, current: Pair) -> list[tuple[str, PageView]]:
    first = place_of(user, current.filing, current.page, (current.start, current.end))
    second = place_of(user, current.other_filing, current.other_page, (current.other_start, current.other_end))
    return [("First", first), ("Second", second)]


@require_POST
@writer_required
def prefer(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """Keep what a person says of the pair, and go on to the next."""
    user = expert_of(request)
    held = get_object_or_404(pairs.pairs_for(user), uid=uid)
    try:
        said = Better(int(request.POST.get("better", "")))
        pairs.prefer(held, user, said)
        messages.info(request, f"Kept: {said.label.lower()}.")
    except CannotGradeError as error:
        messages.error(request, str(error))
    except ValueError:
        messages.error(request, "Say the first, the second, or that they are as good as each other.")
    return redirect("learning:pair")


@require_POST
@writer_required
def undo(request: HttpRequest) -> HttpResponse:
    """Take the last one back."""
    user = expert_of(request)
    try:
        pairs.undo(user)
        messages.info(request, "Your last pair was taken back.")
    except CannotGradeError as error:
        messages.error(request, str(error))
    return redirect("learning:pair")
