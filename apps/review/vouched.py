"""What stands beside the trail against the events that vouch for it: records by their digests, answers, reviews.

The trail itself is verified first; what its events say is taken as true here. Whoever rules the database can change a
record, its row, an answer or a review without touching an event, and is found out by that event.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from itertools import groupby
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import F

from apps.answers.models import Answer, AnswerRecord, AnswerState, Citation, Ending
from apps.answers.run.records import RecordDamaged, columns, content_of
from apps.audit.models import Action, AuditEvent, SealedEvent
from apps.audit.verification import Fault, Report
from apps.review.models import Review, ReviewNote, Standing

ENDS = (Action.ANSWERED, Action.ANSWER_FAILED, Action.ANSWER_ABANDONED)
SHORTEST = timedelta(days=183)  # that a record is kept, whatever the setting
TIMES = {"seconds"}  # of an answer, which its record does not have
PLACE = ("label", "page", "start", "end", "boxes", "quote")
LATER = {"stages", "spent"}  # columns that are empty in rows of earlier releases
TRIGGERS = """
    SELECT count(*) FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
    WHERE t.tgrelid = 'answers_answerrecord'::regclass AND t.tgenabled = 'A' AND p.prosrc LIKE '%%RAISE EXCEPTION%%'
      AND (t.tgname, t.tgtype) IN (('answers_record_stays', 27), ('answers_records_stay', 34))"""


@dataclass(frozen=True, slots=True)
class End:
    """An event that says how an attempt at an answer ended. digest: "" where that was erased."""

    number: int
    event: UUID
    at: datetime
    answer: UUID | None
    digest: str


def check(report: Report) -> str:
    """Add what is found; the sentence says what was compared."""
    _check_protection(report)
    records, steps = _check_records(report), _check_reviews(report)
    return f"{records} records of answers and {steps} steps of reviews compared with the events that vouch for them."


def _check_protection(report: Report) -> None:
    with connection.cursor() as cursor:
        cursor.execute(TRIGGERS, [])
        if cursor.fetchone() != (2,):
            report.add(Fault.UNPROTECTED, "A trigger that keeps the records of answers is gone or switched off.")


def _check_records(report: Report) -> int:
    ends = [End(*row) for row in _ends()]
    vouched = {end.digest: end for end in ends if end.digest}
    erased = {end.answer for end in ends if not end.digest}
    found: set[str] = set()
    rows = AnswerRecord.objects.select_related("answer").order_by("answer_id", "number")
    for answer, group in groupby(rows.iterator(chunk_size=100), key=lambda row: row.answer):
        for row in group:
            found.add(row.digest)
            end = vouched.get(row.digest)
            if (end is None or end.answer != answer.uid) and answer.uid not in erased:
                what = f"The record {row.uid} of answer {answer.uid}: no event has its digest."
                report.add(Fault.CONTENT_UNVOUCHED, what)
            last = _checked(report, row, end)
        _check_answer(report, answer, row, last)
    gone = [vouched[digest] for digest in vouched.keys() - found - _released(vouched)]
    for end in sorted(gone, key=lambda end: end.number):
        what = f"The record {end.digest[:16]} of answer {end.answer} is gone, and no event says why."
        _tell(report, Fault.CONTENT_MISSING, what, end)
    return len(found)


def _ends() -> Iterator[tuple[Any, ...]]:
    events = AuditEvent.objects.filter(action__in=ENDS).order_by("id")
    for pk, uid, at, subject, detail in events.values_list("id", "uid", "at", "subject_uid", "detail").iterator():
        if "record" in detail or not detail:  # earlier releases kept no record
            yield pk, uid, at, subject, str(detail.get("record", ""))


def _released(vouched: Mapping[str, End]) -> set[str]:
    """Digests of the records that an event says were removed: erased, or expired and old enough for that."""
    found: set[str] = set()
    gone = AuditEvent.objects.filter(action__in=(Action.DELETED_FOR_GOOD, Action.EXPIRED))
    for action, at, detail in gone.values_list("action", "at", "detail"):
        told = detail.get("records")
        digests = set(told) & vouched.keys() if isinstance(told, list) else set()
        young = {one for one in digests if action == Action.EXPIRED and at - vouched[one].at < SHORTEST}
        found |= digests - young
    return found


def _checked(report: Report, row: AnswerRecord, end: End | None) -> dict[str, Any] | None:
    """What the record says, None where it is not what its digest says."""
    try:
        told = content_of(row)
    except RecordDamaged as error:
        _tell(report, Fault.CONTENT_CHANGED, f"{error} (answer {row.answer.uid})", end)
        return None
    kept = {name: (getattr(row, name), value) for name, value in columns(told).items()}
    wrong = [name for name, pair in kept.items() if not _equal(*pair) and (name not in LATER or pair[0])]
    wrong += ["answer"] if told["answer"] != str(row.answer.uid) else []
    if wrong:
        what = f"The row of record {row.uid} of answer {row.answer.uid}: {', '.join(wrong)}."
        _tell(report, Fault.CONTENT_CHANGED, what, end)
    return told


def _equal(kept: Any, told: Any) -> bool:
    """Dollars are kept with six places."""
    return bool(kept == (round(told, 6) if isinstance(told, Decimal) else told))


def _check_answer(report: Report, answer: Answer, row: AnswerRecord, told: dict[str, Any] | None) -> None:
    """The answer that people are shown is that of its last record."""
    if told is None or answer.state != AnswerState.DONE or row.ending != Ending.DONE:
        return
    checked = told["stages"]["validate"]
    kept, shown = (_untimed(one) for one in (checked["result"], answer.result))
    wrong = [f"result {name}" for name in sorted(kept.keys() | shown.keys()) if kept.get(name) != shown.get(name)]
    wrong += ["status"] if checked["status"] != answer.status else []
    wrong += ["question"] if told["asked"]["question"] != answer.question else []
    places = Citation.objects.filter(answer=answer).order_by("label").values(*PLACE)
    wrong += ["citations"] if [{name: one[name] for name in PLACE} for one in told["citations"]] != list(places) else []
    if wrong:
        report.add(Fault.CONTENT_CHANGED, f"Answer {answer.uid} is not what its record says: {', '.join(wrong)}.")


def _untimed(result: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in result.items() if name not in TIMES}


def _tell(report: Report, fault: Fault, what: str, end: End | None) -> None:
    """With the place in the log of the event that vouches for it."""
    place = SealedEvent.objects.filter(number=end.number).first() if end else None
    index = place.index if place else None
    report.add(fault, what, index, index, str(end.event) if end else "")


def _check_reviews(report: Report) -> int:
    """Each step is an event; where a review stands is what the last one says."""
    told = _by_answer(AuditEvent.objects.filter(action=Action.REVIEWED).order_by("subject_uid", "id"))
    reviews = {one.answer.uid: one for one in Review.objects.select_related("answer", "signed_by")}
    notes: dict[UUID, list[tuple[Any, ...]]] = {uid: [] for uid in reviews}
    fields = ("review__answer__uid", "kind", "text", "author__uid")
    for uid, *step in ReviewNote.objects.order_by("id").values_list(*fields):
        notes[uid].append(tuple(step))
    for uid in sorted(told.keys() | reviews.keys(), key=str):
        for fault, what in _wrong_review(told.get(uid, []), notes.get(uid), reviews.get(uid)):
            report.add(fault, f"The review of answer {uid}: {what}.")
    return sum(map(len, notes.values()))


def _by_answer(events: Any) -> dict[UUID, list[tuple[dict[str, Any], UUID | None]]]:
    found: dict[UUID, list[tuple[dict[str, Any], UUID | None]]] = {}
    for uid, detail, actor in events.annotate(of=F("subject_uid")).values_list("of", "detail", "actor_uid"):
        found.setdefault(uid, []).append((detail, actor))
    return found


def _wrong_review(
    told: list[tuple[dict[str, Any], UUID | None]], notes: list[tuple[Any, ...]] | None, review: Review | None
) -> Iterator[tuple[Fault, str]]:
    if review is None or notes is None:
        yield Fault.CONTENT_MISSING, f"it is gone, of which {len(told)} steps are in the trail"
        return
    if len(notes) != len(told):
        fault = Fault.CONTENT_MISSING if len(notes) < len(told) else Fault.CONTENT_UNVOUCHED
        yield fault, f"it has {len(notes)} steps, and the trail {len(told)}"
        return
    for number, ((kind, text, author), (detail, actor)) in enumerate(zip(notes, told, strict=True), start=1):
        if detail and (kind, text, author) != (detail.get("change"), detail.get("text"), actor):
            yield Fault.CONTENT_CHANGED, f"step {number} is not what the trail says"
    if wrong := _wrong_standing(told, review):
        yield Fault.CONTENT_CHANGED, f"{', '.join(wrong)} not as the last step left it"


def _wrong_standing(told: list[tuple[dict[str, Any], UUID | None]], review: Review) -> list[str]:
    last = told[-1][0] if told else {}
    signers = [actor for detail, actor in told if detail.get("change") == "sign"]
    signed = review.signed_by.uid if review.signed_by else None
    closed = review.standing in {Standing.SIGNED, Standing.CONFIRMED}
    wrong = ["standing"] if last and review.standing != last.get("state") else []
    wrong += ["due day"] if last and (review.due.isoformat() if review.due else None) != last.get("due") else []
    wrong += ["second reviewer"] if last.get("second", review.second) != review.second else []
    return wrong + (["signature"] if closed and signers and signed != signers[-1] else [])
