"""What tools give: figures with their source and time. Nothing in them is trusted because a tool said it."""

from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from apps.answers.calculator.evaluation import Quantity

PER_SHARE, PLAIN = (1, -1), (0, 0)


class ToolError(ValueError):
    """A call that gives nothing. str() is one sentence for the user, in our words and never in those of a server."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of a result. unit: powers of money and shares; currency: of money, ISO 4217. on: the day it is of."""

    name: str
    value: Decimal
    unit: tuple[int, int]
    currency: str
    on: date

    @property
    def quantity(self) -> Quantity:
        return Quantity(self.value, *self.unit)

    def as_json(self) -> dict[str, str]:
        unit = f"{self.currency} per share" if self.unit == PER_SHARE else ""
        return {"name": self.name, "value": f"{self.value:f}", "unit": unit, "on": self.on.isoformat()}


@dataclass(frozen=True, slots=True)
class Result:
    """What a call gave, or (`problem`) why it gave nothing.

    kind: what it is a source of, for people ("Market data"). source: who says so ("Tiingo"). fetched: when it was asked
    (UTC). told: the figures in words. digest: SHA-256 of what the source sent, empty where it has sent nothing. found:
    what a tool of our own leaves for the program, never shown as it is.
    """

    tool: str
    arguments: dict[str, Any]
    kind: str
    source: str
    fetched: datetime
    figures: tuple[Figure, ...] = ()
    told: str = ""
    digest: str = ""
    problem: str = ""
    found: Any = field(default=None, compare=False)

    def figure(self, name: str) -> Figure:
        """Raises ToolError where the result has none of that name."""
        for one in self.figures:
            if one.name == name:
                return one
        raise ToolError(f"The result of {self.tool} has no figure named {name}.")

    def as_json(self) -> dict[str, Any]:
        """What is kept in the trace of an answer (A9)."""
        return {
            "tool": self.tool,
            "arguments": self.arguments,
            "source": self.source,
            "fetched": self.fetched.isoformat(timespec="seconds"),
            "figures": [figure.as_json() for figure in self.figures],
            "told": self.told,
            "digest": self.digest,
            "problem": self.problem,
        }
