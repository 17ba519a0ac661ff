"""The pages of operations, for administrators: each look is an event, as on every page of theirs."""

import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.permissions import user_of
from apps.answers.run.settings import PipelineSettings, SettingsError
from apps.audit.address import client_address
from apps.audit.models import Action
from apps.audit.trail import record_look
from finrag_site.figures import QUEUES
from finrag_site.operations import in_force, jobs
from finrag_site.operations.jobs import JobKind, Phase

PER_PAGE = 50
View = Callable[..., HttpResponse]


def administrators_only(view: View) -> View:
    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not user_of(request).is_staff:
            raise PermissionDenied("How the place runs is for administrators.")
        return view(request, *args, **kwargs)

    return checked


@require_safe
@administrators_only
@never_cache
def jobs_page(request: HttpRequest) -> HttpResponse:
    """?phase= and ?queue= narrow, ?page= turns; htmx gets the part that changes."""
    phase, queue = request.GET.get("phase", ""), request.GET.get("queue", "")
    phases = [one for one in Phase if phase in ("", one)] or list(Phase)
    chosen = [one for one in QUEUES if queue in ("", one)] or list(QUEUES)
    number = max(1, int(text)) if (text := request.GET.get("page", "1")[:6]).isdecimal() else 1
    found = jobs.page_of(phases, chosen, (number - 1) * PER_PAGE, PER_PAGE + 1)
    all_queues = jobs.queues()
    context = {
        "jobs": jobs.named(found[:PER_PAGE], user_of(request)),
        "queues": all_queues,
        "phase": phases[0] if len(phases) == 1 else "",
        "queue": chosen[0] if len(chosen) == 1 else "",
        "tabs": _tabs(all_queues, chosen),
        "number": number,
        "more": len(found) > PER_PAGE,
        "first": (number - 1) * PER_PAGE,
    }
    if request.headers.get("HX-Request-Type") == "partial":
        return render(request, "site/partials/jobs.html", context)
    _look(request)
    return render(request, "site/jobs.html", context)


def _tabs(queues: list[jobs.Queue], chosen: list[str]) -> list[tuple[str, str, int]]:
    """Of each phase its key, label and how many jobs it has in the chosen queues."""
    shown = [one for one in queues if one.name in chosen]
    number = {phase: sum(getattr(one, phase) for one in shown) for phase in Phase}
    labels = {Phase.WORKING: "In work", Phase.WAITING: "Waiting", Phase.FAILED: "Failed"}
    return [("", "All", sum(number.values())), *((phase, labels[phase], number[phase]) for phase in Phase)]


@require_POST
@administrators_only
def retry_job(request: HttpRequest) -> HttpResponse:
    """Try what failed again, then the page as it was; 400 for what is no job."""
    try:
        kind, uid = JobKind(request.POST.get("kind", "")), uuid.UUID(request.POST.get("uid", ""))
    except ValueError:
        return HttpResponseBadRequest("There is no such job.")
    try:
        jobs.retry(kind, uid, user_of(request), client_address(request))
        messages.success(request, f"The {kind} is tried again.")
    except jobs.CannotRetryError as error:
        messages.info(request, str(error))
    return redirect("jobs")


@require_safe
@administrators_only
def settings_page(request: HttpRequest) -> HttpResponse:
    """Every setting with its value and source; ?q= narrows by name, ?changed=1 to those that are no defaults."""
    _look(request)
    text, changed = request.GET.get("q", "").strip()[:60], bool(request.GET.get("changed"))
    try:
        road, digest, wrong = in_force.pipeline_in_force(), PipelineSettings.configured().digest(), ""
    except SettingsError as error:
        road, digest, wrong = [], "", str(error)
    every = in_force.settings_in_force()
    shown = [one for one in every if text.upper() in one.name and (one.changed or not changed)]
    shown_road = [one for one in road if text.lower() in one.name and (one.changed or not changed)]
    context = {
        "settings": shown,
        "road": shown_road,
        "shown": len(shown) + len(shown_road),
        "all": len(every) + len(road),
        "digest": digest,
        "wrong": wrong,
        "q": text,
        "changed": changed,
    }
    return render(request, "site/settings.html", context)


def _look(request: HttpRequest) -> None:
    told = {"page": request.path, "query": request.META.get("QUERY_STRING", "")[:300]}
    record_look(Action.ADMIN_VIEWED, actor=user_of(request), address=client_address(request), **told)
