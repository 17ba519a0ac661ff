"""Replays with their event."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from apps.accounts.models import User
from apps.answers.models import Answer, AnswerRecord
from apps.answers.run.replay import CannotReplay, Replay, replay
from apps.answers.run.replay import today as again
from apps.answers.run.settings import PipelineSettings
from apps.answers.run.workflow import subject_of
from apps.audit.models import Action
from apps.audit.trail import record as note
from apps.review.access import open_documents


@dataclass(frozen=True, slots=True)
class Variant:
    """What is to be otherwise when an answer is made again today. way: the road, as `RoadKind` has it. changes: of the
    pipeline's settings, by name. Empty: as this installation is set up now, but for what the question brought.
    """

    model: str = ""
    way: str = ""
    changes: Mapping[str, str] = field(default_factory=dict)

    def settings_for(self, answer: Answer) -> PipelineSettings:
        """Raises SettingsError."""
        own = {**answer.own_settings, **self.changes}
        return PipelineSettings.configured().on(self.way or answer.way).changed(own)

    @property
    def words(self) -> str:
        named = (("model", self.model), ("road", self.way), *self.changes.items())
        return ", ".join(f"{name} {value}" for name, value in named if value)


def replayed(
    record: AnswerRecord, actor: User | None, *, today: Variant | None = None, address: str | None = None
) -> Replay:
    """From the record, or as of today over what its asker and the actor may both see.

    Raises CannotReplay, RecordDamaged, SettingsError.
    """
    found = replay(record) if today is None else again(record, today.settings_for(record.answer), today.model)
    if actor:
        _refuse_closed(found, actor)
    told: dict[str, Any] = {"what": "from the record" if today is None else "today", "same": found.same}
    told["first"] = found.first.name.value if found.first else ""
    if today and today.words:
        told["with"] = today.words
    note(Action.REPLAYED, actor=actor, subject=subject_of(record.answer), address=address, **told)
    return found


def _refuse_closed(found: Replay, actor: User) -> None:
    """Walked with the asker's eyes, it may come upon what the actor may not see."""
    closed = len(found.sources) - open_documents(actor).filter(pk__in=found.sources).count()
    if closed and found.record.answer.asker_id != actor.pk:
        raise CannotReplay(f"Walked again, it looks into {closed} documents that are closed to you.")
