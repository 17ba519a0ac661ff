"""The standing error rate: each night errors are planted in copies of the day's answers, and the share caught is kept.

Nothing of the answers is changed: sentences are made from them in memory, true ones and wrong ones, and checked as a
model's are.
"""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta

from django.utils import timezone

from apps.answers.models import Answer, AnswerState
from apps.documents.models import Company
from apps.evaluation.mutated import Outcome, outcomes, summed
from apps.review.models import ErrorRate

MOST = 60  # answers of a day, drawn evenly
PLANTED = {
    "year before": "year",
    "year after": "year",
    "year of a day": "year",
    "quarter": "year",
    "month": "year",
    "sign": "sign",
    "direction": "sign",
    "scale": "scale",
    "scale left out": "scale",
    "percent left out": "scale",
    "currency": "scale",
    "company": "filer",
}  # kinds of mutants -> the kinds that are charted; the rest are digits


def yesterday() -> date:
    return timezone.now().date() - timedelta(days=1)


def measure(day: date) -> ErrorRate | None:
    """Of the answers that were finished on `day`; None where there were none. Again for the same day replaces it."""
    chosen = _answers(day)
    if not chosen:
        return None
    companies = list(Company.objects.filter(settled=True).values_list("name", flat=True)[:20])
    told = [one for answer in chosen for one in outcomes(answer, answer.asker, companies or _filers(answer))]
    counts = summed(told)
    row, _ = ErrorRate.objects.update_or_create(
        day=day,
        defaults={
            "answers": len(chosen),
            "planted": counts["mutants"],
            "caught": counts["mutants_caught"],
            "true_sentences": counts["true_sentences"],
            "true_marked": counts["true_marked"],
            "by_kind": _by_kind(told),
        },
    )
    return row


def _answers(day: date) -> list[Answer]:
    begin = datetime.combine(day, time.min, UTC)
    done = Answer.objects.filter(state=AnswerState.DONE, finished__gte=begin, finished__lt=begin + timedelta(days=1))
    found = list(done.exclude(citations=None).select_related("asker").distinct().order_by("pk"))
    return found[:: max(1, -(-len(found) // MOST))]


def _filers(answer: Answer) -> list[str]:
    """Other companies that the asker may see: wrong filers for his answer."""
    from apps.documents.models import Document

    seen = Document.objects.visible_to(answer.asker).exclude(company=None).order_by()
    return sorted(set(seen.values_list("company__name", flat=True)))[:20]


def _by_kind(told: Iterable[Outcome]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for one in told:
        if one.kind != "true":
            pair = found.setdefault(PLANTED.get(one.kind, "digit"), [0, 0])
            pair[0] += not one.supported
            pair[1] += 1
    return dict(sorted(found.items()))
