"""The second lock: with the application's filters switched off, the database still shows nobody what is not theirs."""

import sys
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, models, transaction
from django.db.models import Q
from django.test import Client
from psycopg import sql
from pytest_django import Settings

from apps.accounts.acting import acting, acting_as, carried, each, present, reviewing_key, serving
from apps.accounts.models import User
from apps.answers.models import Answer, AnswerRecord, AnswerSource, Citation
from apps.answers.run import workflow
from apps.audit import veil
from apps.audit.log.sealing import Sealer
from apps.audit.models import AuditEvent, ToldEvent
from apps.audit.trail import Subject
from apps.chat.access import readable_answers
from apps.chat.models import Conversation, Feedback
from apps.connect.calling import Caller, call
from apps.connect.shapes import EVERY
from apps.documents import access as documents
from apps.documents.models import Chunk, Company, Document, DocumentVersion, Page, Visibility
from apps.evaluation.models import QuestionSet
from apps.evaluation.runs import sets_of
from apps.learning.models import Example, Origin, Pair
from apps.learning.pairs import pairs_for
from apps.learning.spot_checks import annotated_for
from apps.memory import circles
from apps.memory.grids import grids_of
from apps.memory.index import Entry
from apps.memory.models import (
    CanonicalQuestion,
    Cell,
    CellStatus,
    Disagreement,
    Evidence,
    FilingCheck,
    Grid,
    GridQuestion,
    Remark,
)
from apps.notes.models import Note
from apps.retrieval.search import search_text
from apps.review import access as review
from apps.review.models import ReviewNote, SavedView
from apps.review.outlines import AnswerOutline, DocumentOutline, RecordOutline
from finrag_site.embedded.roles import APPLICATION
from tests.application import as_application
from tests.audit.conftest import log  # noqa: F401 - a fixture
from tests.people import People
from tests.site.aiming import WORDS, aimed, looked_for, private_rows, send
from tests.site.belongings import MARKER, WORD, Belongings, make_belongings, put_on_record
from tests.site.replies import text_of
from tests.site.rules import ADMINISTRATOR, EXPERT, READER, RULES, Rule
from tests.site.test_walls import address_of

pytestmark = pytest.mark.django_db

PRIVATE = (
    Document,
    DocumentVersion,
    Page,
    Chunk,
    Answer,
    Citation,
    Conversation,
    Note,
    Cell,
    Evidence,
    Disagreement,
    Remark,
    Grid,
    SavedView,
)


NARROWING = {"visible_to", "ever_visible_to", "readable_by"}  # what query sets call the application's rules
UNNARROWED: dict[Callable[..., Any], Callable[..., Any]] = {
    documents.readable_by: lambda _: Document.objects.all(),
    documents.restorable_by: lambda _: Document.objects.exclude(deleted=None),
    readable_answers: lambda _: Answer.objects.select_related("asker"),
    grids_of: lambda _: Grid.objects.all(),
    sets_of: lambda _: QuestionSet.objects.all(),
    annotated_for: lambda _: Example.objects.filter(origin=Origin.MODEL),
    pairs_for: lambda _: Pair.objects.all(),
    circles.circles_of: lambda _: every_circle(),
    circles.choices_for: lambda _: [(circle, circle) for circle in every_circle()],
    review.open_documents: lambda _: Document.objects.all(),
    review.open_to: lambda _: Q(pk__isnull=False),
    veil.readable: lambda found, _: found,
    veil.veil: lambda events, _: [unveiled(event) for event in events],
}


def unveiled(event: ToldEvent) -> ToldEvent:
    event.__dict__["readable"] = True
    return event


def every_circle() -> list[str]:
    return ["everyone", *(f"user:{uid}" for uid in User.objects.values_list("uid", flat=True))]


@pytest.fixture
def had(people: People, settings: Settings, tmp_path: Any, log: Sealer) -> Belongings:  # noqa: F811
    settings.MEDIA_ROOT = tmp_path
    had = make_belongings(people.owner)
    put_on_record(Answer.objects.get(uid=had.answer))
    return had


@pytest.fixture
def application(had: Belongings) -> Iterator[None]:
    with as_application():
        yield


@pytest.mark.usefixtures("application")
@pytest.mark.parametrize("model", PRIVATE)
def test_a_table_shows_what_is_private_to_its_owner_alone(model: type[models.Model], people: People) -> None:
    rows = model._default_manager.all()
    assert not rows.exists(), "nobody is present"
    for person in people:
        with acting_as(person):
            assert rows.exists() is (person == people.owner)
    with serving():
        assert rows.exists()


@pytest.mark.usefixtures("application")
def test_a_reviewer_sees_outlines_and_only_what_he_opened_of_the_rest(people: People, had: Belongings) -> None:
    """As the database has it, whatever his pages ask for: who reviews, and that he says so, count both."""
    outlines = (AnswerOutline, RecordOutline, DocumentOutline, ToldEvent)
    told = (Answer, AnswerRecord, Citation, ReviewNote, Feedback, Note, Chunk)
    for person in people:
        with acting(reviewing_key(person)):
            reads = person in (people.reviewer, people.administrator)
            assert {model._default_manager.exists() for model in outlines} == {reads}
            assert {model._default_manager.exists() for model in told} == {person == people.owner}
        with acting_as(person):
            assert not any(model._default_manager.exists() for model in outlines)
    with acting(reviewing_key(people.reviewer)):
        of_others = ToldEvent.objects.exclude(actor_uid=people.reviewer.uid)
        assert not AnswerOutline.objects.exclude(question=None).exists() and MARKER not in str(list(of_others.values()))
        assert MARKER not in str(list(AuditEvent.objects.values()))
        for kind, uid, opens in (
            ("answer", had.answer, {ReviewNote, Feedback}),
            ("document", had.document, {Answer, AnswerRecord, Citation, Chunk}),
        ):
            veil.open_for(people.reviewer, Subject(kind, uid, veil.CLOSED), "The yearly audit", None)
            seen = {model for model in told if model._default_manager.exists()}
            assert opens <= seen and Note not in seen
        assert AnswerOutline.objects.get(uid=had.answer).question and MARKER in str(list(of_others.values()))
    with acting_as(people.owner):
        names = veil.openings_of(people.owner).values_list("subject_name", flat=True)
        assert len(names) == 2 and all(MARKER in name for name in names), "the owner is told what was opened"


@pytest.mark.usefixtures("application")
def test_what_is_shared_is_seen_by_those_it_is_shared_with(people: People) -> None:
    with serving():
        Document.objects.update(visibility=Visibility.TEAM, team=people.owner.team)
        Conversation.objects.update(team=people.owner.team)
    for person in people:
        with acting_as(person):
            shared = person in (people.owner, people.teammate)
            assert Chunk.objects.exists() is Answer.objects.exists() is shared
    with serving():
        Document.objects.update(visibility=Visibility.EVERYONE)
    with acting_as(people.stranger):
        assert Chunk.objects.exists()
    assert not Chunk.objects.exists()


@pytest.mark.usefixtures("application")
def test_nobody_writes_for_somebody_else(people: People) -> None:
    with acting_as(people.stranger):
        assert Document.objects.update(title="mine") == Chunk.objects.all().delete()[0] == 0
        with pytest.raises(Exception, match="row-level security"), transaction.atomic():
            Document.objects.create(name="planted", owner=people.owner)


@pytest.mark.usefixtures("application")
def test_a_rollback_leaves_nobody_over(people: People) -> None:
    """The server forgets with a transaction who was told in it: the next statement tells it anew."""
    with acting_as(people.owner):
        assert Document.objects.exists()
    with pytest.raises(RuntimeError), transaction.atomic(), acting_as(people.stranger):
        assert not Document.objects.exists()
        raise RuntimeError
    with acting_as(people.stranger):
        assert not Document.objects.exists()
    assert not Document.objects.exists()


@pytest.mark.usefixtures("application")
def test_a_stream_and_a_thread_act_for_the_one_who_began_them(people: People) -> None:
    with acting_as(people.owner):
        counted = carried(Document.objects.count)
    looks = each((Document.objects.exists() for _ in range(2)), str(people.owner.pk))
    assert [(look, present()) for look in looks] == [(True, "")] * 2
    assert counted() and not Document.objects.exists()


def test_every_table_of_private_things_is_locked() -> None:
    open_to_all = {
        "documents_embeddingmodel",  # names of models
        "documents_leftfile",  # places of files that are to go, no words
        "documents_company",  # its circles are the register's to keep
        "answers_storestate",  # keys of versions, no words
        "answers_legalhold",  # what refuses to let a record go must see every hold
        "review_errorrate",  # counts
    }
    with connection.cursor() as cursor:
        cursor.execute("SELECT relname FROM pg_class WHERE relrowsecurity")
        locked = {name for (name,) in cursor.fetchall()}
    made = {
        table
        for app in ("documents", "answers", "chat", "memory", "notes", "review", "evaluation")
        for model in apps.get_app_config(app).get_models(include_auto_created=True)
        if model._meta.managed and (table := model._meta.db_table)
    }
    assert made - open_to_all | {"audit_auditevent"} <= locked


@pytest.fixture
def unfiltered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The application's own rules, switched off: whatever it asks the database for, it asks for everybody's."""
    everything = lambda rows, *_: rows.all()  # noqa: E731
    for model in apps.get_models():
        queries = type(model._default_manager.all())
        for name in NARROWING & set(dir(queries)):
            monkeypatch.setattr(queries, name, everything)
    monkeypatch.setattr(Entry, "seen_by", lambda *_: True)
    modules = [module for name, module in sys.modules.items() if name.startswith("apps.")]
    for narrowed, unnarrowed in UNNARROWED.items():
        for module in modules:
            if getattr(module, name := narrowed.__name__, None) is narrowed:
                monkeypatch.setattr(module, name, unnarrowed)


OWNERS_ALONE = {  # what readers of a thing may not open either: a rule of its own, which is not switched off here
    "api/v1/documents/<uuidstr:uid>/state",
    "api/v1/notes/<uuidstr:uid>/revisions",
    "api/v1/notes/<uuidstr:uid>/revisions/<int:number>",
    "library/documents/<uuid:uid>/edit",
    "notes/<uuid:uid>/revisions/<int:number>/",
    "notes/vault.zip",
}
OPEN_TO_READERS = {  # where a reviewer alone is let in, and would read what is private; outlines have it for nobody
    "api/v1/audit/events",
    "audit/",
    "review/answers/<uuid:uid>/",
    "review/documents/<uuid:uid>/",
    "review/people/<uuid:uid>/",
}
STREAM = "answers/<uuid:uid>/events"  # is not read where it is open: it is the answer's own


def caller(client_for: Callable[[User], Client], people: People, rule: Rule, method: str) -> Client:
    """Of those who have nothing here one who may call the route at all; what breaks is a page that the client shows."""
    offices = {EXPERT: people.expert, READER: people.reviewer, ADMINISTRATOR: people.administrator}
    client = client_for(offices.get(rule.methods[method], people.stranger))
    client.raise_request_exception = False
    return client


@pytest.mark.usefixtures("unfiltered")
def test_without_its_filters_the_application_alone_would_leak(
    people: People, had: Belongings, client_for: Callable[[User], Client]
) -> None:
    """Else the test below proved nothing: where the owner reads something private, everybody would."""
    owner, leaks = client_for(people.owner), dict[str, bool]()
    for route, rule in RULES.items():
        if rule.methods.get("GET") not in (None, ADMINISTRATOR) and route != STREAM:
            path, fields = address_of(route, had), WORDS | {"circle": f"user:{people.owner.uid}"}
            if rule.methods["GET"] == READER or MARKER in text_of(owner.get(path, fields)):
                shown = text_of(caller(client_for, people, rule, "GET").get(path, fields))
                leaks[route] = MARKER in shown
    readers = {route for route, rule in RULES.items() if rule.methods.get("GET") == READER}
    assert {route for route, leaking in leaks.items() if not leaking} - readers == OWNERS_ALONE
    assert {route for route in readers if leaks[route]} >= OPEN_TO_READERS
    assert {
        "memory/grids/<uuid:uid>/grid.xlsx",
        "memory/radar/",
        "memory/radar/<uuid:uid>/",
        "notes/complete",
        "search/",
    } <= set(leaks), leaks
    assert client_for(people.stranger).get(address_of(STREAM, had)).status_code == 200


@pytest.mark.usefixtures("unfiltered")
def test_without_its_filters_every_path_is_stopped_by_the_database(
    people: People, had: Belongings, client_for: Callable[[User], Client], subtests: pytest.Subtests
) -> None:
    """Error pages are among them, and the stream of an answer, which stays open to whoever may see the answer."""
    before, statuses = private_rows(), set[int]()
    with as_application():
        for route, method in ((route, method) for route, rule in RULES.items() for method in rule.methods):
            client = caller(client_for, people, RULES[route], method)
            for fields in (WORDS, looked_for(had)) if method == "GET" else (aimed(had),):
                with subtests.test(route=route, method=method), transaction.atomic():
                    response = send(client, method, route, address_of(route, had), fields)
                    statuses.add(response.status_code)
                    assert MARKER not in text_of(response)
                    assert method == "GET" or stands(before)
                    transaction.set_rollback(True)
        client = client_for(people.administrator)
        for model in set(admin.site._registry) - {Company}:  # the register has no policy
            path = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
            with subtests.test(path=path):
                assert MARKER not in text_of(client.get(path, {"q": WORD}, follow=True))
        assert client_for(people.stranger).get(address_of(STREAM, had)).status_code == 404
    assert statuses >= {400, 404, 422}, statuses


def stands(before: frozenset[tuple[str, str]]) -> bool:
    """Whether what was there is there as it was; where the transaction broke, nothing was done."""
    if connection.needs_rollback:
        return True
    with connection.cursor() as cursor:
        cursor.execute("RESET ROLE")
    there = before <= private_rows()
    with connection.cursor() as cursor:
        cursor.execute(sql.SQL("SET ROLE {}").format(sql.Identifier(APPLICATION)))
    return there


@pytest.mark.usefixtures("unfiltered", "application")
def test_without_its_filters_no_tool_of_an_assistant_tells_of_others(people: People, had: Belongings) -> None:
    with serving():
        keys = list(Document.objects.values_list("pk", flat=True))
        tables = list(Document.objects.values_list("versions__tables__pk", flat=True))
        Cell.objects.update(status=CellStatus.VERIFIED)
    calls: list[tuple[str, dict[str, Any]]] = [
        ("find_filings", {"company": ""}),
        ("facts", {"company": WORD, "item": WORD}),
        ("search", {"words": f"{WORD} revenue"}),
        ("dossier", {"answer": str(had.answer)}),
        ("ask", {"question": f"What is the {WORD} revenue?", "wait": 0}),
        ("market", {"company": WORD, "on": "2024-01-02"}),
        ("events", {"company": WORD}),
        ("memory", {"company": WORD}),
        ("notes", {"words": WORD}),
        *(("outline", {"filing": f"f{key}"}) for key in keys),
        *(("read_pages", {"filing": f"f{key}", "first": 1, "last": 2}) for key in keys),
        *(("calculate", {"name": "x", "expression": f"t{key}_0_0"}) for key in tables),
    ]
    assert {name for name, _ in calls} == {tool.name for tool in EVERY}, "a new tool: say what it is asked here"
    with acting_as(people.stranger):
        told = [call(Caller(people.stranger), *one).text for one in calls]
    assert MARKER not in str(told)
    with serving():
        assert workflow.answer(Answer.objects.get(asker=people.stranger).pk)
        answer = Answer.objects.filter(asker=people.stranger)
        assert MARKER not in str(answer.values("result")) and not answer.filter(citations__isnull=False).exists()


@pytest.mark.usefixtures("unfiltered", "application")
def test_without_its_filters_a_search_finds_nothing_of_others(people: People) -> None:
    with acting_as(people.stranger):
        assert search_text(f"{WORD} revenue", viewer=people.stranger).candidates == ()


@pytest.mark.usefixtures("application")
def test_an_answer_is_made_recorded_and_reviewed_behind_the_lock(people: People, client_for: Any) -> None:
    """In a worker for its asker; a reviewer finds it among the answers, a stranger finds no row of it."""
    with serving():
        Document.objects.update(visibility=Visibility.EVERYONE)
        answer = Answer.objects.create(asker=people.owner, question=f"What was the {WORD} revenue?")
        assert workflow.answer(answer.pk)
        assert AnswerRecord.objects.filter(answer=answer).count() == 1
        AnswerSource.objects.get_or_create(answer=answer, document=Document.objects.exclude(current=None)[0])
    reviewer = client_for(people.reviewer)
    assert str(answer.uid) in reviewer.get("/review/answers/").text
    assert answer.question in reviewer.get(f"/review/answers/{answer.uid}/").text
    with acting_as(people.reviewer):
        assert not AnswerRecord.objects.exists(), "what the pages of the trail alone may show"
    with acting_as(people.owner):
        assert AnswerRecord.objects.exists() and AnswerSource.objects.exists()


@pytest.mark.usefixtures("application")
def test_a_cell_over_a_filing_that_somebody_may_not_see_is_hidden_from_him(people: People) -> None:
    """Were its evidence hidden alone, the application could not tell that something of the cell is."""
    with serving():
        Cell.objects.update(circle="everyone")
    for person in people:
        with acting_as(person):
            assert Cell.objects.exists() is Evidence.objects.exists() is (person == people.owner)


@pytest.mark.usefixtures("application")
def test_an_own_question_is_shown_with_the_grids_and_cells_that_ask_it(people: People) -> None:
    with serving():
        asked = CanonicalQuestion.objects.create(name=WORD, wording=WORD, query={}, owner=people.owner)
        grid = Grid.objects.create(title=WORD, owner=people.owner, circle=f"user:{people.owner.uid}")
        GridQuestion.objects.create(grid=grid, question=asked, ordinal=0)
    seen = {}
    for person in people:
        with acting_as(person):
            seen[person] = CanonicalQuestion.objects.filter(pk=asked.pk).exists()
            assert GridQuestion.objects.exists() is FilingCheck.objects.exists() is (person == people.owner)
    assert seen == dict.fromkeys(people, False) | {people.owner: True}
    with serving():
        Grid.objects.filter(pk=grid.pk).update(circle="everyone")
    with acting_as(people.stranger):
        assert CanonicalQuestion.objects.filter(pk=asked.pk).exists() and GridQuestion.objects.exists()


@pytest.mark.usefixtures("application")
def test_all_that_a_user_does_works_behind_the_lock(people: People, client_for: Any) -> None:
    """Under the application's role, each row of which is checked: write, upload, ask, share, delete, erase."""
    client = client_for(people.stranger)
    path = client.post("/notes/new").headers["Location"]
    assert client.post(f"{path}save", {"text": "# Kelp visit\n\nMargins held.", "revision": 0}).status_code == 200
    assert "held." in client.get("/search/", {"q": "kelp margins"}).text
    assert client.post(f"{path}share", {"with": "team"}).status_code == 302
    file = SimpleUploadedFile("kelp.txt", b"Revenue was 12.")
    uploaded = client.post("/api/v1/documents", {"file": file, "company": "Kelpworks"})
    assert uploaded.status_code in (200, 201, 202)
    document = f"/library/documents/{uploaded.json()['id']}"
    for act in ("delete", "restore", "delete"):
        assert client.post(f"{document}/{act}").status_code == 302
    assert client.post(f"/bin/documents/{uploaded.json()['id']}/erase").status_code == 302
    asked = client.post("/ask", {"question": "What were margins?", "key": str(uuid.uuid4())}).headers["Location"]
    for act in ("share", "unshare", "delete"):
        assert client.post(f"{asked}{act}").status_code == 302
    assert client.post(asked.replace("/conversations/", "/bin/conversations/") + "erase").status_code == 302
    assert client.post(f"{path}delete").status_code == 302
    with acting_as(people.stranger):
        assert Document.objects.filter(owner=people.stranger).count() == 1 and not Answer.objects.exists()
