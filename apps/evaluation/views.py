"""Pages of evaluation: question sets of one's own, runs over them, two runs question by question."""

import csv
import uuid

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.models import User
from apps.accounts.permissions import asker_required, user_of, writer_required
from apps.audit.address import client_address
from apps.audit.models import Action
from apps.audit.trail import Subject, record
from apps.evaluation import conditions, costs, judges, question_sets, runs, variants
from apps.evaluation.forms import RunForm, SetForm
from apps.evaluation.models import QuestionSet, Run, Verdict


def _set(user: User, uid: uuid.UUID) -> QuestionSet:
    return get_object_or_404(runs.sets_of(user), uid=uid)


def _run(user: User, uid: uuid.UUID) -> Run:
    return get_object_or_404(Run.objects.filter(set__in=runs.sets_of(user)).select_related("set"), uid=uid)


@require_safe
def sets(request: HttpRequest) -> HttpResponse:
    """Own question sets, and the form for one more."""
    held = runs.sets_of(user_of(request)).prefetch_related("runs", "questions")
    return render(request, "evaluation/sets.html", {"sets": held, "form": SetForm()})


@require_POST
@writer_required
def add(request: HttpRequest) -> HttpResponse:
    """Take a file of questions."""
    user, form = user_of(request), SetForm(request.POST, request.FILES)
    if form.is_valid():
        file = form.cleaned_data["file"]
        try:
            made = question_sets.take(user, form.cleaned_data["name"], file.name, file.read())
        except question_sets.BadSetError as error:
            form.add_error("file", str(error))
        else:
            return redirect("evaluation:set", made.uid)
    held = runs.sets_of(user).prefetch_related("runs", "questions")
    return render(request, "evaluation/sets.html", {"sets": held, "form": form}, status=422)


@require_safe
def one_set(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """The runs of a set beside one of them, the first unless another is named."""
    return _shown_set(request, _set(user_of(request), uid), RunForm())


def _shown_set(request: HttpRequest, held: QuestionSet, form: RunForm) -> HttpResponse:
    shown = list(held.runs.all()[: variants.MOST])
    base = next((run for run in shown if str(run.uid) == request.GET.get("base")), shown[-1] if shown else None)
    context = {"set": held, "base": base, "variants": variants.variants(shown, base) if base else [], "form": form}
    status = 422 if form.errors else 200
    return render(request, "evaluation/set.html", context | {"count": held.questions.count()}, status=status)


@require_POST
@asker_required
def start(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """Ask every question of the set, with settings of the run's own where it brings some."""
    user = user_of(request)
    held, form, address = _set(user, uid), RunForm(request.POST), client_address(request)
    if not form.is_valid():
        return _shown_set(request, held, form)
    sent = form.cleaned_data
    if sent["both"] and sent["changes"]:
        runs.start(user, held, runs.AS_SET_UP, address)
    return redirect("evaluation:run", runs.start(user, held, sent["label"], address, sent["changes"]).uid)


@require_POST
@writer_required
def delete(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """A set with its runs; the answers stay in the trail like any other."""
    held = _set(user_of(request), uid)
    held.delete()
    messages.info(request, f"{held} and its runs were deleted.")
    return redirect("evaluation:sets")


@require_safe
def run(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """A run's figures by kind of question, and each question with its verdict."""
    held = _run(user_of(request), uid)
    rows = runs.judged(held)
    ended = sum(row.ended for row in rows)
    others = held.set.runs.exclude(pk=held.pk)
    context = {"run": held, "rows": rows, "lines": runs.lines(rows), "ended": ended, "others": others}
    context |= {"agreed": judges.agreement(one.row for one in rows), "costs": costs.costs(held)}
    template = "evaluation/partials/run.html" if request.headers.get("HX-Request") else "evaluation/run.html"
    return render(request, template, context | {"verdicts": Verdict.choices})


@require_POST
@writer_required
def verdict(request: HttpRequest, uid: uuid.UUID, ordinal: int) -> HttpResponse:
    """A person's verdict on an answer."""
    held = _run(user_of(request), uid)
    try:
        runs.decide(held, ordinal, request.POST.get("verdict", ""))
    except ValueError:
        messages.error(request, "There is no such verdict.")
    return redirect(f"{reverse('evaluation:run', args=[held.uid])}#q{ordinal}")


@require_safe
def export(request: HttpRequest, uid: uuid.UUID) -> HttpResponse:
    """A run as CSV, one line a question."""
    held = _run(user_of(request), uid)
    subject = Subject("run", held.uid, held.set.name)
    address = client_address(request)
    record(Action.EXPORTED, actor=user_of(request), subject=subject, address=address, what="run as CSV")
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="run-{held.created:%Y-%m-%d-%H%M}.csv"'
    out = csv.writer(response)
    out.writerow(["question", "type", "expected", "status", "trust", "verdict", "answer", "settings"])
    for one in runs.judged(held):
        expected, answer = one.row.expected, one.row.answer
        told = answer.result.get("answer", "") if answer else ""
        row = (expected.question, expected.kind, expected.answer, answer.status if answer else "", one.trust)
        out.writerow([_cell(value) for value in (*row, one.verdict, told, held.own_settings)])
    return response


def _cell(value: str) -> str:
    """What a spreadsheet would take for a formula is kept as text."""
    return f"'{value}" if value[:1] in {"=", "+", "-", "@", "\t"} else value


@require_safe
def compare(request: HttpRequest, uid: uuid.UUID, other: uuid.UUID) -> HttpResponse:
    """Two runs of one set: `uid` after `other`."""
    user = user_of(request)
    after = _run(user, uid)
    before = get_object_or_404(after.set.runs, uid=other)
    rows = [runs.judged(one) for one in (before, after)]
    context = {"before": before, "after": after, "both": (before, after), "compared": runs.compared(*rows)}
    context["lines"] = list(zip(*map(runs.lines, rows), strict=True))
    context["changed"] = conditions.changed(*map(conditions.conditions, (before, after)))
    return render(request, "evaluation/compare.html", context)
