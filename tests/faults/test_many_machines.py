"""Two web and three worker processes on servers of their own: today's faults, and a release in turn under load.

python -m pytest -m machines tests/faults/test_many_machines.py
"""

import json
import os
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import requests

from finrag_site.embedded.paths import BASE
from tests.cluster import TAKEN, WEBS, Cluster
from tests.documents.filings import html
from tests.faults.test_life_cycle import (  # noqa: F401 - they are collected here, on this module's `stack`
    survived,
    test_each_step_is_recorded_once,
    test_every_unique_chunk_has_one_vector_and_lexemes,
    test_nothing_is_there_twice_or_missing,
    test_uploads_are_recorded_once_and_resumptions_are_recorded,
)
from tests.faults.test_servers import is_kept, keep_a_row
from tests.stack import PATIENCE, alive, wait_for

pytestmark = pytest.mark.machines
ASKERS, ROUNDS = 4, 2
QUESTION = "How many people does Zephyrwick employ?"
SAMPLE = BASE / "samples" / "zephyrwick_2024_10K.pdf"
LIST = """
from apps.answers.models import Answer
from apps.documents.models import Document
print(*Answer.objects.values_list("uid", flat=True), *Document.objects.values_list("uid", flat=True))
"""
PROGRAMS = (*WEBS, *TAKEN, "beat", "postgres", "valkey")


@pytest.fixture(scope="module")
def stack() -> Iterator[Cluster]:
    var = Path(os.environ.get("FINRAG_TEST_VAR", str(BASE / "var" / "test"))) / "cluster"
    with Cluster(var) as running:
        yield running


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_killed_process_is_replaced_and_nothing_acknowledged_is_lost(stack: Cluster, name: str) -> None:
    row = keep_a_row(stack)
    family = stack.pids(name)
    stack.restart(name)
    wait_for(lambda: not any(alive(pid) for pid in family), "the end of the killed process's children")
    assert is_kept(stack, row)


@dataclass
class Asker:
    """A browser behind a proxy that asks the other web process where one does not take the connection."""

    stack: Cluster
    session: requests.Session = field(default_factory=requests.Session)
    turn: int = 0
    answers: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    done: set[str] = field(default_factory=set)
    resumed: int = 0
    faults: list[str] = field(default_factory=list)

    def reply(self, method: str, path: str, **more: object) -> requests.Response:
        """Never the same connection twice, and never the same request: only what was not taken goes elsewhere."""
        deadline = time.monotonic() + 60
        while True:
            self.turn += 1
            url = self.stack.urls[self.turn % len(self.stack.urls)] + path
            try:
                return self.session.request(method, url, timeout=60, **more)  # type: ignore[arg-type]
            except requests.ConnectionError as error:
                if "refused" not in str(error) or time.monotonic() > deadline:
                    raise
                time.sleep(0.05)

    def log_in(self) -> None:
        self.session.headers["Connection"] = "close"
        self.reply("GET", "/accounts/login/")
        given = {"username": "analyst", "password": self.stack.passwords["analyst"]}
        told = {"csrfmiddlewaretoken": self.session.cookies["csrftoken"], **given}
        assert self.reply("POST", "/accounts/login/", data=told).ok

    def upload(self, name: str, data: bytes) -> None:
        headers = {"X-CSRFToken": self.session.cookies["csrftoken"]}
        reply = self.reply("POST", "/api/v1/documents", files={"file": (name, data)}, headers=headers)
        assert reply.ok, reply.text
        self.files.append(reply.json()["id"])

    def ask(self) -> str:
        headers = {"X-CSRFToken": self.session.cookies["csrftoken"]}
        asked = {"question": f"{QUESTION} {uuid.uuid4()}", "wait": 0}
        reply = self.reply("POST", "/api/v1/questions", json=asked, headers=headers)
        assert reply.status_code in {201, 202}, reply.text
        self.answers.append(reply.json()["id"])
        return self.answers[-1]

    def follow(self, uid: str) -> None:
        """The stream to its end, resumed from the last event wherever a web process ended."""
        last = ""
        while uid not in self.done:
            headers = {"Last-Event-ID": last} if last else {}
            try:
                reply = self.reply("GET", f"/answers/{uid}/events", stream=True, headers=headers)
                assert reply.status_code == 200, reply.status_code
                for line in reply.iter_lines(decode_unicode=True):
                    last = line.removeprefix("id: ") if line.startswith("id: ") else last
                    if line == "event: done":
                        self.done.add(uid)
            except requests.exceptions.ChunkedEncodingError:
                pass
            self.resumed += uid not in self.done

    def work(self, over: threading.Event) -> None:
        while not over.is_set():
            try:
                self.follow(self.ask())
            except (requests.RequestException, AssertionError) as fault:
                self.faults.append(repr(fault))


@contextmanager
def at_work(stack: Cluster) -> Iterator[list[Asker]]:
    """So many ask and follow until the end; each asks on until the answer that it has begun is done."""
    askers, over = [Asker(stack) for _ in range(ASKERS)], threading.Event()
    for asker in askers:
        asker.log_in()
    askers[0].upload(SAMPLE.name, SAMPLE.read_bytes())
    threads = [threading.Thread(target=asker.work, args=(over,)) for asker in askers]
    for thread in threads:
        thread.start()
    try:
        yield askers
    finally:
        over.set()
        for thread in threads:
            thread.join(timeout=PATIENCE)


def done(askers: list[Asker]) -> int:
    return sum(len(asker.done) for asker in askers)


def test_a_backup_at_work_restored_elsewhere_misses_nothing(stack: Cluster) -> None:
    folder = stack.var.parent / f"backup-{uuid.uuid4().hex[:6]}"
    theirs = ("DATABASE_", "CELERY_", "PG")
    elsewhere = {name: value for name, value in stack.environment.items() if not name.startswith(theirs)}
    elsewhere |= {"FINRAG_VAR_DIR": str(folder.with_name(f"{folder.name}-restored"))}
    with at_work(stack) as askers:
        wait_for(lambda: done(askers) > ASKERS, "answers")
        for seed in range(8):
            askers[0].upload(f"BULK{folder.name}_{seed}.htm", html(f"Bulk {folder.name} {seed}, Inc.", seed).encode())
        answers, files = [uid for asker in askers for uid in asker.answers], list(askers[0].files)
        taken = stack.manage("backup", folder)
        assert taken.returncode == 0, taken.stderr
    restored = managed(elsewhere, "restore", str(folder))
    assert restored.returncode == 0, restored.stdout + restored.stderr
    print(taken.stdout, restored.stdout)
    listed = managed(elsewhere, "shell", "-v0", "-c", LIST)
    assert {*answers, *files} <= set(listed.stdout.split()), listed.stderr
    assert managed(elsewhere, "check_data").returncode == 0


def managed(own: dict[str, str], *arguments: str) -> "subprocess.CompletedProcess[str]":
    """`manage.py` on embedded servers; the log's key, which all machines share, is that of the cluster."""
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, cwd=BASE, env=own, capture_output=True, text=True)


def test_a_release_in_turn_under_load_loses_no_answer_and_no_stream(stack: Cluster) -> None:
    with at_work(stack) as askers:
        for name in (*WEBS, *TAKEN) * ROUNDS:
            before = done(askers)
            stack.replace(name)
            wait_for(lambda: done(askers) > before, f"answers after {name}")  # noqa: B023
    asked = [uid for asker in askers for uid in asker.answers]
    states = dict(stack.query("SELECT uid::text, state FROM answers_answer"))
    print(json.dumps({"answers": len(asked), "resumed": sum(asker.resumed for asker in askers)}))
    assert [fault for asker in askers for fault in asker.faults] == []
    assert {uid: states.get(uid) for uid in asked} == dict.fromkeys(asked, "done")
    assert set(asked) == {uid for asker in askers for uid in asker.done}
