"""The main road of a question: intent, plan, gather, calculate, curate, write, validate.

One worker walks it under a lease.

Everything that the answer shows is saved in one transaction at the end, so that a killed worker leaves only stage rows.
"""

import logging
import time
import traceback
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings as django_settings
from django.db import InterfaceError, OperationalError, transaction
from django.db.models.functions import Now
from django.utils import timezone

from apps.accounts.models import User
from apps.answers.asked_tables import ask_tables
from apps.answers.being_read import waited_for
from apps.answers.claims import Draft
from apps.answers.curate import Curated, curate
from apps.answers.figures.calculate import calculate
from apps.answers.figures.lines import Calculation
from apps.answers.followups import Asked, earlier_of, in_conversation
from apps.answers.gather import Evidence, gather
from apps.answers.intent import Intent, read_question
from apps.answers.modelled.caller import Caller
from apps.answers.modelled.conversation import already_found
from apps.answers.modelled.curator import select
from apps.answers.modelled.planner import with_parts
from apps.answers.modelled.refereeing import referee_of
from apps.answers.modelled.second_reader import checked_twice
from apps.answers.modelled.writer import write_with_model
from apps.answers.models import Answer, AnswerState, StageName, Status
from apps.answers.own_measures import beside_own
from apps.answers.pipeline import PipelineSettings
from apps.answers.planning import Plan, make_plan
from apps.answers.prose.support import with_support
from apps.answers.recording import save_candidates, save_citations, trace_of
from apps.answers.result import Result
from apps.answers.scopes import scope_from_json
from apps.answers.stages import Attempt, announce
from apps.answers.subquestions import calculate_parts, gather_parts
from apps.answers.summing_up import result_of
from apps.answers.tools.answer import ToolAnswer
from apps.answers.tools.drafting import drafted
from apps.answers.tools.road import answer_with, asked_by_model, beside, plan_tools, toolbox_for
from apps.answers.tools.toolbox import Toolbox
from apps.answers.validation import Checked
from apps.answers.writing import put_off, write
from apps.audit import trail
from apps.audit.models import Action
from apps.documents.leases import Lease, LeaseLostError, claim, held
from apps.retrieval.found import Scope

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


@dataclass(frozen=True, slots=True)
class Walked:
    """What came of the road."""

    asked: Asked
    evidence: Evidence
    curated: Curated
    checked: Checked
    caller: Caller
    toolbox: Toolbox


@dataclass(frozen=True, slots=True)
class Figures:
    """What was computed of filings alone, and what with the help of tools (V12)."""

    calculation: Calculation
    outside: ToolAnswer

    def seen(self) -> dict[str, Any]:
        return self.outside.seen() if self.outside.answers else self.calculation.seen()


def _walk(attempt: Attempt, settings: PipelineSettings, caller: Caller, toolbox: Toolbox) -> Walked:
    """The main road."""
    asker, scope = attempt.answer.asker, scope_from_json(attempt.answer.scope)
    asked = in_conversation(attempt.answer, scope)
    earlier = earlier_of(attempt.answer)
    intent = attempt.stage(StageName.INTENT, read_question, asked.question)
    plan = attempt.stage(
        StageName.PLAN, _plan, intent, scope, settings, caller, attempt.answer.question, asker, earlier
    )
    evidence = attempt.stage(StageName.GATHER, _gather, plan, asker, earlier, caller, toolbox)
    figures = attempt.stage(StageName.CALCULATE, _calculate, plan, intent, asker, toolbox)
    curated = attempt.stage(StageName.CURATE, _curate, plan, intent, evidence, figures, asker, caller)
    evidence = curated.selection.evidence if curated.selection else evidence
    draft = attempt.stage(StageName.WRITE, _write, asked, plan, intent, evidence, figures, curated, asker, caller)
    checked = attempt.stage(StageName.VALIDATE, checked_twice, draft, asker, settings.trust, asked.question, caller)
    return Walked(asked, evidence, curated, checked, caller, toolbox)


def _plan(
    intent: Intent,
    scope: Scope,
    settings: PipelineSettings,
    caller: Caller,
    typed: str,
    asker: User,
    earlier: Answer | None,
) -> Plan:
    plan = replace(make_plan(intent, scope, settings), tools=plan_tools(intent.question, scope, asker))
    if plan.tools.wanted:
        return plan
    planned = with_parts(plan, intent, caller, typed, earlier)
    return replace(planned, tools=asked_by_model(planned.asked, planned.question, scope, asker))


def _gather(plan: Plan, asker: User, earlier: Answer | None, caller: Caller, toolbox: Toolbox) -> Evidence:
    if found := already_found(plan, earlier, asker):
        return found
    with beside(plan.tools, toolbox):
        return gather_parts(plan, asker, gather(plan, asker, referee_of(caller, plan.settings.search)))


def _calculate(plan: Plan, intent: Intent, asker: User, toolbox: Toolbox) -> Figures:
    """What needs a share price is not computed without one: EV/EBITDA is not answered with EBITDA."""
    outside = answer_with(plan.tools, toolbox)
    if plan.tools.wanted and (outside.answers or outside.missing):
        return Figures(Calculation(intent.figures, missing=outside.missing), outside)
    whole = calculate(intent.figures, intent.question, plan.scope, asker)
    figures = ask_tables(intent, calculate_parts(plan, intent, asker, whole), plan.scope, asker)
    figures = beside_own(figures, intent, plan.scope, asker)
    return Figures(with_support(figures, intent, plan.scope, asker), outside)


def _curate(plan: Plan, intent: Intent, evidence: Evidence, figures: Figures, asker: User, caller: Caller) -> Curated:
    """Figures of tools are the answer by themselves."""
    if figures.outside.answers:
        return Curated(missing=figures.outside.missing)
    curated = curate(intent, evidence, figures.calculation, plan.settings)
    return select(curated, intent, plan, evidence, figures.calculation, asker, caller)


def _write(
    asked: Asked,
    plan: Plan,
    intent: Intent,
    evidence: Evidence,
    figures: Figures,
    curated: Curated,
    asker: User,
    caller: Caller,
) -> Draft:
    if asked.unclear:
        return Draft(Status.NOT_FOUND, (), f"Not answered. {asked.unclear}")
    if figures.outside.answers and (by_tools := drafted(figures.outside)):
        return by_tools
    calculation = figures.calculation
    if figures.outside.missing and curated.rows and curated.rows[0].exact:
        calculation = replace(calculation, missing=())  # a filing states by itself what no market data is there for
    by_rules = write(intent, evidence, calculation, curated)
    found = by_rules.status not in {Status.NOT_FOUND, Status.CLOSEST}
    if unread := waited_for(intent.question, asker, plan.scope, found=found):
        return put_off(unread)
    return write_with_model(by_rules, intent, evidence, curated, plan.settings, caller)


def _attempt(lease: Lease, settings: PipelineSettings) -> None:
    caller = Caller.configured(settings)
    attempt = Attempt(Answer.objects.select_related("asker", "follows").get(pk=lease.pk), lease, caller.seen)
    caller.tell = attempt.draft
    toolbox = toolbox_for(attempt.answer.asker, scope_from_json(attempt.answer.scope))
    try:
        if attempt.answer.attempts > MAX_ATTEMPTS:
            _fail(attempt, f"Answering stopped the worker {MAX_ATTEMPTS} times, so it is not tried again.", {})
            return
        lease.update(state=AnswerState.WORKING)
        started = time.monotonic()
        walked = _walk(attempt, settings, caller, toolbox)
        _finish(attempt, settings, walked, seconds=time.monotonic() - started)
    except LeaseLostError as lost:
        logger.info("answer %s: %s", attempt.answer.uid, lost)
    except SoftTimeLimitExceeded as late:
        _fail(attempt, OUT_OF_TIME.format(seconds=django_settings.ANSWER_SECONDS), _diagnostics(late))
    except (OperationalError, InterfaceError):
        raise  # the database, not the question: the lease runs out and the sweeper resumes
    except Exception as error:
        _fail(attempt, f"Answering failed ({type(error).__name__}). It can be tried again.", _diagnostics(error))
        raise


def _finish(attempt: Attempt, settings: PipelineSettings, walked: Walked, *, seconds: float) -> None:
    """Save everything at once. Raises LeaseLostError, with nothing saved, when the answer was stopped meanwhile."""
    checked, account = walked.checked, walked.caller.account()
    result = result_of(walked.evidence, checked, seconds)
    result |= {"tokens_in": account["tokens_in"], "tokens_out": account["tokens_out"], "read_as": walked.asked.read_as}
    result["unclear"] = walked.asked.unclear
    result["reading"] = [str(uid) for uid in checked.draft.reading]
    with transaction.atomic():
        attempt.lease.update(
            state=AnswerState.DONE,
            status=checked.draft.status,
            result=result,
            trace=trace_of(walked.evidence, settings, walked.caller, checked, walked.toolbox),
            settings_hash=settings.digest(),
            finished=Now(),
            error="",
            diagnostics={},
            lease=None,
            lease_until=None,
        )
        save_candidates(attempt.answer, walked.evidence, walked.curated, checked)
        citations = save_citations(attempt.answer, checked)
        _record_answered(attempt, settings, walked, result, [str(citation.uid) for citation in citations])
        announce(attempt.answer.uid)


def _record_answered(
    attempt: Attempt, settings: PipelineSettings, walked: Walked, result: Result, citations: list[str]
) -> None:
    trail.record(
        Action.ANSWERED,
        subject=subject_of(attempt.answer),
        status=walked.checked.draft.status,
        citations=citations,
        seconds=result["seconds"],
        attempt=attempt.answer.attempts,
        settings=settings.digest(),
        model=walked.caller.account() if walked.caller.made else None,
        tools=result["tools"] or None,
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
