"""The life cycle of a version (A1): Uploaded, Normalized, Analyzed, Indexed, Ready, or Error with diagnostics.

A step claims the version, works without a transaction and without a connection, then saves its artifacts, the new
state and the audit event in one transaction. Whoever dies leaves a lease that runs out, and a state that still names
the step.
"""

import logging
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from celery.exceptions import SoftTimeLimitExceeded
from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models.functions import Now
from structlog.contextvars import bound_contextvars

from apps.accounts.models import User
from apps.audit.models import Action
from apps.documents import analyze, dispatch, index, normalize
from apps.documents.leases import Lease, LeaseLostError, claim, held
from apps.documents.models import DocumentVersion, State
from apps.documents.outcome import Outcome
from apps.documents.stored_files import StoreUnreachable
from apps.documents.sweeping import sweep, wanted
from apps.documents.transitions import MAX_LOST, Attempt, record
from apps.reading.parsed import FileRefused, Progress

__all__ = ["FINISHED", "UNFINISHED", "NotFailedError", "StepFailedError", "advance", "retry", "run", "sweep", "walk"]

logger = logging.getLogger(__name__)

POLL_SECONDS = 0.2
DATABASE_PATIENCE = 60.0
FINISHED = frozenset({State.READY, State.ERROR})
UNFINISHED = frozenset(set(State) - FINISHED)


@dataclass(frozen=True, slots=True)
class Step:
    """The way out of a state: where it leads, what does the work, and what it is called in a sentence."""

    target: State
    work: Callable[[DocumentVersion, Progress], Outcome]
    name: str


STEPS = {
    State.UPLOADED: Step(State.NORMALIZED, normalize.normalize, "Reading"),
    State.NORMALIZED: Step(State.ANALYZED, analyze.analyze, "Analysing"),
    State.ANALYZED: Step(State.INDEXED, index.index, "Indexing"),
    State.INDEXED: Step(State.READY, index.publish, "Publishing"),
}
if set(STEPS) != UNFINISHED or set(dispatch.TASKS) != UNFINISHED:
    raise RuntimeError("every unfinished state needs a step and a task")


class StepFailedError(RuntimeError):
    """A step failed; the attempt is recorded on the version, the cause is the exception behind it."""


class NotFailedError(ValueError):
    """Only a version in Error can be retried."""


def advance(version_id: int, states: Collection[State] = UNFINISHED) -> State:
    """Claim the version, do its next step if it stands in one of `states`, and return the state it stands in then.

    Returns the unchanged state when somebody else holds the claim or the document was deleted. Raises
    DocumentVersion.DoesNotExist when it is gone, StepFailedError when the step failed (recorded; the third failure
    ends in Error), and StoreUnreachable, which counts for nothing.
    """
    lease = claim(DocumentVersion.objects.filter(wanted(), pk=version_id, state__in=states))
    if lease:
        with held(lease):
            _attempt(lease)
    return State(DocumentVersion.objects.values_list("state", flat=True).get(pk=version_id))


def _attempt(lease: Lease) -> None:
    version = DocumentVersion.objects.select_related("document").get(pk=lease.pk)
    step = STEPS[State(version.state)]
    attempt = Attempt(version, lease, step.name)
    with bound_contextvars(version=str(version.uid)):
        try:
            if attempt.lost_before >= MAX_LOST:
                attempt.stopped_the_worker()
            else:
                _try(attempt, step)
        except LeaseLostError as lost:
            logger.info("left: %s", lost)


def _try(attempt: Attempt, step: Step) -> None:
    try:
        _take(attempt, step)
    except FileRefused as refusal:
        attempt.give_up(str(refusal), attempt.diagnostics(refusal))
    except SoftTimeLimitExceeded as late:
        attempt.took_too_long(late)
    except StoreUnreachable:
        attempt.postponed()
        raise
    except (LeaseLostError, OperationalError, InterfaceError):
        raise  # not the file's fault: whoever holds the lease, or the sweeper after it ran out, goes on
    except Exception as error:
        attempt.failed(error)
        raise StepFailedError(f"{step.name} {attempt.version.file_name} failed ({type(error).__name__}).") from error


def _take(attempt: Attempt, step: Step) -> None:
    """Work without transaction, then make the transition atomic with what the work brought."""
    outcome = step.work(attempt.version, attempt.lease.progress)
    with transaction.atomic():
        artifacts = outcome.save()
        attempt.move(step.target, {"artifacts": artifacts} | outcome.detail, error="", failed_in="", **outcome.fields)
        transaction.on_commit(lambda: _hint(attempt.version.pk, attempt.state, step.target))


def out_of_time(version_id: int) -> None:
    """To Error, whoever works on it: its worker took too long and is being killed."""
    version = DocumentVersion.objects.select_related("document").filter(pk=version_id, state__in=UNFINISHED).first()
    if version is None or version.lease is None:
        return
    lease = Lease(DocumentVersion, version.pk, version.lease)
    with suppress(LeaseLostError):
        Attempt(version, lease, STEPS[State(version.state)].name).took_too_long(SoftTimeLimitExceeded("killed"))


def _hint(version_id: int, before: State, after: State) -> None:
    """Tell other workers, where the next step is not for whoever did this one."""
    if after in dispatch.TASKS and dispatch.TASKS[after] != dispatch.TASKS[before]:
        dispatch.send(version_id, after)


def walk(version_id: int, states: Collection[State]) -> None:
    """Do the steps that leave `states` as far as possible now. For tasks: leaves quietly, failures are logged."""
    try:
        before, after = None, advance(version_id, states)
        while after != before:
            before, after = after, advance(version_id, states)
    except DocumentVersion.DoesNotExist:
        logger.info("version %s is gone", version_id)
    except StepFailedError:
        logger.exception("an attempt failed")
    except StoreUnreachable as error:
        logger.warning("version %s waits for the store of files: %s", version_id, error)


def run(version_id: int) -> State:
    """Until Ready or Error, in this process, sharing the work with whichever workers run. Waits for a lost database."""
    patience = time.monotonic() + DATABASE_PATIENCE
    while True:
        try:
            if (state := advance(version_id)) in FINISHED:
                return state
            patience = time.monotonic() + DATABASE_PATIENCE
        except StepFailedError as failure:
            logger.warning("%s", failure)
        except (OperationalError, InterfaceError, StoreUnreachable):
            if time.monotonic() > patience or connection.in_atomic_block:
                raise
            connection.close()
        time.sleep(POLL_SECONDS)


def retry(version: DocumentVersion, actor: User | None = None) -> State:
    """Send a failed version back to the step that failed. Raises NotFailedError unless it stands in Error."""
    with transaction.atomic():
        state = State(version.failed_in or State.UPLOADED)
        rows = DocumentVersion.objects.filter(pk=version.pk, state=State.ERROR)
        released: dict[str, Any] = {"lease": None, "lease_until": None, "diagnostics": {}}
        if rows.update(state=state, failed_in="", error="", attempts=0, waiting_since=Now(), **released) != 1:
            raise NotFailedError("Only a file that failed can be retried.")
        record(Action.RETRIED, version, actor, **{"from": State.ERROR, "to": state, "error": version.error})
        transaction.on_commit(lambda: dispatch.send(version.pk, state))
    version.refresh_from_db()
    return state
