"""The shape of a reply or of a tool's arguments: a pydantic model as JSON schema, and as the check of what came."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

T = TypeVar("T", bound=BaseModel)
THOUGHT = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)  # of models that think aloud before they reply
FENCED = re.compile(r"```(?:json)?\s*(\{.*\})\s*```", re.DOTALL)
LEFT_OUT = frozenset({"title", "default", "minLength", "examples", "discriminator"})  # strict servers do not know them
BOUND = "maxLength"  # of strings: keeps a model that repeats itself from going on, but not every server knows it
BOUNDS = frozenset({BOUND, "maxItems", "minItems", "minimum", "maximum", "additionalProperties"})
MOST_ERRORS = 5
FEW = 3  # alternatives that are as short as a name for them
NAMED = frozenset({"properties", "$defs"})  # names of fields are the model's own: one may well be called "title"


class Misshapen(ValueError):
    """A reply that does not fit. str() says what is wrong, for the model to read."""


@dataclass(frozen=True)
class Shape(Generic[T]):
    """A pydantic model, every field of which must be given and no other may."""

    model: type[T]

    def response_format(self, *, bounds: bool = True) -> dict[str, Any]:
        """bounds: whether strings have their greatest length in it; they are checked all the same."""
        schema = _schema(self.model) if bounds else _without(_schema(self.model), frozenset({BOUND}))
        return {"type": "json_schema", "json_schema": {"name": self.model.__name__, "strict": True, "schema": schema}}

    @property
    def in_words(self) -> str:
        schema = json.dumps(_schema(self.model), separators=(",", ":"))
        return f"Reply with one JSON object and nothing else. It must fit this JSON schema:\n{schema}"

    def read(self, text: str) -> T:
        """The value in a reply; thinking before it and a code fence around it are forgiven. Raises Misshapen."""
        try:
            return self.model.model_validate_json(bare(text))
        except ValidationError as error:
            raise Misshapen(_complaint(error)) from error


@dataclass(frozen=True)
class Tool:
    """A function that a model may ask to be called. told: what it is for, in words for the model."""

    name: str
    told: str
    arguments: type[BaseModel]

    def as_json(self) -> dict[str, Any]:
        described = {"name": self.name, "description": self.told, "parameters": _short(self.arguments)}
        return {"type": "function", "function": described}

    @property
    def in_words(self) -> str:
        return json.dumps({"tool": self.name, "does": self.told, "arguments": _short(self.arguments)})


def bare(text: str) -> str:
    said = THOUGHT.sub("", text).strip()
    fenced = None if said.startswith("{") else FENCED.search(said)
    return fenced[1] if fenced else said


@cache
def _schema(model: type[BaseModel]) -> dict[str, Any]:
    """As strict servers want it: every property required, no other allowed, no keyword that they do not know."""
    schema: dict[str, Any] = _without(model.model_json_schema(), LEFT_OUT)
    for node in _nodes(schema):
        if isinstance(node.get("properties"), dict):
            node.update(additionalProperties=False, required=list(node["properties"]))
    return _inlined(_once(schema))


@cache
def _short(model: type[BaseModel]) -> dict[str, Any]:
    """Without bounds, which are checked when arguments come: tools are told in every request of a loop."""
    told: dict[str, Any] = _without(model.model_json_schema(), LEFT_OUT | BOUNDS)
    return told


def _once(schema: dict[str, Any]) -> dict[str, Any]:
    """A choice that stands in several places as one definition: a schema of trees is a third as long."""
    every = Counter(json.dumps(one["anyOf"]) for one in _nodes(schema) if len(one.get("anyOf", ())) > FEW)
    named = {choice: f"Choice{at}" for at, (choice, count) in enumerate(every.items()) if count > 1}
    if not named:
        return schema
    for one in list(_nodes(schema)):
        for choice, name in named.items():
            _refer(one, json.loads(choice), {"$ref": f"#/$defs/{name}"})
    return schema | {"$defs": schema["$defs"] | {name: {"anyOf": json.loads(one)} for one, name in named.items()}}


def _inlined(schema: dict[str, Any]) -> dict[str, Any]:
    """With each definition that is referred to once in the place where it is: it is shorter so."""
    uses = Counter(one["$ref"] for one in _nodes(schema) if isinstance(one.get("$ref"), str))
    own = {f"#/$defs/{name}": one for name, one in schema.get("$defs", {}).items() if uses[f"#/$defs/{name}"] == 1}

    def put(node: Any) -> Any:
        if isinstance(node, list):
            return [put(one) for one in node]
        if not isinstance(node, dict):
            return node
        if (name := node.get("$ref")) in own:
            return put(own[name])
        return {key: put(one) for key, one in node.items()}

    kept = {name: put(one) for name, one in schema.get("$defs", {}).items() if f"#/$defs/{name}" not in own}
    plain: dict[str, Any] = put({key: one for key, one in schema.items() if key != "$defs"})
    return {"$defs": kept, **plain} if kept else plain


def _refer(node: dict[str, Any], choice: list[Any], name: dict[str, Any]) -> None:
    """A choice, or one that only adds to it, by its name."""
    own = node.get("anyOf", [])
    if own == choice:
        del node["anyOf"]
        node.update(name)
    elif own[: len(choice)] == choice:
        node["anyOf"] = [name, *own[len(choice) :]]


def _nodes(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        yield node
    for part in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _nodes(part)


def _without(node: Any, left_out: frozenset[str]) -> Any:
    """A schema without these keywords; fields of such names stay."""
    if isinstance(node, list):
        return [_without(part, left_out) for part in node]
    if not isinstance(node, dict):
        return node
    return {
        key: {name: _without(one, left_out) for name, one in part.items()} if key in NAMED else _without(part, left_out)
        for key, part in node.items()
        if key not in left_out
    }


def _complaint(error: ValidationError) -> str:
    """What is wrong, without repeating the reply."""
    wrong = error.errors(include_url=False, include_input=False, include_context=False)[:MOST_ERRORS]
    return "; ".join(f"{'.'.join(map(str, one['loc'])) or 'the reply'}: {one['msg']}" for one in wrong)
