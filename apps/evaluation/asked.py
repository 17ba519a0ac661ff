"""Asking one question the way users do, and what the benchmark wants to know of the answer."""

import time
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from apps.accounts.models import User
from apps.answers.models import Answer, AnswerState, StageName
from apps.answers.presentation import as_json
from apps.answers.run import asking, workflow
from apps.answers.run.settings import PipelineSettings
from apps.retrieval.found import Scope

PATIENCE_SECONDS = 300
POLL_SECONDS = 0.02
ENDED = {AnswerState.DONE, AnswerState.FAILED, AnswerState.STOPPED}


@dataclass(frozen=True, slots=True)
class Asked:
    """answer: as the API shows it. first_evidence, seconds: from the question to the passages, and to the answer."""

    answer: dict[str, Any]
    first_evidence: float
    seconds: float


def ask(question: str, user: User, scope: Scope, *, workers: bool) -> Asked:
    """Ask and wait. With workers they do it; without, this process does."""
    row = asking.ask(user, question, scope)
    if not workers:
        workflow.answer(row.pk)
    _wait(row)
    return Asked(as_json(row, user), _until_evidence(row), _between(row.created, row.finished))


def answered_here(question: str, user: User, scope: Scope, settings: PipelineSettings | None = None) -> Answer:
    """The finished answer, made in this process; settings: other ones than those configured."""
    row = asking.ask(user, question, scope)
    workflow.answer(row.pk, settings)
    row.refresh_from_db()
    return row


def _wait(row: Answer) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    row.refresh_from_db()
    while row.state not in ENDED and time.monotonic() < deadline:
        time.sleep(POLL_SECONDS)
        row.refresh_from_db()


def _until_evidence(row: Answer) -> float:
    """Seconds from the question to the end of the last search."""
    stage = row.stages.filter(name=StageName.GATHER).order_by("-id").first()
    return _between(row.created, stage.ended if stage else None)


def _between(began: datetime, ended: datetime | None) -> float:
    return (ended - began).total_seconds() if ended else float(PATIENCE_SECONDS)
