"""How long records stay: FINRAG_RECORD_DAYS, longer under a legal hold. The database refuses any other removal."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from apps.answers.models import Answer, AnswerRecord, LegalHold
from apps.answers.run.workflow import subject_of
from apps.audit.models import Action
from apps.audit.trail import record


def hold(answer: Answer | None, reason: str, by: str) -> LegalHold:
    """Keep the records of `answer`, or all of them, until it is lifted."""
    told: dict[str, Any] = {"reason": reason, "by": by}
    with transaction.atomic():
        made = LegalHold.objects.create(answer=answer, reason=reason, placed_by=by)
        record(Action.HELD, subject=subject_of(answer) if answer else None, **told)
    return made


def lift(answer: Answer | None, by: str) -> int:
    """Lift every hold on `answer`, or every one on all records; how many."""
    told: dict[str, Any] = {"by": by}
    with transaction.atomic():
        lifted = LegalHold.objects.filter(answer=answer, lifted=None).update(lifted=timezone.now())
        if lifted:
            record(Action.RELEASED, subject=subject_of(answer) if answer else None, **told)
    return lifted


def expire() -> int:
    """Remove what has expired, by the setting now as well as by that of its time; how many."""
    now = timezone.now()
    held = LegalHold.objects.filter(Q(answer=None) | Q(answer=OuterRef("answer")), lifted=None)
    old = AnswerRecord.objects.filter(expires__lt=now, kept__lt=now - timedelta(days=settings.RECORD_DAYS))
    with transaction.atomic():
        digests = list(old.exclude(Exists(held)).order_by("pk").values_list("digest", flat=True))
        if digests:
            AnswerRecord.objects.filter(digest__in=digests, expires__lt=now).delete()
            record(Action.EXPIRED, records=digests)
    return len(digests)
