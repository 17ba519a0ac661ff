"""Moving a version from state to state: every change is atomic with its artifacts and its audit event (A1)."""

import logging
import time
import traceback
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.models import OuterRef, Subquery
from django.utils import timezone

from apps.accounts.models import User
from apps.audit import trail
from apps.audit.models import Action
from apps.documents.leases import Lease
from apps.documents.models import Document, DocumentVersion, State

logger = logging.getLogger(__name__)

MAX_ATTEMPTS = 3
MAX_LOST = 2  # workers that a file may stop
TRACEBACK_CHARACTERS = 8000


@dataclass
class Attempt:
    """One try at leaving a state; `name` is what the step is called in a sentence ("Reading")."""

    version: DocumentVersion
    lease: Lease
    name: str
    started: float = field(default_factory=time.monotonic)

    @property
    def state(self) -> State:
        return State(self.version.state)

    @property
    def number(self) -> int:
        return self.version.attempts

    @property
    def lost_before(self) -> int:
        """How many earlier attempts at this state ended with their worker: they noted no failure."""
        noted = self.version.diagnostics
        failures = int(noted.get("failures", 0)) if noted.get("state") == self.state else 0
        return self.number - 1 - failures

    def move(self, target: State, detail: dict[str, Any], **fields: Any) -> None:
        """Change the state, release the lease, record it. Runs in the caller's transaction; raises LeaseLostError."""
        released: dict[str, Any] = {
            "lease": None,
            "lease_until": None,
            "attempts": 0,
            "progress_done": 0,
            "progress_total": 0,
        }
        released["waiting_since"] = timezone.now()
        self.lease.update(state=target, **released, **fields)
        seconds = round(time.monotonic() - self.started, 3)
        facts: dict[str, Any] = {"from": self.state, "to": target, "attempt": self.number, "seconds": seconds}
        record(Action.TRANSITION, self.version, **facts, **detail)

    def failed(self, error: Exception) -> None:
        """Note a failure; the last attempt ends in Error. Raises LeaseLostError."""
        if self.number >= MAX_ATTEMPTS:
            sentence = f"{self.name} this file failed {MAX_ATTEMPTS} times ({type(error).__name__})."
            self.give_up(sentence, self.diagnostics(error))
        else:
            noted = self.diagnostics(error) | {"failures": self.number - self.lost_before}
            self.lease.update(diagnostics=noted, enqueued=timezone.now())

    def give_up(self, sentence: str, diagnostics: dict[str, Any]) -> None:
        """To Error, with one sentence for the user and diagnostics for whoever mends it. Raises LeaseLostError."""
        logger.error("version %s: %s", self.version.uid, sentence)
        detail = {"error": sentence, "exception": diagnostics["exception"]}
        with transaction.atomic():
            self.move(State.ERROR, detail, failed_in=self.state, error=sentence[:500], diagnostics=diagnostics)
            _close_to_questions(self.version.pk)

    def postponed(self) -> None:
        """Give the attempt back: what failed is no file's fault, and a sweep sends it again. Raises LeaseLostError."""
        self.lease.update(attempts=self.number - 1, enqueued=timezone.now())

    def took_too_long(self, late: Exception) -> None:
        """To Error, because the task's time is up. Raises LeaseLostError."""
        sentence = f"{self.name} this file took too long and was stopped; upload it in parts."
        self.give_up(sentence, self.diagnostics(late))

    def stopped_the_worker(self) -> None:
        """To Error, because every earlier attempt died with its worker. Raises LeaseLostError."""
        sentence = f"{self.name} this file stopped the worker {MAX_LOST} times, so it is not tried again."
        self.give_up(sentence, {"exception": "worker stopped", "attempt": self.number, "state": self.state})

    def diagnostics(self, error: BaseException) -> dict[str, Any]:
        return {
            "exception": type(error).__name__,
            "message": str(error)[:2000],
            "traceback": "".join(traceback.format_exception(error))[-TRACEBACK_CHARACTERS:],
            "attempt": self.number,
            "state": self.state,
            "at": timezone.now().isoformat(),
        }


def record(
    action: Action,
    version: DocumentVersion,
    actor: User | None = None,
    address: str | None = None,
    **detail: Any,
) -> None:
    """An audit event about a version; its document is the subject."""
    document = version.document
    subject = trail.Subject("document", document.uid, document.name)
    trail.record(action, actor=actor, subject=subject, address=address, version=str(version.uid), **detail)


def _close_to_questions(version: int) -> None:
    """What answered already, from facts and words, does so no more: half of a filing is not published for good.

    Of a note an older version was searched before: it is again.
    """
    whole = DocumentVersion.objects.filter(document=OuterRef("pk"), state=State.READY).order_by("-pk").values("pk")
    Document.objects.filter(current=version).update(current=Subquery(whole[:1]))
