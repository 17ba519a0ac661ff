"""Pages of review: the overview, answers, one answer's dossier, documents, people, and what is due."""

import uuid
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.models import User
from apps.accounts.permissions import user_of
from apps.answers.models import AnswerRecord, AnswerSource, LegalHold
from apps.answers.run.records import RecordDamaged, content_of
from apps.answers.run.replay import CannotReplay
from apps.answers.run.settings import SettingsError
from apps.audit.address import client_address
from apps.audit.models import Action, ToldEvent
from apps.audit.permissions import reader_required
from apps.audit.presentation import details, icon
from apps.audit.selection import Selection
from apps.audit.trail import Subject, record_look
from apps.audit.veil import CLOSED, open_for
from apps.chat.models import Feedback
from apps.documents.history import steps
from apps.review.access import Look, get_answer, get_look, looked_at, open_documents
from apps.review.dossier.build import main_of
from apps.review.drawing import drawn
from apps.review.forms import AgainForm, NoteForm, ReasonForm, SampleForm, ViewForm, WantedForm
from apps.review.models import Kind, Review, SavedView, Standing
from apps.review.outlines import AnswerOutline, DocumentOutline, RecordOutline
from apps.review.overview import DAYS, charts
from apps.review.replaying import Variant, replayed
from apps.review.reviewing import CannotReview, Step, possible, sample, take
from apps.review.selection import Wanted, last_week, page_of, uid_of
from apps.review.telling import PATHS, Told, told_of

SHOWN_EVENTS = 200


def _looked(request: HttpRequest, what: str, subject: Subject | None = None, **told: Any) -> None:
    reader = user_of(request)
    record_look(Action.TRAIL_READ, actor=reader, address=client_address(request), subject=subject, what=what, **told)


@require_safe
@reader_required
def overview(request: HttpRequest) -> HttpResponse:
    """Charts of the last days, each bar a link to its rows."""
    asked = request.GET.get("days", "")
    days = int(asked) if asked in map(str, DAYS) else 30
    shown = [drawn(chart) for chart in charts(days)]
    _looked(request, "overview")
    return render(request, "review/overview.html", {"drawings": shown, "days": days, "choices": DAYS})


@require_safe
@reader_required
def answers(request: HttpRequest) -> HttpResponse:
    """Newest first, narrowed by the filters in the address; with ?live=1 only the rows, for the page to ask again."""
    form, reader = WantedForm(request.GET), user_of(request)
    page, wanted = page_of(looked_at(reader).none()), Wanted()
    if form.is_valid():
        wanted = form.wanted()
        before, after = (uid_of(request.GET.get(name, "")) for name in ("before", "after"))
        page = page_of(wanted.answers_for(reader), before, after)
        _looked(request, "answers", filters=wanted.told())
    context: dict[str, Any] = {
        "form": form,
        "page": page,
        "filtered": bool(wanted.told()),
        "query": _query(request),
        "newer": _query(request, after=page.newer),
        "older": _query(request, before=page.older),
        "views": SavedView.objects.filter(owner=reader),
        "last_week": last_week(),
        "live": not any(request.GET.get(name) for name in ("before", "after")),
        "sample": SampleForm(),
    }
    template = "review/partials/rows.html" if request.GET.get("live") else "review/answers.html"
    return render(request, template, context, status=200 if form.is_valid() else 422)


def _query(request: HttpRequest, **more: Any) -> str:
    """The filters of this page as a query, for another page of them."""
    query = request.GET.copy()
    for name in ("before", "after", "live"):
        query.pop(name, None)
    for name, value in more.items():
        if value:
            query[name] = str(value)
    return query.urlencode()


@require_safe
@reader_required
def answer(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """The dossier of an answer as a page; what is closed is told by its outline, with the form that opens it."""
    look = get_look(user_of(request), uid)
    _looked(request, "dossier", look.subject)
    chosen = _chosen(look.answer, request.GET.get("attempt", ""))
    context = _context(look, chosen)
    kinds = possible(look.answer, context["review"], user_of(request))
    return render(request, "review/answer.html", context | {"trail": _trail(look, user_of(request)), "kinds": kinds})


def _chosen(answer: AnswerOutline, attempt: str) -> RecordOutline | None:
    if attempt.isdecimal() and len(attempt) < 5:
        return get_object_or_404(answer.records, number=int(attempt))
    return main_of(RecordOutline.objects.filter(answer=answer))


def _context(look: Look, record: RecordOutline | None) -> dict[str, Any]:
    told, damaged = _told(look, record)
    review = Review.objects.filter(answer=look.answer.pk).first()
    feedback = Feedback.objects.filter(answer=look.answer.pk).select_related("reader")
    return {
        "look": look,
        "record": record,
        "records": look.answer.records.order_by("number"),
        "told": told,
        "damaged": damaged,
        "paths": PATHS,
        "sources": _sources(look.answer) if look.whole else (),
        "review": review,
        "notes": review.notes.select_related("author") if review and look.readable else (),
        "feedback": feedback if look.readable else (),
        "again": AgainForm(),
        "holds": LegalHold.objects.filter(answer=look.answer.pk, lifted=None),
    }


def _sources(answer: AnswerOutline) -> QuerySet[AnswerSource]:
    """Those that were deleted for good since, or that the database keeps from the reader, are none any more."""
    found = AnswerSource.objects.filter(answer=answer.pk, document__uid__isnull=False)
    return found.select_related("document").order_by("-cited", "pk")


def _told(look: Look, outline: RecordOutline | None) -> tuple[Told | None, str]:
    """The sections of the record where all of it may be shown; a record that was changed is said to be."""
    record = AnswerRecord.objects.filter(pk=outline.pk).first() if outline and look.whole else None
    if record is None:
        return None, ""
    try:
        return told_of(content_of(record)), ""
    except RecordDamaged as error:
        return None, str(error)


def _trail(look: Look, reader: User) -> list[tuple[ToldEvent, str, list[tuple[str, str]]]]:
    selection = Selection(subject=str(look.answer.uid), subject_type="answer")
    found = selection.page_for(reader, size=SHOWN_EVENTS)
    return [(event, icon(event), details(event)) for event in reversed(found.events)]


@require_POST
@reader_required
def open_answer(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """Open the answer for a reason, or one of its sources: ?source= the place of it among those that are closed."""
    look, form = get_look(user_of(request), uid), ReasonForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Give the reason in 10 to 500 characters.")
        return redirect("review:answer", uid)
    for subject in _closed(look):
        open_for(user_of(request), subject, " ".join(form.cleaned_data["reason"].split()), client_address(request))
    messages.success(request, "Open to you for an hour. Its owners can see this.")
    return redirect("review:answer", uid)


def _closed(look: Look) -> list[Subject]:
    """First the answer; its sources only once the answer itself is open."""
    if not look.readable:
        return [look.subject]
    return [Subject("document", one.uid, CLOSED) for one in look.closed]


@require_POST
@reader_required
def replay(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """Walk it again, from the record or today; changes nothing but the trail."""
    look, form = get_look(user_of(request), uid), AgainForm(request.POST)
    get_answer(look)
    chosen = _chosen(look.answer, request.POST.get("attempt", ""))
    if chosen is None:
        raise Http404("Nothing is on record of this answer.")
    record = get_object_or_404(AnswerRecord.objects.select_related("answer__asker"), pk=chosen.pk)
    if not form.is_valid():
        messages.error(request, "There is no such road, or the model's name is longer than 100 characters.")
        return redirect("review:answer", uid)
    variant = Variant(**form.cleaned_data) if "today" in request.POST else None
    try:
        found = replayed(record, user_of(request), today=variant, address=client_address(request))
    except (CannotReplay, RecordDamaged, SettingsError) as error:
        messages.error(request, str(error))
        return redirect("review:answer", uid)
    told = {"look": look, "record": record, "replay": found, "variant": variant}
    return render(request, "review/replay.html", told)


@require_POST
@reader_required
def note(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """One step of its review."""
    look, form = get_look(user_of(request), uid), NoteForm(request.POST)
    if not look.readable:
        raise Http404("This answer is closed to you.")
    if not form.is_valid():
        messages.error(request, "That step is none, or its date cannot be read.")
        return redirect("review:answer", uid)
    step = Step(**(form.cleaned_data | {"kind": Kind(form.cleaned_data["kind"])}))
    try:
        take(look.answer, user_of(request), step, client_address(request))
    except CannotReview as error:
        messages.error(request, str(error))
    return redirect("review:answer", uid)


@require_safe
@reader_required
def due(request: HttpRequest) -> HttpResponse:
    """Reviews that are not closed, the soonest due first."""
    rows = Review.objects.exclude(standing=Standing.CONFIRMED).exclude(standing=Standing.SIGNED, second=False)
    listed = list(rows.select_related("signed_by")[:SHOWN_EVENTS])
    outlines = looked_at(user_of(request)).in_bulk([one.answer_id for one in listed])
    _looked(request, "reviews")
    return render(request, "review/due.html", {"rows": [(one, outlines[one.answer_id]) for one in listed]})


@require_POST
@reader_required
def draw_sample(request: HttpRequest) -> HttpResponse:
    """Put a random sample of the answers that the address's filters meet up for review."""
    form, wanted = SampleForm(request.POST), WantedForm(request.GET)
    if not form.is_valid() or not wanted.is_valid():
        messages.error(request, "Say how many to draw, 1 to 200.")
        return redirect("review:answers")
    reader, narrowed = user_of(request), wanted.wanted()
    found = AnswerOutline.objects.filter(pk__in=narrowed.answers_for(reader).order_by().values("pk"))
    step = Step(Kind.TAKEN, "sampled", form.cleaned_data["due"], form.cleaned_data["second"])
    drawn_ = sample(found, form.cleaned_data["size"], reader, step, client_address(request), narrowed.told())
    messages.success(request, f"{len(drawn_)} answers were put up for review.")
    return redirect("review:due")


@require_POST
@reader_required
def save_view(request: HttpRequest) -> HttpResponse:
    """Keep the filters under a name, in place of an earlier view of that name, and go on with them."""
    form, query = ViewForm(request.POST), ""
    if form.is_valid():
        told = form.cleaned_data
        query = QueryDict(told["query"]).urlencode()
        defaults = {"query": query}
        SavedView.objects.update_or_create(owner=user_of(request), name=told["name"], defaults=defaults)
    else:
        messages.error(request, "Give the view a name of up to 60 characters.")
    return redirect(f"{reverse('review:answers')}?{query}")


@require_POST
@reader_required
def forget_view(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    get_object_or_404(SavedView, uid=uid, owner=user_of(request)).delete()
    return redirect("review:answers")


@require_safe
@reader_required
def document(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """A document from its upload to Ready: what happened to it, and the answers that were made over it."""
    reader = user_of(request)
    outline = get_object_or_404(DocumentOutline, uid=uid)
    found = open_documents(reader).select_related("owner", "company").filter(pk=outline.pk).first()
    _looked(request, "document", Subject("document", uid, found.name if found else CLOSED))
    if found is None:
        return render(request, "review/document.html", {"document": outline})
    over = AnswerSource.objects.filter(document=found).values("answer")
    rows = looked_at(reader).filter(pk__in=over).order_by("-id")[:SHOWN_EVENTS]
    context = {"document": found, "seen": True, "steps": steps(found), "rows": rows}
    return render(request, "review/document.html", context | {"versions": found.versions.order_by("pk")})


@require_POST
@reader_required
def open_document(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    found, form = get_object_or_404(DocumentOutline, uid=uid), ReasonForm(request.POST)
    if form.is_valid():
        subject = Subject("document", found.uid, CLOSED)
        open_for(user_of(request), subject, " ".join(form.cleaned_data["reason"].split()), client_address(request))
    else:
        messages.error(request, "Give the reason in 10 to 500 characters.")
    return redirect("review:document", uid)


@require_safe
@reader_required
def person(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """What somebody did, as far as the reader may read it."""
    reader, found = user_of(request), get_object_or_404(User, uid=uid)
    _looked(request, "person", Subject("user", found.uid, found.get_username()))
    events = Selection(actor=str(uid)).page_for(reader, before=uid_of(request.GET.get("before", "")))
    rows = looked_at(reader).filter(asker=found).order_by("-id")[:50]
    context = {"person": found, "events": [(event, icon(event)) for event in events.events], "older": events.older}
    return render(request, "review/person.html", context | {"rows": rows})
