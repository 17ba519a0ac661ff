"""Checkpoints leave the machine, and a witness signs only what continues."""

import threading
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import Settings
from tlog_scales.signing import Vkey
from tlog_scales.tlog import Checkpoint as TheirCheckpoint

from apps.audit import keys
from apps.audit.delivery import deliver
from apps.audit.log.merkle import EMPTY
from apps.audit.log.notes import Checkpoint, Kind, Note, Signer
from apps.audit.log.sealing import Sealer
from apps.audit.log.tiles import CHECKPOINT
from apps.audit.models import Action, AuditEvent, CheckpointDelivery, WitnessedLog
from apps.audit.trail import record
from apps.audit.verification import Fault, outside_checkpoints, verify
from apps.audit.witnessing import Request

pytestmark = pytest.mark.django_db
WITNESS = "/audit/witness/add-checkpoint"


def grow(log: Sealer, events: int = 3) -> str:
    """The checkpoint after more events; every place is due again."""
    for _ in range(events):
        record(Action.EXPORTED)
    log.seal()
    CheckpointDelivery.objects.update(due_at=None)
    return (log.folder.root / CHECKPOINT).read_text()


class Server(HTTPServer):
    """Somebody's web server, which takes what is put there, or passes requests on to our own views."""

    status = 201
    taken: list[tuple[str, str]]


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_PUT(self) -> None:
        self.server.taken.append((self.path, self._body()))
        self.send_response(self.server.status)
        self.end_headers()

    def _body(self) -> str:
        return self.rfile.read(int(self.headers["Content-Length"])).decode()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[Server]:
    with Server(("127.0.0.1", 0), Handler) as serving:
        serving.taken = []
        thread = threading.Thread(target=serving.serve_forever, daemon=True)
        thread.start()
        yield serving
        serving.shutdown()
        thread.join()


def test_a_folder_gets_every_checkpoint_and_convicts_a_rebuilt_log(
    log: Sealer, settings: Settings, tmp_path: Path
) -> None:
    settings.AUDIT_PLACES = [f"file:{tmp_path / 'outside'}"]
    for size in (3, 6):
        note = grow(log)
        assert deliver(log) == 1
        assert (tmp_path / "outside" / f"{size:012d}.checkpoint").read_text() == note
    assert deliver(log) == 0
    kept = outside_checkpoints([tmp_path / "outside"])
    assert verify(log.folder, log.signer.verifier, kept).outside == 2
    forged = Checkpoint(log.signer.name, 6, EMPTY)
    (tmp_path / "outside" / "000000000009.checkpoint").write_text(log.signer.note(forged.body).text)
    grow(log)
    assert deliver(log) == 0
    assert "lies there already" in CheckpointDelivery.objects.get().error
    found = verify(log.folder, log.signer.verifier, outside_checkpoints([tmp_path / "outside"])).findings
    assert [finding.fault for finding in found] == [Fault.REWRITTEN]


def test_http_put_with_failures_recorded_once_and_retried(log: Sealer, settings: Settings, server: Server) -> None:
    settings.AUDIT_PLACES = [f"http://name:secret@127.0.0.1:{server.server_port}/checkpoints/"]
    server.status = 500
    grow(log)
    assert deliver(log) == 0
    row = CheckpointDelivery.objects.get()
    assert (row.failures, row.error, row.size) == (1, "The address answered 500.", 0)
    assert row.due_at and row.due_at > timezone.now()
    assert deliver(log) == 0  # not due yet
    assert len(server.taken) == 1
    CheckpointDelivery.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    assert deliver(log) == 0
    assert AuditEvent.objects.filter(action=Action.CHECKPOINT_UNDELIVERED).count() == 1
    server.status = 204
    note = grow(log)
    assert deliver(log) == 1
    row.refresh_from_db()
    assert (row.failures, row.error, row.size) == (0, "", 7)
    assert server.taken[-1] == ("/checkpoints/000000000007.checkpoint", note)
    assert "secret" not in row.place + str(AuditEvent.objects.values_list("detail", flat=True))


def test_nobody_listens(log: Sealer, settings: Settings, server: Server) -> None:
    settings.AUDIT_PLACES = ["http://127.0.0.1:9/checkpoint"]
    grow(log)
    assert deliver(log) == 0
    assert CheckpointDelivery.objects.get().failures == 1


def test_mail_now_and_then(log: Sealer, settings: Settings) -> None:
    settings.AUDIT_PLACES = ["mailto:compliance@filings.example"]
    note = grow(log)
    assert deliver(log) == 1
    record(Action.EXPORTED)
    log.seal()
    assert deliver(log) == 0
    (message,) = mail.outbox
    assert (message.to, message.body) == (["compliance@filings.example"], note)


def test_before_the_first_event_nothing_is_sent(log: Sealer, settings: Settings, tmp_path: Path) -> None:
    settings.AUDIT_PLACES = [str(tmp_path / "outside")]
    assert deliver(log) == 0


# the witness


@pytest.fixture
def witnessed(log: Sealer, settings: Settings) -> Sealer:
    settings.AUDIT_WITNESSED = [log.signer.verifier.vkey]
    return log


def ask(log: Sealer, old: int, note: str = "") -> tuple[int, str]:
    checkpoint = log.checkpoint()
    assert checkpoint
    note = note or (log.folder.root / CHECKPOINT).read_text()
    text = Request.make(log.folder.tree(checkpoint.size), old, note).text
    answer = Client(enforce_csrf_checks=True).post(WITNESS, text, content_type="text/plain")
    return answer.status_code, answer.text


def test_consistent_growth_is_cosigned_as_others_verify_it(witnessed: Sealer) -> None:
    for old, new in [(0, 3), (3, 300), (300, 301), (301, 301)]:
        note = grow(witnessed, new - old)
        status, line = ask(witnessed, old)
        assert status == 200
        TheirCheckpoint.from_text(note + line).verify(Vkey.from_string(keys.witness_signer().verifier.vkey))
        assert WitnessedLog.objects.get().size == new


def test_what_does_not_continue_is_refused(witnessed: Sealer) -> None:
    grow(witnessed)
    assert ask(witnessed, 0)[0] == 200
    grow(witnessed)
    assert ask(witnessed, 0) == (409, "3\n")
    forked = Checkpoint(witnessed.signer.name, 6, EMPTY)
    assert ask(witnessed, 3, witnessed.signer.note(forked.body).text)[0] == 422
    assert ask(witnessed, 3)[0] == 200
    same = Checkpoint(witnessed.signer.name, 6, EMPTY)
    assert ask(witnessed, 6, witnessed.signer.note(same.body).text) == (409, "6\n")
    shorter = Checkpoint(witnessed.signer.name, 5, EMPTY)
    assert ask(witnessed, 6, witnessed.signer.note(shorter.body).text)[0] == 400
    assert WitnessedLog.objects.get().size == 6


def test_strangers_and_nonsense_are_refused(witnessed: Sealer, settings: Settings) -> None:
    grow(witnessed)
    thief = Signer.make(witnessed.signer.name, Kind.LOG)
    checkpoint = witnessed.checkpoint()
    assert checkpoint
    assert ask(witnessed, 0, thief.note(checkpoint.body).text)[0] == 403
    stranger = Signer.make("stranger.example", Kind.LOG)
    assert ask(witnessed, 0, stranger.note(Checkpoint(stranger.name, 3, EMPTY).body).text)[0] == 404
    for text in (b"", b"old x\n\n", b"old 0\n\nnothing", b"\xff", b"old 0\n" + b"A" * 70_000, b"old 0\n\0\n\n"):
        assert Client().post(WITNESS, text, content_type="text/plain").status_code == 400
    assert Client().get(WITNESS).status_code == 405
    assert not WitnessedLog.objects.exists()
    settings.AUDIT_WITNESSED = []
    assert ask(witnessed, 0)[0] == 404


class Passing(Handler):
    """Passes what is posted on to the views of this product."""

    def do_POST(self) -> None:
        answer = self.server.client.post(WITNESS, self._body(), content_type="text/plain")  # type: ignore[attr-defined]
        connection.close()
        self.send_response(answer.status_code)
        self.end_headers()
        self.wfile.write(answer.content)


@pytest.mark.django_db(transaction=True)
def test_our_log_gets_its_cosignature_from_another_installation(
    witnessed: Sealer, settings: Settings, server: Server
) -> None:
    server.RequestHandlerClass = Passing
    server.client = Client()  # type: ignore[attr-defined]
    verifier = keys.witness_signer().verifier
    settings.AUDIT_WITNESSES = [f"http://127.0.0.1:{server.server_port}/audit/witness/ {verifier.vkey}"]
    for _ in range(2):
        grow(witnessed)
        assert deliver(witnessed) == 1
        text = (witnessed.folder.root / CHECKPOINT).read_text()
        assert verifier.checkpoint(text) == witnessed.checkpoint()
        assert len(Note.parse(text).signatures) == 2
    CheckpointDelivery.objects.update(size=0)  # a witness that knows more than we remember of it
    grow(witnessed)
    assert deliver(witnessed) == 1
    WitnessedLog.objects.update(size=900)
    grow(witnessed)
    assert deliver(witnessed) == 0
    assert "knows a log of 900 entries" in CheckpointDelivery.objects.get().error
