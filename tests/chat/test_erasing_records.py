"""Records of answers go with what they quote, by an order of erasure alone; a legal hold makes the erasure wait."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from apps.accounts.acting import acting_as, serving
from apps.accounts.models import User
from apps.answers.models import Answer, AnswerRecord, AnswerSource, Ending, LegalHold
from apps.audit.models import Action, AuditEvent
from apps.chat import erasing
from apps.chat.models import Conversation, Message
from apps.documents import deeds
from apps.documents.erasing import ErasureWaits
from apps.documents.erasing import erase as erase_document
from apps.documents.models import Document
from apps.review.models import Kind, Review, ReviewNote
from tests.application import as_application
from tests.people import People

pytestmark = pytest.mark.django_db


def recorded(asker: User, document: Document) -> AnswerRecord:
    """The record of an answer that looked at `document`."""
    answer = Answer.objects.create(asker=asker, question="What of margins?")
    AnswerSource.objects.create(answer=answer, document=document)
    now = timezone.now()
    told: dict[str, Any] = {"kept": now, "expires": now + timedelta(days=400), "digest": "d" * 64, "seconds": 0.1}
    return AnswerRecord.objects.create(answer=answer, number=1, ending=Ending.DONE, size=6, body=b"kelp", **told)


@pytest.fixture
def document(people: People) -> Document:
    return Document.objects.create(name="kelp.md", owner=people.owner)


def test_a_record_goes_with_the_document_and_its_digest_stays(people: People, document: Document) -> None:
    of_it = recorded(people.owner, document)
    other = recorded(people.owner, Document.objects.create(name="reed.md", owner=people.owner))
    with as_application(), acting_as(people.owner):
        erase_document(document, people.owner)
    assert list(AnswerRecord.objects.all()) == [other]
    assert AnswerSource.objects.get().answer_id == other.answer_id
    told = AuditEvent.objects.get(action=Action.DELETED_FOR_GOOD, subject_uid=of_it.answer.uid)
    assert told.detail["records"] == [of_it.digest]


@pytest.mark.parametrize("whole", [True, False], ids=["on everything", "on the answer"])
def test_a_legal_hold_ranks_above_an_erasure(people: People, document: Document, client_for: Any, whole: bool) -> None:
    record = recorded(people.owner, document)
    hold = LegalHold.objects.create(answer=None if whole else record.answer, reason="a case", placed_by="counsel")
    deeds.delete(document, people.owner, None)
    Document.objects.update(deleted=timezone.now() - timedelta(days=999))
    path, client = f"/bin/documents/{document.uid}/erase", client_for(people.owner)
    assert erasing.empty_bin() == 0
    assert "legal hold" in client.post(path, follow=True).text
    assert Document.objects.exists() and AnswerRecord.objects.exists()
    LegalHold.objects.filter(pk=hold.pk).update(lifted=timezone.now())
    assert "Deleted for good." in client.post(path, follow=True).text
    assert not Document.objects.exists() and not AnswerRecord.objects.exists()


def test_a_conversation_takes_records_and_reviews_along(people: People, document: Document) -> None:
    record = recorded(people.owner, document)
    conversation = Conversation.objects.create(owner=people.owner, title="Margins")
    Message.objects.create(conversation=conversation, answer=record.answer)
    review = Review.objects.create(answer=record.answer)
    ReviewNote.objects.create(review=review, author=people.reviewer, kind=Kind.COMMENT, text="kelp")
    hold = LegalHold.objects.create(answer=record.answer, reason="a case", placed_by="counsel")
    with as_application(), acting_as(people.owner):
        with pytest.raises(ErasureWaits):
            erasing.erase(conversation, people.owner)
        with serving():
            LegalHold.objects.filter(pk=hold.pk).update(lifted=timezone.now())
        erasing.erase(conversation, people.owner)
    for model in (Answer, AnswerRecord, ReviewNote, Conversation):
        assert not model._default_manager.exists()


def test_nothing_else_takes_a_record_away(people: People, document: Document) -> None:
    """Neither the application itself, whatever it says, nor the owner's function where no erasure was ordered."""
    record = recorded(people.owner, document)
    with as_application(), serving(), connection.cursor() as cursor:
        cursor.execute("SELECT set_config('finrag.erasing', 'on', true)")
        with pytest.raises(DatabaseError, match="stays as it is"), transaction.atomic():
            record.delete()
        cursor.execute("SELECT answers_erase_records(%s::bigint[])", [[record.answer_id]])
    assert AnswerRecord.objects.exists()
