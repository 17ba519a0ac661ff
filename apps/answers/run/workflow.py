"""One attempt at an answer, under a lease: read, search, calculate, judge, write, check; then everything at once.

Everything that the answer shows is saved in one transaction at the end, so that a killed worker leaves only stage rows.
"""

import logging
import time
import traceback
from contextlib import suppress
from typing import Any

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings as django_settings
from django.db import InterfaceError, OperationalError, transaction
from django.db.models.functions import Now
from django.utils import timezone

from apps.answers.modelled.caller import Caller
from apps.answers.models import Answer, AnswerState, StageName
from apps.answers.run import stations
from apps.answers.run.reading import reading_of
from apps.answers.run.recording import save_candidates, save_citations, trace_of
from apps.answers.run.result_object import result_of
from apps.answers.run.road import Road
from apps.answers.run.scopes import scope_from_json
from apps.answers.run.settings import PipelineSettings
from apps.answers.run.stages import Attempt, announce
from apps.audit import trail
from apps.audit.models import Action
from apps.documents.leases import Lease, LeaseLostError, claim, held
from apps.questions.query import as_json

logger = logging.getLogger(__name__)

MAX_ATTEMPTS = 2  # workers that a question may stop
OUT_OF_TIME = "Answering took longer than {seconds:,} seconds and was stopped. Ask for less at once."
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
        _attempt(lease, settings or PipelineSettings.configured())
    return True


def walk(attempt: Attempt, settings: PipelineSettings, caller: Caller) -> Road:
    """The main road."""
    given = attempt.answer
    scope = scope_from_json(given.scope)
    road = Road(given, given.asker, scope, settings, caller, reading_of(given, scope))
    attempt.stage(StageName.INTENT, road.seen_reading)
    attempt.stage(StageName.PLAN, lambda: stations.plan(road))
    attempt.stage(StageName.GATHER, lambda: stations.search(road))
    attempt.stage(StageName.CALCULATE, lambda: stations.calculate(road))
    attempt.stage(StageName.CURATE, lambda: stations.judge(road))
    for turn in stations.turns(road):
        attempt.stage(StageName.LOOP, turn)
    attempt.stage(StageName.WRITE, lambda: stations.write(road))
    attempt.stage(StageName.VALIDATE, lambda: stations.check(road))
    return road


def _attempt(lease: Lease, settings: PipelineSettings) -> None:
    answer = Answer.objects.select_related("asker", "follows").get(pk=lease.pk)
    settings = settings.on(answer.way)
    caller = Caller.configured(settings)
    attempt = Attempt(answer, lease, caller.seen)
    caller.tell = attempt.draft
    try:
        if attempt.answer.attempts > MAX_ATTEMPTS:
            _fail(attempt, f"Answering stopped the worker {MAX_ATTEMPTS} times, so it is not tried again.", {})
            return
        lease.update(state=AnswerState.WORKING)
        started = time.monotonic()
        road = walk(attempt, settings, caller)
        _finish(attempt, road, seconds=time.monotonic() - started)
    except LeaseLostError as lost:
        logger.info("answer %s: %s", attempt.answer.uid, lost)
    except SoftTimeLimitExceeded as late:
        _fail(attempt, OUT_OF_TIME.format(seconds=django_settings.ANSWER_SECONDS), _diagnostics(late))
    except (OperationalError, InterfaceError):
        raise  # the database, not the question: the lease runs out and the sweeper resumes
    except Exception as error:
        _fail(attempt, f"Answering failed ({type(error).__name__}). It can be tried again.", _diagnostics(error))
        raise


def _finish(attempt: Attempt, road: Road, *, seconds: float) -> None:
    """Save everything at once. Raises LeaseLostError, with nothing saved, when the answer was stopped meanwhile."""
    result = result_of(road, seconds)
    with transaction.atomic():
        attempt.lease.update(
            state=AnswerState.DONE,
            status=road.found.draft.status,
            result=result,
            query=as_json(road.query),
            trace=trace_of(road),
            settings_hash=road.settings.digest(),
            finished=Now(),
            error="",
            diagnostics={},
            lease=None,
            lease_until=None,
        )
        save_candidates(road)
        citations = [str(citation.uid) for citation in save_citations(road)]
        tools = [{name: tool[name] for name in ("source", "told", "digest")} for tool in result.get("tools", [])]
        _record_answered(attempt, road, citations, tools, result["seconds"])
        announce(attempt.answer.uid)


def _record_answered(
    attempt: Attempt, road: Road, citations: list[str], tools: list[dict[str, str]], seconds: float
) -> None:
    trail.record(
        Action.ANSWERED,
        subject=subject_of(attempt.answer),
        status=road.found.draft.status,
        trust=road.found.validation["trust"],
        citations=citations,
        tools=tools,
        seconds=seconds,
        attempt=attempt.answer.attempts,
        settings=road.settings.digest(),
        model=road.caller.account() if road.caller.made else None,
    )


def out_of_time(answer_id: int) -> None:
    """Failed, whoever works on it: its worker took too long and is being killed."""
    answer = Answer.objects.select_related("asker").filter(pk=answer_id, state__in=UNFINISHED).first()
    if answer is None or answer.lease is None:
        return
    late = SoftTimeLimitExceeded("the worker was killed")
    with suppress(LeaseLostError):
        attempt = Attempt(answer, Lease(Answer, answer.pk, answer.lease))
        _fail(attempt, OUT_OF_TIME.format(seconds=django_settings.ANSWER_SECONDS), _diagnostics(late))


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
