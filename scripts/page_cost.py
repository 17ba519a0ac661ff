"""What pages cost: processor milliseconds of the web process and of the database, and queries, one request at a time.

Processor time is told by the kernel for the web server's process and for the database's processes, those that have
ended included, so that it holds on a machine that other work shares; give or take a third at a high load.

FINRAG_VAR_DIR=… .venv/bin/python scripts/page_cost.py USER [--rounds 20]
On embedded servers alone. Queries are counted in this process, as Django's test client asks.
"""

import os
import re
import socket
import subprocess
import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import requests

BASE = Path(__file__).parent.parent
sys.path.insert(0, str(BASE))
TICKS = os.sysconf("SC_CLK_TCK")
WORDS = ("turbine housings", "segment operating income", "risk of supply", "employees", "long-term debt")


def main() -> int:
    parser = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("user")
    parser.add_argument("--rounds", type=int, default=20)
    given = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "finrag_site.settings")
    from finrag_site.embedded.descent import step_down
    from finrag_site.embedded.paths import layout
    from finrag_site.embedded.sessions import servers

    step_down(layout())
    with servers(layout()) as uses:
        import django

        django.setup()
        database = next(use for use in uses if use.name == "postgres").server_pid()
        measured(given.user, given.rounds, database or 0)
    return 0


def measured(name: str, rounds: int, database: int) -> None:
    from apps.accounts.acting import serving
    from apps.accounts.models import User

    with serving():
        user = User.objects.get(username=name)
        cookie = session_of(user)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        command = [sys.executable, "-m", "finrag_site.up.web", str(listener.fileno())]
        web = subprocess.Popen(command, cwd=BASE, pass_fds=[listener.fileno()])
        try:
            url = f"http://127.0.0.1:{listener.getsockname()[1]}"
            tell(user, Browser(url, cookie), rounds, web.pid, database)
        finally:
            web.terminate()
            web.wait()


class Browser:
    """A session at the server under measure."""

    def __init__(self, url: str, cookie: str) -> None:
        self._url, self._session = url, requests.Session()
        self._session.cookies.set("sessionid", cookie)

    def get(self, path: str) -> str:
        reply = self._session.get(self._url + path, timeout=120, allow_redirects=False)
        reply.raise_for_status()
        return reply.text


def tell(user: Any, browser: Browser, rounds: int, web: int, database: int) -> None:
    print(f"{'page':14} {'web ms':>8} {'database ms':>12} {'queries':>8} {'of it SQL ms':>13}")
    for name, paths in pages(browser.get("/library/")).items():
        for path in paths:
            browser.get(path)  # models, templates and plans are there
        before = seconds(web), family_seconds(database)
        for turn in range(rounds):
            browser.get(paths[turn % len(paths)])
        time.sleep(0.3)  # what a request leaves behind belongs to it
        took = [
            1000 * (after - one) / rounds
            for one, after in zip(before, (seconds(web), family_seconds(database)), strict=True)
        ]
        queries, told = counted(user, paths[0])
        print(f"{name:14} {took[0]:8.1f} {took[1]:12.1f} {queries:8} {told:13.1f}", flush=True)


def pages(library: str) -> dict[str, list[str]]:
    documents = sorted(set(re.findall(r"/library/documents/[0-9a-f-]{36}/", library)))[:10]
    return {
        "log-in page": ["/accounts/login/?next=/"],
        "chat": ["/"],
        "library": ["/library/"],
        "document": documents,
        "conversations": ["/conversations/"],
        "notes": ["/notes/"],
        "search": [f"/search/?q={words.replace(' ', '+')}" for words in WORDS],
    }


def counted(user: Any, path: str) -> tuple[int, float]:
    """Queries of a page, and the milliseconds that this process waited for them."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client = Client()
    client.force_login(user)
    client.get(path)
    with CaptureQueriesContext(connection) as seen:
        client.get(path)
    return len(seen), 1000 * sum(float(one["time"]) for one in seen.captured_queries)


def session_of(user: Any) -> str:
    """The key of a session of that user, made as a log-in makes it."""
    from django.test import Client

    client = Client()
    client.force_login(user)
    return str(client.cookies["sessionid"].value)


def seconds(pid: int) -> float:
    """Processor seconds of a process with its ended children; 0 where it has ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / TICKS


def family_seconds(pid: int) -> float:
    children = (one for listing in Path(f"/proc/{pid}/task").glob("*/children") for one in listing.read_text().split())
    return seconds(pid) + sum(family_seconds(int(child)) for child in children)


if __name__ == "__main__":
    sys.exit(main())
