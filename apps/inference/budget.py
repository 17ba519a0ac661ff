"""What a chain of calls may spend."""

import math
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal

from apps.inference.errors import ModelUnavailable


class BudgetSpent(ModelUnavailable):
    """The chain of calls has spent what it may."""

    told = "the budget of the answer is spent"


class RepliesKept(BudgetSpent):
    """The replies that are left are kept for other calls of the same chain."""

    told = "its replies have not the form asked for"
    passing = True


class Budget:
    """Tokens, seconds since it was made, dollars, and replies; of each, None is without limit. Shared by threads.

    share: of the seconds left, what one request may take, so that a slow one leaves time for those behind it.

    Asked before every request: requests under way when a limit is reached still end, and count. What `keeping` keeps is
    for calls that come later.
    """

    def __init__(
        self,
        tokens: int | None = None,
        seconds: float | None = None,
        cost: Decimal | None = None,
        *,
        share: float = 1.0,
        replies: int | None = None,
    ) -> None:
        self.tokens, self.seconds, self.cost, self.share, self.replies = tokens, seconds, cost, share, replies
        self.tokens_spent, self.cost_spent, self.replies_spent = 0, Decimal(0), 0
        self._kept = 0
        self._start = time.monotonic()
        self._lock = threading.Lock()

    @property
    def seconds_left(self) -> float:
        return math.inf if self.seconds is None else self._start + self.seconds - time.monotonic()

    @property
    def patience(self) -> float:
        """Seconds that one request may take now."""
        return self.seconds_left * self.share

    @property
    def awaited(self) -> bool:
        """Whether somebody waits for what comes after: then what came too late once is not asked for again."""
        return self.share < 1

    @property
    def _shares(self) -> dict[str, float]:
        """Of each limit, in words, what is spent."""
        limits: tuple[tuple[str, float | Decimal | None, float | Decimal], ...] = (
            ("tokens", self.tokens, self.tokens_spent),
            ("seconds", self.seconds, time.monotonic() - self._start),
            ("dollars", self.cost, self.cost_spent),
        )
        given = [(f"{most} {name}", float(most), float(spent)) for name, most, spent in limits if most is not None]
        return {told: spent / most if most else 1.0 for told, most, spent in given}

    @property
    def share_spent(self) -> float:
        """Of the limit that is nearest, replies apart."""
        return max(self._shares.values(), default=0.0)

    def require(self) -> None:
        """Raises BudgetSpent when a limit is reached."""
        if self.replies is not None and self.replies_spent >= self.replies:
            raise BudgetSpent(f"The {self.replies} calls of an answer are spent.")
        if self.replies is not None and self.replies_spent >= self.replies - self._kept:
            raise RepliesKept(f"Of the {self.replies} calls of an answer the last {self._kept} are kept for others.")
        for limit, share in self._shares.items():
            if share >= 1:
                raise BudgetSpent(f"The budget of {limit} is spent: raise it in the settings (FINRAG_LLM_*).")

    @contextmanager
    def keeping(self, replies: int) -> Iterator[None]:
        """Within it so many of the last replies cannot be had, by any thread."""
        before, self._kept = self._kept, replies
        try:
            yield
        finally:
            self._kept = before

    def left(self, replies: int) -> bool:
        """Whether so many replies may still come."""
        return self.replies is None or self.replies_spent + replies <= self.replies

    def spend(self, tokens: int, cost: Decimal) -> None:
        with self._lock:
            self.tokens_spent += tokens
            self.replies_spent += 1
            self.cost_spent += cost
