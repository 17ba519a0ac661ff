"""Where the model of a role answers, from the settings FINRAG_LLM_*."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from urllib.parse import urlsplit

from django.conf import settings

REPLY_SHARE = 6  # of the context, at most one part in so many is a reply
CHARACTERS_PER_TOKEN = 2.5  # at least: small models cut tables of figures into single digits
PROSE_CHARACTERS = 3.5  # of a token, in what we write ourselves
UNREACHABLE, TIMED_OUT = 0, -1  # in place of a status
REFUSED = "refuses the request ({status}): {said}"
PROBLEMS = {  # by status
    200: "does not speak the OpenAI protocol: FINRAG_LLM_URL is the address that /chat/completions is added to, often "
    "one that ends in /v1.",
    401: "refuses the key: check FINRAG_LLM_KEY, or FINRAG_LLM_{role}_KEY.",
    403: "refuses the key: check FINRAG_LLM_KEY, or FINRAG_LLM_{role}_KEY.",
    404: "does not know {model}: check FINRAG_LLM_URL and FINRAG_LLM_MODEL.",
    429: "has had too many requests: wait, or raise the limit with its provider.",
    300: "sends on to another address: set FINRAG_LLM_URL to that one.",
    500: "fails with status {status}: look at its server's log, then try again.",
    UNREACHABLE: "cannot be reached: does it run, and is FINRAG_LLM_URL right?",
    TIMED_OUT: "did not answer in time: raise FINRAG_LLM_TIMEOUT, or look at its server.",
}


class Role(StrEnum):
    """What a model is asked for. Each may have an endpoint and a model of its own."""

    PLANNER = "planner"
    CURATOR = "curator"
    WRITER = "writer"
    JUDGE = "judge"
    READER = "reader"
    VISION = "vision"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """prices: dollars per million tokens. timeout: seconds of one request. retries: of one request.
    context: tokens that the model sees at once, its reply included.
    """

    role: Role
    url: str
    model: str
    key: str = field(repr=False)
    price_in: Decimal
    price_out: Decimal
    timeout: float
    retries: int
    max_tokens: int
    context: int

    @property
    def host(self) -> str:
        """What may be shown of the address: the host and port, never what else may stand in it."""
        return urlsplit(self.url).netloc.rpartition("@")[2]

    @property
    def reply_tokens(self) -> int:
        """Most tokens of one reply."""
        return min(self.max_tokens, max(64, self.context // REPLY_SHARE))

    def room(self, fixed: int) -> int:
        """Characters of material that fit beside `fixed` ones, a refused reply that goes back, and the next reply."""
        tokens = self.context - 2 * self.reply_tokens - fixed / PROSE_CHARACTERS
        return max(0, int(tokens * CHARACTERS_PER_TOKEN))

    def cost(self, tokens_in: int, tokens_out: int) -> Decimal:
        """Dollars."""
        return (self.price_in * tokens_in + self.price_out * tokens_out) / 1_000_000

    def without_key(self, text: str) -> str:
        """`text` with the key struck out: servers like to repeat it in their complaints."""
        return text.replace(self.key, "***") if self.key else text

    def problem(self, status: int, said: str) -> str:
        """A sentence for people. status: of HTTP, or UNREACHABLE or TIMED_OUT. said: the server's own words."""
        kind = 300 if 300 <= status < 400 else 500 if status >= 500 else status
        told = PROBLEMS.get(kind, REFUSED).format(status=status, said=said, model=self.model, role=self.role.upper())
        return f"The endpoint {self.host} {told}"


def is_web_address(url: str) -> bool:
    """Whether `url` is http or https, names a host, and carries no password."""
    try:
        parts = urlsplit(url)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and "@" not in parts.netloc
    except ValueError:  # "http://[": half an IPv6 address
        return False


_instead: ContextVar[str] = ContextVar("the model that is asked instead", default="")


@contextmanager
def another_model(name: str) -> Iterator[None]:
    """Within, every role that has an endpoint asks it for the model `name`; "" leaves each as it is configured."""
    token = _instead.set(name)
    try:
        yield
    finally:
        _instead.reset(token)


def endpoint_of(role: Role) -> Endpoint | None:
    """The endpoint configured for a role; None when none is, or when its address or its model is not named."""
    named = settings.LLM_ENDPOINTS[role.value]
    if not named["url"] or not named["model"]:
        return None
    return Endpoint(
        role=role,
        url=named["url"],
        model=_instead.get() or named["model"],
        key=named["key"],
        price_in=named["price_in"],
        price_out=named["price_out"],
        timeout=settings.LLM_TIMEOUT_SECONDS,
        retries=settings.LLM_RETRIES,
        max_tokens=settings.LLM_MAX_TOKENS,
        context=named["context"],
    )
