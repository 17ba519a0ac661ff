"""The stations of one attempt at an answer: each leaves a row and tells whoever listens."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.db import connection, transaction
from django.db.models.functions import Now

from apps.answers.models import Answer, Stage, StageName
from apps.documents.leases import Lease, LeaseLostError

CHANNEL = "finrag_stage"


def announce(answer_uid: uuid.UUID) -> None:
    """NOTIFY with the answer's uid; listeners hear it when the transaction commits."""
    with connection.cursor() as cursor:
        cursor.execute("select pg_notify(%s, %s)", [CHANNEL, str(answer_uid)])


@dataclass(frozen=True, slots=True)
class Attempt:
    """One try at an answer under a lease. Stage rows of an earlier, dead attempt stay and keep their number.

    spent: what models took in a stage (V13), for its row; calls: what they were asked in it, so that an attempt that
    dies leaves the calls of the stages that it ended.
    """

    answer: Answer
    lease: Lease
    spent: Callable[[StageName], dict[str, Any]] = field(default=lambda name: {})
    calls: Callable[[StageName], list[dict[str, Any]]] = field(default=lambda name: [])

    def stage(self, name: StageName, work: Callable[[], dict[str, Any]]) -> None:
        """Do `work` as the stage `name`; it gives, as plain data, what it saw and chose.

        Raises LeaseLostError when the answer was stopped or taken over.
        """
        row = self._begin(name)
        seen = work()
        with transaction.atomic():
            told = {"detail": seen | self.spent(name), "calls": self.calls(name)}
            Stage.objects.filter(pk=row.pk).update(ended=Now(), **told)
            announce(self.answer.uid)

    def draft(self, name: StageName, text: str) -> None:
        """What a stage has written so far, unchecked, for whoever watches. Raises LeaseLostError."""
        if not self.lease.rows.exists():
            raise LeaseLostError(f"answer {self.answer.pk} was stopped or taken over")
        rows = Stage.objects.filter(answer=self.answer, attempt=self.answer.attempts, name=name, ended=None)
        rows.update(detail={"draft": text})
        announce(self.answer.uid)

    def _begin(self, name: StageName) -> Stage:
        with transaction.atomic():
            if not self.lease.rows.exists():
                raise LeaseLostError(f"answer {self.answer.pk} was stopped or taken over")
            row = Stage.objects.create(answer=self.answer, name=name, attempt=self.answer.attempts, started=Now())
            announce(self.answer.uid)
        return row
