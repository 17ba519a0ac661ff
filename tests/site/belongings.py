"""What the owner has: one of everything that a route can name, private, with a marker that nobody else may read."""

import uuid
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from io import BytesIO
from typing import Any

import pypdfium2 as pdfium
from django.contrib.postgres.search import SearchVector
from django.core.files.base import ContentFile
from django.db.models import Value
from django.utils import timezone

from apps.accounts.models import ApiToken, User
from apps.answers.models import Answer, AnswerRecord, AnswerSource, AnswerState, Citation, Ending, Status
from apps.answers.run.canonical import canonical, digest_of, packed
from apps.answers.run.records import columns
from apps.audit.models import Action
from apps.audit.trail import Subject, record
from apps.chat.models import Conversation, Feedback, Message
from apps.documents.models import (
    Chunk,
    ChunkKind,
    Company,
    Document,
    DocumentVersion,
    Fact,
    Page,
    Section,
    State,
    Table,
)
from apps.evaluation.models import Expected, QuestionSet, Run, RunAnswer
from apps.learning.models import Example, Origin, Pair, TrainedModel
from apps.memory.models import (
    CanonicalQuestion,
    Cell,
    CellStatus,
    Decision,
    Disagreement,
    Evidence,
    FilingCheck,
    Grid,
    GridQuestion,
    Remark,
)
from apps.memory.proposals import noted
from apps.notes.models import Note, Revision
from apps.review.models import Kind, Review, ReviewNote, SavedView

WORD = "heliotrope"  # what a stranger may search for
MARKER = "zq81secret"  # what must not come back
TEXT = f"{WORD} revenue {MARKER} was 12"
RESULT = {
    "answer": TEXT,
    "parts": [{"text": TEXT, "citation": 1}],
    "rows": [],
    "value": None,
    "unit": None,
    "documents": [],
    "pages": [],
    "searched": {"documents": 1, "passages": 1, "terms": [], "filters": {}, "relaxed": []},
    "seconds": 0.1,
    "tokens_in": 0,
    "tokens_out": 0,
}


@dataclass(frozen=True)
class Belongings:
    """The public ids, by what a rule calls them."""

    document: uuid.UUID
    deleted_document: uuid.UUID
    version: uuid.UUID
    company: uuid.UUID
    chunk: uuid.UUID
    table: uuid.UUID
    answer: uuid.UUID
    citation: uuid.UUID
    conversation: uuid.UUID
    message: uuid.UUID
    deleted_conversation: uuid.UUID
    token: uuid.UUID
    event: uuid.UUID
    note: uuid.UUID
    saved_view: uuid.UUID
    person: uuid.UUID
    question: uuid.UUID
    cell: uuid.UUID
    grid: uuid.UUID
    disagreement: uuid.UUID
    question_set: uuid.UUID
    run: uuid.UUID
    annotated: uuid.UUID
    pair: uuid.UUID
    trained_model: uuid.UUID


@cache
def one_page_pdf() -> bytes:
    with pdfium.PdfDocument.new() as document:
        document.new_page(612, 792)
        target = BytesIO()
        document.save(target)
        return target.getvalue()


def make_document(owner: User, name: str) -> DocumentVersion:
    """A private document of one page that is ready."""
    document = Document.objects.create(
        name=name,
        title=f"{WORD} {MARKER}",
        summary=TEXT,
        metadata={"company": {"value": f"{WORD} {MARKER}"}, "numbers": ["irs:12-3456789"]},
        owner=owner,
        team=owner.team,
    )
    version = DocumentVersion(
        document=document,
        sha256=uuid.uuid4().hex * 2,
        file_name=f"{name}.pdf",
        media_type="application/pdf",
        size=len(one_page_pdf()),
        state=State.READY,
        page_count=1,
        diagnostics={"message": TEXT},
        report=None,
    )
    version.file.save(f"{uuid.uuid4()}.pdf", ContentFile(one_page_pdf()))
    document.current = version
    document.save()
    block = {"kind": "paragraph", "start": 0, "end": len(TEXT), "level": 0, "table": None}
    Page.objects.create(version=version, number=0, width=612, height=792, text=TEXT, blocks=[block])
    return version


def make_passage(version: DocumentVersion) -> Chunk:
    section = Section.objects.create(version=version, ordinal=0, level=1, title=MARKER, path=[MARKER], page=0)
    return Chunk.objects.create(
        version=version,
        section=section,
        ordinal=0,
        kind=ChunkKind.TEXT,
        page=0,
        spans=[[0, 0, len(TEXT)]],
        boxes=[[0, 72, 72, 300, 84]],
        text=TEXT,
        view=TEXT,
        hash="0" * 64,
        tokens=6,
        first_token=0,
    )


def make_table(version: DocumentVersion) -> Table:
    cell = {"text": WORD, "start": 0, "end": len(WORD), "box": None, "row_span": 1, "column_span": 1}
    return Table.objects.create(version=version, ordinal=0, page=0, caption=MARKER, grid=[[cell]])


def make_answer(asker: User, chunk: Chunk) -> Citation:
    answer = Answer.objects.create(
        asker=asker,
        question=f"{WORD} {MARKER}?",
        state=AnswerState.DONE,
        status=Status.EXTRACTED,
        result=RESULT,
        finished=timezone.now(),
    )
    return Citation.objects.create(
        answer=answer, label=1, version=chunk.version, chunk=chunk, page=0, start=0, end=len(TEXT), quote=TEXT
    )


def put_on_record(answer: Answer) -> None:
    """All that reviewers' pages tell of an answer: its record, the documents it looked at, and words on it."""
    told = {
        "answer": str(answer.uid),
        "number": 1,
        "attempt": 1,
        "ending": Ending.DONE.value,
        "asked": {"question": answer.question},
        "made_with": {"store": "", "settings": {}},
        "stages": {"validate": {"result": RESULT, "status": answer.status}},
        "citations": [
            {"label": one.label, "quote": one.quote, "page": one.page, "start": one.start, "end": one.end}
            | {"version": str(one.version.uid), "chunk": str(one.chunk.uid), "name": MARKER}
            for one in answer.citations.all()
        ],
        "passages": {},
        "problem": {},
    } | {name: [] for name in ("calls", "tools", "timeline", "search_seconds")}
    body = canonical(told | {"seconds": 0.1})
    now, kept = timezone.now(), {"digest": digest_of(body), "size": len(body), "body": packed(body)}
    AnswerRecord.objects.create(
        answer=answer,
        kept=now,
        expires=now + timedelta(days=1),
        lexemes=SearchVector(Value(f"{answer.question} {TEXT}"), config="english"),
        **kept,
        **columns(told | {"seconds": 0.1}),
    )
    for citation in answer.citations.all():
        AnswerSource.objects.create(answer=answer, document=citation.version.document, cited=True)
    Feedback.objects.create(answer=answer, reader=answer.asker, helped=False, comment=MARKER)
    review = Review.objects.create(answer=answer)
    ReviewNote.objects.create(review=review, author=answer.asker, kind=Kind.COMMENT, text=MARKER)


def make_cell(owner: User, chunk: Chunk) -> tuple[Cell, Grid]:
    """A proposed cell of the owner's circle, with its place, in a grid."""
    circle = f"user:{owner.uid}"
    wording = f"What is {WORD} {MARKER}?"
    query = {"intent": "text"}
    question = CanonicalQuestion.objects.create(name=wording, wording=wording, query=query, kind="words", owner=owner)
    grid = Grid.objects.create(title=f"{WORD} {MARKER}", owner=owner, circle=circle)
    document = chunk.version.document
    slots = {"company": document.company, "period_kind": "year", "year": 2023}
    told = {"text": TEXT, "status": CellStatus.PROPOSED}
    cell = Cell.objects.create(question=question, circle=circle, grid=grid, **slots, **told)
    place = {"version": chunk.version, "chunk": chunk, "page": 0, "start": 0, "end": len(TEXT), "quote": TEXT}
    Evidence.objects.create(cell=cell, document=document, **place)
    noted(cell, Decision.COMMENTED, owner, comment=MARKER)
    shipped = CanonicalQuestion.objects.exclude(key=None)[0]
    for asked, of in ((shipped, {}), (question, {"document": document})):  # one for the bank, one for the grid
        other = Cell.objects.create(question=asked, circle=circle, grid=grid, **slots, **told, **of)
        Evidence.objects.create(cell=other, document=document, **place)
    grid.documents.add(document)
    GridQuestion.objects.create(grid=grid, question=question, ordinal=0)
    record(Action.GRID_CHANGED, actor=owner, subject=Subject("grid", grid.uid, grid.title), change="made")
    record(Action.QUESTION_SAVED, actor=owner, subject=Subject("question", question.uid, wording), wording=wording)
    record(Action.CELLS_IMPORTED, actor=owner, subject=Subject("import", None, f"{MARKER}.xlsx"), file=MARKER)
    return cell, grid


def make_disagreement(table: Table) -> Disagreement:
    shared = {"version": table.version, "table": table, "statement": "income", "label": MARKER, "value": 1}
    shared |= {"unit": "money", "scale": 1, "page": 0, "row": 0, "start": 0, "end": 1}
    ours, theirs = (Fact.objects.create(column=column, **shared) for column in (0, 1))
    check = FilingCheck.objects.create(version=table.version)
    said = {"version": table.version, "page": 0, "start": 0, "end": 1, "label": MARKER, "concept": "revenue"}
    remark = Remark.objects.create(**said, value=1, step=1, period_end="2023-12-31")
    Disagreement.objects.create(check_of=check, fact=theirs, other=ours)
    return Disagreement.objects.create(check_of=check, fact=ours, remark=remark)


def make_run(owner: User, answer: Answer) -> Run:
    """A question set of the owner that was run once."""
    held = QuestionSet.objects.create(name=f"{WORD} {MARKER}", owner=owner, digest="0" * 64)
    expected = Expected.objects.create(set=held, ordinal=1, question=answer.question, answer=MARKER)
    run = Run.objects.create(set=held, label=MARKER)
    RunAnswer.objects.create(run=run, expected=expected, answer=answer)
    return run


def make_annotated(version: DocumentVersion) -> Example:
    return Example.objects.create(
        question=f"{WORD} {MARKER}?", filing=version.sha256, page=0, start=0, end=9, grade=3, origin=Origin.MODEL
    )


def make_pair(version: DocumentVersion) -> Pair:
    place = {"filing": version.sha256, "page": 0, "start": 0, "end": 9}
    other = {f"other_{name}": value for name, value in place.items()}
    return Pair.objects.create(question=f"{WORD} {MARKER}?", **place, **other)


def make_note(owner: User) -> Note:
    document = make_document(owner, f"{WORD}-{MARKER}-note").document
    note = Note.objects.create(document=document, text=f"# {WORD} {MARKER}", tags=[WORD])
    Revision.objects.create(note=note, number=0, text=note.text)
    return note


def leave_a_trail(owner: User, version: DocumentVersion, answer: Answer, conversation: Conversation) -> None:
    """What acts of the owner leave: names, file names and questions, as subjects and in details."""
    words: dict[str, Any] = {"file": f"{MARKER}.pdf", "question": MARKER, "metadata": {"company": MARKER}}
    document, company = version.document, version.document.company
    record(Action.UPLOADED, actor=owner, subject=Subject("document", document.uid, document.name), **words)
    record(Action.TRANSITION, subject=Subject("document", document.uid, document.name), to="ready", **words)
    record(Action.DOCUMENT_VIEWED, actor=owner, subject=Subject("company", company and company.uid, str(company)))
    record(Action.ASKED, actor=owner, subject=Subject("answer", answer.uid, answer.question), **words)
    record(Action.ANSWERED, subject=Subject("answer", answer.uid, answer.question), **words)
    renamed = Subject("conversation", conversation.uid, MARKER)
    record(Action.CONVERSATION_RENAMED, actor=owner, subject=renamed, to=MARKER, **words)
    record(Action.SEARCHED, actor=owner, subject=Subject("search", None, f"{WORD} {MARKER}"), **words)
    record(Action.UPLOAD_REFUSED, actor=owner, **words)


def make_belongings(owner: User) -> Belongings:
    version = make_document(owner, f"{WORD}-{MARKER}")
    known = {"identifiers": ["irs:12-3456789"], "aliases": [f"{MARKER} {WORD}"], "ticker": "HZQ"}
    version.document.company = Company.objects.get_or_create(name=f"{WORD} {MARKER}", defaults=known)[0]
    version.document.save()
    deleted = make_document(owner, f"{WORD}-{MARKER}-deleted").document
    Document.objects.filter(pk=deleted.pk).update(deleted=timezone.now())
    chunk = make_passage(version)
    citation = make_answer(owner, chunk)
    conversation = Conversation.objects.create(owner=owner, title=f"{WORD} {MARKER}")
    message = Message.objects.create(conversation=conversation, answer=citation.answer)
    hidden = Conversation.objects.create(owner=owner, title=f"{WORD} {MARKER}", deleted=timezone.now())
    table = make_table(version)
    cell, grid = make_cell(owner, chunk)
    leave_a_trail(owner, version, citation.answer, conversation)
    return Belongings(
        document=version.document.uid,
        deleted_document=deleted.uid,
        version=version.uid,
        company=version.document.company.uid,
        chunk=chunk.uid,
        table=table.uid,
        answer=citation.answer.uid,
        citation=citation.uid,
        conversation=conversation.uid,
        message=message.uid,
        deleted_conversation=hidden.uid,
        token=ApiToken.objects.make(owner, "script")[0].uid,
        event=record(Action.EXPORTED, actor=owner).uid,
        note=make_note(owner).uid,
        saved_view=SavedView.objects.create(owner=owner, name=WORD, query=MARKER).uid,
        person=owner.uid,
        question=cell.question.uid,
        cell=cell.uid,
        grid=grid.uid,
        disagreement=make_disagreement(table).uid,
        question_set=(run := make_run(owner, citation.answer)).set.uid,
        run=run.uid,
        annotated=make_annotated(version).uid,
        pair=make_pair(version).uid,
        trained_model=TrainedModel.objects.create(name="m", kind="reranker", base="b", folder="/m", digest="d").uid,
    )
