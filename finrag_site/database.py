"""Which database, and as whom: the application's role, and its owner where tables are made.

`DATABASE_URL` names an external one and `DATABASE_OWNER_URL` its owner; without the first there is the embedded one.
"""

from typing import Any

import dj_database_url

from finrag_site import environment
from finrag_site.embedded import roles
from finrag_site.embedded.failure import ServerFailed
from finrag_site.embedded.paths import Layout

POSTGRES, GUARDED = "django.db.backends.postgresql", "finrag_site.guarded"  # ours tells who is present
CONNECT_SECONDS = 10
UNHEARD_MILLISECONDS = 60_000  # after so long without an acknowledgment, a server on another machine is gone
OWNERS_COMMANDS = {"migrate", "flush", "createcachetable", "test", "backup", "restore"}  # no policy hides a row
OWNERS_SUBCOMMANDS = {("bench", "scale"), ("audit", "erase"), ("audit", "bench"), ("memory", "measure")}

POOL = {"min_size": 2, "max_size": 24, "timeout": 5.0, "max_idle": 300.0}  # seconds; who waits longer is told 503

_owner = False
_pooled = False


def share_connections() -> None:
    """From here on connections of this process go from one request to the next. Called before the settings are read.

    A new one costs a page as much as all else: a process of the server's, which first learns tables and policies.
    Not for what forks: its children would share them.
    """
    global _pooled
    _pooled = True


def act_as_owner() -> None:
    """From here on this process is the database's owner. Called before the settings are read, and never inherited."""
    global _owner
    _owner = True


def is_owners(argv: list[str]) -> bool:
    """Whether a command line of `manage.py` makes or empties tables: only their owner may."""
    return bool(OWNERS_COMMANDS & set(argv[1:2])) or tuple(argv[1:3]) in OWNERS_SUBCOMMANDS


def application_role() -> str:
    """The role that owns nothing and is granted its rights after every migration; empty where there is no such role."""
    if not environment.text("DATABASE_URL"):
        return roles.APPLICATION
    if not environment.text("DATABASE_OWNER_URL"):
        return ""
    application, owner = (str(_parsed(name)["USER"]) for name in ("DATABASE_URL", "DATABASE_OWNER_URL"))
    return application if application != owner else ""


def database(place: Layout) -> dict[str, Any]:
    """Django's settings of the default database.

    Raises:
        ServerFailed: an address cannot be read; the sentence does not repeat it, for it may hold a password.
    """
    found = _parsed(_variable()) if environment.text("DATABASE_URL") else _embedded(place)
    if found["ENGINE"] == POSTGRES:
        found["ENGINE"] = GUARDED
        found["OPTIONS"] = _limits() | found.get("OPTIONS", {}) | ({"pool": POOL} if _pooled else {})
    return found


def _variable() -> str:
    return "DATABASE_OWNER_URL" if _owner and environment.text("DATABASE_OWNER_URL") else "DATABASE_URL"


def _embedded(place: Layout) -> dict[str, Any]:
    return _read(roles.url(place, roles.OWNER if _owner else roles.APPLICATION))


def _parsed(name: str) -> dict[str, Any]:
    try:
        return _read(environment.text(name))
    except ValueError as error:
        raise ServerFailed(f"{name} must read like postgresql://user:password@host:5432/name.") from error


def _read(url: str) -> dict[str, Any]:
    return dict(dj_database_url.parse(url, conn_health_checks=True))


def _limits() -> dict[str, Any]:
    """No statement of the application may run for ever; a migration may take as long as it takes."""
    seconds = 0 if _owner else environment.number("FINRAG_STATEMENT_SECONDS", 300)
    limit = {"options": f"-c statement_timeout={seconds * 1000}"} if seconds else {}
    return {"connect_timeout": CONNECT_SECONDS, "tcp_user_timeout": UNHEARD_MILLISECONDS} | limit
