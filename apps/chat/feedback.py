"""What readers say of answers: given, changed, taken back. Each leaves an event."""

from dataclasses import dataclass
from typing import Any

from django.db import transaction

from apps.accounts.models import User
from apps.answers.models import Answer
from apps.answers.run.workflow import subject_of
from apps.audit import trail
from apps.audit.models import Action
from apps.chat.models import Feedback


@dataclass(frozen=True, slots=True)
class Opinion:
    """reason: a `Reason`, or empty; an answer that helped needs none."""

    helped: bool
    reason: str = ""
    comment: str = ""


def give(answer: Answer, reader: User, opinion: Opinion, address: str | None = None) -> Feedback:
    """Keep the reader's opinion of the answer in place of an earlier one."""
    said: dict[str, Any] = {"helped": opinion.helped, "reason": opinion.reason, "comment": opinion.comment}
    with transaction.atomic():
        feedback, _ = Feedback.objects.update_or_create(answer=answer, reader=reader, defaults=said)
        trail.record(Action.FEEDBACK_GIVEN, actor=reader, subject=subject_of(answer), address=address, **said)
    return feedback


def withdraw(answer: Answer, reader: User, address: str | None = None) -> None:
    """Take it back; the trail keeps that it was given."""
    with transaction.atomic():
        if Feedback.objects.filter(answer=answer, reader=reader).delete()[0]:
            trail.record(Action.FEEDBACK_WITHDRAWN, actor=reader, subject=subject_of(answer), address=address)
