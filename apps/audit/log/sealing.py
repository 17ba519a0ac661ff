"""Sealing: committed events get their place in the log, the log its signed checkpoint.

The order of writing makes every interruption harmless: rows are inserted, files written that no checkpoint covers yet,
the rows committed, and only then the checkpoint signed. What was committed and not signed is signed by the next run;
files of what was never committed are written over. One sealer works at a time; a second one finds nothing to do.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from django.db.models import Max

from apps.audit import keys
from apps.audit.commitments import Content, Entry, contents, digests, new_salts, unsealed
from apps.audit.log.clock import AHEAD, Count, Reading, SetBack, counted, moment, now
from apps.audit.log.notes import Checkpoint, NoteRefused, Signer
from apps.audit.log.tiles import CHECKPOINT, WIDTH, Folder, TileRefused, Tree, write_whole
from apps.audit.models import Action, AuditEvent, SealedEvent, SealingState
from apps.audit.trail import record

LOCK = 7_246_015  # any number of our own
BATCH = 5000
HIGHEST = "SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence('audit_auditevent', 'id')::regclass), 0)"
WRITERS = """
    SELECT DISTINCT virtualtransaction FROM pg_locks
    WHERE relation = 'audit_auditevent'::regclass
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND mode NOT IN ('AccessShareLock', 'RowShareLock') AND pid IS DISTINCT FROM pg_backend_pid()"""


class SealingRefused(RuntimeError):
    """Log and database do not fit together, and nothing is signed until a person has looked; one sentence."""


@contextmanager
def alone() -> Iterator[SealingState | None]:
    """A transaction in which no other sealer works, with the state; None where one is at work."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [LOCK])
        yield SealingState.objects.get_or_create(pk=1)[0] if cursor.fetchone() == (True,) else None


@dataclass(slots=True)
class _Run:
    """One call of `seal`. Its batches go on from one another; what was committed behind them is for the next run."""

    begun: datetime
    count: Count
    after: datetime | None = None  # until when nothing was left to seal, by the clock of the run before
    rest: int = 0  # how many seconds have gone by since then, as far as that is known
    set_back: bool = False  # the clock, since then
    sealed: int = 0
    batches: int = 0
    above: int = 0  # the number of the last event of the batch before
    behind: bool | None = None  # whether one who wrote before the last run's end was still writing when this began
    over: bool = False


@dataclass(frozen=True, slots=True)
class Sealer:
    """The log in one folder, sealed with one key."""

    folder: Folder
    signer: Signer

    def seal(self, batches: int | None = None) -> int:
        """Seal every event that is committed now, or the first so many batches of them; how many events were.

        Raises SealingRefused, OSError.
        """
        run = _Run(now(), counted())
        try:
            while not run.over and (run.set_back or run.batches != batches):  # one clock to its end
                self._add(run)
                self._finish()
        except (TileRefused, NoteRefused) as error:
            raise SealingRefused(str(error)) from error
        return run.sealed

    def checkpoint(self) -> Checkpoint | None:
        """The newest one that is signed, None for a log that has not begun. Raises NoteRefused for a forged one."""
        note = self.folder.checkpoint()
        return None if note is None else self.signer.verifier.checkpoint(note)

    def _finish(self) -> None:
        with alone() as state:
            if state is not None:
                self._sign(state)

    def _add(self, run: _Run) -> None:
        with alone() as state, connection.cursor() as cursor:
            if state is None:
                run.over = True
                return
            size = self._sign(state)
            self._check(size, state)
            told = self._begin(run, state, size) if run.behind is None else None
            found = unsealed(cursor, max(state.floor, run.above), BATCH)
            if found:
                self._enter(size, _first(told, found, cursor), run)
                run.above = found[-1].number
            if len(found) < BATCH:
                _settle(state, run)
                reading = Reading(size + len(found), moment(run.begun), run.count)
                state.reading = reading.signed(self.signer)
            state.save()
        run.sealed, run.batches = run.sealed + len(found), run.batches + 1

    def _begin(self, run: _Run, state: SealingState, size: int) -> AuditEvent | None:
        """Look at the clock and at who is writing; the event that the clock was set back, if it was by more than
        clocks differ anyway. By less than that does not count: sealing goes on at the time that it had."""
        run.behind, last = bool(set(state.writers) & writers()), self._last(size)
        reading = self._reading(state, size, last)
        run.after = datetime.fromisoformat(reading.clock) if reading else state.drained_at
        run.rest = run.count.since(reading.count) if reading else 0
        run.set_back = bool(run.after and run.after + timedelta(seconds=run.rest) - run.begun > AHEAD)
        if run.after is None or not run.set_back:
            run.begun = max(run.begun, run.after or run.begun)
            return None
        return self._told(run, SetBack(size, moment(run.after), moment(run.begun), run.rest), reading, last)

    def _told(self, run: _Run, stated: SetBack, reading: Reading | None, last: Entry | None) -> AuditEvent:
        """Without a reading only the log proves that there was another clock, by what was sealed by it."""
        if reading is None and (last is None or last.sealed <= stated.now):
            run.after = datetime.fromisoformat(last.sealed) if last else None
        told: dict[str, Any] = {"from": stated.before, "to": stated.now, "seconds": round(stated.by.total_seconds())}
        return record(Action.CLOCK_SET_BACK, **told, rest=stated.rest, statement=stated.signed(self.signer))

    def _reading(self, state: SealingState, size: int, last: Entry | None) -> Reading | None:
        """The one that was taken when last nothing was left to seal; none of earlier, whoever put it there."""
        try:
            reading = Reading.parse(state.reading, self.signer.verifier)
        except ValueError:
            return None
        cut = last is not None and last.after == reading.clock  # runs since then did not come to their end
        return reading if reading.size == size or cut else None

    def _last(self, size: int) -> Entry | None:
        """The last entry of the log, None for an empty one."""
        if not size:
            return None
        number, place = divmod(size - 1, WIDTH)
        try:
            return Entry.parse(self.folder.last_entries(number, place + 1)[-1])
        except TileRefused:
            raise
        except ValueError as error:
            raise SealingRefused("The last entry of the log cannot be read.") from error

    def _enter(self, size: int, found: Sequence[Content], run: _Run) -> None:
        sealed, until = moment(run.begun), moment(run.after) if run.after else None
        rows, entries = [], []
        for index, content in enumerate(found, size):
            salts = new_salts()
            rows.append(SealedEvent(index=index, number=content.number, event=content.event, salts=salts))
            hashes = digests(content.values, salts)
            entries.append(Entry(content.number, content.event, sealed, until, hashes).data)
        SealedEvent.objects.bulk_create(rows)
        self.folder.append(size, entries)

    def _sign(self, state: SealingState) -> int:
        """Sign what is committed, if that is more than what is signed; how much that is."""
        newest = SealedEvent.objects.aggregate(newest=Max("index"))["newest"]
        size, signed = 0 if newest is None else int(newest) + 1, self._signed(state)
        if signed.size > size:
            raise SealingRefused(f"The log has {signed.size} entries, and the database knows of {size} sealed events.")
        if signed.size == size:
            return size
        tree = self._continued(signed, size)
        state.checkpoint = self.signer.note(Checkpoint(self.signer.name, size, tree.root).body).text
        write_whole(self.folder.root / CHECKPOINT, state.checkpoint.encode())
        self.folder.forget_partial(signed.size, size)
        state.save()
        return size

    def _check(self, size: int, state: SealingState) -> None:
        if size:
            self._continued(self._signed(state), size)

    def _continued(self, signed: Checkpoint, size: int) -> Tree:
        """The tree of `size` entries, which begins with the one that was signed."""
        tree = self.folder.tree(size)
        if tree.subtree(0, signed.size) != signed.root:
            raise SealingRefused(f"The tiles are not those of the checkpoint of {signed.size} entries.")
        return tree

    def _signed(self, state: SealingState) -> Checkpoint:
        """The newest checkpoint, which must not be older than the one that the database remembers."""
        signed = self.checkpoint() or Checkpoint(self.signer.name, 0, self.folder.tree(0).root)
        known = self.signer.verifier.checkpoint(state.checkpoint) if state.checkpoint else signed
        if signed.size < known.size or (signed.size == known.size and signed.root != known.root):
            raise SealingRefused(f"A checkpoint of {known.size} entries was signed, and the log's is of {signed.size}.")
        return signed


def _first(told: AuditEvent | None, found: list[Content], cursor: CursorWrapper) -> list[Content]:
    """What was found, after the event that was told in this run, wherever it was among them."""
    if told is None:
        return found
    return [contents(cursor, [told.pk])[told.pk], *(one for one in found if one.number != told.pk)]


def writers() -> set[str]:
    """The transactions that may have added events that are not committed yet."""
    with connection.cursor() as cursor:
        cursor.execute(WRITERS)
        return {name for (name,) in cursor.fetchall()}


def _settle(state: SealingState, run: _Run) -> None:
    """Remember below which number every event is sealed, so that the next run need not look there.

    Numbers are drawn before they are committed, so a number is settled only once all who were writing when it was the
    highest are done, and their events were looked for afterwards: `candidate` is taken first, `writers` after it.
    """
    run.over, state.drained_at = True, run.begun
    if run.behind:
        return
    state.floor = state.candidate
    with connection.cursor() as cursor:
        cursor.execute(HIGHEST)
        state.candidate = cursor.fetchone()[0]
    state.writers = sorted(writers())


def refuse(sentence: str) -> None:
    """Keep why nothing is sealed, until a run succeeds; the first time as an event."""
    SealingState.objects.get_or_create(pk=1)
    if SealingState.objects.filter(pk=1).exclude(refusal=sentence).update(refusal=sentence) and sentence:
        record(Action.SEALING_REFUSED, error=sentence)


def sealer() -> Sealer:
    """The one that the settings describe. Raises NoteRefused for a key that is none, OSError."""
    return Sealer(Folder(settings.AUDIT_LOG_DIR), keys.log_signer())
