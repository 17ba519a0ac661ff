"""The record of what passed between the product and a model (A9)."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Generic, TypeVar

from apps.inference.errors import ModelUnavailable
from apps.inference.messages import Message

T = TypeVar("T")
PLAIN = ("role", "model", "repairs", "tokens_in", "tokens_out", "estimated", "attempts")


@dataclass(frozen=True, slots=True)
class Call:
    """One question to a model, with everything that came of it.

    replies: raw, in order; every one but the last was refused for the problem of the same place, and sent back.
    tokens: of all requests together; `estimated` where the server did not count them. attempts: requests, those
    repeated after a failure included. seconds: of all, the waiting between attempts included. cost: dollars.
    """

    role: str
    model: str
    prompt: tuple[Message, ...]
    replies: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    tokens_in: int = 0
    tokens_out: int = 0
    estimated: bool = False
    attempts: int = 0
    seconds: float = 0
    cost: Decimal = Decimal(0)

    @property
    def repairs(self) -> int:
        return max(0, len(self.replies) - 1)

    def as_json(self) -> dict[str, Any]:
        """For a JSON column. Holds no key: none is ever part of a message."""
        said = {"replies": list(self.replies), "problems": list(self.problems)}
        told = {"prompt": [message.as_record() for message in self.prompt], **said, "seconds": round(self.seconds, 3)}
        return {name: getattr(self, name) for name in PLAIN} | told | {"cost": str(self.cost)}


@dataclass(frozen=True, slots=True)
class Reply(Generic[T]):
    """What a model said, in the shape that was asked for, and how it came about."""

    value: T
    call: Call


class CallFailed(ModelUnavailable):
    """A call that came to nothing. `call` holds what was spent on it.

    str() is for whoever runs the product; `told` is for readers: no address, no status, no figure.
    """

    def __init__(self, sentence: str, call: Call, told: str = "its endpoint fails") -> None:
        super().__init__(sentence)
        self.call, self.told = call, told


class ReplyInvalid(CallFailed):
    """The endpoint answers, but not in the shape asked for, repairs included: another prompt may fare better."""
