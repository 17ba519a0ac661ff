"""A call by another assistant: in its user's name and rights, and in the audit trail, whatever comes of it."""

import json
import time
import uuid
from dataclasses import dataclass
from typing import Any

from apps.accounts.models import Scope as Right
from apps.accounts.models import User
from apps.answers.models import Answer, AnswerState
from apps.answers.presentation import as_json
from apps.answers.run.asking import CannotAskError, ask
from apps.answers.tools.calls import DO, called
from apps.answers.tools.desk import Desk, Given, ToolError
from apps.audit import trail
from apps.audit.models import Action
from apps.connect.shapes import ASK, DOSSIER, Ask, Dossier
from apps.inference.language import data_block
from apps.inference.shapes import Misshapen, Shape

KEPT = 500  # characters of the arguments that the trail keeps
LOOK_SECONDS = 0.5
FINISHED = frozenset({AnswerState.DONE, AnswerState.FAILED, AnswerState.STOPPED})


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls, and from where."""

    user: User
    address: str | None = None


def call(caller: Caller, name: str, arguments: dict[str, Any]) -> Given:
    """What the tool gives: data in marks. Never raises for what a caller writes."""
    written = json.dumps(arguments)
    given = _given(caller, name, written)
    subject = trail.Subject("tool", None, name[:100])
    trail.record(
        Action.TOOL_CALLED,
        actor=caller.user,
        subject=subject,
        address=caller.address,
        arguments=written[:KEPT],
        step=given.step[:200],
        characters=len(given.text),
    )
    return Given(data_block(name if name in DO else "result", given.text), given.step)


def _given(caller: Caller, name: str, written: str) -> Given:
    try:
        if name == ASK.name:
            return _ask(caller, Shape(Ask).read(written))
        if name == DOSSIER.name:
            return _dossier(caller.user, Shape(Dossier).read(written))
    except Misshapen as problem:
        return Given(f"The arguments were refused: {problem}", f"asked {name} in a wrong form")
    except (CannotAskError, ToolError) as problem:
        return Given(f"Refused: {problem}", f"asked {name} in vain")
    return called(Desk(caller.user, recalls=True), name, written)


def _ask(caller: Caller, asked: Ask) -> Given:
    """Raises CannotAskError, ToolError."""
    token = caller.user.token
    if not caller.user.may_write:
        raise ToolError("Compliance reviewers read everything and change nothing.")
    if token is not None and Right.ASK not in token.scopes:
        raise ToolError("This token may not ask questions.")
    answer = ask(caller.user, asked.question, address=caller.address)
    end = time.monotonic() + asked.wait
    while answer.state not in FINISHED and time.monotonic() < end:
        time.sleep(LOOK_SECONDS)
        answer.refresh_from_db()
    return Given(json.dumps(_short(as_json(answer, caller.user))), "asked a question")


SHOWN = ("id", "state", "status", "answer", "read_as", "value", "unit", "sheet", "rows", "grid", "tables", "validation")
OF_CITATION = ("label", "document", "page_number", "quote", "url")


def _short(told: dict[str, Any]) -> dict[str, Any]:
    """What an assistant needs to tell it on; of the checks only the degree and its reasons."""
    kept = {name: told[name] for name in SHOWN if told.get(name)}
    if checks := kept.pop("validation", None):
        kept |= {"trust": checks["trust"], "reasons": [one["text"] for one in checks["reasons"]]}
    return kept | {"citations": [{name: one[name] for name in OF_CITATION} for one in told["citations"]]}


def _dossier(user: User, asked: Dossier) -> Given:
    """Raises ToolError."""
    try:
        answer = Answer.objects.visible_to(user).get(uid=uuid.UUID(asked.answer))
    except (ValueError, Answer.DoesNotExist):
        raise ToolError("There is no such answer of yours.") from None
    stages = [{"name": one.name, "attempt": one.attempt, "detail": one.detail} for one in answer.stages.all()]
    trace = {name: answer.trace[name] for name in ("readings", "versions", "calls") if name in answer.trace}
    whole = as_json(answer, user) | {"settings": answer.settings_hash, "steps": stages, "trace": trace}
    return Given(json.dumps(whole), "read a dossier")
