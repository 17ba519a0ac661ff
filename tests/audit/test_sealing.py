"""Sealing: every committed event gets one place in the log, whatever is interrupted and whoever commits late."""

import json
import stat
import threading
from base64 import urlsafe_b64decode
from collections.abc import Callable
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

import psycopg
import pytest
from django.db import connection
from pytest_django import Settings
from tlog_scales.backend import LocalBackend
from tlog_scales.reader import TilesReader
from tlog_scales.signing import Vkey

from apps.accounts.acting import serving
from apps.audit import commitments
from apps.audit.commitments import Entry
from apps.audit.log.notes import NoteRefused
from apps.audit.log.sealing import Sealer, SealingRefused, sealer
from apps.audit.log.tiles import CHECKPOINT, Folder, bundle
from apps.audit.models import Action, AuditEvent, SealedEvent, SealingState
from apps.audit.tasks import seal
from apps.audit.trail import Subject, record
from tests.people import People

LATE_EVENT = """INSERT INTO audit_auditevent (uid, at, action, actor_name, subject_type, subject_name, detail)
                VALUES (gen_random_uuid(), now(), 'exported', 'late', '', '', '{}') RETURNING id"""


def logged(log: Sealer) -> list[Entry]:
    """The entries as another's reader finds them, under the signature of our key."""
    reader = TilesReader(LocalBackend(log.folder.root))
    checkpoint = reader.get_checkpoint()
    checkpoint.verify(Vkey.from_string(log.signer.verifier.vkey))
    assert reader.calculate_root_hash() == checkpoint.root_hash
    return [Entry.parse(reader.get_entry(index)) for index in range(checkpoint.size)]


def numbers(log: Sealer) -> list[int]:
    return [entry.number for entry in logged(log)]


@contextmanager
def elsewhere() -> Any:
    """A connection of another process to the same database."""
    where = connection.get_connection_params()
    kept = {name: where[name] for name in ("host", "port", "user", "password", "dbname") if where.get(name)}
    with psycopg.connect(**kept) as other:
        yield other


@pytest.mark.django_db
def test_events_are_sealed_once_and_in_order(log: Sealer) -> None:
    made = [record(Action.EXPORTED, number=number).pk for number in range(300)]
    assert log.seal() == 300
    assert numbers(log) == made
    assert log.seal() == 0
    made.append(record(Action.EXPORTED).pk)
    assert log.seal() == 1
    assert numbers(log) == made
    assert list(SealedEvent.objects.values_list("index", "number")) == list(enumerate(made))


@pytest.mark.django_db
def test_each_field_is_hashed_with_a_salt_of_its_own_as_rfc_9901_says(log: Sealer, people: People) -> None:
    subject = Subject("document", people.owner.uid, "Bericht für Müller & Söhne")
    event = record(Action.UPLOADED, actor=people.owner, subject=subject, address="10.0.0.7", b=[1, None], a={"ü": 1.5})
    log.seal()
    entry, row = logged(log)[0], SealedEvent.objects.get()
    with connection.cursor() as cursor:
        content = commitments.contents(cursor, [event.pk])[event.pk].values
    told = [
        commitments.disclosure(commitments.salt_of(bytes(row.salts), n), n, value) for n, value in enumerate(content)
    ]
    assert [commitments.digest(text) for text in told] == list(entry.digests)
    shown = [json.loads(urlsafe_b64decode(text + "==")) for text in told]
    assert [name for _, name, _ in shown] == list(commitments.FIELDS)
    assert len({salt for salt, _, _ in shown}) == len(commitments.FIELDS)
    values = {name: value for _, name, value in shown}
    assert values["detail"] == {"a": {"ü": 1.5}, "b": [1, None]}
    assert (values["actor_name"], values["address"]) == ("olga.owner", "10.0.0.7/32")
    assert values["at"] == event.at.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    assert (entry.event, entry.number) == (str(event.uid), event.pk)
    assert len(entry.digests[0]) == len(sha256().digest()) * 4 // 3 + 1
    assert b"olga" not in (log.folder.root / "tile/entries/000.p/1").read_bytes()


@pytest.mark.django_db(transaction=True)
def test_an_event_that_is_committed_late_is_neither_lost_nor_before_its_time(log: Sealer) -> None:
    with elsewhere() as other:
        late = other.execute(LATE_EVENT).fetchone()[0]
        after = [record(Action.EXPORTED).pk for _ in range(3)]
        for _ in range(3):
            log.seal()
        assert numbers(log) == after
        assert SealingState.objects.get().floor < late
        other.commit()
        assert log.seal() == 1
    assert numbers(log) == [*after, late]
    log.seal()
    assert SealingState.objects.get().floor == max(after)


@pytest.mark.django_db(transaction=True)
def test_two_sealers_at_once_seal_each_event_once(log: Sealer) -> None:
    made = [record(Action.EXPORTED).pk for _ in range(200)]
    failures: list[BaseException] = []

    def work() -> None:
        try:
            for _ in range(5):
                sealer().seal()
        except BaseException as error:  # noqa: BLE001 - told below
            failures.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for _ in range(3)]
    with patch("apps.audit.log.sealing.BATCH", 30):
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    log.seal()
    assert not failures
    assert numbers(log) == made


class Killed(BaseException):
    """What kill -9 looks like to the code after it."""


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "where",
    ["apps.audit.log.tiles.Folder._extend", "apps.audit.log.sealing._settle", "apps.audit.log.sealing.Sealer._finish"],
)
def test_an_interrupted_sealer_is_continued(log: Sealer, where: str) -> None:
    made = [record(Action.EXPORTED).pk for _ in range(10)]
    log.seal()
    made += [record(Action.EXPORTED).pk for _ in range(300)]
    with patch(where, side_effect=Killed), pytest.raises(Killed):
        log.seal()
    made.append(record(Action.EXPORTED).pk)
    log.seal()
    assert numbers(log) == made


@pytest.mark.django_db(transaction=True)
def test_a_death_between_checkpoint_and_commit_is_survived(log: Sealer) -> None:
    made = [record(Action.EXPORTED).pk for _ in range(3)]
    with patch.object(Folder, "forget_partial", side_effect=Killed), pytest.raises(Killed):
        log.seal()
    assert log.checkpoint()
    assert SealingState.objects.get().checkpoint == ""
    made.append(record(Action.EXPORTED).pk)
    log.seal()
    assert numbers(log) == made


@pytest.mark.django_db
def test_nothing_is_signed_over_an_older_log(log: Sealer) -> None:
    record(Action.EXPORTED)
    log.seal()
    old = (log.folder.root / CHECKPOINT).read_text()
    record(Action.EXPORTED)
    log.seal()
    (log.folder.root / CHECKPOINT).write_text(old)
    record(Action.EXPORTED)
    with pytest.raises(SealingRefused, match="of 2 entries was signed, and the log's is of 1"):
        log.seal()


@pytest.mark.django_db
def test_nothing_is_signed_over_changed_tiles_a_lost_log_or_a_shorter_database(log: Sealer) -> None:
    for _ in range(3):
        record(Action.EXPORTED)
    log.seal()
    SealedEvent.objects.filter(index=2).delete()
    with pytest.raises(SealingRefused, match="has 3 entries, and the database knows of 2"):
        log.seal()
    SealedEvent.objects.create(index=2, number=10**9, event=AuditEvent.objects.all()[0].uid, salts=b"")
    tile = log.folder.root / "tile/0/000.p/3"
    tile.write_bytes(bytes(96))
    record(Action.EXPORTED)
    with pytest.raises(SealingRefused, match="not those of the checkpoint of 3"):
        log.seal()
    (log.folder.root / CHECKPOINT).unlink()
    with pytest.raises(SealingRefused, match="of 3 entries was signed, and the log's is of 0"):
        log.seal()


@pytest.mark.django_db
def test_a_changed_key_signs_nothing(log: Sealer, settings: Settings, tmp_path: Path) -> None:
    record(Action.EXPORTED)
    log.seal()
    settings.AUDIT_KEY_PATH = tmp_path / "another.key"
    record(Action.EXPORTED)
    with pytest.raises(SealingRefused, match="is not signed by"):
        sealer().seal()


@pytest.mark.django_db
def test_the_task_seals_and_keeps_why_it_does_not(log: Sealer) -> None:
    record(Action.EXPORTED)
    assert seal() == 1
    logged_before = logged(log)
    tile = log.folder.root / "tile/0/000.p/1"
    data = tile.read_bytes()
    tile.write_bytes(bytes(32))
    record(Action.EXPORTED)
    assert [seal(), seal()] == [0, 0]
    assert AuditEvent.objects.filter(action=Action.SEALING_REFUSED).count() == 1
    assert "not those of the checkpoint" in SealingState.objects.get().refusal
    tile.write_bytes(data)
    entries = log.folder.root / "tile/entries/000.p/1"
    entries.write_bytes(bundle([b"another entry"]))
    assert seal() == 0
    assert "does not fit its tile" in SealingState.objects.get().refusal
    entries.write_bytes(bundle([entry.data for entry in logged_before]))
    assert seal() == 3
    assert len(logged(log)) == 4
    assert SealingState.objects.get().refusal == ""


@pytest.mark.django_db
def test_a_long_trail_is_sealed_in_several_runs(log: Sealer) -> None:
    made = [record(Action.EXPORTED).pk for _ in range(100)]
    with patch("apps.audit.log.sealing.BATCH", 30):
        assert [log.seal(batches=2) for _ in range(3)] == [60, 40, 0]
    assert numbers(log) == made
    assert {entry.after for entry in logged(log)} == {None}
    record(Action.EXPORTED)
    log.seal()
    assert logged(log)[-1].after


@pytest.mark.django_db
def test_a_number_out_of_order_hides_no_later_event(log: Sealer) -> None:
    forged = record(Action.EXPORTED)
    AuditEvent(pk=10**9, at=forged.at, action=Action.EXPORTED, actor_name="system").save(force_insert=True)
    for _ in range(3):
        log.seal()
    made = record(Action.EXPORTED)
    assert log.seal() == 1
    assert numbers(log) == [forged.pk, 10**9, made.pk]


@pytest.mark.django_db
def test_a_full_disk_leaves_everything_as_it_was(log: Sealer) -> None:
    made = [record(Action.EXPORTED).pk]
    with patch("apps.audit.log.tiles.os.fsync", side_effect=OSError(28, "No space left on device")):
        assert seal() == 0
    assert not SealedEvent.objects.exists()
    assert [path for path in log.folder.root.rglob("*") if path.is_file()] == []
    assert "No space left" in SealingState.objects.get().refusal
    assert seal() == 2
    assert numbers(log) == [*made, AuditEvent.objects.latest("id").pk]


RIGHTS = """
    CREATE ROLE recorder; CREATE ROLE sealer;
    GRANT INSERT, SELECT ON audit_auditevent TO recorder, sealer;
    GRANT INSERT, SELECT ON audit_sealedevent TO sealer;
    GRANT INSERT, SELECT, UPDATE ON audit_sealingstate, audit_checkpointdelivery, audit_witnessedlog TO sealer;
    GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO recorder, sealer"""


@pytest.mark.django_db
def test_the_rights_that_the_documentation_names_are_enough(log: Sealer, settings: Settings, tmp_path: Path) -> None:
    settings.AUDIT_PLACES = [str(tmp_path / "outside")]
    with connection.cursor() as cursor:
        cursor.execute(RIGHTS)
        cursor.execute("SET ROLE recorder")
        made = record(Action.EXPORTED)
        cursor.execute("SET ROLE sealer")
        with serving():  # as the task does
            assert [seal(), seal()] == [1, 0]
        state = SealingState.objects.get()
        cursor.execute("RESET ROLE")
    assert numbers(log) == [made.pk]
    assert (state.floor, state.refusal) == (made.pk, "")
    assert (tmp_path / "outside" / "000000000001.checkpoint").exists()


def test_beat_asks_for_it_on_the_queue_of_sweepers(settings: Settings) -> None:
    assert settings.CELERY_BEAT_SCHEDULE["seal-trail"]["task"] == seal.name
    assert settings.CELERY_TASK_ROUTES[seal.name] == {"queue": "audit"}


@pytest.mark.django_db
def test_the_key_is_made_once_for_our_eyes_only(log: Sealer, settings: Settings) -> None:
    path = settings.AUDIT_KEY_PATH
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert sealer().signer.verifier == log.signer.verifier
    settings.AUDIT_KEY = "PRIVATE+KEY+nonsense"
    with pytest.raises(NoteRefused):
        sealer()


@pytest.mark.django_db
def test_recording_asks_the_database_no_more_than_before(
    log: Sealer, django_assert_num_queries: Callable[[int], Any]
) -> None:
    with django_assert_num_queries(1):
        record(Action.EXPORTED)
