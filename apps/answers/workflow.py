"""The main road of a question: intent, plan, gather, calculate, curate, write, validate.

One worker walks it under a lease.

Everything that the answer shows is saved in one transaction at the end, so that a killed worker leaves only stage rows.
"""

import logging
import time
import traceback
from typing import Any

from django.db import InterfaceError, OperationalError, transaction
from django.db.models.functions import Now
from django.utils import timezone

from apps.answers.curate import Curated, curate
from apps.answers.figures.calculate import calculate
from apps.answers.gather import Evidence, gather
from apps.answers.intent import read_question
from apps.answers.models import Answer, AnswerState, StageName
from apps.answers.pipeline import PipelineSettings
from apps.answers.planning import make_plan
from apps.answers.recording import save_candidates, save_citations, trace_of
from apps.answers.result import Result
from apps.answers.scopes import scope_from_json
from apps.answers.stages import Attempt, announce
from apps.answers.summing_up import result_of
from apps.answers.validation import Checked, validate
from apps.answers.writing import write
from apps.audit import trail
from apps.audit.models import Action
from apps.documents.leases import Lease, LeaseLostError, claim, held

logger = logging.getLogger(__name__)

MAX_ATTEMPTS = 3
UNFINISHED = (AnswerState.QUEUED, AnswerState.WORKING)


def answer(answer_id: int, settings: PipelineSettings | None = None) -> bool:
    """Claim the answer and walk the road. False when it is gone, finished, or another worker has it.

    What goes wrong on the road is recorded on the row (state Failed) and raised again; a lost database is only raised,
    and the sweeper sends the question again.
    """
    lease = claim(Answer.objects.filter(pk=answer_id, state__in=UNFINISHED))
    if lease is None:
        return False
    with held(lease):
        _attempt(lease, settings or PipelineSettings())
    return True


def _walk(attempt: Attempt, settings: PipelineSettings) -> tuple[Evidence, Curated, Checked]:
    """The main road."""
    asker, scope = attempt.answer.asker, scope_from_json(attempt.answer.scope)
    intent = attempt.stage(StageName.INTENT, read_question, attempt.answer.question)
    plan = attempt.stage(StageName.PLAN, make_plan, intent, scope, settings)
    evidence = attempt.stage(StageName.GATHER, gather, plan, asker)
    figures = attempt.stage(StageName.CALCULATE, calculate, intent.figures, intent.question, scope, asker)
    curated = attempt.stage(StageName.CURATE, curate, intent, evidence, figures, settings)
    draft = attempt.stage(StageName.WRITE, write, intent, evidence, figures, curated)
    checked = attempt.stage(StageName.VALIDATE, validate, draft, asker, settings.trust)
    return evidence, curated, checked


def _attempt(lease: Lease, settings: PipelineSettings) -> None:
    attempt = Attempt(Answer.objects.select_related("asker").get(pk=lease.pk), lease)
    try:
        if attempt.answer.attempts > MAX_ATTEMPTS:
            _fail(attempt, f"Answering stopped the worker {MAX_ATTEMPTS} times, so it is not tried again.", {})
            return
        lease.update(state=AnswerState.WORKING)
        started = time.monotonic()
        walked = _walk(attempt, settings)
        _finish(attempt, settings, *walked, seconds=time.monotonic() - started)
    except LeaseLostError as lost:
        logger.info("answer %s: %s", attempt.answer.uid, lost)
    except (OperationalError, InterfaceError):
        raise  # the database, not the question: the lease runs out and the sweeper resumes
    except Exception as error:
        _fail(attempt, f"Answering failed ({type(error).__name__}). It can be tried again.", _diagnostics(error))
        raise


def _finish(
    attempt: Attempt,
    settings: PipelineSettings,
    evidence: Evidence,
    curated: Curated,
    checked: Checked,
    *,
    seconds: float,
) -> None:
    """Save everything at once. Raises LeaseLostError, with nothing saved, when the answer was stopped meanwhile."""
    result = result_of(evidence, checked, seconds)
    with transaction.atomic():
        attempt.lease.update(
            state=AnswerState.DONE,
            status=checked.draft.status,
            result=result,
            trace=trace_of(evidence, settings),
            settings_hash=settings.digest(),
            finished=Now(),
            error="",
            diagnostics={},
            lease=None,
            lease_until=None,
        )
        save_candidates(attempt.answer, evidence, curated, checked)
        citations = save_citations(attempt.answer, checked)
        _record_answered(attempt, settings, checked, result, [str(citation.uid) for citation in citations])
        announce(attempt.answer.uid)


def _record_answered(
    attempt: Attempt, settings: PipelineSettings, checked: Checked, result: Result, citations: list[str]
) -> None:
    trail.record(
        Action.ANSWERED,
        subject=subject_of(attempt.answer),
        status=checked.draft.status,
        citations=citations,
        seconds=result["seconds"],
        attempt=attempt.answer.attempts,
        settings=settings.digest(),
    )


def subject_of(answer: Answer) -> trail.Subject:
    return trail.Subject("answer", answer.uid, answer.question)


def _diagnostics(error: Exception) -> dict[str, Any]:
    return {
        "exception": type(error).__name__,
        "message": str(error)[:2000],
        "traceback": "".join(traceback.format_exception(error))[-8000:],
        "at": timezone.now().isoformat(),
    }


def _fail(attempt: Attempt, sentence: str, diagnostics: dict[str, Any]) -> None:
    with transaction.atomic():
        attempt.lease.update(
            state=AnswerState.FAILED,
            error=sentence,
            diagnostics=diagnostics,
            finished=Now(),
            lease=None,
            lease_until=None,
        )
        exception = diagnostics.get("exception", "worker stopped")
        trail.record(Action.ANSWER_FAILED, subject=subject_of(attempt.answer), error=sentence, exception=exception)
        announce(attempt.answer.uid)
