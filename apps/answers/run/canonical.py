"""Plain data of typed objects, in one form only: the same content is the same bytes, whoever writes it."""

import json
import zlib
from collections.abc import Mapping, Set
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from functools import cache
from hashlib import sha256
from typing import Any
from uuid import UUID

LEVEL = 3  # of compression: 6 saves a tenth of the bytes and takes four times as long


def plain(value: Any) -> Any:
    """As JSON has it. Dataclasses are objects of their fields, empty ones left out; decimals are text, sets sorted.

    Raises TypeError for what has no such form.
    """
    return json.loads(_written(value))


def canonical(value: Any) -> bytes:
    """The plain form of `value`, with sorted keys, no spaces, in UTF-8."""
    return _written(value).encode(errors="replace")


def _written(value: Any) -> str:
    """The encoder walks what is JSON already; only the rest is taken apart here."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=_taken_apart)


def _taken_apart(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        told = ((name, getattr(value, name)) for name in _fields(type(value)))
        return {name: one for name, one in told if one is not None and one not in ("", (), [], {})}
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, (datetime, date)):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Set):
        return sorted(value, key=str)
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} has no plain form")


@cache
def _fields(kind: type) -> tuple[str, ...]:
    return tuple(one.name for one in fields(kind))


def digest_of(content: bytes) -> str:
    return sha256(content).hexdigest()


def packed(content: bytes) -> bytes:
    return zlib.compress(content, LEVEL)


def unpacked(body: bytes | memoryview) -> bytes:
    return zlib.decompress(body)
