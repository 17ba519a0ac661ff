"""Whatever is done to a sealed trail, by whoever rules the database and the disk, is found, and where."""

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest.mock import patch

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from apps.audit import verification
from apps.audit.commitments import Entry, digests, new_salts, unsealed
from apps.audit.log.clock import Count, Reading, SetBack, counted, moment
from apps.audit.log.notes import Checkpoint, Kind, NoteRefused, Signer
from apps.audit.log.sealing import Sealer
from apps.audit.log.tiles import CHECKPOINT, Folder, bundle
from apps.audit.models import Action, AuditEvent, SealedEvent, SealingState
from apps.audit.trail import Subject, record
from apps.audit.verification import Fault, Finding, Report, verify
from tests.people import People

pytestmark = pytest.mark.django_db
EVENTS = 600


@dataclass(frozen=True)
class Trail:
    """A sealed trail of three bundles, and the checkpoint that was kept elsewhere."""

    log: Sealer
    events: list[AuditEvent]
    outside: str

    def faults(self, *outside: str) -> list[Finding]:
        return self.report(*outside).findings

    def report(self, *outside: str) -> Report:
        with patch.object(verification, "PATIENCE", 0):
            return verify(self.log.folder, self.log.signer.verifier, outside)

    def file(self, path: str) -> Path:
        return self.log.folder.root / path

    def seal_again(self) -> None:
        self.log.seal()


@pytest.fixture
def trail(log: Sealer, people: People) -> Trail:
    with patch("apps.audit.trail.Now", return_value=timezone.now() - timedelta(hours=1)):
        record(Action.RESUMED)
        log.seal()
    subject = Subject("document", people.owner.uid, "Annual report")
    for number in range(EVENTS - 1):
        record(Action.UPLOADED, actor=people.owner, subject=subject, address="10.0.0.7", number=number)
    log.seal()
    return Trail(log, list(AuditEvent.objects.order_by("id")), (log.folder.root / CHECKPOINT).read_text())


def superuser(statement: str, *values: object) -> None:
    """What the owner of the database can do: the trigger sleeps, and is awake again as if nothing had been."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE audit_auditevent DISABLE TRIGGER audit_append_only")
        cursor.execute(statement, values)
        cursor.execute("ALTER TABLE audit_auditevent ENABLE ALWAYS TRIGGER audit_append_only")


def test_an_untouched_trail_is_in_order(trail: Trail) -> None:
    report = trail.report(trail.outside)
    assert (report.findings, report.size, report.outside, report.erased) == ([], EVENTS, 1, 0)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("at", datetime(2020, 1, 1, tzinfo=UTC)),
        ("action", "asked"),
        ("actor_uid", "00000000-0000-0000-0000-000000000001"),
        ("actor_uid", None),
        ("actor_name", "somebody else"),
        ("subject_type", "answer"),
        ("subject_uid", None),
        ("subject_name", "Annual report "),
        ("detail", '{"number": 7}'),
        ("address", "10.0.0.8"),
        ("address", None),
    ],
)
def test_every_changed_field_is_named(trail: Trail, field: str, value: object) -> None:
    event = trail.events[300]
    superuser(f"UPDATE audit_auditevent SET {field} = %s WHERE id = %s", value, event.pk)  # noqa: S608
    (found,) = trail.faults()
    assert (found.fault, found.first, found.last) == (Fault.EVENT_CHANGED, 300, 300)
    assert str(event.uid) in found.what
    assert found.what.endswith(f": {field}.")


def test_a_changed_public_id_and_a_changed_number(trail: Trail) -> None:
    superuser("UPDATE audit_auditevent SET uid = gen_random_uuid() WHERE id = %s", trail.events[5].pk)
    superuser("UPDATE audit_auditevent SET id = 1000000000 WHERE id = %s", trail.events[7].pk)
    assert [(found.fault, found.first) for found in trail.faults()] == [
        (Fault.EVENT_REPLACED, 5),
        (Fault.EVENT_MISSING, 7),
    ]


@pytest.mark.parametrize(
    ("first", "last"), [(0, 0), (300, 300), (EVENTS - 1, EVENTS - 1), (250, 280), (400, EVENTS - 1)]
)
def test_deleted_events_are_told_as_ranges(trail: Trail, first: int, last: int) -> None:
    superuser("DELETE FROM audit_auditevent WHERE id BETWEEN %s AND %s", trail.events[first].pk, trail.events[last].pk)
    (found,) = trail.faults()
    assert (found.fault, found.first, found.last) == (Fault.EVENT_MISSING, first, last)
    assert found.events == (str(trail.events[first].uid), str(trail.events[last].uid))
    assert str(trail.events[last].uid) in str(found)


def test_events_deleted_with_their_salts(trail: Trail) -> None:
    numbers = [event.pk for event in trail.events[10:20]]
    superuser("DELETE FROM audit_auditevent WHERE id = ANY(%s)", numbers)
    superuser("DELETE FROM audit_sealedevent WHERE number = ANY(%s)", numbers)
    (found,) = trail.faults()
    assert (found.fault, found.first, found.last) == (Fault.SALTS_MISSING, 10, 19)


def test_a_truncated_trail(trail: Trail) -> None:
    superuser("TRUNCATE audit_auditevent")
    (found,) = trail.faults()
    assert (found.fault, found.first, found.last) == (Fault.EVENT_MISSING, 0, EVENTS - 1)


INSERT = """INSERT INTO audit_auditevent (uid, at, action, actor_name, subject_type, subject_name, detail)
            VALUES (gen_random_uuid(), %s, 'exported', 'olga.owner', '', '', '{}')"""


def test_a_backdated_event_before_and_after_it_is_sealed(trail: Trail) -> None:
    superuser(INSERT, datetime(2020, 1, 1, tzinfo=UTC))
    assert [found.fault for found in trail.faults()] == [Fault.UNSEALED]
    trail.seal_again()
    (found,) = trail.faults()
    assert (found.fault, found.first) == (Fault.BACKDATED, EVENTS)
    assert "dated 2020-01-01" in found.what


def test_an_event_of_the_future_before_and_after_it_is_sealed(trail: Trail) -> None:
    superuser(INSERT, timezone.now() + timedelta(days=2))
    assert [found.fault for found in trail.faults()] == [Fault.UNSEALED]
    trail.seal_again()
    assert [(found.fault, found.first) for found in trail.faults()] == [(Fault.POSTDATED, EVENTS)]


def test_a_backdated_event_under_a_state_that_was_set_back(trail: Trail) -> None:
    superuser(INSERT, datetime(2020, 1, 1, tzinfo=UTC))
    SealingState.objects.update(drained_at=None)
    trail.seal_again()
    assert [(found.fault, found.first) for found in trail.faults()] == [(Fault.BACKDATED, EVENTS)]
    superuser(INSERT, datetime(2020, 1, 1, tzinfo=UTC))
    SealingState.objects.update(drained_at=None, reading="")
    trail.seal_again()
    assert (Fault.ENTRY_ORDER, EVENTS + 1) in {(found.fault, found.first) for found in trail.faults()}


def test_an_entry_that_was_put_before_a_sealer_with_an_older_date(trail: Trail) -> None:
    superuser(INSERT, datetime(2020, 1, 1, tzinfo=UTC))
    forged, salts = AuditEvent.objects.latest("id"), new_salts()
    with connection.cursor() as cursor:
        (content,) = unsealed(cursor, 0, 10)
    sealed = moment(datetime(2020, 1, 1, tzinfo=UTC))
    entry = Entry(forged.pk, str(forged.uid), sealed, None, digests(content.values, salts))
    SealedEvent.objects.create(index=EVENTS, number=forged.pk, event=forged.uid, salts=salts)
    trail.log.folder.append(EVENTS, [entry.data])
    trail.seal_again()
    assert [(found.fault, found.first) for found in trail.faults()] == [(Fault.ENTRY_ORDER, EVENTS)]


def test_a_clock_that_was_set_back_a_little_is_no_fault(trail: Trail) -> None:
    with at(timezone.now() - timedelta(minutes=4)):
        record(Action.EXPORTED)
        trail.seal_again()
    assert trail.faults() == []


@contextmanager
def at(moment: datetime, count: Count | None = None) -> Iterator[None]:
    """By the database's clock, and by the count of seconds of the sealer's machine."""
    count = count or counted()
    with (
        patch("apps.audit.trail.Now", return_value=moment),
        patch("apps.audit.log.sealing.now", return_value=moment),
        patch("apps.audit.log.sealing.counted", return_value=count),
    ):
        yield


def test_a_clock_that_ran_a_day_ahead_and_was_set_right(trail: Trail) -> None:
    """Events by either clock are in order, the log says where the one ends, and nothing can be planted meanwhile."""
    ahead = timezone.now() + timedelta(days=1)
    with at(ahead):
        record(Action.EXPORTED)
        trail.seal_again()
    with at(ahead + timedelta(seconds=3)):
        record(Action.EXPORTED)  # the last by the old clock
    record(Action.EXPORTED)
    superuser(INSERT, datetime(2020, 1, 1, tzinfo=UTC))
    superuser(INSERT, ahead + timedelta(days=3))
    trail.seal_again()
    record(Action.EXPORTED)
    trail.seal_again()
    report, told = trail.report(trail.outside), AuditEvent.objects.get(action=Action.CLOCK_SET_BACK)
    assert [(one.index, round(one.by / timedelta(hours=1))) for one in report.clock] == [(EVENTS + 1, 24)]
    assert SealedEvent.objects.get(index=EVENTS + 1).number == told.pk and round(told.detail["seconds"] / 3600) == 24
    assert [(one.fault, one.first) for one in report.findings] == [
        (Fault.BACKDATED, EVENTS + 4),
        (Fault.POSTDATED, EVENTS + 5),
    ]


def test_a_clock_of_which_nothing_was_sealed_leaves_no_gap(trail: Trail) -> None:
    """The state in the database is no proof: the last entry of the log says since when events may be dated."""
    SealingState.objects.update(drained_at=timezone.now() + timedelta(days=9), reading="")
    superuser(INSERT, timezone.now() - timedelta(days=2))
    trail.seal_again()
    report = trail.report()
    assert AuditEvent.objects.filter(action=Action.CLOCK_SET_BACK).count() == 1 and report.clock == []
    assert [(one.fault, one.first) for one in report.findings] == [(Fault.BACKDATED, EVENTS + 1)]


REST = timedelta(hours=6)  # of sealing; the tests may wait as long as they like, the windows are by the count


def rested(trail: Trail, back: timedelta, dates: Sequence[timedelta], count: Count | None = None) -> Report:
    """Sealing rests from noon, the clock is set back meanwhile; events are dated at these times from noon on."""
    noon = timezone.now()
    with at(noon, Count("machine", 1000)):
        trail.seal_again()
    for date in dates:
        superuser(INSERT, noon + date)
    with at(noon + REST - back, count or Count("machine", 1000 + int(REST.total_seconds()))):
        trail.seal_again()
    return trail.report(trail.outside)


HOUR = timedelta(hours=1)


@pytest.mark.parametrize("back", [24 * HOUR, 2 * HOUR], ids=["further-than-the-rest", "less-far"])
def test_a_clock_set_back_in_a_long_rest_of_sealing(trail: Trail, back: timedelta) -> None:
    """What is dated within the rest by either clock is in order; before it, between the two and after it is not."""
    honest = [HOUR, 5 * HOUR, 2 * HOUR - back, REST - back]
    planted = [-HOUR - max(back, HOUR), REST + HOUR, -5 * HOUR]
    report = rested(trail, back, [*honest, *planted])
    (told,) = report.clock
    assert (told.index, told.rest, round(told.by / HOUR)) == (EVENTS, REST.total_seconds(), back / HOUR)
    first = EVENTS + 1 + len(honest)
    assert sorted((one.first, one.fault) for one in report.findings) == [
        (first, Fault.BACKDATED),
        (first + 1, Fault.POSTDATED),
        (first + 2, Fault.BACKDATED),
    ]


def test_a_rest_is_never_longer_than_it_was(trail: Trail) -> None:
    """Whoever rules the database gains nothing by an older reading, by one of his own or by that of another machine."""
    elsewhere = Signer.make(trail.log.signer.name, Kind.LOG)
    forged = Reading(EVENTS, moment(timezone.now()), Count("machine", 0)).signed(elsewhere)
    old, count = SealingState.objects.get().reading, Count("another", 10**6)
    record(Action.EXPORTED)
    for reading in (old, forged, SetBack(EVENTS, "", "").signed(trail.log.signer)):
        with at(timezone.now(), Count("machine", 1000)):
            trail.seal_again()
        SealingState.objects.update(reading=reading)
        assert trail.log._reading(SealingState.objects.get(), EVENTS + 1, None) is None
    assert [one.fault for one in rested(trail, 24 * HOUR, [2 * HOUR - 24 * HOUR], count).findings] == [Fault.BACKDATED]


def test_a_rest_goes_on_where_a_run_did_not_come_to_its_end(trail: Trail) -> None:
    noon = timezone.now()
    with at(noon, Count("machine", 1000)):
        trail.seal_again()
    with patch("apps.audit.log.sealing.BATCH", 2), at(noon + HOUR, Count("machine", 4600)):
        for _ in range(3):
            record(Action.EXPORTED)
        trail.log.seal(batches=1)
    with at(noon - 3 * HOUR, Count("machine", 1000 + 7200)):
        record(Action.EXPORTED)
        trail.seal_again()
    report = trail.report(trail.outside)
    assert report.findings == [] and [(one.index, one.rest) for one in report.clock] == [(EVENTS + 2, 7200)]


def test_a_statement_of_an_earlier_release_is_still_believed(log: Sealer) -> None:
    body = f"{log.signer.name} clock\n7\n2026-01-05T09:30:00Z\n2026-01-04T09:30:00Z\n"
    stated = SetBack.parse(log.signer.note(body).text, log.signer.verifier)
    assert (stated.index, stated.rest, stated.by) == (7, 0, timedelta(days=1))
    with pytest.raises(NoteRefused):
        SetBack.parse(log.signer.note(body + "0\n0\n").text, log.signer.verifier)


def test_a_clock_that_only_a_forger_set_back(trail: Trail, tmp_path: Path) -> None:
    """Whoever rules database and disk, without the key: a statement of his own, and one that was true elsewhere."""
    then = datetime(2020, 1, 1, tzinfo=UTC)
    others = Sealer(Folder(tmp_path / "elsewhere"), Signer.make(trail.log.signer.name, Kind.LOG))
    forged = SetBack(EVENTS, moment(timezone.now()), moment(then))
    moved = SetBack(EVENTS + 9, forged.before, forged.now)
    for statement in (forged.signed(others.signer), moved.signed(trail.log.signer), "", forged.before):
        with at(then):
            event = record(Action.CLOCK_SET_BACK, statement=statement)
        with connection.cursor() as cursor:
            (content,) = unsealed(cursor, 0, 10)
        size, salts = SealedEvent.objects.count(), new_salts()
        entry = Entry(event.pk, str(event.uid), forged.now, forged.before, digests(content.values, salts))
        SealedEvent.objects.create(index=size, number=event.pk, event=event.uid, salts=salts)
        trail.log.folder.append(size, [entry.data])
        trail.seal_again()
        assert trail.report().clock == []
        assert (Fault.ENTRY_ORDER, size) in {(one.fault, one.first) for one in trail.faults()}


def test_an_inserted_event_with_a_seal_of_its_own(trail: Trail) -> None:
    superuser(INSERT, timezone.now())
    forged = AuditEvent.objects.latest("id")
    SealedEvent.objects.create(index=EVENTS, number=forged.pk, event=forged.uid, salts=new_salts())
    assert [(found.fault, found.first) for found in trail.faults()] == [(Fault.STRAY_SEAL, EVENTS)]


def test_events_that_change_places(trail: Trail) -> None:
    one, other = trail.events[100], trail.events[101]
    for number, into in ((one.pk, -1), (other.pk, one.pk), (-1, other.pk)):
        superuser("UPDATE audit_auditevent SET id = %s WHERE id = %s", into, number)
    assert [(found.fault, found.first) for found in trail.faults()] == [
        (Fault.EVENT_REPLACED, 100),
        (Fault.EVENT_REPLACED, 101),
    ]


def test_contents_that_change_places(trail: Trail) -> None:
    superuser(
        """UPDATE audit_auditevent a SET detail = b.detail FROM audit_auditevent b
           WHERE (a.id, b.id) IN ((%s, %s), (%s, %s))""",
        *(event.pk for event in (trail.events[100], trail.events[101], trail.events[101], trail.events[100])),
    )
    assert [(found.fault, found.first) for found in trail.faults()] == [
        (Fault.EVENT_CHANGED, 100),
        (Fault.EVENT_CHANGED, 101),
    ]


def test_seals_that_change_places(trail: Trail) -> None:
    one, other = SealedEvent.objects.get(index=100), SealedEvent.objects.get(index=101)
    SealedEvent.objects.filter(index__in=(100, 101)).delete()
    SealedEvent.objects.create(index=100, number=other.number, event=other.event, salts=other.salts)
    SealedEvent.objects.create(index=101, number=one.number, event=one.event, salts=one.salts)
    assert [(found.fault, found.first) for found in trail.faults()] == [
        (Fault.EVENT_REPLACED, 100),
        (Fault.EVENT_REPLACED, 101),
    ]


def test_new_salts(trail: Trail) -> None:
    SealedEvent.objects.filter(index=42).update(salts=new_salts())
    SealedEvent.objects.filter(index=43).update(salts=b"short")
    assert [(found.fault, found.first) for found in trail.faults()] == [
        (Fault.SALTS_CHANGED, 42),
        (Fault.SALTS_CHANGED, 43),
    ]


def test_a_changed_event_that_is_sealed_again(trail: Trail) -> None:
    superuser("UPDATE audit_auditevent SET actor_name = 'x' WHERE id = %s", trail.events[3].pk)
    SealedEvent.objects.filter(index=3).delete()
    SealingState.objects.update(floor=0)
    trail.seal_again()
    found = {(found.fault, found.first) for found in trail.faults()}
    assert {(Fault.SALTS_MISSING, 3), (Fault.SEALED_TWICE, EVENTS)} <= found


def test_content_that_was_emptied_without_an_erasure(trail: Trail) -> None:
    row = SealedEvent.objects.get(index=8)
    SealedEvent.objects.filter(index=8).update(salts=bytes(row.salts)[:48] + bytes(16) + bytes(row.salts)[64:])
    superuser("UPDATE audit_auditevent SET actor_name = 'erased' WHERE id = %s", row.number)
    (found,) = trail.faults()
    assert (found.fault, found.first) == (Fault.ERASED_UNRECORDED, 8)
    assert ": actor_name, and" in found.what


@pytest.mark.parametrize(
    ("path", "first", "last"),
    [("tile/0/000", 0, 0), ("tile/0/002.p/88", 512, 512), ("tile/1/000.p/2", 0, 255)],
)
def test_changed_and_lost_tiles(trail: Trail, path: str, first: int, last: int) -> None:
    data = bytearray(trail.file(path).read_bytes())
    data[0] ^= 1
    trail.file(path).write_bytes(bytes(data))
    (found,) = trail.faults()
    assert (found.fault, found.first, found.last) == (Fault.DAMAGED_LOG, first, last)
    assert path in found.what
    trail.file(path).unlink()
    (found,) = trail.faults()
    assert found.fault == Fault.DAMAGED_LOG
    assert f"{path} is missing" in found.what


def test_changed_entries(trail: Trail) -> None:
    path = trail.file("tile/entries/001")
    path.write_bytes(path.read_bytes().replace(str(trail.events[256].uid).encode(), str(trail.events[0].uid).encode()))
    found = {(found.fault, found.first) for found in trail.faults()}
    assert {(Fault.EVENT_REPLACED, 256), (Fault.DAMAGED_LOG, 256), (Fault.WRONG_ROOT, 0)} <= found


def test_entries_that_are_none_and_entries_that_are_cut(trail: Trail) -> None:
    deep = b"[" * 60_000
    trail.file("tile/entries/002.p/88").write_bytes(bundle([deep, b"{}", b"\xff", b"1", *[b"x"] * 84]))
    found = {(found.fault, found.first) for found in trail.faults()}
    assert {(Fault.ENTRY_UNREADABLE, 512), (Fault.WRONG_ROOT, 0)} <= found
    trail.file("tile/entries/002.p/88").write_bytes(b"\0")
    found = {(found.fault, found.first) for found in trail.faults()}
    assert (Fault.DAMAGED_LOG, 512) in found


def rebuilt(trail: Trail, signer: Signer) -> None:
    """The whole log and its salts made anew over the database as it now is."""
    shutil.rmtree(trail.log.folder.root)
    SealedEvent.objects.all().delete()
    SealingState.objects.all().delete()
    Sealer(trail.log.folder, signer).seal()


def test_a_log_rebuilt_with_the_stolen_key_differs_from_the_checkpoint_outside(trail: Trail) -> None:
    superuser("UPDATE audit_auditevent SET actor_name = 'x' WHERE id = %s", trail.events[3].pk)
    rebuilt(trail, trail.log.signer)
    assert [found.fault for found in trail.faults()] == []  # alone, a log cannot know
    assert [(found.fault, found.last) for found in trail.faults(trail.outside)] == [(Fault.REWRITTEN, EVENTS - 1)]


def test_a_log_rebuilt_with_another_key(trail: Trail) -> None:
    thief = Signer.make(trail.log.signer.name, Kind.LOG)
    rebuilt(trail, thief)
    assert [found.fault for found in trail.faults()] == [Fault.FORGED_CHECKPOINT]
    swapped = verify(trail.log.folder, thief.verifier, [trail.outside])  # the key was swapped, too
    assert [found.fault for found in swapped.findings] == [Fault.OTHER_KEY]


def test_a_checkpoint_that_was_edited_or_is_gone(trail: Trail) -> None:
    checkpoint = trail.file(CHECKPOINT)
    text = checkpoint.read_text()
    for edited in (text.replace(f"\n{EVENTS}\n", "\n599\n"), text.replace("filings", "Filings"), "", text[:-20]):
        checkpoint.write_text(edited)
        assert [found.fault for found in trail.faults()] == [Fault.FORGED_CHECKPOINT]
    checkpoint.write_bytes(b"\xff\xfe")
    assert [found.fault for found in trail.faults()] == [Fault.FORGED_CHECKPOINT]
    checkpoint.unlink()
    assert [found.fault for found in trail.faults()] == [Fault.NO_CHECKPOINT]


def test_an_older_state_of_database_and_log_is_told_from_outside(trail: Trail) -> None:
    root = trail.log.folder.root
    old, state = root.with_name("old"), SealingState.objects.get()
    shutil.copytree(root, old)
    later = [record(Action.EXPORTED).pk for _ in range(3)]
    trail.seal_again()
    newer = trail.file(CHECKPOINT).read_text()
    shutil.rmtree(root)
    old.rename(root)
    (found,) = [found for found in trail.faults() if found.fault == Fault.ROLLED_BACK]
    assert (found.first, found.last) == (EVENTS, EVENTS + 2)
    state.save()
    SealedEvent.objects.filter(number__in=later).delete()
    superuser("DELETE FROM audit_auditevent WHERE id = ANY(%s)", later)
    assert trail.faults() == []  # alone, a log cannot know
    assert [(found.fault, found.first) for found in trail.faults(newer)] == [(Fault.ROLLED_BACK, EVENTS)]


def test_a_checkpoint_signed_for_other_entries(trail: Trail) -> None:
    forged = Checkpoint(trail.log.signer.name, EVENTS, bytes(32))
    trail.file(CHECKPOINT).write_text(trail.log.signer.note(forged.body).text)
    found = {found.fault for found in trail.faults()}
    assert found == {Fault.WRONG_ROOT}


def test_a_log_of_another_installation(trail: Trail, tmp_path: Path) -> None:
    other = Folder(tmp_path / "other")
    size = other.append(0, [b"entry"] * 3)
    stranger = Signer.make("other.example/audit", Kind.LOG)
    (other.root / CHECKPOINT).write_text(stranger.note(Checkpoint(stranger.name, size, other.tree(3).root).body).text)
    shutil.rmtree(trail.log.folder.root)
    other.root.rename(trail.log.folder.root)
    assert [found.fault for found in trail.faults()] == [Fault.FORGED_CHECKPOINT]


@pytest.mark.parametrize(
    "statement",
    [
        "ALTER TABLE audit_auditevent DISABLE TRIGGER audit_append_only",
        "ALTER TABLE audit_auditevent ENABLE TRIGGER audit_append_only",
        "DROP TRIGGER audit_append_only ON audit_auditevent",
        """CREATE OR REPLACE FUNCTION audit_append_only() RETURNS trigger LANGUAGE plpgsql AS
           'BEGIN RETURN NULL; END'""",
    ],
)
def test_a_trigger_that_sleeps(trail: Trail, statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)
    assert [found.fault for found in trail.faults()] == [Fault.UNPROTECTED]


def test_values_that_python_cannot_hold_are_found_and_stop_nobody(trail: Trail) -> None:
    superuser("UPDATE audit_auditevent SET at = 'infinity' WHERE id = %s", trail.events[1].pk)
    superuser(
        """UPDATE audit_auditevent SET detail = ('{"n": ' || repeat('9', 5000) || '}')::jsonb WHERE id = %s""",
        trail.events[2].pk,
    )
    assert [(found.fault, found.first) for found in trail.faults()] == [
        (Fault.EVENT_CHANGED, 1),
        (Fault.EVENT_CHANGED, 2),
    ]


def test_sealing_that_stopped_is_told(log: Sealer, settings: Settings) -> None:
    with patch("apps.audit.trail.Now", return_value=timezone.now() - timedelta(hours=1)):
        record(Action.EXPORTED)
    found = [found.fault for found in verify(log.folder, log.signer.verifier).findings]
    assert found == [Fault.NO_CHECKPOINT, Fault.UNSEALED]


def test_a_state_that_makes_the_sealer_look_away(trail: Trail) -> None:
    SealingState.objects.update(floor=10**9, candidate=10**9)
    with patch("apps.audit.trail.Now", return_value=timezone.now() - timedelta(hours=1)):
        made = record(Action.EXPORTED)
    trail.seal_again()
    (found,) = trail.faults()
    assert found.fault == Fault.UNSEALED
    assert str(made.uid) in found.what


def test_a_forged_erasure_hides_no_field_that_cannot_be_erased(trail: Trail) -> None:
    row = SealedEvent.objects.get(index=0)  # an event of the system: it has no actor
    record(Action.ERASED, events=[str(row.event)], fields=["actor_uid", "actor_name"])
    SealedEvent.objects.filter(index=0).update(salts=bytes(row.salts)[:32] + bytes(16) + bytes(row.salts)[48:])
    trail.seal_again()
    assert [(found.fault, found.first) for found in trail.faults()] == [(Fault.ERASED_UNRECORDED, 0)]


def test_every_fault_has_been_met_here() -> None:
    """A new fault needs a test that meets it."""
    beside = Path(__file__).parents[1] / "review" / "test_vouched.py"
    text = Path(__file__).read_text() + beside.read_text()
    assert [fault for fault in Fault if f"Fault.{fault.name}" not in text] == []


def test_a_sealer_at_work_is_waited_for(trail: Trail, monkeypatch: pytest.MonkeyPatch) -> None:
    record(Action.EXPORTED)
    finish: Callable[[], None] = trail.log._finish
    with patch.object(Sealer, "_finish"):
        trail.log.seal()
    monkeypatch.setattr("apps.audit.verification.time.sleep", lambda _: finish())
    assert verify(trail.log.folder, trail.log.signer.verifier).findings == []
