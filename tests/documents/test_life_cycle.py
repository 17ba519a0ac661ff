"""The life cycle: each step atomic, recorded once, claimed by one, resumed after death, and ended by an error."""

import dataclasses
import itertools
import re
import signal
import time
import uuid
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.core.files.base import ContentFile
from django.db.models.functions import Now
from django.utils import timezone

from apps.accounts.models import User
from apps.audit.models import Action, AuditEvent
from apps.documents import deeds, dispatch, life_cycle, sweeping
from apps.documents.leases import LeaseLostError, claim, held
from apps.documents.life_cycle import NotFailedError, StepFailedError, advance, retry, run, sweep, walk
from apps.documents.models import Chunk, ChunkVector, DocumentVersion, Page, Section, State, Table
from apps.documents.outcome import Outcome
from apps.documents.uploads import accept
from apps.reading.parsed import FileRefused, Progress, Refusal
from tests.documents.filings import html
from tests.people import make_person

ROAD = [State.UPLOADED, State.NORMALIZED, State.ANALYZED, State.INDEXED, State.READY]

Work = Callable[[DocumentVersion, Progress], Outcome]


@pytest.fixture(autouse=True)
def store(tmp_path: Path, settings: Any) -> None:
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def owner(db: None) -> User:
    return make_person("olga", team="Credit")


@pytest.fixture
def version(owner: User) -> DocumentVersion:
    return accept(owner, "QUILLMARK_2023_10K.htm", ContentFile(html().encode())).version


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, State]]:
    """What is sent to the workers, in place of sending it."""
    hints: list[tuple[int, State]] = []

    def note(version_id: int, state: State) -> bool:
        hints.append((version_id, state))
        return True

    monkeypatch.setattr(dispatch, "send", note)
    return hints


def moves(version: DocumentVersion) -> list[tuple[str, str]]:
    events = AuditEvent.objects.filter(action=Action.TRANSITION, subject_uid=version.document.uid).order_by("id")
    return [(event.detail["from"], event.detail["to"]) for event in events]


def replace_step(monkeypatch: pytest.MonkeyPatch, state: State, work: Work) -> None:
    monkeypatch.setitem(life_cycle.STEPS, state, dataclasses.replace(life_cycle.STEPS[state], work=work))


def failing(error: Exception) -> Work:
    def work(version: DocumentVersion, progress: Progress) -> Outcome:
        raise error

    return work


def reread(version: DocumentVersion) -> DocumentVersion:
    return DocumentVersion.objects.select_related("document").get(pk=version.pk)


def test_the_whole_road(version: DocumentVersion) -> None:
    states = [advance(version.pk) for _ in range(4)]
    assert states == ROAD[1:]
    assert moves(version) == list(itertools.pairwise(ROAD))
    done = reread(version)
    assert done.document.current == done
    assert (done.lease, done.attempts, done.error) == (None, 0, "")
    assert done.ready is not None
    assert done.page_count == done.pages.count() > 0
    assert done.parser
    unique = Chunk.objects.filter(version=done, duplicate_of=None)
    assert ChunkVector.objects.filter(chunk__version=done).count() == unique.count() > 3
    assert not Chunk.objects.filter(version=done, lexemes=None).exists()


def test_a_transition_records_what_the_step_brought(version: DocumentVersion) -> None:
    run(version.pk)
    details = {event.detail["to"]: event.detail for event in AuditEvent.objects.filter(action=Action.TRANSITION)}
    assert details["normalized"]["artifacts"]["pages"] == Page.objects.count()
    assert details["normalized"]["artifacts"]["tables"] == Table.objects.count()
    assert details["normalized"]["parser"] == reread(version).parser
    assert details["analyzed"]["artifacts"]["chunks"] == Chunk.objects.count()
    assert details["analyzed"]["artifacts"]["sections"] == Section.objects.count()
    assert details["indexed"]["artifacts"]["vectors"] == ChunkVector.objects.count()
    assert all(detail["version"] == str(version.uid) and detail["seconds"] >= 0 for detail in details.values())


def test_metadata_reaches_the_document(version: DocumentVersion) -> None:
    run(version.pk)
    document = reread(version).document
    assert document.company is not None
    assert document.company.name == "Quillmark Foundry, Inc."
    assert (document.report_type, document.fiscal_year, document.fiscal_period) == ("10-K", 2023, "FY")
    assert document.title == "10-K - FY2023 (Quillmark Foundry, Inc.)"


def test_edited_fields_stay(version: DocumentVersion) -> None:
    document = version.document
    document.fiscal_year, document.title, document.metadata = 1999, "Mine", {"edited": ["fiscal_year", "title"]}
    document.save()
    run(version.pk)
    document.refresh_from_db()
    assert (document.fiscal_year, document.title, document.fiscal_period) == (1999, "Mine", "FY")
    assert document.metadata["edited"] == ["fiscal_year", "title"]
    assert document.metadata["fiscal_year"]["value"] == 2023


def test_only_one_holds_a_version(version: DocumentVersion) -> None:
    lease = claim(DocumentVersion.objects.filter(pk=version.pk))
    assert lease is not None
    assert claim(DocumentVersion.objects.filter(pk=version.pk)) is None
    assert advance(version.pk) == State.UPLOADED
    assert moves(version) == []


def test_a_released_version_can_be_claimed_again(version: DocumentVersion) -> None:
    lease = claim(DocumentVersion.objects.filter(pk=version.pk))
    assert lease is not None
    with held(lease):
        pass
    assert claim(DocumentVersion.objects.filter(pk=version.pk)) is not None


def test_who_lost_the_lease_changes_nothing(version: DocumentVersion, monkeypatch: pytest.MonkeyPatch) -> None:
    read = life_cycle.STEPS[State.UPLOADED].work

    def overtaken(version: DocumentVersion, progress: Progress) -> Outcome:
        outcome = read(version, progress)
        DocumentVersion.objects.filter(pk=version.pk).update(lease=uuid.uuid4())
        return outcome

    replace_step(monkeypatch, State.UPLOADED, overtaken)
    assert advance(version.pk) == State.UPLOADED
    assert moves(version) == []
    assert not Page.objects.exists()


def test_progress_of_a_lost_lease_stops_the_work(version: DocumentVersion) -> None:
    lease = claim(DocumentVersion.objects.filter(pk=version.pk))
    assert lease is not None
    lease.lost.set()
    with pytest.raises(LeaseLostError):
        lease.progress(1, 2)


def test_a_refusal_while_reading_is_an_error_at_once(version: DocumentVersion, monkeypatch: pytest.MonkeyPatch) -> None:
    replace_step(monkeypatch, State.UPLOADED, failing(FileRefused(Refusal.DAMAGED, "This file is damaged.")))
    assert advance(version.pk) == State.ERROR
    done = reread(version)
    assert (done.failed_in, done.error, done.lease) == (State.UPLOADED, "This file is damaged.", None)
    assert moves(version) == [("uploaded", "error")]


def test_three_failures_end_in_error_with_diagnostics(
    version: DocumentVersion, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace_step(monkeypatch, State.NORMALIZED, failing(KeyError("broken")))
    assert advance(version.pk) == State.NORMALIZED
    for attempt in (1, 2, 3):
        with pytest.raises(StepFailedError):
            advance(version.pk)
        assert reread(version).diagnostics["attempt"] == attempt
    done = reread(version)
    assert (done.state, done.failed_in) == (State.ERROR, State.NORMALIZED)
    assert done.error == "Analysing this file failed 3 times (KeyError)."
    assert "KeyError: 'broken'" in done.diagnostics["traceback"]
    assert advance(version.pk) == State.ERROR


def test_a_step_that_fails_leaves_no_artifacts(version: DocumentVersion, monkeypatch: pytest.MonkeyPatch) -> None:
    advance(version.pk)
    analysed = life_cycle.STEPS[State.NORMALIZED].work

    def half_saved(version: DocumentVersion, progress: Progress) -> Outcome:
        outcome = analysed(version, progress)

        def save() -> dict[str, int]:
            outcome.save()
            raise ValueError("after saving")

        return dataclasses.replace(outcome, save=save)

    replace_step(monkeypatch, State.NORMALIZED, half_saved)
    with pytest.raises(StepFailedError):
        advance(version.pk)
    assert not Chunk.objects.exists()
    assert not Section.objects.exists()
    assert moves(version) == [("uploaded", "normalized")]


def test_a_version_that_kills_its_workers_ends_in_error(version: DocumentVersion) -> None:
    for _ in range(2):
        assert claim(DocumentVersion.objects.filter(pk=version.pk)) is not None
        DocumentVersion.objects.filter(pk=version.pk).update(lease_until=Now() - timedelta(seconds=1))
    assert advance(version.pk) == State.ERROR
    assert "stopped the worker 2 times" in reread(version).error


def test_a_failure_is_no_lost_worker(version: DocumentVersion, monkeypatch: pytest.MonkeyPatch) -> None:
    replace_step(monkeypatch, State.UPLOADED, failing(KeyError("broken")))
    with pytest.raises(StepFailedError):
        advance(version.pk)
    assert claim(DocumentVersion.objects.filter(pk=version.pk)) is not None
    DocumentVersion.objects.filter(pk=version.pk).update(lease_until=Now() - timedelta(seconds=1))
    with pytest.raises(StepFailedError):
        advance(version.pk)
    assert reread(version).error == "Reading this file failed 3 times (KeyError)."


def test_what_takes_too_long_ends_in_error_at_once(version: DocumentVersion, monkeypatch: pytest.MonkeyPatch) -> None:
    replace_step(monkeypatch, State.UPLOADED, failing(SoftTimeLimitExceeded("late")))
    assert advance(version.pk) == State.ERROR
    done = reread(version)
    assert "took too long" in done.error
    assert done.diagnostics["exception"] == "SoftTimeLimitExceeded"


def test_the_hard_limit_ends_a_row_whoever_holds_it(version: DocumentVersion) -> None:
    life_cycle.out_of_time(version.pk)
    assert reread(version).state == State.UPLOADED
    lease = claim(DocumentVersion.objects.filter(pk=version.pk))
    assert lease is not None
    life_cycle.out_of_time(version.pk)
    assert (reread(version).state, reread(version).lease) == (State.ERROR, None)
    assert not lease.rows.exists()
    life_cycle.out_of_time(version.pk)
    assert AuditEvent.objects.filter(action=Action.TRANSITION).count() == 1


def test_a_file_beyond_its_bounds_ends_in_error_at_once(version: DocumentVersion, settings: Any) -> None:
    settings.FILE_SECONDS = 0
    assert advance(version.pk) == State.ERROR
    assert "more time or memory" in reread(version).error


def test_a_deleted_document_is_not_read_until_it_is_back(version: DocumentVersion, owner: User) -> None:
    lease = claim(DocumentVersion.objects.filter(pk=version.pk))
    deeds.delete(version.document, owner, None)
    assert lease is not None
    assert not lease.rows.exists()
    assert advance(version.pk) == State.UPLOADED
    assert (reread(version).lease, moves(version)) == (None, [])
    deeds.restore(version.document, owner, None)
    assert advance(version.pk) == State.NORMALIZED


def test_retry_goes_back_to_the_step_that_failed(
    version: DocumentVersion, owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        replace_step(broken, State.ANALYZED, failing(FileRefused(Refusal.DAMAGED, "No.")))
        assert run(version.pk) == State.ERROR
    assert reread(version).document.current is None  # though it answered from facts and words until then
    assert retry(reread(version), owner) == State.ANALYZED
    event = AuditEvent.objects.get(action=Action.RETRIED)
    assert (event.actor_uid, event.detail["to"]) == (owner.uid, "analyzed")
    assert run(version.pk) == State.READY


def test_only_a_failed_version_is_retried(version: DocumentVersion, owner: User) -> None:
    with pytest.raises(NotFailedError):
        retry(version, owner)
    assert not AuditEvent.objects.filter(action=Action.RETRIED).exists()


def test_indexing_continues_where_it_stopped(version: DocumentVersion, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(2):
        advance(version.pk)
    monkeypatch.setattr("apps.documents.index.BATCH", 2)

    def stop(done: int, total: int) -> None:
        raise RuntimeError("power cut")

    with pytest.raises(RuntimeError):
        life_cycle.STEPS[State.ANALYZED].work(version, stop)
    first = set(ChunkVector.objects.values_list("pk", flat=True))
    assert len(first) == 2
    assert run(version.pk) == State.READY
    assert first <= set(ChunkVector.objects.values_list("pk", flat=True))


def test_a_task_for_a_version_that_is_gone_leaves_quietly(db: None) -> None:
    walk(987654321, {State.UPLOADED})


def test_the_parse_worker_stops_before_indexing(
    version: DocumentVersion, sent: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        walk(version.pk, {State.UPLOADED, State.NORMALIZED})
    assert reread(version).state == State.ANALYZED
    assert sent == [(version.pk, State.ANALYZED)]


class TestSweep:
    @pytest.fixture(autouse=True)
    def empty_queues(self, monkeypatch: pytest.MonkeyPatch, version: DocumentVersion) -> None:
        monkeypatch.setattr(dispatch, "waiting", lambda state: 0)

    def hinted(self, version: DocumentVersion, seconds: float) -> None:
        DocumentVersion.objects.filter(pk=version.pk).update(enqueued=timezone.now() - timedelta(seconds=seconds))

    def test_a_dead_workers_version_is_sent_again_and_recorded_once(
        self, version: DocumentVersion, sent: list[Any], django_capture_on_commit_callbacks: Any
    ) -> None:
        claim(DocumentVersion.objects.filter(pk=version.pk))
        DocumentVersion.objects.filter(pk=version.pk).update(lease_until=Now() - timedelta(seconds=1), enqueued=Now())
        with django_capture_on_commit_callbacks(execute=True):
            assert sweep() == 1
            assert sweep() == 0
        assert sent == [(version.pk, State.UPLOADED)]
        event = AuditEvent.objects.get(action=Action.RESUMED)
        assert event.detail == {"version": str(version.uid), "state": "uploaded", "attempt": 1}

    def test_a_deleted_document_is_left_alone(self, version: DocumentVersion, sent: list[Any]) -> None:
        claim(DocumentVersion.objects.filter(pk=version.pk))
        version.document.deleted = timezone.now()
        version.document.save()
        DocumentVersion.objects.filter(pk=version.pk).update(lease_until=Now() - timedelta(seconds=1))
        assert sweep() == 0
        DocumentVersion.objects.filter(pk=version.pk).update(lease=None, lease_until=None)
        assert sweep() == 0
        assert sent == []

    def test_a_live_lease_is_left_alone(self, version: DocumentVersion, sent: list[Any]) -> None:
        claim(DocumentVersion.objects.filter(pk=version.pk))
        self.hinted(version, 3600)
        assert sweep() == 0
        assert sent == []

    def test_a_forgotten_version_is_sent_without_an_event(self, version: DocumentVersion, sent: list[Any]) -> None:
        self.hinted(version, sweeping.HINT_SECONDS + 1)
        assert sweep() == 1
        assert sent == [(version.pk, State.UPLOADED)]
        assert not AuditEvent.objects.filter(action=Action.RESUMED).exists()

    def test_a_version_that_never_was_sent_is_sent(self, version: DocumentVersion, sent: list[Any]) -> None:
        assert sweep() == 1

    def test_a_fresh_hint_is_given_time(self, version: DocumentVersion, sent: list[Any]) -> None:
        self.hinted(version, 0)
        assert sweep() == 0

    def test_a_long_queue_does_not_grow(
        self, version: DocumentVersion, sent: list[Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.hinted(version, 3600)
        monkeypatch.setattr(dispatch, "waiting", lambda state: 7)
        assert sweep() == 0

    def test_finished_versions_are_left_alone(self, version: DocumentVersion, sent: list[Any]) -> None:
        DocumentVersion.objects.update(state=State.READY)
        assert sweep() == 0


@pytest.mark.django_db(transaction=True)
def test_the_queue_counts_what_waits(settings: Any) -> None:
    before = dispatch.waiting(State.UPLOADED)
    assert dispatch.send(123456789, State.UPLOADED)
    assert dispatch.waiting(State.UPLOADED) == before + 1


@pytest.mark.django_db(transaction=True)
def test_a_heartbeat_prolongs_the_lease_and_writes_progress(settings: Any) -> None:
    settings.LEASE_SECONDS = 2
    made = accept(make_person("olga"), "paper.htm", ContentFile(html().encode())).version
    lease = claim(DocumentVersion.objects.filter(pk=made.pk))
    assert lease is not None
    first = reread(made).lease_until
    with held(lease):
        lease.progress(3, 9)
        for _ in range(600):
            time.sleep(0.05)
            now = reread(made)
            if now.progress_done == 3 and now.lease_until is not None and first is not None and now.lease_until > first:
                break
        else:
            raise AssertionError("the heart does not beat")
    assert reread(made).lease is None


@pytest.mark.django_db(transaction=True)
def test_a_lease_lives_while_the_interpreter_is_held(settings: Any) -> None:
    """A regular expression holds the interpreter, so that no thread of the worker can beat for it."""
    settings.LEASE_SECONDS = 6
    made = accept(make_person("olga"), "paper.htm", ContentFile(html().encode())).version
    lease = claim(DocumentVersion.objects.filter(pk=made.pk))
    assert lease is not None
    with held(lease):
        hold_the_interpreter(10)
        assert claim(DocumentVersion.objects.filter(pk=made.pk)) is None
        assert not lease.lost.is_set()


class Enough(Exception):
    """The alarm rang."""


def hold_the_interpreter(seconds: int) -> None:
    def ring(number: int, frame: object) -> None:
        raise Enough

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(seconds)
    try:
        with pytest.raises(Enough):
            re.fullmatch(r"(a|a)*b", "a" * 100)
    finally:
        signal.signal(signal.SIGALRM, before)
