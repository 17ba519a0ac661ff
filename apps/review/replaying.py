"""Replays with their event."""

from typing import Any

from apps.accounts.models import User
from apps.answers.models import AnswerRecord
from apps.answers.run.replay import Replay, replay, today
from apps.answers.run.workflow import subject_of
from apps.audit.models import Action
from apps.audit.trail import record as note


def replayed(record: AnswerRecord, actor: User | None, *, today: bool = False, address: str | None = None) -> Replay:
    """Raises CannotReplay, RecordDamaged."""
    found = _today(record) if today else replay(record)
    told: dict[str, Any] = {"what": "today" if today else "from the record", "same": found.same}
    told["first"] = found.first.name.value if found.first else ""
    note(Action.REPLAYED, actor=actor, subject=subject_of(record.answer), address=address, **told)
    return found


_today = today
