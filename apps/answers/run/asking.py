"""Asking, stopping, asking again, and resuming what a lost message or a killed worker left behind."""

import logging
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from celery import current_app
from django.db import transaction
from django.db.models import BooleanField, Case, Q, When, Window
from django.db.models.functions import Now, RowNumber
from kombu.exceptions import OperationalError as BrokerError

from apps.accounts.models import User
from apps.answers.models import Answer, AnswerState, Status
from apps.answers.run.reading import was_chosen
from apps.answers.run.scopes import scope_to_json
from apps.answers.run.settings import RoadKind
from apps.answers.run.stages import announce
from apps.answers.run.workflow import UNFINISHED, subject_of
from apps.audit import trail
from apps.audit.models import Action
from apps.documents.leases import free
from apps.retrieval.found import Scope

logger = logging.getLogger(__name__)

TASK, QUEUE = "apps.answers.tasks.answer_question", "answer"
HINT_SECONDS = 5  # a question whose hint is younger than this is not sent again
LONGEST_QUESTION = 2000


class CannotAskError(ValueError):
    """The question or what is to be done with its answer makes no sense now; str() is one sentence for the user."""


def tidied(question: str) -> str:
    """The question without NULs, each run of white space as one blank: what rules read holds no long runs."""
    return " ".join(question.replace("\x00", "").split())


def ask(
    asker: User,
    question: str,
    scope: Scope | None = None,
    address: str | None = None,
    follows: Answer | None = None,
    query: dict[str, Any] | None = None,
    way: str = "",
    own_settings: Mapping[str, Any] | None = None,
) -> Answer:
    """Keep the question, record it, and tell the workers once it is committed. Raises CannotAskError.

    follows: the answer before it in the conversation, one of the asker's own; any other is left out. query: the reading
    that the asker chose, as JSON. way: the road that was chosen, as `RoadKind` has them; "" is that of the settings.
    own_settings: as `own_settings.own` gives them.
    """
    question = tidied(question)
    if not question:
        raise CannotAskError("Write a question first.")
    if len(question) > LONGEST_QUESTION:
        raise CannotAskError(f"A question can have at most {LONGEST_QUESTION:,} characters; shorten it.")
    if way not in {"", *RoadKind}:
        raise CannotAskError("A question goes by rules, by the workflow or by a loop.")
    kept = scope_to_json(scope or Scope())
    with transaction.atomic():
        before = follows if follows and follows.asker_id == asker.pk else None
        own = dict(own_settings or {})
        answer = Answer.objects.create(
            asker=asker, question=question, scope=kept, follows=before, query=query, way=way, own_settings=own
        )
        said: dict[str, Any] = {"question": question, "scope": kept} | ({"settings": own} if own else {})
        trail.record(Action.ASKED, actor=asker, subject=subject_of(answer), address=address, **said)
        transaction.on_commit(lambda: send(answer.pk))
    return answer


def send(answer_id: int) -> bool:
    """Tell the workers that a question waits. A broker that is down is only logged: the sweeper sends it later."""
    Answer.objects.filter(pk=answer_id).update(enqueued=Now())
    try:
        current_app.send_task(TASK, args=[answer_id], queue=QUEUE, retry=False)
    except BrokerError as error:
        logger.warning("the queue is not there; the sweeper will send answer %s again: %s", answer_id, error)
        return False
    return True


def stop(answer: Answer, actor: User, address: str | None = None) -> None:
    """Stop an answer; whoever works on it notices at the next stage. Raises CannotAskError when it is over."""
    with transaction.atomic():
        rows = Answer.objects.filter(pk=answer.pk, state__in=UNFINISHED)
        if rows.update(state=AnswerState.STOPPED, finished=Now(), lease=None, lease_until=None) != 1:
            raise CannotAskError("This answer is finished already.")
        trail.record(Action.ANSWER_STOPPED, actor=actor, subject=subject_of(answer), address=address)
        announce(answer.uid)
    answer.refresh_from_db()


def retry(answer: Answer, actor: User, address: str | None = None) -> None:
    """Ask again what failed, was stopped or waits for files. Raises CannotAskError for any other answer."""
    ended = Q(state__in=(AnswerState.FAILED, AnswerState.STOPPED)) | Q(state=AnswerState.DONE, status=Status.BEING_READ)
    fresh: dict[str, Any] = {
        "state": AnswerState.QUEUED,
        "status": "",
        "result": {},
        "error": "",
        "diagnostics": {},
        "finished": None,
        "attempts": 0,
        "waiting_since": Now(),
        "query": answer.query if was_chosen(answer) else None,
    }
    with transaction.atomic():
        rows = Answer.objects.filter(ended, pk=answer.pk)
        if rows.update(**fresh, lease=None, lease_until=None) != 1:
            raise CannotAskError("Only an answer that failed, was stopped or waits for files can be tried again.")
        answer.stages.all().delete()
        answer.candidates.all().delete()
        trail.record(Action.RETRIED, actor=actor, subject=subject_of(answer), address=address)
        announce(answer.uid)
        transaction.on_commit(lambda: send(answer.pk))
    answer.refresh_from_db()


def next_in_turn() -> list[int]:
    """The questions that wait, in fair order: everybody's first, then everybody's second; who has fewer comes sooner.

    What is being answered counts as its asker's first, so that nobody's sixty hold another's one.
    """
    place = Window(RowNumber(), partition_by="asker", order_by=[Case(When(free(), then=1), default=0), "pk"])
    unfinished = Answer.objects.filter(state__in=UNFINISHED).annotate(place=place).order_by("place", "pk")
    rows = unfinished.annotate(
        waits=Case(When(free(), then=True), default=False, output_field=BooleanField())
    ).values_list("pk", "waits")
    return [pk for pk, waits in rows if waits]


def sweep() -> int:
    """Send again every question that waits without a recent hint or whose worker is gone; returns how many."""
    quiet = Q(enqueued=None) | Q(enqueued__lt=Now() - timedelta(seconds=HINT_SECONDS))
    left = Answer.objects.filter(free(), quiet, state__in=UNFINISHED).only("pk", "uid", "question", "state", "attempts")
    return sum(_resume(answer) for answer in left)


def _resume(answer: Answer) -> bool:
    """Record it only when work had been left behind; a question that merely waits leaves no trace."""
    if answer.state == AnswerState.WORKING:
        with transaction.atomic():
            rows = Answer.objects.filter(free(), pk=answer.pk, state=AnswerState.WORKING)
            if rows.update(state=AnswerState.QUEUED, lease=None, lease_until=None) != 1:
                return False
            trail.record(Action.RESUMED, subject=subject_of(answer), attempt=answer.attempts)
    return send(answer.pk)
