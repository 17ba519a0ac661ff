"""What the log says of an event: a salted hash of each field, so that each can be shown, hidden or erased by itself.

A hash is the SHA-256 digest of a disclosure as RFC 9901 (SD-JWT), section 4.2, writes it: the base64url form of
["salt","field",value].
"""

import json
import os
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Self

from django.db.backends.utils import CursorWrapper

TYPE = "finrag-audit-event/1"
FIELDS = (
    "at",
    "action",
    "actor_uid",
    "actor_name",
    "subject_type",
    "subject_uid",
    "subject_name",
    "detail",
    "address",
)
PERSONAL = frozenset({"actor_name", "subject_name", "detail", "address"})
DETAIL = FIELDS.index("detail")
SALT_BYTES = 16
NO_SALT = bytes(SALT_BYTES)
Values = Sequence[str | None]  # of FIELDS, as the statements below read them

# Everything is read as text: a value that Python could not hold must be found out, and not stop who looks for it.
# Events are asked for by their numbers, which is one way through one index whatever the planner believes of the tables.
EVENTS = """
    SELECT e.id, e.uid::text, to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), e.action,
           e.actor_uid::text, e.actor_name, e.subject_type, e.subject_uid::text, e.subject_name, e.detail::text,
           e.address::text
    FROM audit_auditevent e WHERE e.id = ANY(%s)"""
UNSEALED = """
    SELECT e.id FROM audit_auditevent e
    WHERE e.id > %s AND NOT EXISTS (SELECT 1 FROM audit_sealedevent s WHERE s.number = e.id)
    ORDER BY e.id LIMIT %s"""


@dataclass(frozen=True, slots=True)
class Content:
    """An event as it stands in the database, `number` being its primary key."""

    number: int
    event: str
    values: Values


def contents(cursor: CursorWrapper, numbers: Sequence[int]) -> dict[int, Content]:
    """The events of these numbers that are there, by number."""
    cursor.execute(EVENTS, [list(numbers)])
    return {number: Content(number, event, values) for number, event, *values in cursor.fetchall()}


def unsealed(cursor: CursorWrapper, above: int, most: int) -> list[Content]:
    """Committed events that have no place in the log yet, in the order of their numbers."""
    cursor.execute(UNSEALED, [above, most])
    found = contents(cursor, [number for (number,) in cursor.fetchall()])
    return [found[number] for number in sorted(found)]


def new_salts() -> bytes:
    return os.urandom(SALT_BYTES * len(FIELDS))


def salt_of(salts: bytes, field: int) -> bytes:
    return salts[field * SALT_BYTES : (field + 1) * SALT_BYTES]


def disclosure(salt: bytes, field: int, value: str | None) -> str:
    """What proves a field's value to whoever has the log's entry."""
    told = f'["{salt.hex()}","{FIELDS[field]}",{_json(field, value)}]'
    return urlsafe_b64encode(told.encode()).rstrip(b"=").decode()


def digest(told: str) -> str:
    """The hash of a disclosure, as the entry has it."""
    return urlsafe_b64encode(sha256(told.encode()).digest())[:43].decode()


def digests(values: Values, salts: bytes) -> tuple[str, ...]:
    return tuple(digest(disclosure(salt_of(salts, n), n, value)) for n, value in enumerate(values))


def _json(field: int, value: str | None) -> str:
    """Details are JSON with sorted keys and no spaces; where they cannot be read, their text stands for them."""
    if field == DETAIL and value is not None:
        try:
            return json.dumps(json.loads(value), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        except (ValueError, RecursionError):
            pass
    return json.dumps(value, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Entry:
    """What the log holds of one event. `after`: until when nothing was left unsealed before, None at the beginning."""

    number: int
    event: str
    sealed: str
    after: str | None
    digests: tuple[str, ...]

    @property
    def data(self) -> bytes:
        told = {"type": TYPE, "number": self.number, "event": self.event, "sealed": self.sealed, "after": self.after}
        return json.dumps({**told, "digests": self.digests}, separators=(",", ":")).encode()

    @classmethod
    def parse(cls, data: bytes) -> Self:
        """Raises ValueError for what is no entry of ours."""
        try:
            told: Any = json.loads(data)
            hashes, after = tuple(map(str, told["digests"])), told["after"]
            found = cls(int(told["number"]), str(told["event"]), str(told["sealed"]), after and str(after), hashes)
            if told["type"] == TYPE and len(hashes) == len(FIELDS):
                return found
        except (KeyError, TypeError, RecursionError):
            pass
        raise ValueError("This is no entry of an audit event.")
