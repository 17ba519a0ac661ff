"""Whose trail of questions and conversations is told to whom."""

import uuid

from apps.accounts.acting import serving
from apps.answers.models import Answer
from apps.audit.veil import closes
from apps.chat.access import readable_answers
from apps.chat.models import Conversation


@serving()
def _asker(uid: uuid.UUID) -> uuid.UUID | None:
    return Answer.objects.filter(uid=uid).values_list("asker__uid", flat=True).first()


@serving()
def _owner(uid: uuid.UUID) -> uuid.UUID | None:
    return Conversation.objects.filter(uid=uid).values_list("owner__uid", flat=True).first()


closes("answer", lambda reader: readable_answers(reader).values("uid"), _asker)
closes("conversation", lambda reader: Conversation.objects.readable_by(reader).values("uid"), _owner)
