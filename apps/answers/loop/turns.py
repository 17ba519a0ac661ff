"""What was said so far, kept short: the fixed part first, the text of old results gone but for one line."""

from dataclasses import dataclass, field

from apps.answers.tools.desk import Given
from apps.inference.language import Message, ToolCall, data_block, result

KEPT_TURNS = 2  # whose results stand in full
SHORT = 400  # characters of a result that stays


@dataclass(frozen=True, slots=True)
class Turn:
    """What the model asked for, and what it was given."""

    said: Message
    given: tuple[tuple[ToolCall, Given], ...]

    def messages(self, *, old: bool) -> list[Message]:
        return [self.said, *(result(call, _told(given, old=old)) for call, given in self.given)]


def _told(given: Given, *, old: bool) -> str:
    if old and len(given.text) > SHORT:
        return f"({given.step}: {given.line or 'read'}; the text is left out, its ids are valid)"
    return data_block("result", given.text)


@dataclass(slots=True)
class History:
    """fixed: what stands first in every request."""

    fixed: tuple[Message, ...]
    turns: list[Turn] = field(default_factory=list)

    def messages(self) -> list[Message]:
        found = list(self.fixed)
        for back, turn in zip(range(len(self.turns), 0, -1), self.turns, strict=True):
            found += turn.messages(old=back > KEPT_TURNS)
        return found
