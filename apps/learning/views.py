"""Pages of what models learn: sets and models with their figures, and the experts' spot-checks."""

import uuid

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.models import Role, User
from apps.accounts.permissions import user_of, writer_required
from apps.documents.models import Document, DocumentVersion, Page
from apps.documents.page_view import PageView, page_view
from apps.learning import pairs, spot_checks
from apps.learning.activation import NotActivated, activate, roll_back
from apps.learning.groups import Grade
from apps.learning.models import GRADES, DataSet, ModelKind, TrainedModel


def expert_of(request: HttpRequest) -> User:
    """Raises PermissionDenied for whoever may not grade."""
    user = user_of(request)
    if not spot_checks.grades_for(user):
        raise PermissionDenied("Experts grade.")
    return user


@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """Models trained here, the sets they learned from, and how far people and model agree."""
    user = expert_of(request)
    context = {
        "models": TrainedModel.objects.select_related("data"),
        "sets": DataSet.objects.all(),
        "waiting": spot_checks.queue(user).count(),
        "people": spot_checks.among_people(),
        "model": spot_checks.with_the_model(),
        "pairs": pairs.queue(user).count(),
        "of_pairs": pairs.among_people(),
        "alignments": pairs.alignments(),
        "ties": pairs.ties(),
        "decides": user.role == Role.ADMINISTRATOR,
    }
    return render(request, "learning/overview.html", context)


@require_POST
@writer_required
def activated(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """Put a model to work that passed the gate."""
    user = _administrator(request)
    model = get_object_or_404(TrainedModel, uid=uid)
    try:
        activate(model, user)
        messages.success(request, f"{model} is at work.")
    except NotActivated as error:
        messages.error(request, str(error))
    return redirect("learning:overview")


@require_POST
@writer_required
def rolled_back(request: HttpRequest) -> HttpResponse:
    """Put the re-ranker before to work again."""
    user = _administrator(request)
    try:
        before = roll_back(ModelKind.RERANKER, user)
        messages.success(request, f"{before or 'The model that ships'} is at work.")
    except NotActivated as error:
        messages.error(request, str(error))
    return redirect("learning:overview")


def _administrator(request: HttpRequest) -> User:
    user = user_of(request)
    if user.role != Role.ADMINISTRATOR:
        raise PermissionDenied("Administrators decide which model is at work.")
    return user


@require_safe
def spot_check(request: HttpRequest) -> HttpResponse:
    """The next text to grade, marked on its page, and how far the graders agree by now."""
    user = expert_of(request)
    waiting = spot_checks.queue(user)
    current = waiting.first()
    context = {
        "current": current,
        "view": place_of(user, current.filing, current.page, (current.start, current.end)) if current else None,
        "waiting": waiting.count(),
        "pairs": pairs.queue(user).count(),
        "grades": GRADES,
        "graded": spot_checks.graded(user),
        "last_hour": spot_checks.graded_last_hour(user),
        "people": spot_checks.among_people(),
        "model": spot_checks.with_the_model(),
    }
    return render(request, "learning/spot_check.html", context)


def place_of(user: User, filing: str, number: int, span: tuple[int, int]) -> PageView:
    """A page of the file with that SHA-256, its place marked. Raises Http404 where `user` does not see it any more."""
    readable = Document.objects.visible_to(user)
    versions = DocumentVersion.objects.filter(sha256=filing, document__in=readable)
    version = versions.select_related("document__company", "document__owner").order_by("-id").first()
    if version is None:
        raise Http404("The filing is not there any more.")
    page = get_object_or_404(Page, version=version, number=number)
    page.version = version
    return page_view(page, [span])


@require_POST
@writer_required
def grade(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """Keep the grade, tell what the model had said, and go on to the next."""
    user = expert_of(request)
    annotated = get_object_or_404(spot_checks.annotated_for(user), uid=uid)
    try:
        given = Grade(int(request.POST.get("grade", "")))
        spot_checks.grade(annotated, user, given)
        same = "the same" if given == annotated.grade else annotated.get_grade_display().lower()
        messages.info(request, f"Kept: {dict(GRADES)[given].lower()}. The model said {same}.")
    except spot_checks.CannotGradeError as error:
        messages.error(request, str(error))
    except ValueError:
        messages.error(request, "A grade is a number from 0 to 3.")
    return redirect("learning:spot_check")


@require_POST
@writer_required
def undo(request: HttpRequest) -> HttpResponse:
    """Take the last grade back."""
    user = expert_of(request)
    try:
        spot_checks.undo(user)
        messages.info(request, "Your last grade was taken back.")
    except spot_checks.CannotGradeError as error:
        messages.error(request, str(error))
    return redirect("learning:spot_check")
