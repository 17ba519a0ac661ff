"""Which database: the one that `DATABASE_URL` names, else the embedded one."""

from typing import Any

import dj_database_url

from finrag_site import environment
from finrag_site.embedded.failure import ServerFailed
from finrag_site.embedded.paths import Layout

CONNECT_SECONDS = 10


def database(place: Layout) -> dict[str, Any]:
    """Django's settings of the default database.

    Raises:
        ServerFailed: `DATABASE_URL` cannot be read; the sentence does not repeat it, for it may hold a password.
    """
    url = environment.text("DATABASE_URL")
    try:
        found: dict[str, Any] = dict(dj_database_url.parse(url or place.database_url, conn_health_checks=True))
    except ValueError as error:
        raise ServerFailed("DATABASE_URL must read like postgresql://user:password@host:5432/name.") from error
    if found["ENGINE"] == "django.db.backends.postgresql":
        found["OPTIONS"] = {"connect_timeout": CONNECT_SECONDS} | found.get("OPTIONS", {})
    return found
