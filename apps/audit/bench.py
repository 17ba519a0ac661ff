"""What recording, sealing and verifying cost on this machine: measured in a transaction that is undone."""

import statistics
import time
import uuid
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

from django.contrib.auth import get_user_model
from django.db import connection, transaction

from apps.audit.log.notes import Kind, Signer
from apps.audit.log.sealing import LOCK, Sealer
from apps.audit.log.tiles import Folder
from apps.audit.models import Action, AuditEvent, SealedEvent, SealingState
from apps.audit.selection import Selection
from apps.audit.trail import Person, Subject, record
from apps.audit.verification import verify

RECORDED = 500  # events whose recording is timed one by one; the rest are added in bulk
MILLION = 1_000_000
COPIES = """
    INSERT INTO audit_auditevent
        (uid, at, action, actor_uid, actor_name, subject_type, subject_uid, subject_name, detail, address)
    SELECT
        gen_random_uuid(), at - (%s - copy) * interval '7 seconds', action, actor_uid, 'analyst ' || copy %% 40,
        CASE copy %% 2 WHEN 0 THEN subject_type ELSE 'report' END, gen_random_uuid(),
        CASE copy %% 2 WHEN 0 THEN subject_name ELSE 'Review of something open' END || ' ' || (copy / 2) %% 500,
        detail, address
    FROM audit_auditevent, generate_series(1, %s) AS copy WHERE id = %s"""  # every other one is closed to each reader
PAGES = 20  # of each kind of list


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
    yield from _lists()
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
        copies = max(0, events - 1 - RECORDED)
        cursor.execute(COPIES, [copies, copies, one.pk])


def _timed(log: Sealer) -> tuple[float, int]:
    begun = time.perf_counter()
    sealed = log.seal()
    return time.perf_counter() - begun, sealed


def _lists() -> Iterator[str]:
    """Pages of the list as a reviewer gets them, without the template: each kind of filter, and far from its end."""
    people = list(get_user_model()._default_manager.filter(is_active=True).order_by("pk"))
    if not people:
        return
    reader = next((one for one in people if getattr(one, "reads_trail", False)), people[0])
    middle = AuditEvent.objects.order_by("-id")[AuditEvent.objects.count() // 2]
    day, first = middle.at.date(), middle.at.date() - timedelta(days=200)
    asked = {
        "newest": (Selection(), None),
        "from the middle": (Selection(), middle.uid),
        "by an action": (Selection(actions=(Action.TRANSITION,)), None),
        "by an actor's name": (Selection(actor="analyst 7"), None),
        "by a name that nobody has": (Selection(actor="nobody at all"), None),
        "by a subject's name": (Selection(subject="open 77"), None),
        "by a subject's name, from the middle": (Selection(subject="open 77"), middle.uid),
        "by one that is closed": (Selection(subject="company 77"), None),
        "by one that half of all have": (Selection(subject="of something"), None),
        "by one that half of all have, closed": (Selection(subject="of a made-up"), None),
        "by a closed one between two days": (Selection(subject="company 77", since=first, until=day), None),
        "between two days": (Selection(since=day - timedelta(days=2), until=day), None),
        "of an actor between two days": (Selection(actor="analyst 7", since=day - timedelta(days=2), until=day), None),
    }
    for name, (selection, before) in asked.items():
        yield f"list, {name}: {_pages(selection, cast(Person, reader), before)}"


def _pages(selection: Selection, reader: Person, before: uuid.UUID | None) -> str:
    milliseconds = []
    for _ in range(PAGES):
        begun = time.perf_counter()
        selection.page_for(reader, before=before)
        milliseconds.append((time.perf_counter() - begun) * 1000)
    milliseconds.sort()
    middle, slow = statistics.median(milliseconds), milliseconds[int(PAGES * 0.95)]
    return f"{middle:.0f} ms, 95 % below {slow:.0f} ms"


def _small_batches(log: Sealer) -> Iterator[str]:
    """As in use: a few hundred events every few seconds."""
    seconds = []
    for _ in range(5):
        for _ in _record(200):
            pass
        seconds.append(_timed(log)[0])
    yield f"sealing 200 events at a time: {statistics.median(seconds) * 1000:.0f} ms a run"
