"""Branches of a conversation: the messages from the first question to the newest of a branch, and other wordings."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field

from apps.chat.models import Message

Before = dict[int, int | None]  # of each message the one before it, by primary key


@dataclass(frozen=True, slots=True)
class Turn:
    """A message of the branch that is shown. versions: all questions at this place, in order, this one included.

    key: for the form that asks it in other words.
    """

    message: Message
    versions: tuple[Message, ...]
    key: uuid.UUID = field(default_factory=uuid.uuid4)

    @property
    def place(self) -> int:
        return self.versions.index(self.message) + 1

    @property
    def previous(self) -> Message | None:
        return self.versions[self.place - 2] if self.place > 1 else None

    @property
    def next(self) -> Message | None:
        return self.versions[self.place] if self.place < len(self.versions) else None


def predecessors(messages: Sequence[Message]) -> Before:
    """Of each of `messages`, in their order. One without a word about it follows the one asked before."""
    before: Before = {}
    previous: int | None = None
    for message in messages:
        before[message.pk] = message.after_id if message.edits_id else message.after_id or previous
        previous = message.pk
    return before


def branch(messages: Sequence[Message], at: uuid.UUID | None = None) -> list[Turn]:
    """The newest branch through the message `at`; the newest of all without one, or for one that is not there."""
    if not messages:
        return []
    before = predecessors(messages)
    by_key = {message.pk: message for message in messages}
    wanted = next((message.pk for message in messages if message.uid == at), messages[-1].pk)
    paths = (_path(message.pk, before) for message in reversed(messages))
    path = next(path for path in paths if wanted in path)
    return [Turn(by_key[pk], tuple(m for m in messages if before[m.pk] == before[pk])) for pk in path]


def _path(leaf: int, before: Before) -> list[int]:
    """From the first message to `leaf`."""
    path: list[int] = []
    at: int | None = leaf
    while at is not None:
        path.append(at)
        at = before.get(at)
    return path[::-1]
