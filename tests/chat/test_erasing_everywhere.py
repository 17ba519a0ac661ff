"""A secret is planted in every column that can hold words; what is deleted for good takes it along from all of them."""

import logging
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.contrib.postgres.fields import ArrayField
from django.db import connection, models
from django.utils import timezone
from pytest_django import Settings

from apps.answers.models import (
    Answer,
    AnswerRecord,
    AnswerSource,
    Candidate,
    Ending,
    Stage,
    StageName,
)
from apps.audit.log.sealing import Sealer
from apps.audit.models import Action, ErasureOrder
from apps.audit.ordered import carry_out
from apps.audit.trail import Subject, record
from apps.chat import erasing
from apps.chat.models import Conversation, Feedback
from apps.documents.erasing import erase as erase_document
from apps.documents.models import (
    Chunk,
    ChunkTokens,
    ChunkVector,
    Document,
    LexemeCount,
    Section,
    SectionVector,
    StatementCheck,
    Table,
)
from apps.evaluation.models import RunAnswer
from apps.memory import radar
from apps.memory.models import Cell, CellStatus, Decision, Disagreement, Evidence, Side, WordingVector
from apps.memory.proposals import noted
from apps.notes.models import Note, NoteLink
from apps.review.models import Kind, ReviewNote
from apps.review.models import Review as AnswerReview
from tests.audit.conftest import log  # noqa: F401 - a fixture
from tests.chat.dumped import places
from tests.people import People
from tests.site.belongings import Belongings, make_belongings, make_document, make_passage

SECRET = "zqkelp"
APPS = ("documents", "answers", "chat", "memory", "notes", "review", "evaluation", "learning")
WORDS = (models.CharField, models.TextField, models.JSONField, models.BinaryField, ArrayField)
KEYS = {
    "hash",
    "sha256",
    "digest",
    "settings_hash",
    "filing",
    "file",
    "circle",
    "key",
    "kind",
    "fiscal_period",
    "period_kind",
}
WORDLESS = {  # tables in which nothing of what is deleted can stand
    "documents_company": "its name is told by another filing",
    "documents_embeddingmodel": "names of models",
    "documents_leftfile": "places of files that are to go",
    "answers_storestate": "keys of versions",
    "answers_legalhold": "what it holds is not deleted",
    "review_errorrate": "counts",
    "learning_dataset": "counts and digests; the files are not reached (docs/notes.md)",
    "learning_trainedmodel": "counts and digests",
}
TYPED = {  # what somebody typed himself about something else, or asked
    ("answers_answer", "question"),
    ("answers_answer", "query"),
    ("answers_answer", "scope"),
    ("answers_answer", "way"),
    ("answers_answer", "error"),
    ("chat_conversation", "title"),
    ("chat_feedback", "comment"),
    ("review_reviewnote", "text"),
    ("review_savedview", "name"),
    ("review_savedview", "query"),
    ("answers_answer", "own_settings"),
    ("evaluation_run", "settings"),
    ("evaluation_questionset", "name"),
    ("evaluation_expected", "question"),
    ("evaluation_expected", "kind"),
    ("evaluation_expected", "answer"),
    ("evaluation_expected", "unit"),
    ("evaluation_expected", "documents"),
    ("evaluation_expected", "pages"),
    ("evaluation_run", "label"),
    ("memory_canonicalquestion", "name"),
    ("memory_canonicalquestion", "wording"),
    ("memory_canonicalquestion", "asked"),
    ("memory_canonicalquestion", "query"),
    ("memory_wordingvector", "text"),
    ("memory_wordingvector", "model"),
    ("memory_grid", "title"),
    ("memory_grid", "because"),
}
OF_CONVERSATIONS = {"chat_conversation", "chat_feedback", "answers_answer", "review_reviewnote"}

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def files(settings: Settings, tmp_path: Path) -> None:
    settings.MEDIA_ROOT, settings.VAR_DIR = tmp_path / "files", tmp_path


def more(had: Belongings, people: People) -> tuple[Cell, Cell]:
    """A row in each table that `make_belongings` leaves empty. Of the bank, a cell that the filing states otherwise,
    and one whose history alone it stands in; what stands behind both is somebody else's filing."""
    document, answer = Document.objects.get(uid=had.document), Answer.objects.get(uid=had.answer)
    chunk, table = Chunk.objects.get(uid=had.chunk), Table.objects.get(uid=had.table)
    dense, now = [0.1] * 8, timezone.now()
    ChunkVector.objects.create(chunk=chunk, model="m", dense=dense)
    ChunkTokens.objects.create(chunk=chunk, model="m", dimensions=1, bits=8, vectors=b"v")
    SectionVector.objects.create(section=Section.objects.all()[0], model="m", dense=dense)
    LexemeCount.objects.create(lexeme="kelp", version=chunk.version, passages=1, places=[1])
    StatementCheck.objects.create(version=table.version, name="sums", difference=1, tolerance=1, passed=False)
    Candidate.objects.create(answer=answer, chunk=chunk, rank=1, fused=1.0)
    Stage.objects.create(answer=answer, name=StageName.GATHER, started=now)
    Feedback.objects.create(answer=answer, reader=people.owner, helped=True)
    note = ReviewNote(review=AnswerReview.objects.create(answer=answer), author=people.reviewer, kind=Kind.COMMENT)
    note.save()
    NoteLink.objects.create(note=Note.objects.get(uid=had.note), kind="document", target=had.document)
    WordingVector.objects.create(question=Cell.objects.get(uid=had.cell).question, model="m", text="w", dense=dense)
    RunAnswer.objects.update(judges=[{"reason": "it says so"}])
    theirs = make_passage(make_document(people.stranger, "theirs"))
    company = document.company
    Document.objects.filter(pk=theirs.version.document_id).update(visibility="everyone", company=company)
    asked = Cell.objects.get(uid=had.cell).question
    cells = [
        Cell.objects.create(question=asked, circle="everyone", company=company, year=year) for year in (2021, 2022)
    ]
    for cell in cells:
        behind(cell, theirs)
    behind(cells[0], chunk, Side.AGAINST)
    cells[0].status = CellStatus.DISPUTED
    cells[0].save()
    return cells[0], cells[1]


def behind(cell: Cell, chunk: Chunk, side: Side = Side.FOR) -> Evidence:
    place: dict[str, Any] = {"page": 0, "start": 0, "end": 5, "quote": "12"}
    version = chunk.version
    return Evidence.objects.create(
        cell=cell, side=side, document=version.document, version=version, chunk=chunk, **place
    )


def plant(kept: set[Any]) -> None:
    """The secret in each column of words of each row, but of rows in `kept`."""
    for model in tables():
        for row in model._default_manager.all():
            told = {field.name: grown(field, getattr(row, field.name)) for field in words_of(model)}
            told = {name: value for name, value in told.items() if value is not None}
            if told and (model, row.pk) not in kept and model is not AnswerRecord and model is not LexemeCount:
                model._default_manager.filter(pk=row.pk).update(**told)


def grown(field: models.Field[Any, Any], value: Any) -> Any:
    """The same kind of value, with the secret in it; None where it has no room."""
    if isinstance(field, models.BinaryField):
        return bytes(value) + SECRET.encode()
    if isinstance(field, ArrayField):
        return [*(value or []), SECRET] if isinstance(field.base_field, models.CharField | models.TextField) else None
    if isinstance(field, models.JSONField):
        return [*value, SECRET] if isinstance(value, list) else {**(value or {}), "planted": SECRET}
    room = field.max_length or 10**6
    return f"{str(value or '')[: room - len(SECRET) - 1]} {SECRET}" if room > len(SECRET) else None


def leave_words(had: Belongings, people: People, refilled: Cell) -> None:
    """What the product itself writes of them afterwards: history, trail, records, an answer that only looked."""
    document, answer = Document.objects.get(uid=had.document), Answer.objects.get(uid=had.answer)
    for cell in Cell.objects.exclude(pk=refilled.pk):
        noted(cell, Decision.FILLED, None, before=SECRET, comment=SECRET)
    mine = behind(refilled, Chunk.objects.get(uid=had.chunk))
    noted(refilled, Decision.FILLED, None, comment=SECRET)
    mine.delete()
    Cell.objects.filter(pk=refilled.pk).update(text="12", reason="", notes=[], checks=[], status=CellStatus.VERIFIED)
    refilled.refresh_from_db()
    noted(refilled, Decision.FILLED, None, before=SECRET)
    for found in Disagreement.objects.all():
        radar.settle(found, people.expert, f"seen {SECRET}")
    subject = Subject("document", document.uid, document.name)
    record(Action.TRANSITION, subject=subject, to="ready", metadata={"company": SECRET})
    record(Action.SEARCHED, actor=people.owner, documents=[document.name])
    told: dict[str, Any] = {"kept": timezone.now(), "expires": timezone.now() + timedelta(days=400), "seconds": 0.1}
    told |= {"number": 1, "ending": Ending.DONE, "size": 6, "body": SECRET.encode(), "digest": "d" * 64}
    AnswerRecord.objects.create(answer=answer, **told)
    looked = Answer.objects.create(asker=people.teammate, question="Why?", result={"answer": f"Not in {document}."})
    AnswerSource.objects.create(answer=looked, document=document)
    Cell.objects.create(
        question=refilled.question, circle="everyone", answer=looked.uid, reason=f"Not in {document}.", year=2020
    )
    with connection.cursor() as cursor:
        for table in ("documents_chunk", "documents_section"):
            where = "FROM documents_documentversion v WHERE v.id = version_id AND v.document_id = %s"
            cursor.execute(f"UPDATE {table} SET lexemes = to_tsvector('simple', %s) {where}", [SECRET, document.pk])  # noqa: S608
        cursor.execute("UPDATE documents_lexemecount SET lexeme = %s", [SECRET])


def rests_on(theirs: Document, *cells: Cell) -> set[tuple[Any, Any]]:
    """Rows that nothing is planted in: somebody else's filing, cells that rest on it, and tables without words."""
    rows: list[models.Model] = [theirs, *cells, *Evidence.objects.filter(document=theirs)]
    for version in theirs.versions.all():
        rows += [version, *version.pages.all(), *version.chunks.all(), *version.sections.all()]
    for model in tables():
        rows += model._default_manager.all() if model._meta.db_table in WORDLESS else []
    return {(type(row), row.pk) for row in rows}


def telling() -> set[str]:
    """The tables with a column that can hold words."""
    return {model._meta.db_table for model in tables() if words_of(model)} - set(WORDLESS)


def tables() -> list[type[models.Model]]:
    """Without views, in which nothing is kept."""
    held = [model for app in APPS for model in apps.get_app_config(app).get_models()]
    return [model for model in held if model._meta.managed]


def words_of(model: type[models.Model]) -> "list[models.Field[Any, Any]]":
    fields = [field for field in model._meta.concrete_fields if isinstance(field, WORDS) and not field.choices]
    return [field for field in fields if field.name not in KEYS]


def remaining(sealer: Sealer) -> set[tuple[str, str]]:
    """Where the secret stands when every order is carried out."""
    sealer.seal()
    carry_out()
    assert not ErasureOrder.objects.filter(done=None).exists()
    return places(SECRET)


def test_no_column_and_no_file_keeps_what_was_deleted_for_good(
    people: People,
    log: Sealer,  # noqa: F811
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    had = make_belongings(people.owner)
    disputed, refilled = more(had, people)
    plant(rests_on(Document.objects.get(owner=people.stranger), disputed, refilled))
    Cell.objects.filter(pk=disputed.pk).update(reason=f"{SECRET} states it otherwise")
    leave_words(had, people, refilled)
    holding = {table for table, _ in places(SECRET)}
    assert holding == telling() | {"audit_auditevent"}, "a new table: have a row of it planted, or say why not"

    for document in Document.objects.filter(owner=people.owner):
        erase_document(document, people.owner)
    assert remaining(log) - TYPED == set()
    told = dict(Cell.objects.filter(pk__in=[disputed.pk, refilled.pk]).values_list("pk", "status"))
    assert told == {disputed.pk: CellStatus.PROPOSED, refilled.pk: CellStatus.VERIFIED}
    assert "deleted for good" in Cell.objects.get(uid=had.cell).reason

    for conversation in Conversation.objects.all():
        erasing.erase(conversation, people.owner)
    assert {table for table, _ in remaining(log)} & OF_CONVERSATIONS == set()
    assert SECRET.encode() not in b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert SECRET not in caplog.text
