"""The trail of an answer is told to whoever may look into the answer."""

import uuid
from typing import Any

from django.db.models import Q, QuerySet

from apps.accounts.models import User
from apps.answers.models import Answer
from apps.audit.veil import closes
from apps.chat.access import readable_answers
from apps.review.access import over_open_filings


def _visible(reader: User) -> QuerySet[Any]:
    own = readable_answers(reader).order_by()
    if not reader.reads_trail:
        return own.values("uid")
    return Answer.objects.filter(over_open_filings(reader) | Q(pk__in=own.values("pk"))).order_by().values("uid")


def _asker(uid: uuid.UUID) -> uuid.UUID | None:
    return Answer.objects.filter(uid=uid).values_list("asker__uid", flat=True).first()


closes("answer", _visible, _asker)
