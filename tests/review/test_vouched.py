"""Whatever a superuser changes beside the trail is found by the events that vouch for it, and where."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from apps.answers.models import AnswerRecord, Citation
from apps.answers.run.canonical import canonical, digest_of, packed
from apps.answers.run.records import content_of
from apps.audit.log.sealing import Sealer
from apps.audit.models import Action
from apps.audit.trail import record
from apps.audit.verification import Fault, Finding, Report
from apps.review import reviewing, vouched
from apps.review.models import Kind, Review
from apps.review.reviewing import Step
from tests.people import People
from tests.review.asked import answered

pytestmark = pytest.mark.django_db
ALWAYS = ("record_stays", "records_stay")
Change = Callable[[AnswerRecord], None]


def superuser(statement: str, *values: object) -> None:
    """The triggers sleep, and are awake again as if nothing had been."""
    with connection.cursor() as cursor:
        for name in ALWAYS:
            cursor.execute(f"ALTER TABLE answers_answerrecord DISABLE TRIGGER answers_{name}")
        cursor.execute(statement, values or None)
        for name in ALWAYS:
            cursor.execute(f"ALTER TABLE answers_answerrecord ENABLE ALWAYS TRIGGER answers_{name}")


def sql(statement: str, *values: object) -> Change:
    return lambda row: superuser(statement, *values)


def rewritten(**changes: object) -> Change:
    """A record that says something else, with a digest that fits."""

    def change(row: AnswerRecord) -> None:
        body = canonical(content_of(row) | changes)
        statement = "UPDATE answers_answerrecord SET body = %s, digest = %s WHERE id = %s"
        superuser(statement, packed(body), digest_of(body), row.pk)

    return change


def swapped_body(row: AnswerRecord) -> None:
    body = packed(canonical(content_of(row) | {"seconds": 0}))
    superuser("UPDATE answers_answerrecord SET body = %s WHERE id = %s", body, row.pk)


def inserted(row: AnswerRecord) -> None:
    row.pk, row.uid, row.number, row.digest = None, row.answer.uid, 2, "0" * 64
    row.save(force_insert=True)


def expired_too_early(row: AnswerRecord) -> None:
    superuser("DELETE FROM answers_answerrecord")
    record(Action.EXPIRED, records=[row.digest])


def first_step(row: AnswerRecord) -> None:
    superuser("DELETE FROM review_reviewnote WHERE id = (SELECT min(id) FROM review_reviewnote)")


def asleep(row: AnswerRecord) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE answers_answerrecord DISABLE TRIGGER answers_records_stay")


def another_step(row: AnswerRecord) -> None:
    review = Review.objects.get()
    review.notes.create(author=review.signed_by, kind=Kind.COMMENT, text="I saw nothing.")


CHANGED, MISSING, UNVOUCHED = Fault.CONTENT_CHANGED, Fault.CONTENT_MISSING, Fault.CONTENT_UNVOUCHED
SIGNER = "UPDATE review_review SET signed_by_id = (SELECT min(id) FROM accounts_user)"
RESULT = "UPDATE answers_answer SET result = jsonb_set(result, '{answer}', '\"Nothing.\"')"
YES = "CREATE OR REPLACE FUNCTION answers_record_stays() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN OLD; END'"
MANIPULATIONS: dict[str, tuple[Change, set[Fault], str]] = {
    "a record's contents": (swapped_body, {CHANGED}, "not what its digest says"),
    "a record's settings, digest and all": (rewritten(made_with={}), {UNVOUCHED, MISSING}, "is gone"),
    "a record is deleted": (sql("DELETE FROM answers_answerrecord"), {MISSING}, "is gone"),
    "a record is deleted as if it had expired": (expired_too_early, {MISSING}, "is gone"),
    "a record is inserted": (inserted, {UNVOUCHED, CHANGED}, "no event has its digest"),
    "the trust that lists show": (sql("UPDATE answers_answerrecord SET trust = 'x'"), {CHANGED}, ": trust."),
    "the costs that charts show": (sql("UPDATE answers_answerrecord SET cost = 9"), {CHANGED}, ": cost."),
    "the answer's words": (sql(RESULT), {CHANGED}, ": result answer."),
    "the answer's status": (sql("UPDATE answers_answer SET status = 'Partial'"), {CHANGED}, ": status."),
    "the question": (sql("UPDATE answers_answer SET question = 'Another?'"), {CHANGED}, ": question."),
    "a citation's words": (sql("UPDATE answers_citation SET quote = 'x'"), {CHANGED}, ": citations."),
    "a citation is deleted": (lambda _: void(Citation.objects.all().delete()), {CHANGED}, ": citations."),
    "a reviewer's words": (sql("UPDATE review_reviewnote SET text = 'x' WHERE kind = 'flag'"), {CHANGED}, "step 1 is"),
    "who signed": (sql(SIGNER), {CHANGED}, "signature"),
    "where a review stands": (sql("UPDATE review_review SET standing = 'open'"), {CHANGED}, "standing"),
    "when a review is due": (sql("UPDATE review_review SET due = '2030-01-01'"), {CHANGED}, "due day"),
    "a second reviewer is spared": (sql("UPDATE review_review SET second = NOT second"), {CHANGED}, "second"),
    "a step of a review is deleted": (first_step, {MISSING}, "it has 1 steps, and the trail 2"),
    "a step of a review is inserted": (another_step, {UNVOUCHED}, "it has 3 steps, and the trail 2"),
    "a review is deleted": (lambda _: void(Review.objects.all().delete()), {MISSING}, "2 steps are in the trail"),
    "the records' trigger sleeps": (asleep, {Fault.UNPROTECTED}, "trigger"),
    "the records' trigger says yes": (sql(YES), {Fault.UNPROTECTED}, "trigger"),
}  # fmt: skip


def void(_: object) -> None:
    return None


@contextmanager
def undone() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def findings() -> list[Finding]:
    vouched.check(report := Report())
    return report.findings


@pytest.fixture
def row(people: People, log: Sealer) -> AnswerRecord:
    answer = answered(people)
    reviewing.take(answer, people.reviewer, Step(Kind.FLAG, "The wrong year?"))
    reviewing.take(answer, people.reviewer, Step(Kind.SIGN))
    log.seal()
    return AnswerRecord.objects.get(answer=answer)


def test_what_is_changed_beside_the_trail_is_found(row: AnswerRecord, subtests: pytest.Subtests) -> None:
    assert findings() == []
    for name, (change, faults, said) in MANIPULATIONS.items():
        with subtests.test(manipulation=name), undone():
            change(AnswerRecord.objects.get())
            found = findings()
            assert {one.fault for one in found} == faults
            assert any(said in one.what for one in found)
            assert all(str(row.answer.uid) in one.what for one in found if one.fault != Fault.UNPROTECTED)
    assert findings() == []


def test_verify_tells_it_with_the_place_in_the_log_and_fails(row: AnswerRecord) -> None:
    swapped_body(row)
    said = StringIO()
    with pytest.raises(CommandError, match="1 findings"):
        call_command("audit", "verify", stdout=said)
    assert "1 records of answers and 2 steps of reviews compared" in said.getvalue()
    assert "content-changed: entry " in said.getvalue()
    call_command("audit", "verify", "--trail-only", stdout=StringIO())


def test_what_went_as_it_should_is_no_finding(row: AnswerRecord, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vouched, "SHORTEST", timedelta(0))
    expired_too_early(row)
    assert findings() == []
