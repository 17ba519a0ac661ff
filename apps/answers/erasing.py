"""What answers keep of a document that is deleted for good: that there was one.

An answer that cites it loses its words, figures and trace, for any of them may quote it; the question stays, and the
answer says why it says nothing. Of an answer that only looked at it, what was looked at goes. The records of both go
before their time, for they hold every passage; the trail keeps their digests. A legal hold on one of them ranks higher.
"""

from collections.abc import Sequence
from typing import Any

from django.db import connection
from django.db.models import Q
from django.utils import timezone

from apps.answers.models import Answer, AnswerRecord, AnswerSource, Candidate, Citation, LegalHold, Stage
from apps.audit import trail
from apps.audit.models import Action
from apps.documents.erasing import ErasureWaits, forgets
from apps.documents.models import Document

ERASED = "This answer rested on a document that was deleted for good on {day}. What it said went with it."
HELD = "A legal hold is on an answer that rests on it. It can be deleted for good when the hold is lifted."
GONE = "an answer"
EMPTY: dict[str, Any] = {
    "rows": [],
    "value": None,
    "unit": None,
    "sheet": None,
    "grid": None,
    "documents": [],
    "pages": [],
    "tools": [],
    "readings": [],
    "validation": None,
    "read_as": "",
}


@forgets
def forget(document: Document) -> None:
    citing = Q(pk__in=Citation.objects.filter(version__document=document).values("answer"))
    considered = Q(pk__in=Candidate.objects.filter(chunk__version__document=document).values("answer"))
    cited = list(Answer.objects.filter(citing))
    considered |= Q(pk__in=AnswerSource.objects.filter(document=document).values("answer"))
    looked = list(Answer.objects.filter(considered | Q(scope__icontains=str(document.uid))).exclude(citing))
    remove_records([*cited, *looked])
    names = [name for name in (document.title, document.name) if name]
    for answer in cited:
        Citation.objects.filter(answer=answer).delete()
        _forget(answer, _emptied(answer.result))
    for answer in looked:
        _forget(answer, without_names(answer.result, names))
    Candidate.objects.filter(chunk__version__document=document).delete()
    AnswerSource.objects.filter(document=document).delete()


def remove_records(answers: Sequence[Answer]) -> None:
    """Call when the erasure has been ordered, in its transaction. Raises ErasureWaits."""
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
    Stage.objects.filter(answer=answer).update(detail={})
    Answer.objects.filter(pk=answer.pk).update(result=result, trace={}, diagnostics={})


def _emptied(result: dict[str, Any]) -> dict[str, Any]:
    told = ERASED.format(day=f"{timezone.now():%Y-%m-%d}")
    said = {"answer": told, "parts": [{"text": told, "citation": 0}], "erased": True}
    return {name: value for name, value in result.items() if name in {"searched", "seconds"}} | EMPTY | said


def without_names(value: Any, names: list[str]) -> Any:
    """The same JSON, in which the document is called by none of its names."""
    if isinstance(value, str):
        for name in names:
            value = value.replace(name, "a deleted document")
        return value
    if isinstance(value, dict):
        return {key: without_names(item, names) for key, item in value.items()}
    return [without_names(item, names) for item in value] if isinstance(value, list) else value
