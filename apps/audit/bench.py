"""What recording, sealing and verifying cost on this machine: measured in a transaction that is undone."""

import statistics
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.db import connection, transaction

from apps.audit.log.notes import Kind, Signer
from apps.audit.log.sealing import LOCK, Sealer
from apps.audit.log.tiles import Folder
from apps.audit.models import Action, AuditEvent, SealedEvent, SealingState
from apps.audit.trail import Subject, record
from apps.audit.verification import verify

RECORDED = 500  # events whose recording is timed one by one; the rest are added in bulk
MILLION = 1_000_000
COPIES = """
    INSERT INTO audit_auditevent
        (uid, at, action, actor_uid, actor_name, subject_type, subject_uid, subject_name, detail, address)
    SELECT
        gen_random_uuid(), at, action, actor_uid, actor_name, subject_type, subject_uid, subject_name, detail, address
    FROM audit_auditevent, generate_series(1, %s) WHERE id = %s"""


class _Undone(Exception):
    """Ends the transaction."""


def measure(events: int) -> Iterator[str]:
    """Lines with figures for `events` made-up events beside those that are there. Nothing stays; sealing waits."""
    lines: list[str] = []
    try:
        with transaction.atomic(), TemporaryDirectory() as folder:
            lines = list(_measured(events, Path(folder)))
            raise _Undone
    except _Undone:
        yield from lines


def _measured(events: int, folder: Path) -> Iterator[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
    number, log = AuditEvent.objects.count() + events, Sealer(Folder(folder), Signer.make("bench", Kind.LOG))
    SealedEvent.objects.all().delete()
    SealingState.objects.all().delete()
    milliseconds = sorted(_record(events))
    middle, slow = statistics.median(milliseconds), milliseconds[int(len(milliseconds) * 0.95)]
    yield f"recording: {middle:.2f} ms an event, 95 % below {slow:.2f} ms (insert, without the commit)"
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE audit_auditevent")
    seconds, sealed = _timed(log)
    yield f"sealing: {sealed} events in {seconds:.1f} s, {sealed / seconds:,.0f} events/s"
    yield from _small_batches(log)
    report = verify(log.folder, log.signer.verifier)
    used = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    million = report.seconds / report.size * MILLION
    yield f"verifying: {report.size} events in {report.seconds:.1f} s; a million, extrapolated, {million:.0f} s"
    yield f"size: {used / number:.0f} bytes an event in the log's files; findings: {len(report.findings)}"


def _record(events: int) -> Iterator[float]:
    subject = Subject("document", uuid.uuid4(), "Annual report of a made-up company")
    detail: dict[str, Any] = {
        "version": str(uuid.uuid4()),
        "from": "analyzed",
        "to": "indexed",
        "passages": 1234,
        "seconds": 12.5,
    }
    one = record(Action.TRANSITION, subject=subject, address="10.0.0.7", **detail)
    for _ in range(min(events - 1, RECORDED)):
        begun = time.perf_counter()
        record(Action.TRANSITION, subject=subject, address="10.0.0.7", **detail)
        yield (time.perf_counter() - begun) * 1000
    with connection.cursor() as cursor:
        cursor.execute(COPIES, [max(0, events - 1 - RECORDED), one.pk])


def _timed(log: Sealer) -> tuple[float, int]:
    begun = time.perf_counter()
    sealed = log.seal()
    return time.perf_counter() - begun, sealed


def _small_batches(log: Sealer) -> Iterator[str]:
    """As in use: a few hundred events every few seconds."""
    seconds = []
    for _ in range(5):
        for _ in _record(200):
            pass
        seconds.append(_timed(log)[0])
    yield f"sealing 200 events at a time: {statistics.median(seconds) * 1000:.0f} ms a run"
