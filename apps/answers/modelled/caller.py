"""The models at work on one answer: one budget, every call kept (A9), and given up when their endpoint fails."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import Any, Protocol, TypeVar

from django.db import connection
from pydantic import BaseModel, ConfigDict

from apps.answers.models import StageName
from apps.answers.run.budget import budget_of_answer
from apps.answers.run.settings import PipelineSettings, RoadKind, Way
from apps.inference.language import (
    Budget,
    Call,
    CallFailed,
    Message,
    Prompt,
    Reply,
    ReplyInvalid,
    Role,
    Tool,
    language_model,
    system,
    user,
)
from apps.retrieval.reranking.judges import Judge

PROMPTS = Path(__file__).parent / "prompts"
ROLES = (Role.PLANNER, Role.CURATOR, Role.WRITER, Role.JUDGE)

NARROW_TOKENS = 800  # of a reply: with fewer, a shape of few short fields is asked for
MOST_CALLS = 5  # of an answer of the workflow, repairs included; a tournament has its own
WRITING = 2  # of them, kept for writing and its repair
KEPT = {StageName.PLAN: WRITING + 1, StageName.CURATE: WRITING}  # for what comes after a stage, its repairs apart
NEARLY = 0.75  # of the budget of an answer, after which a loop must submit
BY_RULES = "The language model was of no use for {stage}, because {told}: there the rules stood in for it."
TOLD_SECONDS = 0.4  # at least, between two states of a reply that is told as it grows
Words = Callable[[str], str]
Read = TypeVar("Read", bound=BaseModel)


class Speaker(Protocol):
    """What is asked: a language model, or the record of one (`LanguageModel` says what each does)."""

    @property
    def reply_tokens(self) -> int: ...

    def room(self, shape: type[BaseModel], told: str) -> int: ...

    def ask(
        self,
        shape: type[Read],
        messages: Sequence[Message],
        budget: Budget,
        *,
        check: Callable[[Read], str] | None = None,
        heard: Callable[[str], None] | None = None,
    ) -> Reply[Read]: ...

    def act(self, messages: Sequence[Message], tools: Sequence[Tool], budget: Budget) -> Reply[Message]: ...


def _undescribed(schema: dict[str, Any]) -> None:
    schema.pop("description", None)


class Exact(BaseModel):
    """What a model is asked for: these fields and no others. Prompts tell it what they are for, no docstring does."""

    model_config = ConfigDict(extra="forbid", json_schema_extra=_undescribed)

    def kept(self) -> "Exact":
        """The form in which a reply is kept: of a short shape the full one."""
        return self


Shape = TypeVar("Shape", bound=Exact)


@dataclass(frozen=True, slots=True)
class Made:
    """A call made in a stage. problem: why it came to nothing, "" where it did not. value: the reply that was taken.

    told: the problem for readers; invalid: whether it was the form of the replies, and not the endpoint, that failed.
    """

    stage: StageName
    prompt: str
    digest: str
    call: Call
    problem: str = ""
    value: Exact | None = None
    told: str = ""
    invalid: bool = False

    def as_json(self) -> dict[str, Any]:
        named = {"stage": self.stage.value, "prompt_name": self.prompt, "prompt_digest": self.digest}
        return named | self.call.as_json() | {"problem": self.problem, "told": self.told, "invalid": self.invalid}


class Caller:
    """Asks models for the stages of one attempt at an answer. Never used inside a transaction of the workflow."""

    def __init__(self, ways: dict[Role, Way], models: Mapping[Role, Speaker], budget: Budget) -> None:
        self._ways = ways
        self._models = models
        self._budget = budget
        self.made: list[Made] = []
        self.tell: Callable[[StageName, str], None] | None = None  # where somebody listens to what is being written
        self.looks = False  # a loop leads: no other station but the second reader asks a model
        self._known: dict[tuple[object, ...], Exact] = {}  # what was replied to each prompt: none is paid for twice
        self.spent_after: int | None = None  # calls, after which the budget was found nearly spent
        self.gave_up = False
        self.told = ""  # why the last call came to nothing, for readers

    @classmethod
    def configured(cls, settings: PipelineSettings) -> "Caller":
        """The models of the settings, with the budget of one answer."""
        ways = {Role.PLANNER: settings.planner, Role.CURATOR: settings.curator, Role.WRITER: settings.writer}
        ways |= {Role.JUDGE: settings.writer}  # it reads what the writer wrote
        models = {role: model for role in ROLES if ways[role] is not Way.RULES and (model := language_model(role))}
        apart = (
            settings.road is RoadKind.LOOP or Judge.TOURNAMENT in settings.search.rerank
        )  # these count by themselves
        caller = cls(ways, models, budget_of_answer(None if apart else MOST_CALLS))
        caller.looks = settings.road is RoadKind.LOOP
        return caller

    def may(self, role: Role, *, rules_suffice: bool = False) -> bool:
        """Whether the model of `role` is to be asked now. rules_suffice: the rules leave nothing to it."""
        if self.looks and role is not Role.JUDGE:
            return False
        if not self.has(role):
            return False
        return self._ways[role] is Way.MODEL or not rules_suffice

    def may_still(self, *, reserve: int = 0) -> bool:
        """Whether one more call of the workflow that could be done without is within its limits.

        reserve: calls that must follow it, the second reading apart.
        """
        made = sum(len(one.call.replies) or 1 for one in self.made if one.stage is not StageName.GATHER)
        return not self.nearly_spent and made + reserve + self.has(Role.JUDGE) < MOST_CALLS

    def may_mend(self) -> bool:
        """Whether a reply of a call under way may go back to be mended once more, with a second reading after it."""
        return not self._nearly_spent(len(self.made) + 1) and self._budget.left(1 + self.has(Role.JUDGE))

    def has(self, role: Role) -> bool:
        return role in self._models and not self.gave_up

    def knows(self, role: Role) -> bool:
        """Whether a model does the work of `role` in this answer, whatever became of its endpoint."""
        return role in self._models

    def narrow(self, role: Role) -> bool:
        """Whether the model's replies must be short, for its context is."""
        return self._models[role].reply_tokens < NARROW_TOKENS

    def room(self, role: Role, shape: type[Exact], prompt: str) -> int:
        """Characters of material that fit into the context of the model of `role`."""
        return self._models[role].room(shape, Prompt.load(PROMPTS, prompt).text)

    def ask(
        self,
        stage: StageName,
        role: Role,
        shape: type[Shape],
        prompt: str,
        material: str,
        check: Callable[[Shape], str] | None = None,
        words: Words | None = None,
    ) -> Shape | None:
        """The model's reply to `material` (data blocks), at temperature 0; None where it failed, repairs included.

        words: what of a raw reply, half of it even, is for people; told as it grows where somebody listens.
        """
        told = Prompt.load(PROMPTS, prompt)
        messages, same = [system(told.text), user(material)], (role, shape, told.digest, material)
        if isinstance(known := self._known.get(same), shape):
            return known
        heard = Aloud(self.tell, stage, words) if self.tell and words else None
        let_go()
        after = 0 if stage is StageName.VALIDATE else KEPT.get(stage, 0) + self.has(Role.JUDGE)
        try:
            with self._budget.keeping(after):
                reply = self._models[role].ask(shape, messages, self._budget, check=check, heard=heard)
        except CallFailed as failure:
            invalid = isinstance(failure, ReplyInvalid)
            self.gave_up, self.told = not invalid, failure.told
            problem = str(failure)
            self.made.append(
                Made(stage, prompt, told.digest, failure.call, problem, told=failure.told, invalid=invalid)
            )
            return None
        self.made.append(Made(stage, prompt, told.digest, reply.call, value=reply.value))
        self._known[same] = reply.value
        return reply.value

    def act(self, role: Role, messages: Sequence[Message], tools: Sequence[Tool], told: Prompt) -> Message | None:
        """What the model of a loop says next; None where it failed. The record keeps what is new in each call."""
        let_go()
        try:
            reply = self._models[role].act(messages, tools, self._budget)
        except CallFailed as failure:
            self.gave_up, self.told = True, failure.told
            call = self._new(failure.call)
            self.made.append(Made(StageName.LOOP, told.name, told.digest, call, str(failure), told=failure.told))
            return None
        self.made.append(Made(StageName.LOOP, told.name, told.digest, self._new(reply.call)))
        return reply.value

    def _new(self, call: Call) -> Call:
        first = not any(one.stage is StageName.LOOP for one in self.made)
        return call if first else replace(call, prompt=_since_reply(call.prompt))

    @property
    def nearly_spent(self) -> bool:
        """Whether little is left of the budget."""
        return self._nearly_spent(len(self.made))

    def _nearly_spent(self, calls: int) -> bool:
        """After so many calls. When it first was is kept: a replay takes no time, and must come to the same."""
        if self.spent_after is None and self._budget.share_spent >= NEARLY:
            self.spent_after = calls
        return self.spent_after is not None and calls >= self.spent_after

    def taken(self, stage: StageName) -> dict[str, Any] | None:
        """The last reply that was taken in a stage, as JSON; None without any."""
        values = [one.value for one in self.made if one.stage == stage and one.value]
        return values[-1].kept().model_dump(mode="json") if values else None

    @property
    def left_out(self) -> tuple[str, ...]:
        """Where a model gave nothing of use though its endpoint answers, and what came after went on without."""
        failed = [one for one in self.made if one.invalid and one.stage in {StageName.PLAN, StageName.CURATE}]
        return tuple(dict.fromkeys(BY_RULES.format(stage=one.stage.label.lower(), told=one.told) for one in failed))

    @property
    def problem(self) -> str:
        """The last call's, "" where it came to something or none was made."""
        return self.made[-1].problem if self.made else ""

    def seen(self, stage: StageName) -> dict[str, Any]:
        """What the calls of a stage took (V13), for its row; empty where there were none."""
        made = [one for one in self.made if one.stage == stage]
        return {"model": totals(made)} if made else {}

    def of_stage(self, stage: StageName) -> list[dict[str, Any]]:
        """The calls of a stage, as `as_json` has them."""
        return [one.as_json() for one in self.made if one.stage == stage]

    def account(self) -> dict[str, Any]:
        """What all calls took together."""
        return totals(self.made)

    def as_json(self) -> list[dict[str, Any]]:
        """Prompts, raw replies and repairs of every call, in order."""
        return [one.as_json() for one in self.made]


def _since_reply(prompt: tuple[Message, ...]) -> tuple[Message, ...]:
    """From the last thing that the model itself said."""
    said = [at for at, message in enumerate(prompt) if message.author == "assistant"]
    return prompt[said[-1] :] if said else prompt


class Aloud:
    """Tells what is being written, now and then."""

    def __init__(self, tell: Callable[[StageName, str], None], stage: StageName, words: Words) -> None:
        self._tell, self._stage, self._words = tell, stage, words
        self._next = 0.0

    def __call__(self, raw: str) -> None:
        """`raw`: the reply so far. No database connection is held until there is more of it."""
        if time.monotonic() < self._next or not (text := self._words(raw)):
            return
        self._tell(self._stage, text)
        let_go()
        self._next = time.monotonic() + TOLD_SECONDS


def totals(made: list[Made]) -> dict[str, Any]:
    """Dollars as text, seconds of the calls alone."""
    calls = [one.call for one in made]
    return {
        "names": sorted({call.model for call in calls}),
        "calls": len(calls),
        "repairs": sum(call.repairs for call in calls),
        "tokens_in": sum(call.tokens_in for call in calls),
        "tokens_out": sum(call.tokens_out for call in calls),
        "seconds": round(sum(call.seconds for call in calls), 3),
        "cost": str(sum((call.cost for call in calls), Decimal(0))),
        "problem": next((one.problem for one in reversed(made) if one.problem), ""),
    }


def let_go() -> None:
    """A model takes seconds or minutes: no database connection waits for it meanwhile."""
    if not connection.in_atomic_block:
        connection.close()
