"""Deleted for good: nothing of the words is left in a dump of the database, in files, caches or logs."""

import logging
import subprocess
import uuid
from datetime import timedelta
from pathlib import Path

import pytest
from celery import current_app
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from apps.answers.models import Answer, AnswerState, Candidate, Citation, Stage, Status
from apps.answers.run.workflow import subject_of
from apps.audit import ordered, tasks
from apps.audit.models import Action, AuditEvent, ErasureOrder
from apps.audit.ordered import carry_out
from apps.audit.trail import record
from apps.chat import erasing
from apps.chat.models import Conversation, Message
from apps.documents import deeds
from apps.documents.models import Chunk, Document
from apps.documents.rendering import cache_folder
from apps.notes import saving
from apps.notes.models import Note
from finrag_site.embedded.paths import layout
from finrag_site.heartbeat import redis_of
from tests.audit.conftest import log  # noqa: F401 - a fixture
from tests.chat.dumped import dump
from tests.people import People
from tests.stack import wait_for

SECRET = "quarzelbrunft"
TEXT = f"# Visit {SECRET}\n\nThe manager of {SECRET} expects margins of 12 percent."


@pytest.fixture(autouse=True)
def places(settings: Settings, tmp_path: Path) -> None:
    settings.MEDIA_ROOT, settings.VAR_DIR = tmp_path / "files", tmp_path


def answered(note: Note, asker: object, *, cites: bool) -> Answer:
    """An answer as it is kept when the note was found for it."""
    chunk = Chunk.objects.filter(version__document=note.document).first()
    assert chunk
    words = chunk.text if cites else f"Nothing of {note}"
    result = {"answer": words, "parts": [{"text": words, "citation": int(cites)}], "rows": [], "documents": []}
    answer = Answer.objects.create(
        asker=asker,
        question="What of margins?",
        state=AnswerState.DONE,
        status=Status.EXTRACTED,
        result=result | {"searched": {"documents": 1, "passages": 1}, "seconds": 0.1},
        trace={"candidates": [chunk.text]},
    )
    Stage.objects.create(answer=answer, name="gather", detail={"first": chunk.text}, started=timezone.now())
    Candidate.objects.create(answer=answer, chunk=chunk, rank=1, fused=1.0)
    if cites:
        Citation.objects.create(
            answer=answer, label=1, version=chunk.version, chunk=chunk, page=0, start=0, end=5, quote=chunk.text
        )
    return answer


def everything(tmp_path: Path) -> bytes:
    return b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())


@pytest.mark.django_db(transaction=True)
def test_no_byte_of_a_note_is_left(
    people: People, tmp_path: Path, caplog: pytest.LogCaptureFixture, client_for: object
) -> None:
    caplog.set_level(logging.INFO)
    note = saving.new_note(people.owner, TEXT)
    saving.save(note, f"{TEXT} More of {SECRET}.", people.owner)
    cited, looked = answered(note, people.owner, cites=True), answered(note, people.teammate, cites=False)
    picture = cache_folder() / str(note.document.versions.first().uid) / "page.png"
    picture.parent.mkdir(parents=True)
    picture.write_bytes(SECRET.encode())
    assert SECRET.encode() in dump() and SECRET.encode() in everything(tmp_path)

    client: Client = client_for(people.owner)  # type: ignore[operator]
    client.post(f"/notes/{note.uid}/delete")
    assert SECRET in client.get("/bin/").text
    assert client.post(f"/bin/documents/{note.document.uid}/erase", follow=True).status_code == 200

    carry_out()
    assert SECRET.encode() not in dump()
    assert SECRET.encode() not in everything(tmp_path)
    assert SECRET not in caplog.text
    page = client.get(f"/answers/{cited.uid}/").text
    assert "deleted for good" in page and "12 percent" not in page
    looked.refresh_from_db()
    assert looked.result["answer"] == "Nothing of a deleted document"
    told = AuditEvent.objects.get(action=Action.DELETED_FOR_GOOD)
    assert (told.subject_uid, told.subject_name) == (note.document.uid, "a deleted document")
    assert len(told.detail["sha256"]) == 2


@pytest.mark.django_db
def test_the_words_of_a_deleted_thing_leave_the_trail_when_they_are_sealed(people: People, log: object) -> None:  # noqa: F811
    conversation = Conversation.objects.create(owner=people.owner, title=f"What of {SECRET}?")
    answer = Answer.objects.create(asker=people.owner, question=f"What of {SECRET}?")
    Message.objects.create(conversation=conversation, answer=answer)
    record(Action.ASKED, actor=people.owner, subject=subject_of(answer), question=answer.question)
    record(Action.SEARCHED, actor=people.stranger, documents=[conversation.title])
    erasing.erase(conversation, people.owner)
    assert not Answer.objects.exists() and not Conversation.objects.exists()
    assert carry_out() == 0 and ErasureOrder.objects.filter(done=None).exists(), "nothing is sealed yet"
    log.seal()  # type: ignore[attr-defined]
    assert carry_out() >= 2
    order = ErasureOrder.objects.get()
    assert order.done and order.names == []
    told = " ".join(str((event.subject_name, event.detail)) for event in AuditEvent.objects.all())
    assert SECRET not in told and Action.ASKED in set(AuditEvent.objects.values_list("action", flat=True))


@pytest.mark.django_db
def test_the_queue_forgets_what_passed_through_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts that were scored stand in its append-only file until that is written anew."""
    ordered.order([uuid.uuid4()])
    with redis_of(current_app) as redis:
        redis.rpush("passed", SECRET)
        redis.delete("passed")
    assert SECRET.encode() in everything(layout().valkey)
    monkeypatch.setattr(tasks.subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], 0))
    tasks.erase_ordered()
    wait_for(lambda: SECRET.encode() not in everything(layout().valkey), "the queue to write its file anew")


@pytest.mark.django_db
def test_the_bin_is_emptied_when_its_time_is_over(people: People, settings: Settings) -> None:
    kept, over = (Document.objects.create(name=f"paper-{n}", owner=people.owner) for n in range(2))
    for document, days in ((kept, 1), (over, settings.BIN_DAYS + 1)):
        deeds.delete(document, people.owner, None)
        Document.objects.filter(pk=document.pk).update(deleted=timezone.now() - timedelta(days=days))
    Conversation.objects.create(owner=people.owner, title="old", deleted=timezone.now() - timedelta(days=99))
    assert erasing.empty_bin() == 2
    assert list(Document.objects.all()) == [kept] and not Conversation.objects.exists()


@pytest.mark.django_db
def test_only_what_lies_in_ones_own_bin_is_erased(people: People, client_for: object) -> None:
    document = Document.objects.create(name="paper", owner=people.owner)
    path = f"/bin/documents/{document.uid}/erase"
    assert client_for(people.owner).post(path).status_code == 404, "it is not in the bin"  # type: ignore[operator]
    deeds.delete(document, people.owner, None)
    assert client_for(people.stranger).post(path).status_code == 404  # type: ignore[operator]
    assert Document.objects.exists()
