"""Seconds per step of a search, for the trace."""

from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import TypeVar

Result = TypeVar("Result")


@dataclass(slots=True)
class Clock:
    """Times steps; a step that runs twice is summed."""

    seconds: dict[str, float] = field(default_factory=dict)

    def time(self, step: str, act: Callable[[], Result]) -> Result:
        began = perf_counter()
        result = act()
        self.seconds[step] = round(self.seconds.get(step, 0.0) + perf_counter() - began, 4)
        return result
