"""The form in which a model is shown a query and writes one: the grammar's schema, without what the program fills.

Filers stand by name alone. How the answer is wanted, the reports and statements that the question names, and its words
are left to the rules' reading, which is sure of them.
"""

import uuid
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from apps.questions.query import Query, as_json
from apps.questions.slots import Filer, Peers, UnresolvedFiler

PEERS, FILERS = "peers", ("Filer", "UnresolvedFiler", "Peers")
UNWRITTEN = ("Stated", "Quality")  # a definition goes into a program; words that judge are the rules'
BY_RULES = ("form", "statement", "reports", "report_years", "estimate")  # slots of a query that no model writes
LEFT_OUT = {
    "Query": ("tokens", "taken", "due", "about", "also", *BY_RULES),
    "Period": ("text",),
    "Part": ("text",),
    "Row": ("like",),
}
NAME, DEFINED = {"type": "string"}, "#/$defs/"
UNTOLD = ("text", "like")
NOBODY = uuid.UUID(int=0)  # a filer that is bound by its name


def draft_of(query: Query) -> dict[str, Any]:
    """A query as a model is shown one: filers by name, nothing that is empty or that it need not write."""
    own = {name: one for name, one in as_json(query).items() if name not in LEFT_OUT["Query"]}
    plain: dict[str, Any] = _bare(own) | {"filers": [named(one) for one in query.filers]}
    return plain


def named(one: Filer | UnresolvedFiler | Peers) -> str:
    match one:
        case Filer(name=name):
            return name
        case UnresolvedFiler(text=text):
            return f"{text} (not resolved)"
    return PEERS


def _bare(node: Any) -> Any:
    if isinstance(node, list):
        return [_bare(one) for one in node]
    if not isinstance(node, dict):
        return node
    if node.get("slot") == "filer":
        return node["name"]
    told = ((name, _bare(one)) for name, one in node.items() if name not in UNTOLD)
    return {name: one for name, one in told if one or (name == "back" and one is not None)}


def unfolded(written: Any) -> Any:
    """What a model wrote, as the query's own JSON: names stand for filers. What fits neither form is left as it is."""
    if not isinstance(written, dict):
        return written
    filers = written.get("filers")
    whole = {name: _with_filers(one) for name, one in written.items() if name != "filers"}
    return whole | ({"filers": [_slot(one) for one in filers]} if isinstance(filers, list) else {})


def _slot(one: Any) -> Any:
    if not isinstance(one, str):
        return one
    return {"slot": "peers"} if one == PEERS else {"slot": "unresolved", "text": one}


def _with_filers(node: Any) -> Any:
    if isinstance(node, list):
        return [_with_filers(one) for one in node]
    if not isinstance(node, dict):
        return node
    filer = node.get("filer")
    named_filer = {"filer": {"slot": "filer", "uid": str(NOBODY), "name": filer}} if isinstance(filer, str) else {}
    return {name: _with_filers(one) for name, one in node.items()} | named_filer


def filled(query: Query, by_rules: Query) -> Query:
    """A model's query with what it does not write as the rules read it."""
    return replace(query, **{slot: getattr(by_rules, slot) for slot in BY_RULES})


def as_written(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of a form that holds a query, as a model is given it."""
    defined = {name: _told(name, one) for name, one in schema.get("$defs", {}).items() if name not in FILERS}
    plain = {**schema, "$defs": defined}
    return {**schema, "$defs": {name: defined[name] for name in sorted(_used(plain, plain))}}


def _told(name: str, node: dict[str, Any]) -> dict[str, Any]:
    fields = {field: _plain(one) for field, one in node.get("properties", {}).items()}
    kept = {field: one for field, one in fields.items() if field not in LEFT_OUT.get(name, ())}
    rest = {key: one for key, one in node.items() if key not in ("properties", "required", "description")}
    return rest | ({"properties": kept, "required": list(kept)} if kept else {})


def _plain(node: Any) -> Any:
    """Without descriptions, which the prompt says, and with a filer as a name."""
    if isinstance(node, list):
        told = [_plain(one) for one in node if _name(one) not in UNWRITTEN]
        return [one for at, one in enumerate(told) if one not in told[:at]]
    if not isinstance(node, dict):
        return node
    if _name(node) in FILERS:
        return NAME
    plain = {key: _plain(one) for key, one in node.items() if key != "description"}
    return plain["anyOf"][0] if len(plain.get("anyOf", ())) == 1 else plain


def _name(node: Any) -> str:
    """Of the definition that a node refers to; "" where it is none."""
    return str(node.get("$ref", "")).removeprefix(DEFINED) if isinstance(node, dict) else ""


def _used(node: Any, schema: dict[str, Any], seen: frozenset[str] = frozenset()) -> frozenset[str]:
    """The definitions that are referred to from the top."""
    found = frozenset(_references({key: one for key, one in node.items() if key != "$defs"})) - seen
    for name in found:
        seen = _used(schema["$defs"][name], schema, seen | {name})
    return seen


def _references(node: Any) -> Iterator[str]:
    if name := _name(node):
        yield name
    for one in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _references(one)
