"""Fifty analysts at work: they read pages, search, ask, and watch their answers come (docs/operations.md has figures).

    FINRAG_LOAD_PASSWORD=... .venv/bin/python manage.py shell -c "$(cat tests/load/people.py)"
    FINRAG_LOAD_PASSWORD=... FINRAG_LOAD_VAR=var .venv/bin/locust -f tests/load/locustfile.py --headless \
        -u 50 -r 2 -t 10m -H http://localhost:8000

FINRAG_LOAD_VAR names the data folder of the product: the memory of its processes is told at the end.
"""

import itertools
import json
import os
import random
import re
import time
from pathlib import Path
from typing import Any

import gevent
from locust import HttpUser, between, events, task

PASSWORD = os.environ["FINRAG_LOAD_PASSWORD"]
VAR = os.environ.get("FINRAG_LOAD_VAR", "")
LOOK_SECONDS = 15
QUESTIONS = (
    "What was Zephyrwick's operating income in fiscal 2024?",
    "How many people does Zephyrwick employ?",
    "What was Zephyrwick's net income margin in 2024?",
    "Why did Zephyrwick's net sales change in 2024?",
)
WORDS = ("turbine housings", "segment operating income", "risk of supply", "employees", "long-term debt")
FIRST_EVENT_SECONDS = 60
_numbers = itertools.count()
_memory: list[dict[str, int]] = []


class Analyst(HttpUser):
    """Thinks for some seconds between two acts, as people do."""

    wait_time = between(3, 12)  # type: ignore[no-untyped-call]

    def on_start(self) -> None:
        name = f"load{next(_numbers) % 50:02d}"
        self.client.get("/accounts/login/", name="log-in page")
        told = {"username": name, "password": PASSWORD, "csrfmiddlewaretoken": self._token()}
        self.client.post("/accounts/login/", data=told, name="log in")
        page = self.client.get("/library/", name="page: library").text
        self.documents = sorted(set(re.findall(r"/library/documents/[0-9a-f-]{36}/", page)))

    @task(4)
    def home(self) -> None:
        self.client.get("/", name="page: chat")

    @task(3)
    def library(self) -> None:
        self.client.get("/library/", name="page: library")

    @task(3)
    def document(self) -> None:
        if self.documents:
            self.client.get(random.choice(self.documents), name="page: document")

    @task(2)
    def conversations(self) -> None:
        self.client.get("/conversations/", name="page: conversations")

    @task(1)
    def notes(self) -> None:
        self.client.get("/notes/", name="page: notes")

    @task(3)
    def search(self) -> None:
        self.client.get("/search/", params={"q": random.choice(WORDS)}, name="search")

    @task(3)
    def question(self) -> None:
        headers = {"X-CSRFToken": self._token()}
        asked = {"question": random.choice(QUESTIONS), "wait": 0}
        with self.client.post(
            "/api/v1/questions", json=asked, headers=headers, name="ask", catch_response=True
        ) as reply:
            if reply.status_code not in {201, 202}:
                reply.failure(f"status {reply.status_code}")
                return
        self._watch(reply.json()["id"])

    def _watch(self, uid: str) -> None:
        """First event and end of the stream, each a figure of its own."""
        begun = time.monotonic()
        seen = ended = 0.0
        with self.client.get(f"/answers/{uid}/events", stream=True, name="stream opens", timeout=300) as reply:
            for line in reply.iter_lines(decode_unicode=True):
                seen = seen or (time.monotonic() if line.startswith("event:") else 0.0)
                ended = time.monotonic() if line == "event: done" else ended
        self._told("first event", begun, seen)
        self._told("answer done", begun, ended)

    def _told(self, name: str, begun: float, at: float) -> None:
        wrong = None if at else TimeoutError("never came")
        took = (at - begun) * 1000 if at else 0.0
        self.environment.events.request.fire(
            request_type="SSE", name=name, response_time=took, response_length=0, exception=wrong, context={}
        )

    def _token(self) -> str:
        return str(self.client.cookies["csrftoken"])


@events.test_start.add_listener
def watch_memory(environment: Any, **_: Any) -> None:
    if VAR:
        gevent.spawn(_look_at_memory)


def _look_at_memory() -> None:
    while True:
        state = json.loads((Path(VAR) / "up.json").read_text())
        _memory.append({name: sum(map(_megabytes, _family(pid))) for name, pid in state["processes"].items()})
        gevent.sleep(LOOK_SECONDS)


def _family(pid: int) -> list[int]:
    found = [pid]
    for listing in Path(f"/proc/{pid}/task").glob("*/children"):
        found += [one for child in listing.read_text().split() for one in _family(int(child))]
    return found


def _megabytes(pid: int) -> int:
    """Its share of what is in memory (PSS): what processes share is counted once."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) // 1024 for line in lines if line.startswith("Pss:")), 0)


@events.test_stop.add_listener
def tell_memory(environment: Any, **_: Any) -> None:
    if _memory:
        for when, look in (("first", _memory[0]), ("middle", _memory[len(_memory) // 2]), ("last", _memory[-1])):
            print(f"memory, {when} look, MB: {look} = {sum(look.values())}")
