"""The tools by name, declared as functions in the form of the OpenAI API; their arguments checked before they run."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from apps.accounts.models import User
from apps.answers.tools.results import Result, ToolError
from apps.inference.language.shape import Shape
from apps.retrieval.found import Scope

LONGEST_ARGUMENTS = 4000  # characters


class Arguments(BaseModel):
    """The parameters of a tool: these and no others."""

    model_config = ConfigDict(extra="forbid", frozen=True)


Given = TypeVar("Given", bound=Arguments)


@dataclass(frozen=True, slots=True)
class Context:
    """For whom a tool works: it may give nothing that `asker` may not see. seconds: for this call.

    earlier: the results of this answer by label (T1, T2, ...).
    """

    asker: User
    scope: Scope
    seconds: float
    earlier: Mapping[str, Result] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Tool(Generic[Given]):
    """A function. outside: it asks a source other than the store, uses no database, and may run beside a search.

    run raises ToolError.
    """

    name: str
    description: str
    arguments: type[Given]
    run: Callable[[Given, Context], Result]
    outside: bool = False

    def declaration(self) -> dict[str, Any]:
        """As an entry of "tools" in a chat completion request."""
        function = {
            "name": self.name,
            "description": self.description,
            "parameters": Shape(self.arguments).schema,
            "strict": True,
        }
        return {"type": "function", "function": function}

    def checked(self, arguments: str) -> Given:
        """The arguments in a JSON object. Raises ToolError."""
        if len(arguments) > LONGEST_ARGUMENTS:
            raise ToolError(f"The arguments of {self.name} are too long.")
        try:
            return self.arguments.model_validate_json(arguments)
        except ValidationError as error:
            raise ToolError(f"The arguments of {self.name} do not fit: {_complaint(error)}.") from error


def _complaint(error: ValidationError) -> str:
    """Which argument and why, without the value that was given."""
    first = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    return f"{place}: {first['msg']}" if place else str(first["msg"])


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call as models write it: the name of a function and its arguments as a JSON object in a string."""

    name: str
    arguments: str

    @classmethod
    def of(cls, name: str, **arguments: Any) -> "ToolCall":
        return cls(name, json.dumps(arguments, sort_keys=True, default=str))


class Registry:
    """The tools that are set up here."""

    def __init__(self, tools: Iterable[Tool[Any]]) -> None:
        self._tools = {tool.name: tool for tool in tools}

    def __contains__(self, name: str) -> bool:
        return name in self._tools

    def declarations(self) -> list[dict[str, Any]]:
        return [tool.declaration() for tool in self._tools.values()]

    def named(self, name: str) -> Tool[Any]:
        """Raises ToolError for a tool that is not there."""
        if name not in self._tools:
            raise ToolError("A tool was asked for that is not set up.")
        return self._tools[name]
