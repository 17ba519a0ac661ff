"""The record of an answer: whole, unchangeable, its digest in the trail; of failed and stopped attempts too."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import Error, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.answers.models import Answer, AnswerRecord, Ending, LegalHold
from apps.answers.run import records, stations, workflow
from apps.answers.run.asking import ask, retry, stop
from apps.answers.run.canonical import canonical, digest_of
from apps.audit.models import Action, AuditEvent
from apps.documents.models import Page
from tests.answers.store import hold
from tests.people import People

pytestmark = pytest.mark.django_db
FIGURE = "What was the operating margin of Quillmark in fiscal 2023?"


def answered(people: People, question: str = FIGURE) -> Answer:
    answer = ask(people.owner, question)
    workflow.answer(answer.pk)
    answer.refresh_from_db()
    return answer


def test_the_record_is_whole_and_its_digest_is_in_the_trail(people: People) -> None:
    version = hold(people.owner)
    answer = answered(people)
    record = answer.records.get()
    told = records.content_of(record)

    assert AuditEvent.objects.get(action=Action.ANSWERED).detail["record"] == record.digest
    assert digest_of(canonical(told)) == record.digest and len(records.body_of(record)) == record.size
    assert told["asked"]["question"] == FIGURE and told["asked"]["by"]["uid"] == str(people.owner.uid)
    assert told["made_with"]["settings_digest"] == answer.settings_hash
    assert told["made_with"]["prompts"]["write"] and told["made_with"]["embedder"]
    assert records.versions_of(told["made_with"]["store"]) == [version.pk]
    assert [one["stage"] for one in told["timeline"]] == [one.name for one in answer.stages.all()]
    (search,) = told["stages"]["gather"]
    assert {str(row["chunk_id"]) for row in search["candidates"]} <= set(told["passages"])
    assert all(row.get("reasons") or row.get("kept") for row in search["candidates"])
    assert told["stages"]["calculate"]["figures"][0]["tree"]["operator"] == "/"
    assert told["stages"]["validate"]["result"]["sheet"]["operands"]
    passages = {str(row.pk): [str(row.uid), str(version.uid), row.page] for row in version.chunks.all()}
    assert told["passages"].items() <= passages.items()
    first = told["citations"][0]
    assert (first["file_sha256"], first["chunk_hash"]) == (version.sha256, version.chunks.get(kind="table").hash)
    assert first["boxes"] and records.unresolved(told) == []


def test_what_a_search_named_is_not_read_again(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    hold(people.owner)
    kept, asked = records.keep, []

    def watched(*what: Any, **told: Any) -> AnswerRecord:
        with CaptureQueriesContext(connection) as queries:
            record = kept(*what, **told)
        asked.extend(query["sql"] for query in queries.captured_queries)
        return record

    monkeypatch.setattr(records, "keep", watched)
    told = records.content_of(answered(people).records.get())
    assert len(told["passages"]) > 1 and told["citations"]
    assert asked and not [sql for sql in asked if 'FROM "documents_chunk"' in sql]


def test_a_citation_that_leads_elsewhere_is_found(people: People) -> None:
    version = hold(people.owner)
    told = records.content_of(answered(people).records.get())
    Page.objects.filter(version=version, number=1).update(text="Another page altogether.")
    assert records.unresolved(told) == [one["label"] for one in told["citations"]]


CHANGES = (
    "UPDATE answers_answerrecord SET digest = ''",
    "UPDATE answers_answerrecord SET expires = now() - interval '1 day'",
    "DELETE FROM answers_answerrecord",
    "TRUNCATE answers_answerrecord CASCADE",
)


def test_the_database_refuses_to_change_it(people: People) -> None:
    hold(people.owner)
    answered(people)
    for statement in CHANGES:
        with pytest.raises(Error, match="stays as it is"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute(statement)
    assert AnswerRecord.objects.count() == 1


def test_it_goes_when_it_has_expired_unless_it_is_held(people: People) -> None:
    hold(people.owner)
    answer = answered(people)
    row = answer.records.get()
    old: dict[str, Any] = {"answer": answer, "ending": Ending.DONE, "kept": row.kept, "digest": row.digest, "size": 1}
    expired = AnswerRecord.objects.create(
        **old, number=2, body=b"", seconds=1, expires=timezone.now() - timedelta(days=1)
    )
    held = LegalHold.objects.create(answer=answer, reason="A court asks for it.", placed_by="reviewer")
    with pytest.raises(Error, match="stays as it is"), transaction.atomic():
        expired.delete()
    LegalHold.objects.filter(pk=held.pk).update(lifted=timezone.now())
    expired.delete()
    assert list(answer.records.all()) == [row]


def test_a_failed_attempt_stays_when_it_is_tried_again(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    hold(people.owner)
    answer = ask(people.owner, FIGURE)
    with monkeypatch.context() as patch, pytest.raises(RuntimeError):
        patch.setattr(stations, "write", broken)
        workflow.answer(answer.pk)
    answer.refresh_from_db()
    retry(answer, people.owner)
    workflow.answer(answer.pk)

    failed, done = answer.records.order_by("number")
    assert (failed.ending, done.ending, done.number) == (Ending.FAILED, Ending.DONE, 2)
    told = records.content_of(failed)
    assert told["problem"]["message"] == "the pen broke" and told["stages"]["calculate"]["figures"]
    assert "write" in {one["stage"] for one in told["timeline"]}
    assert AuditEvent.objects.get(action=Action.ANSWER_FAILED).detail["record"] == failed.digest


def test_a_stopped_attempt_stays(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    hold(people.owner)
    answer = ask(people.owner, FIGURE)
    judge = stations.judge

    def stopped(road: Any) -> dict[str, Any]:
        stop(answer, people.owner)
        return judge(road)

    monkeypatch.setattr(stations, "judge", stopped)
    workflow.answer(answer.pk)
    record = answer.records.get()
    assert record.ending == Ending.ABANDONED
    assert AuditEvent.objects.get(action=Action.ANSWER_ABANDONED).detail["record"] == record.digest
    assert records.content_of(record)["stages"]["gather"][0]["candidates"]


def broken(*_: Any) -> dict[str, Any]:
    raise RuntimeError("the pen broke")
