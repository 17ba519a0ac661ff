"""One attempt at an answer, under a lease: read, search, calculate, judge, write, check; then everything at once.

Everything that the answer shows is saved in one transaction at the end, so that a killed worker leaves only stage rows.
"""

import logging
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Protocol

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings as django_settings
from django.db import InterfaceError, OperationalError, transaction
from django.db.models.functions import Now
from django.utils import timezone
from structlog.contextvars import bound_contextvars

from apps.accounts.acting import acting_as
from apps.answers.compute.books import one_shelf
from apps.answers.modelled.caller import Caller
from apps.answers.models import Answer, AnswerRecord, AnswerState, Candidate, Ending, StageName
from apps.answers.run import records, stations
from apps.answers.run.content import stages_of
from apps.answers.run.reading import reading_of, was_chosen
from apps.answers.run.recording import candidates_of, save_citations, trace_of
from apps.answers.run.result_object import result_of
from apps.answers.run.road import Road
from apps.answers.run.scopes import scope_from_json
from apps.answers.run.settings import PipelineSettings, SettingsError
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
    """Claim the answer and walk the road for its asker. False when it is gone, finished, or another worker has it.

    What goes wrong on the road is recorded on the row (state Failed) and raised again; a lost database is only raised,
    and the sweeper sends the question again.
    """
    lease = claim(Answer.objects.filter(pk=answer_id, state__in=UNFINISHED))
    if lease is None:
        return False
    given = Answer.objects.select_related("asker", "follows").get(pk=lease.pk)
    with held(lease), acting_as(given.asker), bound_contextvars(answer=str(given.uid)), one_shelf():
        _attempt(given, lease, settings or PipelineSettings.configured())
    return True


class Walker(Protocol):
    """Who does the work of each stage: an `Attempt`, which leaves rows, or a rehearsal, which leaves none."""

    def stage(self, name: StageName, work: Callable[[], dict[str, Any]]) -> None: ...


def road_of(given: Answer, settings: PipelineSettings, caller: Caller) -> Road:
    """The road at its beginning: the question has been read."""
    scope = scope_from_json(given.scope)
    return Road(given, given.asker, scope, settings, caller, reading_of(given, scope))


def walk(attempt: Walker, road: Road) -> None:
    """The main road."""
    attempt.stage(StageName.INTENT, lambda: stations.recall(road))
    if road.remembered is None:
        attempt.stage(StageName.PLAN, lambda: stations.plan(road))
        attempt.stage(StageName.GATHER, lambda: stations.search(road))
        attempt.stage(StageName.CALCULATE, lambda: stations.calculate(road))
        attempt.stage(StageName.CURATE, lambda: stations.judge(road))
        for turn in stations.turns(road):
            attempt.stage(StageName.LOOP, turn)
    attempt.stage(StageName.WRITE, lambda: stations.write(road))
    attempt.stage(StageName.VALIDATE, lambda: stations.check(road))


@dataclass(slots=True)
class Course:
    """An attempt as it goes on, for its record: road is None until the question has been read."""

    attempt: Attempt
    settings: PipelineSettings
    chosen: dict[str, Any] | None
    store: str = ""
    road: Road | None = None
    started: float = field(default_factory=time.monotonic)

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.started

    def keep(self, ending: Ending, **told: Any) -> AnswerRecord:
        return records.keep(
            self.attempt.answer,
            ending,
            road=self.road,
            pipeline=self.settings,
            store=self.store,
            chosen=self.chosen,
            seconds=self.seconds,
            **told,
        )


def _attempt(answer: Answer, lease: Lease, settings: PipelineSettings) -> None:
    settings, problem = _settings_of(answer, settings)
    caller = Caller.configured(settings)
    attempt = Attempt(answer, lease, caller.seen, caller.of_stage)
    caller.tell = attempt.draft
    course = Course(attempt, settings, answer.query if was_chosen(answer) else None)
    try:
        if answer.attempts > MAX_ATTEMPTS:
            _fail(course, f"Answering stopped the worker {MAX_ATTEMPTS} times, so it is not tried again.", {})
            return
        if problem:
            _fail(course, problem, {})
            return
        lease.update(state=AnswerState.WORKING)
        course.store = records.store_state(answer.asker)
        course.road = road_of(answer, settings, caller)
        walk(attempt, course.road)
        _finish(course, course.road)
    except LeaseLostError as lost:
        logger.info("left: %s", lost)
        _abandon(course)
    except SoftTimeLimitExceeded as late:
        _fail(course, OUT_OF_TIME.format(seconds=django_settings.ANSWER_SECONDS), _diagnostics(late))
    except (OperationalError, InterfaceError):
        raise  # the database, not the question: the lease runs out and the sweeper resumes
    except Exception as error:
        _fail(course, f"Answering failed ({type(error).__name__}). It can be tried again.", _diagnostics(error))
        raise


def _settings_of(answer: Answer, settings: PipelineSettings) -> tuple[PipelineSettings, str]:
    """With those that the question brought, and why it cannot be answered with them, or ""."""
    settings = settings.on(answer.way)
    try:
        return settings.changed(answer.own_settings) if answer.own_settings else settings, ""
    except SettingsError as error:
        return settings, f"The question's own settings are not those of this release. {error}"[:500]


def _finish(course: Course, road: Road) -> None:
    """Save everything at once. Raises LeaseLostError, with nothing saved, when the answer was stopped meanwhile."""
    attempt, result = course.attempt, result_of(road, course.seconds)
    candidates = candidates_of(road)
    stages = stages_of(road, result, candidates)
    with transaction.atomic():
        attempt.lease.update(
            state=AnswerState.DONE,
            status=road.found.draft.status,
            result=result,
            query=as_json(road.query),
            trace=trace_of(road, stages.value["gather"]),
            settings_hash=road.settings.digest(),
            finished=Now(),
            error="",
            diagnostics={},
            lease=None,
            lease_until=None,
        )
        Candidate.objects.bulk_create(candidates)
        citations = save_citations(road)
        record = course.keep(Ending.DONE, stages=stages, citations=citations)
        tools = [{name: tool[name] for name in ("source", "told", "digest")} for tool in result.get("tools", [])]
        _record_answered(attempt, road, [str(one.uid) for one in citations], tools, result["seconds"], record)
        announce(attempt.answer.uid)


def _abandon(course: Course) -> None:
    """What a stopped attempt had done stays on record."""
    with suppress(Answer.DoesNotExist), transaction.atomic():
        Answer.objects.select_for_update().only("pk").get(pk=course.attempt.answer.pk)  # numbers are given in turn
        record = course.keep(Ending.ABANDONED)
        trail.record(Action.ANSWER_ABANDONED, subject=subject_of(course.attempt.answer), record=record.digest)


def _record_answered(
    attempt: Attempt,
    road: Road,
    citations: list[str],
    tools: list[dict[str, str]],
    seconds: float,
    record: AnswerRecord,
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
        record=record.digest,
        model=road.caller.account() if road.caller.made else None,
    )


def out_of_time(answer_id: int) -> None:
    """Failed, whoever works on it: its worker took too long and is being killed."""
    answer = Answer.objects.select_related("asker").filter(pk=answer_id, state__in=UNFINISHED).first()
    if answer is None or answer.lease is None:
        return
    late = SoftTimeLimitExceeded("the worker was killed")
    with suppress(LeaseLostError):
        course = Course(Attempt(answer, Lease(Answer, answer.pk, answer.lease)), PipelineSettings.configured(), None)
        _fail(course, OUT_OF_TIME.format(seconds=django_settings.ANSWER_SECONDS), _diagnostics(late))


def subject_of(answer: Answer) -> trail.Subject:
    return trail.Subject("answer", answer.uid, answer.question)


def _diagnostics(error: Exception) -> dict[str, Any]:
    return {
        "exception": type(error).__name__,
        "message": str(error)[:2000],
        "traceback": "".join(traceback.format_exception(error))[-8000:],
        "at": timezone.now().isoformat(),
    }


def _fail(course: Course, sentence: str, diagnostics: dict[str, Any]) -> None:
    attempt = course.attempt
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
        record = course.keep(Ending.FAILED, problem=diagnostics | {"error": sentence})
        trail.record(
            Action.ANSWER_FAILED,
            subject=subject_of(attempt.answer),
            error=sentence,
            exception=exception,
            record=record.digest,
        )
        announce(attempt.answer.uid)
