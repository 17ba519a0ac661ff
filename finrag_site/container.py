"""`python -m finrag_site.container ROLE`: one process of the product, as an image starts it; it ends with its signal.

web; parse, layout, gpu, answer, audit (workers of the queue of that name); beat; prepare (tables, once per release);
manage ... (manage.py); health ROLE (status 0 while that process of this container is alive).
"""

import json
import os
import socket
import sys
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

from finrag_site import environment
from finrag_site.embedded.descent import PRIVATE
from finrag_site.embedded.failure import ServerFailed
from finrag_site.up.programs import beat, worker

WORKERS = ("parse", "layout", "gpu", "answer", "audit")
NO_LOG = Path("/dev/null")  # a container's log is its standard output
HEALTH_SECONDS = 8
LOCAL = "localhost"


def main(arguments: list[str]) -> int:
    os.umask(PRIVATE)
    role, *rest = arguments or ["web"]
    try:
        if role in WORKERS:
            return _become(worker(role, role, NO_LOG, environment.number("FINRAG_PROCESSES", 1, least=1)).command)
        return ROLES[role](rest) if role in ROLES else _unknown(role)
    except (ServerFailed, OSError) as failed:
        print(f"finrag {role} does not start: {failed}", file=sys.stderr)
        return 1


def _become(command: list[str]) -> int:
    os.execv(command[0], command)  # noqa: S606 - a list of our own making; signals then reach the program itself


def _unknown(role: str) -> int:
    print(f"There is no role {role!r}; choose one of: {', '.join((*WORKERS, *ROLES))}.", file=sys.stderr)
    return 2


def _web(rest: list[str]) -> int:
    from finrag_site.up.web import serve

    address = environment.text("FINRAG_HOST", "0.0.0.0"), environment.number("PORT", 8000)  # noqa: S104 - a container's
    with socket.create_server(address, backlog=128) as listener:
        serve(listener)
    return 0


def _beat(rest: list[str]) -> int:
    return _become(beat(NO_LOG).command)


def _prepare(rest: list[str]) -> int:
    from finrag_site.up import preparation

    return preparation.main()


def _manage(rest: list[str]) -> int:
    import manage

    sys.argv = ["manage.py", *rest]
    return manage.main()


def _health(rest: list[str]) -> int:
    role = rest[0] if rest else "web"
    if role == "web":
        return 0 if web_lives() else 1
    return 0 if worker_lives(role) else 1


def web_lives() -> bool:
    """Whether this web process answers and reaches its database: a missing worker is no fault of its own."""
    url = f"http://127.0.0.1:{environment.number('PORT', 8000)}/healthz"
    request = urllib.request.Request(url, headers={"Host": _host()})
    try:
        with urllib.request.urlopen(request, timeout=HEALTH_SECONDS) as answer:  # noqa: S310 - the same
            parts = json.load(answer)
    except urllib.error.HTTPError as error:
        parts = json.load(error) if error.code == 503 else {}
    except OSError:
        return False
    return bool(parts.get("web") == parts.get("database") == "ok")


def _host() -> str:
    """A name that the web process lets in."""
    allowed = environment.words("FINRAG_ALLOWED_HOSTS", LOCAL)
    return LOCAL if {LOCAL, "*"} & set(allowed) else allowed[0].lstrip(".")


def worker_lives(role: str) -> bool:
    """Whether the queue answers and, of a worker, whether it said there lately that it lives."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "finrag_site.settings")
    from kombu.exceptions import OperationalError
    from redis.exceptions import RedisError

    from finrag_site.celery import app
    from finrag_site.heartbeat import PREFIX, redis_of

    try:
        with redis_of(app) as redis:
            return bool(redis.ping() if role == "beat" else redis.exists(f"{PREFIX}{role}@{socket.gethostname()}"))
    except (OperationalError, RedisError, OSError):
        return False


ROLES: dict[str, Callable[[list[str]], int]] = {
    "web": _web,
    "beat": _beat,
    "prepare": _prepare,
    "manage": _manage,
    "health": _health,
}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
