"""What can the model of a role do? For the command line and for administrators."""

import time
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import BaseModel, ConfigDict

from apps.inference.endpoint import endpoint_of
from apps.inference.errors import ModelUnavailable
from apps.inference.language import Budget, Call, LanguageModel, Role, Tool, language_model, system, user
from apps.inference.shapes import Misshapen, Shape

PATIENCE_SECONDS = 30.0
FORMS = {
    "json_schema": "JSON by schema",
    "json_object": "JSON, the schema in words",
    "text": "JSON asked for in words",
}
IN_WORDS = "JSON after its schema was told in words, too"  # the server takes a schema, and the reply is not bound by it


@dataclass(frozen=True, slots=True)
class Probe:
    """model and host: as configured, empty where nothing is. sentence: what was found, for people.

    form, tools, streams: what its endpoint can do, in words; empty where it was not tested.
    """

    role: Role
    configured: bool
    ok: bool
    seconds: float
    model: str
    host: str
    sentence: str
    form: str = ""
    tools: str = ""
    streams: str = ""


class Ready(BaseModel):
    """What a probe asks for."""

    model_config = ConfigDict(extra="forbid")

    ready: Literal["yes"]


TOOL = Tool("report", "Reports that the connection works.", Ready)
TESTER = system("You test a connection.")
ASKED = user("Are you ready? Reply in JSON.")  # in which form, only the schema says
TO_CALL = user('Call the tool "report".')


def configuration(role: Role) -> Probe:
    """What the settings say of a role; nobody is asked."""
    endpoint = endpoint_of(role)
    if endpoint is None:
        return Probe(role, False, False, 0, "", "", "Not configured: the product works without.")
    return Probe(role, True, False, 0, endpoint.model, endpoint.host, "Not tested.")


def probe(role: Role) -> Probe:
    """Ask the model of a role for one word in JSON, streamed, and for a call of a tool. Never raises.

    Takes half a minute at most.
    """
    said = configuration(role)
    model = language_model(role)
    if model is None:
        return said
    told = list[str]()
    start, budget = time.monotonic(), Budget(seconds=PATIENCE_SECONDS)
    try:
        reply = model.ask(Ready, [TESTER, ASKED], budget, most=200, heard=told.append)
    except ModelUnavailable as failure:
        return replace(said, sentence=str(failure), seconds=round(time.monotonic() - start, 2))
    tools = _tools(model, budget)
    able = model.abilities
    return replace(
        said,
        ok=True,
        seconds=round(time.monotonic() - start, 2),
        sentence=_told(reply.call),
        form=IN_WORDS if reply.call.repairs else FORMS[able.form],
        tools=tools,
        streams="streams" if told else "does not stream",
    )


def _told(call: Call) -> str:
    tokens = call.tokens_in + call.tokens_out
    return (
        f"Answers in JSON; about {tokens} tokens, which it does not count."
        if call.estimated
        else (f"Answers in JSON; {tokens} tokens.")
    )


def _tools(model: LanguageModel, budget: Budget) -> str:
    """Whether it calls a tool, and how."""
    try:
        calls = model.act([TESTER, TO_CALL], [TOOL], budget, most=200).value.calls
    except ModelUnavailable:
        return "calls no tools"
    if not calls:
        return "calls no tools"
    try:
        Shape(TOOL.arguments).read(calls[0].arguments)
    except Misshapen:
        return "calls tools with wrong arguments"
    return "calls tools" if model.abilities.tools else "calls tools in words"
