"""What the reader needs of a register of filers, whatever keeps it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from apps.questions.slots import Filer


@dataclass(frozen=True, slots=True)
class Mention:
    """Characters [start, end) name these filers; none or several: the name is not resolved."""

    start: int
    end: int
    text: str
    filers: tuple[Filer, ...] = ()


class Register(Protocol):
    def mentions(self, text: str) -> Sequence[Mention]:
        """Names in the order of the text, none overlapping."""
        ...


class NoRegister:
    """Of a store without filings."""

    def mentions(self, text: str) -> Sequence[Mention]:
        return ()
