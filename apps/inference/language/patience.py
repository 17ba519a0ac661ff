"""Requests repeated while the endpoint is busy or breaks down, and the sentence for when it does not come back."""

import random
import time
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from apps.inference.errors import ModelUnavailable
from apps.inference.language.budget import Budget
from apps.inference.language.endpoint import Endpoint
from apps.inference.language.streaming import Heard
from apps.inference.language.wire import TIMED_OUT, UNREACHABLE, Response, post

REPEATED = {408, 409, 425, 429, 500, 502, 503, 504, 529, TIMED_OUT, UNREACHABLE}
LONGEST_WAIT = 30.0
SAID_CHARACTERS = 300


@dataclass(frozen=True, slots=True)
class Arrived:
    """A reply with status 200, and how many requests it took."""

    payload: dict[str, Any]
    attempts: int


class Refused(ModelUnavailable):
    """The endpoint said no. `said` are its words, for us alone; str() is the sentence for people."""

    def __init__(self, sentence: str, status: int, said: str, attempts: int) -> None:
        super().__init__(sentence)
        self.status, self.said, self.attempts = status, said, attempts


class TooLong(Refused):
    """The prompt is longer than the model's context."""


def send(endpoint: Endpoint, body: dict[str, Any], budget: Budget, heard: Heard | None = None) -> Arrived:
    """The first reply that is one; 429, 5xx, time-outs and broken connections are tried again, with growing pauses.

    Raises BudgetSpent before a request that the budget does not allow, and Refused.
    """
    for attempt in range(1, endpoint.retries + 2):
        budget.require()
        response = post(endpoint, body, min(endpoint.timeout, budget.patience), heard)
        if response.status == 200:
            return Arrived(_payload(endpoint, response, attempt), attempt)
        late = response.status == TIMED_OUT and budget.awaited
        if response.status not in REPEATED or late or attempt > endpoint.retries:
            break
        time.sleep(max(0.0, min(_pause(attempt, response.retry_after), budget.seconds_left)))
    refused = TooLong if _too_long(endpoint, response) else Refused
    raise refused(_sentence(endpoint, response), response.status, _said(endpoint, response), attempt)


def _pause(attempt: int, asked: float) -> float:
    """Doubling, with a random part so that parallel calls do not come back together."""
    grown: float = settings.LLM_BACKOFF_SECONDS * 2 ** (attempt - 1) * random.uniform(0.75, 1.25)  # noqa: S311
    return min(max(grown, asked), LONGEST_WAIT)


def _payload(endpoint: Endpoint, response: Response, attempts: int) -> dict[str, Any]:
    payload = response.payload()
    if payload.get("choices"):
        return payload
    sentence = (
        f"What answers at {endpoint.host} does not speak the OpenAI protocol: FINRAG_LLM_URL is the address that "
        "/chat/completions is added to, often one that ends in /v1."
    )
    raise Refused(sentence, response.status, "", attempts)


def _said(endpoint: Endpoint, response: Response) -> str:
    """The server's own words about what is wrong, without the key."""
    error = response.payload().get("error")
    words = error.get("message") if isinstance(error, dict) else error
    text = str(words) if words else response.body.decode(errors="replace")
    return endpoint.without_key(" ".join(text.split()))[:SAID_CHARACTERS]


def _too_long(endpoint: Endpoint, response: Response) -> bool:
    return response.status in {400, 413} and "context" in _said(endpoint, response).lower()


def _sentence(endpoint: Endpoint, response: Response) -> str:
    where, model, role = endpoint.host, endpoint.model, endpoint.role.upper()
    if _too_long(endpoint, response):
        return f"The prompt is longer than {model} sees at once: set FINRAG_LLM_CONTEXT to its context in tokens."
    match response.status:
        case 401 | 403:
            return f"The endpoint {where} refuses the key: check FINRAG_LLM_KEY, or FINRAG_LLM_{role}_KEY."
        case 404:
            return f"The endpoint {where} does not know {model}: check FINRAG_LLM_URL and FINRAG_LLM_MODEL."
        case 429:
            return f"The endpoint {where} has had too many requests: wait, or raise the limit with its provider."
        case status if status == UNREACHABLE:
            return f"The endpoint {where} cannot be reached: does it run, and is FINRAG_LLM_URL right?"
        case status if status == TIMED_OUT:
            return f"The endpoint {where} did not answer in time: raise FINRAG_LLM_TIMEOUT, or look at its server."
        case status if 300 <= status < 400:
            return f"The endpoint {where} sends on to another address: set FINRAG_LLM_URL to that one."
        case status if status >= 500:
            return f"The endpoint {where} fails with status {status}: look at its server's log, then try again."
    return f"The endpoint {where} refuses the request ({response.status}): {_said(endpoint, response)}"
