"""Which answers a reviewer wants to see: one definition for the page, exports, samples and dossiers in bulk."""

import uuid
from dataclasses import dataclass, fields
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from urllib.parse import urlencode

from django.db.models import Case, Exists, OuterRef, Q, QuerySet, Value, When
from django.db.models.expressions import RawSQL
from django.utils import timezone

from apps.accounts.models import User
from apps.answers.models import AnswerRecord, AnswerSource, Ending, Trust
from apps.documents.models import Document
from apps.review.access import looked_at
from apps.review.models import Review, Standing
from apps.review.outlines import AnswerOutline, RecordOutline

PAGE_SIZE = 50
BELOW_HIGH = "below-high"
STANDINGS = [When(standing=value, then=Value(label)) for value, label in Standing.choices]
LOWER = tuple(value for value in Trust.values if value != Trust.HIGH)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Empty fields do not narrow. who: name or public id of the asker; filing: a word of a document's name; words: of
    question and answer; state: done, failed or abandoned; stage: one in which a model was asked; both days are included
    (UTC)."""

    who: str = ""
    words: str = ""
    filing: str = ""
    state: str = ""
    status: str = ""
    trust: str = ""
    model: str = ""
    stage: str = ""
    standing: str = ""
    since: date | None = None
    until: date | None = None

    def records(self) -> QuerySet[RecordOutline]:
        """The records of attempts that these filters meet, without their bodies."""
        return RecordOutline.objects.filter(self._of_records(), self._of_answers())

    def answers_for(self, reader: User) -> Any:
        """Outlines of answers, newest first, each with `readable`, the fields of its last record and its review.

        By words and by filings only what the reader may look into is found: a match would tell of the rest.
        """
        last = self.records().filter(answer=OuterRef("pk")).order_by("-number")
        told = {f"last_{name}": last.values(name)[:1] for name in ("uid", "trust", "model_names", "seconds", "ending")}
        told["standing"] = Review.objects.filter(answer=OuterRef("pk")).values("standing")[:1]
        found = (
            looked_at(reader)
            .filter(Exists(last))
            .annotate(**told)
            .annotate(standing_label=Case(*STANDINGS, default=Value("")))
        )
        if self.words or self.filing:
            found = found.filter(readable=True)
        return found.order_by("-id")

    def told(self) -> dict[str, str]:
        """What narrows, as an event of the trail says it."""
        return {one.name: str(value) for one in fields(self) if (value := getattr(self, one.name))}

    def _of_records(self) -> Q:
        found = Q()
        if self.state in Ending.values:
            found &= Q(ending=self.state)
        if self.status:
            found &= Q(status=self.status)
        if self.trust:
            found &= Q(trust__in=LOWER) if self.trust == BELOW_HIGH else Q(trust=self.trust)
        if self.model:
            found &= Q(model_names=[]) if self.model == "none" else Q(model_names__contains=[self.model])
        if self.stage:
            found &= Q(spent__has_key=self.stage)
        if self.words:
            having = RawSQL("SELECT review_recorded(%s)", (self.words,))
            found &= Q(pk__in=AnswerRecord.objects.filter(pk__in=having).order_by().values("pk"))
        if self.since:
            found &= Q(kept__gte=datetime.combine(self.since, time.min, UTC))
        if self.until:
            found &= Q(kept__lte=datetime.combine(self.until, time.max, UTC))
        return found

    def _of_answers(self) -> Q:
        found = Q()
        if self.who:
            uid = uid_of(self.who)
            found = Q(answer__asker__uid=uid) if uid else Q(answer__asker__username__icontains=self.who)
        if self.filing:
            documents = Document.objects.filter(Q(name__icontains=self.filing) | Q(title__icontains=self.filing))
            sources = AnswerSource.objects.filter(answer=OuterRef("answer_id"), document__in=documents.order_by())
            found &= Q(Exists(sources))
        if self.standing:
            found &= Q(answer__in=Review.objects.filter(standing=self.standing).order_by().values("answer"))
        return found


def last_week() -> str:
    """The filters of what reviewers draw samples from, as a query: below High, of the seven days before this one."""
    today = timezone.now().date()
    days = {"since": today - timedelta(days=7), "until": today - timedelta(days=1)}
    return urlencode({"trust": BELOW_HIGH} | days)


def uid_of(text: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(text)
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class Page:
    """Answers, newest first, and the keys of answers to go on from; None where there is nothing further."""

    rows: list[AnswerOutline]
    newer: uuid.UUID | None
    older: uuid.UUID | None


def page_of(found: Any, before: uuid.UUID | None = None, after: uuid.UUID | None = None) -> Page:
    """By key, so that new answers do not shift it."""
    named = after or before
    anchor = AnswerOutline.objects.filter(uid=named).first() if named else None
    if anchor and after:
        rows = list(found.filter(pk__gt=anchor.pk).order_by("id")[: PAGE_SIZE + 1])
        more, rows = len(rows) > PAGE_SIZE, rows[:PAGE_SIZE][::-1]
        return Page(rows, rows[0].uid if more else None, rows[-1].uid if rows else None)
    rows = list((found.filter(pk__lt=anchor.pk) if anchor else found)[: PAGE_SIZE + 1])
    more, rows = len(rows) > PAGE_SIZE, rows[:PAGE_SIZE]
    return Page(rows, rows[0].uid if anchor and rows else None, rows[-1].uid if more else None)


def models_on_record() -> list[str]:
    named = RecordOutline.objects.exclude(model_names=[]).values_list("model_names", flat=True).order_by("-id")[:500]
    return sorted({name for names in named for name in names})
