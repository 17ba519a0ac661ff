"""Models and tools as the record of an answer has them: what they said then is said again, and nobody is asked."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from threading import Lock
from typing import Any, TypeVar

from pydantic import BaseModel

from apps.answers.modelled.caller import Caller
from apps.answers.run.settings import PipelineSettings, RoadKind, Way
from apps.answers.sources.market.calls import Call as ToolCall
from apps.answers.sources.market.calls import Calls
from apps.inference.endpoint import Endpoint
from apps.inference.language import Budget, Call, CallFailed, Message, Reply, ReplyInvalid, Role, Tool
from apps.inference.messages import said_in
from apps.inference.shapes import Shape

T = TypeVar("T", bound=BaseModel)
STRANGE = "The record has no reply to this."


class RecordedModel:
    """A model's calls of one role. A question that was not asked then gets no reply: `strangers` counts them."""

    def __init__(self, role: Role, made: Mapping[str, Any], calls: Sequence[dict[str, Any]]) -> None:
        self._endpoint = _endpoint(role, made)
        self._left = [call for call in calls if call["role"] == role.value]
        self._lock = Lock()
        self.strangers = 0

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
        """What was replied to these very words. Raises CallFailed as it was raised then."""
        told = self._taken([message.as_record() for message in messages])
        call = _call(told or _nothing(self._endpoint), messages)
        if told is None:
            raise CallFailed(STRANGE, call, "the record has no reply to it")
        if told["problem"]:
            raise (ReplyInvalid if told["invalid"] else CallFailed)(told["problem"], call, told["told"])
        return Reply(Shape(shape).read(told["replies"][-1]), call)

    def act(self, messages: Sequence[Message], tools: Sequence[Tool], budget: Budget) -> Reply[Message]:
        """What was said then after these words, of which a record keeps the last. Raises CallFailed as it did then."""
        told = self._taken([message.as_record() for message in messages], last=True)
        call = _call(told or _nothing(self._endpoint), messages)
        if told is None or told["problem"]:
            reason = told or {"problem": STRANGE, "told": "the record has no reply to it"}
            raise CallFailed(reason["problem"], call, reason["told"])
        return Reply(said_in(told["replies"][-1], tools), call)

    def _taken(self, prompt: list[dict[str, Any]], *, last: bool = False) -> dict[str, Any] | None:
        """By its words and not by its place: calls that go out side by side come back in any order."""
        with self._lock:
            found = next((one for one in self._left if one["prompt"] == prompt[-len(one["prompt"]) * last :]), None)
            if found is None:
                self.strangers += 1
            else:
                self._left.remove(found)
            return found


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


def recorded_caller(told: Mapping[str, Any], settings: PipelineSettings) -> Caller:
    """The models of the record, in the ways of its settings."""
    ways = {Role.PLANNER: settings.planner, Role.CURATOR: settings.curator, Role.WRITER: settings.writer}
    ways |= {Role.JUDGE: settings.writer}
    known = told["made_with"]["models"]
    models = {
        role: RecordedModel(role, known[role.value], told["calls"])
        for role, way in ways.items()
        if role.value in known and way is not Way.RULES
    }
    caller = Caller(ways, models, Budget())
    caller.looks = settings.road is RoadKind.LOOP
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
