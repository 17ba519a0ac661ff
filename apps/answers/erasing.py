"""What answers keep of a document that is deleted for good: that there was one.

An answer that cites it loses its words, figures and trace, for any of them may quote it; the question stays, and the
answer says why it says nothing. Of an answer that only looked at it, what was looked at goes.
"""

from typing import Any

from django.db.models import Q
from django.utils import timezone

from apps.answers.models import Answer, Candidate, Citation, Stage
from apps.documents.erasing import forgets
from apps.documents.models import Document

ERASED = "This answer rested on a document that was deleted for good on {day}. What it said went with it."
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
    looked = list(Answer.objects.filter(considered | Q(scope__icontains=str(document.uid))).exclude(citing))
    names = [name for name in (document.title, document.name) if name]
    for answer in cited:
        Citation.objects.filter(answer=answer).delete()
        _forget(answer, _emptied(answer.result))
    for answer in looked:
        _forget(answer, without_names(answer.result, names))
    Candidate.objects.filter(chunk__version__document=document).delete()


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
