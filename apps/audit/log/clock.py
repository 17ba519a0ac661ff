"""A clock that was set back, as the sealer states it: signed, at one place of the log.

Whoever verifies goes by the order of the log, not by times. From the place that the statement names entries are sealed
by the new clock; without a statement of the log's own key no entry may be older than the one before it.

How long sealing rested meanwhile no clock that was set can say. The machine's own count of seconds can: the sealer
keeps a reading of it, signed, so that whoever rules the database cannot make a rest longer than it was.
"""

import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Self

from django.db import connection

from apps.audit.log.notes import Note, NoteRefused, Signer, Verifier

AHEAD = timedelta(minutes=5)  # clocks of several machines may differ by this much
BOOT = Path("/proc/sys/kernel/random/boot_id")


def now() -> datetime:
    """By the database's clock, which dates events too."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        found: datetime = cursor.fetchone()[0]
    return found


def moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


@cache
def _boot() -> str:
    """Which start of which machine this is, "" where the system does not say."""
    return BOOT.read_text().strip() if BOOT.exists() else ""


@dataclass(frozen=True, slots=True)
class Count:
    """The seconds that one machine has counted since one start, which nobody can set. boot: which start of which."""

    boot: str
    seconds: int

    def since(self, earlier: "Count") -> int:
        """0 where the two cannot be compared: never more seconds than really went by."""
        return max(0, self.seconds - earlier.seconds) if self.boot and self.boot == earlier.boot else 0


def counted() -> Count:
    return Count(_boot(), int(time.monotonic()))


@dataclass(frozen=True, slots=True)
class Reading:
    """What clock and count said when nothing was left to seal and the log had `size` entries."""

    size: int
    clock: str
    count: Count

    def signed(self, log: Signer) -> str:
        told = (f"{log.name} reading", self.size, self.clock, self.count.boot, self.count.seconds)
        return log.note("".join(f"{one}\n" for one in told)).text

    @classmethod
    def parse(cls, text: str, log: Verifier) -> Self:
        """Raises NoteRefused for what this log did not sign, ValueError for what is no reading."""
        note = Note.parse(text)
        log.signature_of(note)
        origin, size, clock, boot, seconds = note.body.removesuffix("\n").split("\n")
        if origin != f"{log.name} reading":
            raise NoteRefused("This is no reading of the clock.")
        return cls(int(size), clock, Count(boot, int(seconds)))


@dataclass(frozen=True, slots=True)
class SetBack:
    """index: the first entry that is sealed by the new clock. before: what the old one said when last nothing was left
    to seal. now: what the new one says. rest: how many seconds went by between the two, as far as that is known."""

    index: int
    before: str
    now: str
    rest: int = 0

    @property
    def by(self) -> timedelta:
        return datetime.fromisoformat(self.before) + timedelta(seconds=self.rest) - datetime.fromisoformat(self.now)

    def __str__(self) -> str:
        rested = f", {timedelta(seconds=self.rest)} later" if self.rest else ""
        return f"The clock was set back by {self.by} at entry {self.index}: from {self.before} to {self.now}{rested}."

    def _body(self, origin: str) -> str:
        """Its first line is the name of no log, so that it can never be taken for a checkpoint."""
        return f"{origin} clock\n{self.index}\n{self.before}\n{self.now}\n{self.rest}\n"

    def signed(self, log: Signer) -> str:
        return log.note(self._body(log.name)).text

    @classmethod
    def parse(cls, text: str, log: Verifier) -> Self:
        """Raises NoteRefused for what this log did not state, ValueError for what cannot be read."""
        note = Note.parse(text)
        log.signature_of(note)
        origin, *told = note.body.removesuffix("\n").split("\n")
        if origin != f"{log.name} clock" or len(told) not in {3, 4}:
            raise NoteRefused("This is no statement about the clock.")
        index, before, now, rest = (*told, "0")[:4]  # those of earlier releases say nothing of a rest
        return cls(int(index), before, now, int(rest))

    def windows(self, late: timedelta) -> list[tuple[datetime, datetime]]:
        """When what is sealed in this run may be dated: by the old clock or by the new one, within the rest."""
        before, now = datetime.fromisoformat(self.before), datetime.fromisoformat(self.now)
        within = late + timedelta(seconds=self.rest)
        return [(now - within, now + AHEAD), (before - late, before + within)]
