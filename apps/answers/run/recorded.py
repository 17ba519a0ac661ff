"""Models and tools as the record of an answer has them: what they said then is said again, and nobody is asked.

A reply belongs to the question that it was given to: by its words; where a prompt is worded otherwise now, by what was
quoted in it; where that is otherwise too, by its turn among those with the same prompt. What is not the same is told.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from functools import cache
from threading import Lock
from typing import Any, TypeVar

from pydantic import BaseModel

from apps.answers.modelled.caller import PROMPTS, Caller
from apps.answers.run.settings import PipelineSettings, RoadKind, Way
from apps.answers.sources.market.calls import Call as ToolCall
from apps.answers.sources.market.calls import Calls
from apps.inference.endpoint import Endpoint
from apps.inference.language import Budget, Call, CallFailed, Message, Prompt, Reply, ReplyInvalid, Role, Tool
from apps.inference.messages import said_in
from apps.inference.shapes import Misshapen, Shape

T = TypeVar("T", bound=BaseModel)
STRANGE = "The record has no reply to this."
MISFIT = "The reply on record has not the form that is asked for now:"
REWORDED = "Prompts are worded otherwise than then ({}): the replies on record were taken as they came."
UNASKED = "Questions are asked that were not asked then ({}): the record has no replies to them."
LOOP = "loop"  # the one prompt of a model that looks for itself


@dataclass(slots=True)
class Apart:
    """Names of the prompts of questions that are not those of the record: worded otherwise than then, or not asked
    then at all."""

    reworded: list[str] = field(default_factory=list)
    strange: list[str] = field(default_factory=list)

    @property
    def told(self) -> tuple[str, ...]:
        lines = ((REWORDED, self.reworded), (UNASKED, self.strange))
        return tuple(line.format(", ".join(sorted(set(names)))) for line, names in lines if names)


class RecordedModel:
    """A model's calls of one role. A question that was not asked then gets no reply."""

    def __init__(self, role: Role, made: Mapping[str, Any], calls: Sequence[dict[str, Any]], apart: Apart) -> None:
        self._endpoint = _endpoint(role, made)
        self._left = [call for call in calls if call["role"] == role.value]
        self._lock = Lock()
        self._apart = apart

    @property
    def reply_tokens(self) -> int:
        return self._endpoint.reply_tokens

    def room(self, shape: type[BaseModel], told: str) -> int:
        return self._endpoint.room(len(told) + len(Shape(shape).in_words))

    def ask(
        self,
        shape: type[T],
        messages: Sequence[Message],
        budget: Budget,
        *,
        check: Callable[[T], str] | None = None,
        heard: Callable[[str], None] | None = None,
    ) -> Reply[T]:
        """What was replied then. Raises CallFailed as it was raised then."""
        told = self._taken([message.as_record() for message in messages])
        call = _call(told or _nothing(self._endpoint), messages)
        if told is None:
            raise CallFailed(STRANGE, call, "the record has no reply to it")
        if told["problem"]:
            raise (ReplyInvalid if told["invalid"] else CallFailed)(told["problem"], call, told["told"])
        try:
            return Reply(Shape(shape).read(told["replies"][-1]), call)
        except Misshapen as problem:
            raise ReplyInvalid(f"{MISFIT} {problem}", call, "its reply has not the form asked for now") from problem

    def act(self, messages: Sequence[Message], tools: Sequence[Tool], budget: Budget) -> Reply[Message]:
        """What was said then after these words, of which a record keeps the last. Raises CallFailed as it did then."""
        told = self._taken([message.as_record() for message in messages], last=True)
        call = _call(told or _nothing(self._endpoint), messages)
        if told is None or told["problem"]:
            reason = told or {"problem": STRANGE, "told": "the record has no reply to it"}
            raise CallFailed(reason["problem"], call, reason["told"])
        return Reply(said_in(told["replies"][-1], tools), call)

    def _taken(self, asked: list[dict[str, Any]], *, last: bool = False) -> dict[str, Any] | None:
        """By its words and not by its place, for calls that go out side by side come back in any order."""
        with self._lock:
            name = LOOP if last else _names().get(asked[0]["text"], "")
            found = next((one for one in self._left if one["prompt"] == _end(asked, one, last=last)), None)
            if found is None and (found := self._nearest(asked, name, last=last)):
                self._apart.reworded.append(name)
            if found is None:
                self._apart.strange.append(name or "unknown")
            else:
                self._left.remove(found)
            return found

    def _nearest(self, asked: list[dict[str, Any]], name: str, *, last: bool) -> dict[str, Any] | None:
        """Of the questions with this prompt the one that quoted the same; else the next."""
        alike = [one for one in self._left if one["prompt_name"] == name]
        quoted = (one for one in alike if _quoted(one["prompt"]) == _quoted(_end(asked, one, last=last)))
        return next(quoted, alike[0] if alike else None)


def _end(asked: list[dict[str, Any]], one: Mapping[str, Any], *, last: bool) -> list[dict[str, Any]]:
    """As much of what is asked as the record keeps; last: only the end of it."""
    return asked[-len(one["prompt"]) :] if last else asked


def _quoted(prompt: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [message for message in prompt if message["role"] != "system"]


@cache
def _names() -> dict[str, str]:
    """The names of the prompts of this release, by their words."""
    return {Prompt.load(PROMPTS, path.stem).text: path.stem for path in PROMPTS.glob("*.txt")}


def _endpoint(role: Role, made: Mapping[str, Any]) -> Endpoint:
    """As large as it was; there is no address."""
    size = {"max_tokens": int(made["reply_tokens"]), "context": int(made["context"])}
    return Endpoint(role, "", str(made["name"]), "", Decimal(0), Decimal(0), 0.0, 0, **size)


def _call(told: Mapping[str, Any], messages: Sequence[Message]) -> Call:
    texts: dict[str, Any] = {name: tuple(told[name]) for name in ("replies", "problems")}
    plain = {name: told[name] for name in ("role", "model", "tokens_in", "tokens_out", "estimated", "attempts")}
    return Call(prompt=tuple(messages), seconds=told["seconds"], cost=Decimal(told["cost"]), **texts, **plain)


def _nothing(endpoint: Endpoint) -> dict[str, Any]:
    spent = {"tokens_in": 0, "tokens_out": 0, "estimated": False, "attempts": 0, "seconds": 0.0, "cost": "0"}
    return {"role": endpoint.role.value, "model": endpoint.model, "replies": [], "problems": []} | spent


def recorded_caller(told: Mapping[str, Any], settings: PipelineSettings, apart: Apart | None = None) -> Caller:
    """The models of the record, in the ways of its settings. apart: learns what is asked otherwise than then."""
    ways = {Role.PLANNER: settings.planner, Role.CURATOR: settings.curator, Role.WRITER: settings.writer}
    ways |= {Role.JUDGE: settings.writer}
    known, apart = told["made_with"]["models"], apart or Apart()
    models = {
        role: RecordedModel(role, known[role.value], told["calls"], apart)
        for role, way in ways.items()
        if role.value in known and way is not Way.RULES
    }
    caller = Caller(ways, models, Budget())
    caller.looks = settings.road is RoadKind.LOOP
    caller.spent_after = told.get("spent_after")
    return caller


def recorded_tools(told: Mapping[str, Any]) -> Calls:
    """What tools gave then; what was not asked then is told by nobody."""
    made = [_tool(one) for one in told["tools"]]
    return Calls(None, len(made), 0.0, {(one.tool, one.ticker, one.first, one.last): one for one in made})


def _tool(one: Mapping[str, Any]) -> ToolCall:
    figure = (one.get("figures") or [{}])[0]
    arguments = one["arguments"]
    return ToolCall(
        label=one["label"],
        tool=one["tool"],
        ticker=arguments["ticker"],
        first=date.fromisoformat(arguments["first"]),
        last=date.fromisoformat(arguments["last"]),
        source=one["source"],
        fetched=datetime.fromisoformat(one["fetched"]),
        value=Decimal(figure.get("value", "0")),
        on=date.fromisoformat(figure["on"]) if figure else date.min,
        currency=str(figure.get("unit", "")).removesuffix(" per share"),
        told=one["told"],
        digest=one["digest"],
        problem=one["problem"],
    )
