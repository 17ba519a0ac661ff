"""What models may learn of conversations: what askers said of their answers, and readings that they changed.

Only words of the asker's own. Of conversations that their owners share, unless those that nobody shares are asked for.
Comments are never told, nor what lies in the bin.
"""

from collections.abc import Iterator

from django.db.models import F, QuerySet

from apps.answers.run.reading import was_chosen
from apps.chat.models import Feedback, Message, Reason
from apps.learning.groups import Grade
from apps.learning.usage import Correction, Opinion, tells_corrections, tells_opinions

OF_QUOTATIONS = {  # None: it does not tell how good they are
    Reason.WRONG: Grade.TOPIC,
    Reason.SOURCE: Grade.TOPIC,
    Reason.QUESTION: Grade.TOPIC,
    Reason.INCOMPLETE: Grade.SUPPORTS,
    Reason.OTHER: None,
}
if set(OF_QUOTATIONS) != set(Reason):
    raise RuntimeError("every reason says how good the quotations are, or that it does not tell")


@tells_opinions
def opinions(private: bool) -> Iterator[Opinion]:
    """private: of conversations that nobody shares, too."""
    said = Feedback.objects.filter(reader=F("answer__asker"), answer__message__in=_told(private))
    for one in said.select_related("answer").defer("answer__trace").order_by("answer"):
        grade = Grade.ANSWERS if one.helped else OF_QUOTATIONS[Reason(one.reason)] if one.reason else None
        if grade is not None:
            yield Opinion(one.answer, grade)


@tells_corrections
def corrections(private: bool) -> Iterator[Correction]:
    """The same question again, in a reading that was chosen or written."""
    edited = _told(private).exclude(edits=None).filter(answer__question=F("edits__answer__question"))
    for message in edited.select_related("answer", "edits__answer").order_by("pk"):
        if message.edits and was_chosen(message.answer):
            yield Correction(message.edits.answer, message.answer)


def _told(private: bool) -> QuerySet[Message]:
    messages = Message.objects.filter(conversation__deleted=None)
    return messages if private else messages.exclude(conversation__team=None)
