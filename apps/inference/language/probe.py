"""Does the model of a role answer? For the command line and for administrators."""

import time
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict

from apps.inference.errors import ModelUnavailable
from apps.inference.language.budget import Budget
from apps.inference.language.endpoint import Role, endpoint_of
from apps.inference.language.gateway import language_model
from apps.inference.language.messages import system, user

PATIENCE_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Probe:
    """model and host: as configured, empty where nothing is. sentence: what was found, for people."""

    role: Role
    configured: bool
    ok: bool
    seconds: float
    model: str
    host: str
    sentence: str


class Ready(BaseModel):
    """What a probe asks for."""

    model_config = ConfigDict(extra="forbid")

    ready: Literal["yes"]


def configuration(role: Role) -> Probe:
    """What the settings say of a role; nobody is asked."""
    endpoint = endpoint_of(role)
    if endpoint is None:
        return Probe(role, False, False, 0, "", "", "Not configured: the product works without.")
    return Probe(role, True, False, 0, endpoint.model, endpoint.host, "Not tested.")


def probe(role: Role) -> Probe:
    """Ask the model of a role for one word in JSON. Never raises; takes half a minute at most."""
    said = configuration(role)
    model = language_model(role)
    if model is None:
        return said
    start = time.monotonic()
    messages = [system("You test a connection."), user('Reply with the JSON object {"ready": "yes"}.')]
    try:
        reply = model.ask(Ready, messages, Budget(seconds=PATIENCE_SECONDS), most=50)
        ok, sentence = True, f"Answers in JSON; {reply.call.tokens_in + reply.call.tokens_out} tokens."
    except ModelUnavailable as failure:
        ok, sentence = False, str(failure)
    return Probe(role, True, ok, round(time.monotonic() - start, 2), said.model, said.host, sentence)
