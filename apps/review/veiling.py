"""The trail of an answer is told to whoever may look into the answer."""

import uuid
from typing import Any

from django.db.models import QuerySet

from apps.accounts.acting import serving
from apps.accounts.models import User
from apps.answers.models import Answer
from apps.audit.veil import closes
from apps.chat.access import readable_answers
from apps.review.access import over_open_filings, own_to
from apps.review.outlines import AnswerOutline


def _visible(reader: User) -> QuerySet[Any]:
    if not reader.reads_trail:
        return readable_answers(reader).order_by().values("uid")
    return AnswerOutline.objects.filter(over_open_filings(reader) | own_to(reader)).order_by().values("uid")


@serving()
def _asker(uid: uuid.UUID) -> uuid.UUID | None:
    return Answer.objects.filter(uid=uid).values_list("asker__uid", flat=True).first()


closes("answer", _visible, _asker)
