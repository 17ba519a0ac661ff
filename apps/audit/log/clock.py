"""A clock that was set back, as the sealer states it: signed, at one place of the log.

Whoever verifies goes by the order of the log, not by times. From the place that the statement names entries are sealed
by the new clock; without a statement of the log's own key no entry may be older than the one before it.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Self

from django.db import connection

from apps.audit.log.notes import Note, NoteRefused, Signer, Verifier

AHEAD = timedelta(minutes=5)  # clocks of several machines may differ by this much


def now() -> datetime:
    """By the database's clock, which dates events too."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        found: datetime = cursor.fetchone()[0]
    return found


def moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


@dataclass(frozen=True, slots=True)
class SetBack:
    """index: the first entry that is sealed by the new clock. before: what the old one said when last nothing was left
    to seal. now: what the new one says."""

    index: int
    before: str
    now: str

    @property
    def by(self) -> timedelta:
        return datetime.fromisoformat(self.before) - datetime.fromisoformat(self.now)

    def __str__(self) -> str:
        return f"The clock was set back by {self.by} at entry {self.index}: from {self.before} to {self.now}."

    def _body(self, origin: str) -> str:
        """Its first line is the name of no log, so that it can never be taken for a checkpoint."""
        return f"{origin} clock\n{self.index}\n{self.before}\n{self.now}\n"

    def signed(self, log: Signer) -> str:
        return log.note(self._body(log.name)).text

    @classmethod
    def parse(cls, text: str, log: Verifier) -> Self:
        """Raises NoteRefused for what this log did not state."""
        note = Note.parse(text)
        log.signature_of(note)
        origin, index, before, now, *rest = (*note.body.split("\n"), "", "", "")
        if origin != f"{log.name} clock" or not index.isdecimal() or any(rest):
            raise NoteRefused("This is no statement about the clock.")
        return cls(int(index), before, now)

    def windows(self, late: timedelta) -> list[tuple[datetime, datetime]]:
        """When what is sealed in this run may be dated: around the last moment of the old clock, or by the new one."""
        before, now = datetime.fromisoformat(self.before), datetime.fromisoformat(self.now)
        return [(now - late, now + AHEAD), (before - late, before + late)]
