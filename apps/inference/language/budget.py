"""What a chain of calls may spend."""

import math
import threading
import time
from decimal import Decimal

from django.conf import settings

from apps.inference.errors import ModelUnavailable

OF_ONE_REQUEST = 0.5  # of the seconds left to an answer


class BudgetSpent(ModelUnavailable):
    """The chain of calls has spent what it may."""


class Budget:
    """Tokens, seconds since it was made, and dollars; of each, None is without limit. Shared by threads.

    share: of the seconds left, what one request may take, so that a slow one leaves time for those behind it.

    Asked before every request: requests under way when a limit is reached still end, and count.
    """

    def __init__(
        self,
        tokens: int | None = None,
        seconds: float | None = None,
        cost: Decimal | None = None,
        *,
        share: float = 1.0,
    ) -> None:
        self.tokens, self.seconds, self.cost, self.share = tokens, seconds, cost, share
        self.tokens_spent, self.cost_spent = 0, Decimal(0)
        self._start = time.monotonic()
        self._lock = threading.Lock()

    @classmethod
    def for_answer(cls) -> "Budget":
        """What the settings allow for one answer; 0 is without limit."""
        return cls(
            settings.LLM_BUDGET_TOKENS or None,
            settings.LLM_BUDGET_SECONDS or None,
            settings.LLM_BUDGET_COST or None,
            share=OF_ONE_REQUEST,
        )

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
    def share_spent(self) -> float:
        """Of the limit that is nearest."""
        shares = [self.tokens_spent / self.tokens if self.tokens else 0.0]
        shares.append(1 - self.seconds_left / self.seconds if self.seconds else 0.0)
        shares.append(float(self.cost_spent / self.cost) if self.cost else 0.0)
        return max(shares)

    def require(self) -> None:
        """Raises BudgetSpent when a limit is reached."""
        if self.tokens is not None and self.tokens_spent >= self.tokens:
            raise BudgetSpent(f"The budget of {self.tokens} tokens is spent: raise it in the settings (FINRAG_LLM_*).")
        if self.seconds_left <= 0:
            raise BudgetSpent(
                f"The budget of {self.seconds:g} seconds is spent: raise it in the settings (FINRAG_LLM_*)."
            )
        if self.cost is not None and self.cost_spent >= self.cost:
            raise BudgetSpent(f"The budget of {self.cost} dollars is spent: raise it in the settings (FINRAG_LLM_*).")

    def spend(self, tokens: int, cost: Decimal) -> None:
        with self._lock:
            self.tokens_spent += tokens
            self.cost_spent += cost
