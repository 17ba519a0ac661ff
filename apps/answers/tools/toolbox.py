"""Calling tools for one answer: checked, counted, within their seconds, every result kept with a label."""

from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone

from apps.accounts.models import User
from apps.answers.tools.registry import Context, Registry, ToolCall
from apps.answers.tools.results import Result, ToolError
from apps.retrieval.found import Scope

LABEL = "T{number}"


@dataclass(slots=True)
class Toolbox:
    """One per attempt at an answer. A call that fails is kept too: what was asked and why it gave nothing."""

    registry: Registry
    asker: User
    scope: Scope
    calls: int
    seconds: float
    results: dict[str, Result] = field(default_factory=dict)

    labels: dict[ToolCall, str] = field(default_factory=dict)

    def is_outside(self, call: ToolCall) -> bool:
        return call.name in self.registry and self.registry.named(call.name).outside

    def call(self, call: ToolCall) -> tuple[str, Result]:
        """The label of the result, and the result. Never raises for what a call asks or a source says.

        The same call again gives the same result, and is no call.
        """
        if call not in self.labels:
            label = LABEL.format(number=len(self.results) + 1)
            self.results[label] = self._made(call)
            self.labels[call] = label
        label = self.labels[call]
        return label, self.results[label]

    def _made(self, call: ToolCall) -> Result:
        try:
            if len(self.results) >= self.calls:
                raise ToolError(f"An answer may call tools {self.calls} times (FINRAG_TOOL_CALLS).")
            tool = self.registry.named(call.name)
            return tool.run(tool.checked(call.arguments), Context(self.asker, self.scope, self.seconds, self.results))
        except ToolError as error:
            return Result(call.name[:64], {}, "", "", timezone.now(), problem=str(error))

    def as_json(self) -> list[dict[str, Any]]:
        return [{"label": label, **result.as_json()} for label, result in self.results.items()]
