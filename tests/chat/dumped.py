"""The database as its dump tells it, and where in it a word stands."""

import os
import re
import subprocess
from collections.abc import Iterator

from django.db import connection

from finrag_site.embedded import account, roles
from finrag_site.embedded.paths import layout

ROWS = re.compile(r"^COPY public\.(\w{1,100}) \(([^)]{1,4000})\) FROM stdin;$")


def dump() -> bytes:
    where = connection.get_connection_params()
    environment = os.environ | {"PGPASSWORD": roles.password(layout(), roles.OWNER)}
    command = [account.INSTALLED / "bin" / "pg_dump", "-h", where["host"], "-U", roles.OWNER, where["dbname"]]
    return subprocess.run(command, env=environment, capture_output=True, check=True).stdout


def places(word: str) -> set[tuple[str, str]]:
    """Table and column of every value with `word` in it, bytes included; wherever else it stands, ("", line)."""
    return {place for place, value in _values(dump().decode()) if word in value or word.encode().hex() in value}


def _values(text: str) -> Iterator[tuple[tuple[str, str], str]]:
    table, columns = "", list[str]()
    for line in text.splitlines():
        if begun := ROWS.match(line):
            table, columns = begun[1], begun[2].split(", ")
        elif line == "\\.":
            table = ""
        elif table:
            yield from (((table, name), value) for name, value in zip(columns, line.split("\t"), strict=True))
        else:
            yield ("", line), line
