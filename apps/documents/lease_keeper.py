"""`python -m apps.documents.lease_keeper`: prolongs the leases of one worker, whatever its interpreter is busy with.

A regular expression or a library may hold an interpreter for minutes, and no thread of it runs meanwhile. So a small
process beside each worker beats for it. Lines of JSON come on standard input: first the database and how long a lease
is, then rows to hold and to let go. At their end, which is the worker's, it ends too, and the leases run out.
"""

import json
import os
import select
import sys
import time
from typing import Any

import psycopg
from psycopg import sql

from apps.accounts.acting import PARAMETER, SERVICE

SERVE = "SELECT set_config(%s, %s, false)"
PROLONG = "UPDATE {} SET lease_until = now() + make_interval(secs => %s) WHERE id = %s AND lease = %s"


def main() -> None:
    """Until standard input ends. It is read without a buffer: what waits in one is not seen by select."""
    held: dict[str, dict[str, Any]] = {}
    rest, beat_at = b"", time.monotonic()
    start: dict[str, Any] = {"seconds": 1.0}
    while True:
        if select.select([0], [], [], max(0.0, beat_at - time.monotonic()))[0]:
            piece = os.read(0, 65536)
            if not piece:
                return
            *lines, rest = (rest + piece).split(b"\n")
            for line in lines:
                start = _note(held, json.loads(line), start)
        if time.monotonic() >= beat_at:
            _beat(start, list(held.values()))
            beat_at = time.monotonic() + start["seconds"] / 3


def _note(held: dict[str, dict[str, Any]], said: dict[str, Any], start: dict[str, Any]) -> dict[str, Any]:
    """Keep or forget a row; what to start with comes first, and stays."""
    if "database" in said:
        return said
    if said["hold"]:
        held[said["token"]] = said
    else:
        held.pop(said["token"], None)
    return start


def _beat(start: dict[str, Any], leases: list[dict[str, Any]]) -> None:
    """A database that is away is asked again at the next beat; a lease outlives two missed ones."""
    if not leases:
        return
    try:
        with psycopg.connect(**start["database"], autocommit=True) as connection:
            connection.execute(SERVE, [PARAMETER, SERVICE])
            for lease in leases:
                statement = sql.SQL(PROLONG).format(sql.Identifier(lease["table"]))
                connection.execute(statement, [start["seconds"], lease["pk"], lease["token"]])
    except psycopg.Error as error:
        print(f"leases were not prolonged: {error}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
