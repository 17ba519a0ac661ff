"""Does the trail stand as it was sealed? Events against hashes, hashes against the log, the log against checkpoints.

Nothing here trusts the database or the log's folder: trust begins with the log's public key and with checkpoints that
lie elsewhere. What is found is told with the fault, the event and the place in the log.
"""

import json
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path

from django.conf import settings
from django.db import connection

from apps.audit.commitments import (
    DETAIL,
    FIELDS,
    NO_SALT,
    PERSONAL,
    SALT_BYTES,
    Content,
    Entry,
    Values,
    contents,
    digest,
    disclosure,
    salt_of,
)
from apps.audit.erasure import ERASED_VALUES, recorded_erasures
from apps.audit.log.clock import AHEAD, SetBack, now
from apps.audit.log.inspection import Inspection
from apps.audit.log.notes import Checkpoint, NoteRefused, Verifier
from apps.audit.log.tiles import Folder
from apps.audit.models import Action, SealingState

CHUNK = 2000
ACTION = FIELDS.index("action")
BEGINNING = datetime.min.replace(tzinfo=UTC)
TRIGGER = """
    SELECT count(*) FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
    WHERE t.tgrelid = 'audit_auditevent'::regclass AND t.tgname = 'audit_append_only' AND t.tgenabled = 'A'
      AND t.tgtype = 58 AND p.prosrc LIKE '%%RAISE EXCEPTION%%'"""
SEALED = """
    SELECT index, number, event::text, salts FROM audit_sealedevent
    WHERE index >= %s AND index < %s ORDER BY index"""
STRAY = """
    SELECT index, number, event::text FROM audit_sealedevent
    WHERE index >= %s OR index < 0 ORDER BY index LIMIT 1000"""
PATIENCE = 3  # seconds for a sealer that is between its rows and its checkpoint
UNSEALED = """
    SELECT e.id, e.uid::text, to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
    FROM audit_auditevent e
    WHERE NOT EXISTS (SELECT 1 FROM audit_sealedevent s WHERE s.number = e.id)
      AND (e.at < %s OR e.at > %s) ORDER BY e.id LIMIT 1000"""


class Fault(StrEnum):
    """Everything that can be wrong with a trail. A closed set; docs/audit.md says what each one means."""

    NO_CHECKPOINT = "no-checkpoint"
    FORGED_CHECKPOINT = "forged-checkpoint"
    WRONG_ROOT = "wrong-root"
    ROLLED_BACK = "rolled-back"
    REWRITTEN = "rewritten"
    OTHER_KEY = "other-key"
    DAMAGED_LOG = "damaged-log"
    ENTRY_UNREADABLE = "entry-unreadable"
    ENTRY_ORDER = "entry-order"
    SEALED_TWICE = "sealed-twice"
    EVENT_MISSING = "event-missing"
    EVENT_CHANGED = "event-changed"
    EVENT_REPLACED = "event-replaced"
    SALTS_MISSING = "salts-missing"
    SALTS_CHANGED = "salts-changed"
    STRAY_SEAL = "stray-seal"
    UNSEALED = "unsealed"
    BACKDATED = "backdated"
    POSTDATED = "postdated"
    ERASED_UNRECORDED = "erased-unrecorded"
    UNPROTECTED = "unprotected"
    CONTENT_CHANGED = "content-changed"
    CONTENT_MISSING = "content-missing"
    CONTENT_UNVOUCHED = "content-unvouched"


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault: where in the log (first and last entry, None where it is not about entries), and what of it.

    events: the public ids of the first and the last event, where a range of them is meant.
    """

    fault: Fault
    what: str
    first: int | None = None
    last: int | None = None
    events: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.first is None:
            return f"{self.fault}: {self.what}"
        span = f"entry {self.first}" if self.first == self.last else f"entries {self.first} to {self.last}"
        named = f" ({' to '.join(dict.fromkeys(self.events))})" if self.events else ""
        return f"{self.fault}: {span}{named}: {self.what}"


@dataclass(slots=True)
class Report:
    """What was looked at and what was found. `outside`: checkpoints from elsewhere that the log was compared with.

    clock: where the sealer's clock was set back. That is no finding: the log's order stands, whatever clocks say.
    """

    size: int = 0
    erased: int = 0
    outside: int = 0
    seconds: float = 0.0
    clock: list[SetBack] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def add(self, fault: Fault, what: str, first: int | None = None, last: int | None = None, event: str = "") -> None:
        """Keep a finding; neighbors that say the same of entries one after another become one."""
        before, events = self.findings[-1] if self.findings else None, (event, event) if event else ()
        if before and first is not None and (before.fault, before.what, before.last) == (fault, what, first - 1):
            events = (*before.events[:1], *events[1:])
            self.findings[-1] = Finding(fault, what, before.first, last, events)
        else:
            self.findings.append(Finding(fault, what, first, last, events))


@dataclass(frozen=True, slots=True)
class Row:
    """A sealed event with its salts, and the event as it stands today, if it does."""

    index: int
    number: int
    event: str
    salts: bytes
    content: Content | None


def verify(folder: Folder, log: Verifier, outside: Sequence[str] = ()) -> Report:
    """Check the trail of this database against the log in `folder`, which `log` signed.

    outside: the texts of checkpoints (signed notes) that were kept elsewhere.
    """
    begun, report = time.monotonic(), Report()
    _check_protection(report)
    checkpoint = _checkpoint(folder, log, report)
    if checkpoint:
        _check_log(folder, log, checkpoint, report, [*_outside(log, outside, report), *_remembered(log, report)])
        _check_stray(folder, log, report)
    _check_unsealed(report)
    report.size, report.seconds = checkpoint.size if checkpoint else 0, time.monotonic() - begun
    return report


def outside_checkpoints(paths: Iterable[Path]) -> list[str]:
    """The texts of the files, and of all files *.checkpoint in the folders. Raises OSError."""
    found = []
    for path in paths:
        files = sorted(path.glob("*.checkpoint")) if path.is_dir() else [path]
        found += [file.read_text(errors="replace") for file in files]
    return found


def _check_protection(report: Report) -> None:
    with connection.cursor() as cursor:
        cursor.execute(TRIGGER, [])
        if cursor.fetchone() != (1,):
            report.add(Fault.UNPROTECTED, "The trigger that keeps the trail append-only is gone or switched off.")


def _checkpoint(folder: Folder, log: Verifier, report: Report) -> Checkpoint | None:
    note = folder.checkpoint()
    if note is None:
        report.add(Fault.NO_CHECKPOINT, "The log has no checkpoint.")
        return None
    try:
        return log.checkpoint(note)
    except NoteRefused as error:
        report.add(Fault.FORGED_CHECKPOINT, str(error))
        return None


def _outside(log: Verifier, texts: Iterable[str], report: Report) -> Iterator[Checkpoint]:
    for text in texts:
        try:
            yield log.checkpoint(text)
        except NoteRefused as error:
            report.add(Fault.OTHER_KEY, f"A checkpoint from elsewhere: {error}")
        else:
            report.outside += 1


def _remembered(log: Verifier, report: Report) -> Iterator[Checkpoint]:
    """The newest checkpoint as the database knows it: easily changed, but who rebuilds a log may forget it."""
    for text in SealingState.objects.exclude(checkpoint="").values_list("checkpoint", flat=True):
        try:
            yield log.checkpoint(text)
        except NoteRefused as error:
            report.add(Fault.OTHER_KEY, f"The checkpoint in the database: {error}")


def _check_log(
    folder: Folder, log: Verifier, checkpoint: Checkpoint, report: Report, known: Sequence[Checkpoint]
) -> None:
    def complain(fault: str, first: int, last: int) -> None:
        report.add(Fault.DAMAGED_LOG, fault, first, last)

    inspection = Inspection(folder, checkpoint.size, complain)
    _EventsCheck(report, log, recorded_erasures()).run(inspection.entries(), checkpoint.size)
    tree = inspection.tree()
    if tree.root != checkpoint.root:
        what = "The entries do not make up the tree that the checkpoint states."
        report.add(Fault.WRONG_ROOT, what, 0, checkpoint.size - 1)
    for other in sorted(known, key=lambda other: other.size):
        if other.size > checkpoint.size:
            what = f"A checkpoint of {other.size} entries was signed, and the log has {checkpoint.size}."
            report.add(Fault.ROLLED_BACK, what, checkpoint.size, other.size - 1)
        elif tree.subtree(0, other.size) != other.root:
            what = "These are not the entries that an earlier checkpoint was signed for."
            report.add(Fault.REWRITTEN, what, 0, other.size - 1)


@dataclass(slots=True)
class _EventsCheck:
    """One walk over the log's entries beside the rows of the database, both in the order of the log."""

    report: Report
    log: Verifier
    erasures: dict[str, set[str]]
    seen: dict[int, int] = field(default_factory=dict)  # number of an event: its entry
    after: str = ""
    set_back: SetBack | None = None  # at the beginning of the run that is being read

    def run(self, entries: Iterator[bytes | None], size: int) -> None:
        rows = _rows(size)
        row = next(rows, None)
        for index, data in enumerate(entries):
            while row and row.index < index:
                row = next(rows, None)
            here = row if row and row.index == index else None
            if data is not None:
                self._entry(index, data, here)

    def _entry(self, index: int, data: bytes, row: Row | None) -> None:
        try:
            entry = Entry.parse(data)
        except ValueError:
            self.report.add(Fault.ENTRY_UNREADABLE, "This is no entry of an event.", index, index)
            return
        self._check_order(index, entry, row)
        if row is None:
            self.report.add(Fault.SALTS_MISSING, "The row with the salts is gone.", index, index, entry.event)
        elif (row.number, row.event) != (entry.number, entry.event):
            what = f"The log has event {entry.event} here, and the database {row.event}."
            self.report.add(Fault.EVENT_REPLACED, what, index, index)
        elif row.content is None:
            self.report.add(Fault.EVENT_MISSING, "The event is gone.", index, index, entry.event)
        elif row.content.event != entry.event:
            what = f"In the place of event {entry.event} (number {entry.number}) stands {row.content.event}."
            self.report.add(Fault.EVENT_REPLACED, what, index, index)
        else:
            self._check_content(entry, row, row.content.values)

    def _check_order(self, index: int, entry: Entry, row: Row | None) -> None:
        if (before := self.seen.setdefault(entry.number, index)) != index:
            what = f"Event {entry.event} stands in the log twice, first as entry {before}."
            self.report.add(Fault.SEALED_TWICE, what, index, index)
        if self.set_back and (entry.after, entry.sealed) != (self.set_back.before, self.set_back.now):
            self.after, self.set_back = self.set_back.now, None  # the run is over; the new clock counts from here on
        if self.set_back is None:
            self._check_clock(index, entry, row)
        self.after = entry.after or self.after

    def _check_clock(self, index: int, entry: Entry, row: Row | None) -> None:
        """Where entries are older from here on, the sealer says so itself in this place, or somebody planted them."""
        stated, times = _set_back(row, self.log), [self.after, entry.after or "", entry.sealed]
        if stated and (stated.index, stated.before, stated.now) == (index, entry.after, entry.sealed):
            self.set_back = stated
            self.report.clock.append(stated)
        elif times != sorted(times):
            self.report.add(Fault.ENTRY_ORDER, "Sealing went back in time.", index, index)

    def _check_content(self, entry: Entry, row: Row, values: Values) -> None:
        if len(row.salts) != SALT_BYTES * len(FIELDS):
            what = f"Event {entry.event} (number {entry.number}): salts of the wrong length."
            self.report.add(Fault.SALTS_CHANGED, what, row.index, row.index)
            return
        wrong, erased = self._differing(entry, row.salts, values)
        if erased:
            self._check_erased(entry, row, erased)
        if wrong == set(FIELDS) - erased:
            what = f"Event {entry.event} (number {entry.number}): every field differs, or the salts were changed."
            self.report.add(Fault.SALTS_CHANGED, what, row.index, row.index)
        elif wrong:
            named = ", ".join(name for name in FIELDS if name in wrong)
            what = f"Event {entry.event} (number {entry.number}): {named}."
            self.report.add(Fault.EVENT_CHANGED, what, row.index, row.index)
        if "at" not in wrong:
            self._check_date(entry, row.index, values[0])

    def _differing(self, entry: Entry, salts: bytes, values: Values) -> tuple[set[str], set[str]]:
        """The fields that do not fit their hashes, and those that were erased (and must be empty)."""
        wrong, erased = set(), set()
        for n, name in enumerate(FIELDS):
            salt, value = salt_of(salts, n), values[n]
            if salt == NO_SALT:
                erased.add(name)
                if value != ERASED_VALUES.get(name):
                    wrong.add(name)
            elif digest(disclosure(salt, n, value)) != entry.digests[n]:
                wrong.add(name)
        return wrong, erased

    def _check_erased(self, entry: Entry, row: Row, erased: set[str]) -> None:
        self.report.erased += 1
        if unrecorded := erased - (self.erasures.get(entry.event, set()) & PERSONAL):
            named = ", ".join(name for name in FIELDS if name in unrecorded)
            what = f"Event {entry.event} (number {entry.number}): {named}, and no sealed event says so."
            self.report.add(Fault.ERASED_UNRECORDED, what, row.index, row.index)

    def _check_date(self, entry: Entry, index: int, at: str | None) -> None:
        dated, windows = _moment(at), self._windows(entry)
        if dated and any(first <= dated <= last for first, last in windows):
            return
        if dated and windows and dated < max(last for _, last in windows):
            what = f"Event {entry.event} is dated {at}, and was not there at {entry.after}."
            self.report.add(Fault.BACKDATED, what, index, index)
        else:
            what = f"Event {entry.event} is dated {at}, after it was sealed."
            self.report.add(Fault.POSTDATED, what, index, index)

    def _windows(self, entry: Entry) -> list[tuple[datetime, datetime]]:
        """The times at which an event may be dated that this entry seals."""
        late = timedelta(seconds=settings.AUDIT_LATE_SECONDS)
        if self.set_back:
            return self.set_back.windows(late)
        since, sealed = _moment(entry.after), _moment(entry.sealed)
        return [(since - late if since else BEGINNING, sealed + AHEAD)] if sealed else []


def _set_back(row: Row | None, log: Verifier) -> SetBack | None:
    """What the event in this row states of the clock, if it is such an event and the log's key signed that."""
    if row is None or row.content is None or row.content.values[ACTION] != Action.CLOCK_SET_BACK:
        return None
    try:
        return SetBack.parse(str(json.loads(row.content.values[DETAIL] or "")["statement"]), log)
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def _moment(text: str | None) -> datetime | None:
    try:
        at = datetime.fromisoformat(text or "")
    except ValueError:
        return None
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def _rows(size: int) -> Iterator[Row]:
    """The sealed events below `size`, read in slices, so that neither side holds a million."""
    with connection.cursor() as cursor:
        for start in range(0, size, CHUNK):
            cursor.execute(SEALED, [start, min(start + CHUNK, size)])
            rows = cursor.fetchall()
            found = contents(cursor, [number for _, number, *_ in rows])
            for index, number, event, salts in rows:
                yield Row(index, number, event, bytes(salts or b""), found.get(number))


def _check_stray(folder: Folder, log: Verifier, report: Report) -> None:
    """Rows beyond the newest checkpoint belong to a sealer that is at work, for a moment; rows below zero to nobody."""
    for wait in range(PATIENCE + 1):
        newest = _checkpoint(folder, log, report)
        if newest is None or not (found := _stray(newest.size)):
            return
        if wait < PATIENCE:
            time.sleep(1)
    for index, number, event in found:
        what = f"Event {event} (number {number}) has a place in the log, but the log has no such entry."
        report.add(Fault.STRAY_SEAL, what, index, index)


def _stray(size: int) -> list[tuple[int, int, str]]:
    with connection.cursor() as cursor:
        cursor.execute(STRAY, [size])
        return [(index, number, event) for index, number, event in cursor.fetchall()]


def _check_unsealed(report: Report) -> None:
    """Events that no sealer has taken in time: sealing has stopped, or somebody wrote them past it."""
    today, grace = now(), timedelta(seconds=settings.AUDIT_LATE_SECONDS)
    with connection.cursor() as cursor:
        cursor.execute(UNSEALED, [today - grace, today + AHEAD])
        for number, event, at in cursor.fetchall():
            report.add(Fault.UNSEALED, f"Event {event} (number {number}) of {at} is not in the log.")
