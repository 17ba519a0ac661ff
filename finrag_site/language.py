"""Which language model answers for which role, from the environment."""

from decimal import Decimal
from typing import Any

from finrag_site import environment

PREFIX = "FINRAG_LLM"
ROLES = ("planner", "curator", "writer", "judge", "reader", "vision")
PARTS = ("url", "key", "model", "price_in", "price_out", "context")
BY_NAME = frozenset({"judge", "vision"})
CONTEXT = 16_384  # tokens, where nothing else is said
LEAST_CONTEXT = 1024


def endpoints() -> dict[str, dict[str, Any]]:
    """Of each role its own `FINRAG_LLM_<ROLE>_<PART>`, else `FINRAG_LLM_<PART>`.

    A role with an address of its own never takes the common key, which is meant for another host. Judge and
    vision are there only where their models are named: a writer is no second reader of itself, and most do not see.
    """
    return {role: _endpoint(role) for role in ROLES}


def _endpoint(role: str) -> dict[str, Any]:
    own = {part: environment.text(f"{PREFIX}_{role}_{part}".upper()) for part in PARTS}
    common = {part: environment.text(f"{PREFIX}_{part}".upper()) for part in PARTS}
    if own["url"]:
        common |= {"key": ""}
    if role in BY_NAME:
        common |= {"model": ""}
    merged = {part: own[part] or common[part] for part in PARTS}
    prices = {part: _price(f"{PREFIX}_{part}".upper(), merged[part]) for part in ("price_in", "price_out")}
    return merged | prices | {"context": _tokens(f"{PREFIX}_CONTEXT", merged["context"])}


def _price(name: str, value: str) -> Decimal:
    return environment.amount_of(name, value or "0")


def _tokens(name: str, value: str) -> int:
    return environment.number_of(name, value or str(CONTEXT), least=LEAST_CONTEXT)
