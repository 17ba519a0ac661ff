"""What answers keep of a document that is deleted for good: that there was one.

An answer that cites it loses its words, figures and trace, for any of them may quote it; the question stays, and the
answer says why it says nothing. Of an answer that only looked at it, what was looked at goes. The records of both go
before their time, for they hold every passage; the trail keeps their digests. A legal hold on one of them ranks higher.
"""

from collections.abc import Callable, Sequence
from typing import Any

from django.db import connection
from django.db.models import Q
from django.utils import timezone

from apps.answers.models import Answer, AnswerRecord, AnswerSource, Candidate, Citation, LegalHold, Stage
from apps.audit import trail
from apps.audit.models import Action
from apps.documents.erasing import ErasureWaits, forgets, without_names
from apps.documents.models import Document
from apps.memory import erasing as cells

ERASED = "This answer rested on a document that was deleted for good on {day}. What it said went with it."
HELD = "A legal hold is on an answer that rests on it. It can be deleted for good when the hold is lifted."
GONE = "an answer"
EMPTY: dict[str, Any] = {
    "rows": [],
    "value": None,
    "unit": None,
    "sheet": None,
    "grid": None,
    "tables": [],
    "documents": [],
    "pages": [],
    "tools": [],
    "readings": [],
    "validation": None,
    "read_as": "",
}

Forgets = Callable[[Sequence[Answer]], None]
FORGETTING: list[Forgets] = []


def forgets_answers(forget: Forgets) -> Forgets:
    """From now on `forget` is called with all answers that lose words for good, in the transaction, before they do."""
    FORGETTING.append(forget)
    return forget


@forgets
def forget(document: Document) -> None:
    citing = Q(pk__in=Citation.objects.filter(version__document=document).values("answer"))
    considered = Q(pk__in=Candidate.objects.filter(chunk__version__document=document).values("answer"))
    cited = list(Answer.objects.filter(citing))
    considered |= Q(pk__in=AnswerSource.objects.filter(document=document).values("answer"))
    looked = list(Answer.objects.filter(considered | Q(scope__icontains=str(document.uid))).exclude(citing))
    _note_sources(document, [*cited, *looked])
    leave([*cited, *looked])
    names = [name for name in (document.title, document.name) if name]
    for answer in cited:
        Citation.objects.filter(answer=answer).delete()
        _forget(answer, _emptied(answer.result))
    for answer in looked:
        _forget(answer, without_names(answer.result, names))
    cells.forget_answers([one.uid for one in cited], [one.uid for one in looked], names)
    Candidate.objects.filter(chunk__version__document=document).delete()
    AnswerSource.objects.filter(document=document).delete()


def _note_sources(document: Document, answers: Sequence[Answer]) -> None:
    """By them the database knows which records an order of erasure speaks of."""
    sources = [AnswerSource(answer=answer, document=document) for answer in answers]
    AnswerSource.objects.bulk_create(sources, ignore_conflicts=True)


def leave(answers: Sequence[Answer]) -> None:
    """What is kept of these answers elsewhere goes. Call when the erasure has been ordered, in its transaction.

    Raises ErasureWaits.
    """
    _remove_records(answers)
    for forget in FORGETTING:
        forget(answers)


def _remove_records(answers: Sequence[Answer]) -> None:
    keys = [answer.pk for answer in answers]
    if keys and LegalHold.objects.filter(Q(answer=None) | Q(answer__in=keys), lifted=None).exists():
        raise ErasureWaits(HELD)
    for answer in answers:
        records = AnswerRecord.objects.filter(answer=answer).order_by("number")
        if digests := list(records.values_list("digest", flat=True)):
            subject = trail.Subject("answer", answer.uid, GONE)
            trail.record(Action.DELETED_FOR_GOOD, subject=subject, records=digests)
    with connection.cursor() as cursor:
        cursor.execute("SELECT answers_erase_records(%s::bigint[])", [keys])


def _forget(answer: Answer, result: dict[str, Any]) -> None:
    Stage.objects.filter(answer=answer).update(detail={}, calls=[])
    Answer.objects.filter(pk=answer.pk).update(result=result, trace={}, diagnostics={})


def _emptied(result: dict[str, Any]) -> dict[str, Any]:
    told = ERASED.format(day=f"{timezone.now():%Y-%m-%d}")
    said = {"answer": told, "parts": [{"text": told, "citation": 0}], "erased": True}
    return {name: value for name, value in result.items() if name in {"searched", "seconds"}} | EMPTY | said
