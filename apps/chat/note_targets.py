"""What chat gives notes to link to: one's own answers."""

import uuid
from collections.abc import Iterator

from django.urls import reverse

from apps.accounts.models import User
from apps.answers.models import Answer, AnswerState
from apps.chat.access import readable_answers
from apps.chat.showing import shown
from apps.notes.links import OFFERED, Link, Linkable, linkable
from apps.notes.targets import quoted


def _address(reader: User, link: Link) -> str | None:
    found = readable_answers(reader).filter(uid=link.target).select_related("message__conversation").first()
    message = getattr(found, "message", None)
    if found is None or message is None or message.conversation.deleted:
        return None
    return f"{reverse('chat:conversation', args=[message.conversation.uid])}?at={message.uid}#m-{message.uid}"


def _offer(reader: User, typed: str) -> Iterator[Link]:
    answers = Answer.objects.visible_to(reader).filter(message__conversation__deleted=None, state=AnswerState.DONE)
    for word in typed.split()[:6]:
        answers = answers.filter(question__icontains=word)
    for answer in answers[:OFFERED]:
        yield Link("answer", answer.uid, "", answer.question)


def _quote(reader: User, uid: uuid.UUID) -> str | None:
    """The question, what is shown of the answer, and links to the places behind it."""
    answer = readable_answers(reader).filter(uid=uid, state=AnswerState.DONE).first()
    if answer is None:
        return None
    told = shown(answer, reader)
    sources = [
        Link("passage", one.chunk.uid, "", f"{one.version.document}, page {one.page + 1}") for one in told.citations
    ]
    places = "\n".join(f"- {source}" for source in dict.fromkeys(map(str, sources)))
    asked = Link("answer", uid, "", answer.question)
    return "\n\n".join(filter(None, (str(asked), quoted(told.text), places)))


linkable("answer", Linkable("Answer", _address, _offer, _quote))
