"""The model that reads, at work on one filing: many calls at once, one budget, and an account of what it did."""

import logging
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from pathlib import Path
from typing import Any, TypeVar

from django.conf import settings
from pydantic import BaseModel, ConfigDict

from apps.accounts.acting import carried
from apps.inference.language import (
    Budget,
    Call,
    CallFailed,
    Image,
    LanguageModel,
    Prompt,
    ReplyInvalid,
    Role,
    language_model,
    system,
    user,
)

PROMPTS = Path(__file__).parent / "prompts"
NARROW_TOKENS = 800  # of a reply: with fewer, a shape of few short fields is asked for
FAILED = "rules (model failed)"  # the maker of what the rules give where a model was asked in vain
FAILURES_IN_A_ROW = 3  # of the endpoint, after which it is asked no more for this filing

Item = TypeVar("Item")
Made = TypeVar("Made")
Shape = TypeVar("Shape", bound=BaseModel)
logger = logging.getLogger(__name__)


class Exact(BaseModel):
    """What a model is asked for: these fields and no others."""

    model_config = ConfigDict(extra="forbid")


class Reader:
    """May be shared by threads. Touches no database, and is never used inside a transaction."""

    def __init__(self, model: LanguageModel, budget: Budget) -> None:
        self._model = model
        self._budget = budget
        self._lock = threading.Lock()
        self._in_a_row = 0
        self._problem = ""
        self._account = {"calls": 0, "repairs": 0, "failed": 0, "skipped": 0, "tokens_in": 0, "tokens_out": 0}
        self._cost = Decimal(0)
        self._prompts: dict[str, str] = {}

    @classmethod
    def configured(cls, role: Role = Role.READER) -> "Reader | None":
        """A reader for one filing, with the budget of the settings; None where FINRAG_READING_MODEL is off or no model
        is configured: then the rules read alone.
        """
        model = language_model(role) if settings.READING_MODEL else None
        if model is None:
            return None
        return cls(model, Budget(settings.READING_TOKENS or None, settings.READING_SECONDS or None))

    @property
    def name(self) -> str:
        return self._model.name

    @property
    def narrow(self) -> bool:
        """Whether the model's replies must be short, for its context is."""
        return self._model.reply_tokens < NARROW_TOKENS

    def room(self, shape: type[Exact], prompt: str) -> int:
        """Characters of material that fit into the model's context."""
        return self._model.room(shape, Prompt.load(PROMPTS, prompt).text)

    @property
    def gave_up(self) -> bool:
        return self._in_a_row >= FAILURES_IN_A_ROW

    def ask(
        self,
        shape: type[Shape],
        prompt: str,
        material: str,
        *images: Image,
        check: Callable[[Shape], str] | None = None,
    ) -> Shape | None:
        """What the model makes of `material` (data blocks); None where it failed, repairs included, or was given up."""
        if self.gave_up:
            self._count(skipped=1)
            return None
        told = Prompt.load(PROMPTS, prompt)
        self._prompts[prompt] = told.digest
        try:
            reply = self._model.ask(shape, [system(told.text), user(material, *images)], self._budget, check=check)
        except CallFailed as failure:
            self._fail(failure)
            return None
        self._succeed(reply.call)
        return reply.value

    def each(self, items: Sequence[Item], make: Callable[[Item], Made]) -> list[Made]:
        """`make` of every item, in order, up to FINRAG_LLM_PARALLEL at once."""
        with ThreadPoolExecutor(max_workers=settings.LLM_PARALLEL) as pool:
            return list(pool.map(carried(make), items))

    def as_json(self) -> dict[str, Any]:
        """What was asked and what it took, for the record of the filing."""
        told = {
            "model": self.name,
            **self._account,
            "cost": str(self._cost),
            "prompts": dict(sorted(self._prompts.items())),
        }
        return told | ({"problem": self._problem} if self._problem else {})

    def _fail(self, failure: CallFailed) -> None:
        """An endpoint that is down, or a budget that is spent, stays so: after a few in a row nobody asks again."""
        with self._lock:
            self._in_a_row = 0 if isinstance(failure, ReplyInvalid) else self._in_a_row + 1
            self._problem = str(failure)
            last = self._in_a_row == FAILURES_IN_A_ROW
        self._count(failed=1, **_spent(failure.call))
        if last:
            logger.warning("The reading model is given up for this filing; the rules read on. %s", failure)

    def _succeed(self, call: Call) -> None:
        with self._lock:
            self._in_a_row = 0
        self._count(**_spent(call))

    def _count(self, **counts: Any) -> None:
        with self._lock:
            self._cost += counts.pop("cost", Decimal(0))
            for name, count in counts.items():
                self._account[name] += count


def _spent(call: Call) -> dict[str, Any]:
    return {
        "calls": 1,
        "repairs": call.repairs,
        "tokens_in": call.tokens_in,
        "tokens_out": call.tokens_out,
        "cost": call.cost,
    }
