"""Scores from workers: askers share a pass, and whoever gets no answer scores by itself."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from celery import current_app

from apps.inference import scoring_queue
from apps.inference.embedding import Identity, embedder
from apps.inference.errors import ModelUnavailable
from apps.inference.pair_scoring import Role, cross_encoder, judge_model, loaded
from apps.inference.queued import EMBED, QueuedEmbedder, QueuedPairs
from apps.inference.scoring_queue import WAITING, Result, scored, serve
from finrag_site.embedded.paths import BASE
from finrag_site.heartbeat import queues_served, redis_of

PAIRS = [("Who owns the kelp farm?", "Olga owns the kelp farm."), ("Who owns the kelp farm?", "Bells are of bronze.")]


@pytest.fixture(autouse=True)
def queue(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    settings.SCORING, settings.SCORING_SECONDS = "queue", 20
    settings.CROSS_ENCODER = settings.JUDGE_MODEL = "shipped"
    scoring_queue.rest(0)
    with redis_of(current_app) as redis:
        redis.delete(WAITING, "gpu")
        yield
        redis.delete(WAITING, "gpu")
    scoring_queue.rest(0)


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring_queue, "queues_served", lambda app: {"gpu"})


class Lengths:
    """A model that scores a pair by its length, and remembers how often it was asked."""

    def __init__(self) -> None:
        self.passes: list[int] = []

    def __call__(self) -> tuple[str, Any]:
        return "lengths", self.score

    def score(self, pairs: list[tuple[str, str]]) -> Result:
        self.passes.append(len(pairs))
        return [len(question) + len(text) for question, text in pairs]


def waiting() -> int:
    with redis_of(current_app) as redis:
        return int(redis.llen(WAITING))


def until(wanted: int) -> None:
    deadline = time.monotonic() + 60
    while waiting() < wanted and time.monotonic() < deadline:
        time.sleep(0.01)


def test_several_askers_are_answered_in_one_pass(served: None) -> None:
    model = Lengths()
    with ThreadPoolExecutor(5) as askers:
        asked = [askers.submit(scored, "x", "lengths", [("a" * n, "b"), ("", "c")]) for n in range(5)]
        until(5)
        assert serve({"x": model}) == 5
        assert [one.result() for one in asked] == [[n + 1, 1] for n in range(5)]
    assert model.passes == [10]


def test_back_pressure_and_time_limit_leave_the_asker_to_itself(served: None, settings: Any) -> None:
    settings.SCORING_WAITING = 1
    settings.SCORING_SECONDS = 1
    assert scored("x", "lengths", PAIRS) is None  # nobody answers
    assert waiting() == 1
    scoring_queue.rest(0)
    assert scored("x", "lengths", PAIRS) is None  # the list is full
    assert waiting() == 1
    time.sleep(0.1)
    model = Lengths()
    assert serve({"x": model}) == 1
    assert model.passes == []  # who asked has gone


def test_after_silence_nobody_is_asked_for_a_while(served: None, settings: Any) -> None:
    settings.SCORING_SECONDS = 1
    assert scored("x", "lengths", PAIRS) is None
    assert scored("x", "lengths", PAIRS) is None
    assert waiting() == 1


def test_another_model_or_none_is_no_answer(served: None) -> None:
    def absent() -> Any:
        raise ModelUnavailable("gone")

    for models in ({"x": Lengths()}, {"x": absent}, {}):
        scoring_queue.rest(0)
        with ThreadPoolExecutor(1) as askers:
            asked = askers.submit(scored, "x", "another", PAIRS)
            until(1)
            serve(models)
            assert asked.result() is None


def test_without_a_worker_scores_are_made_here() -> None:
    model = cross_encoder()
    assert isinstance(model, QueuedPairs)
    assert model.name == loaded(Role.CROSS_ENCODER).name
    assert model.score(PAIRS[0][0], [text for _, text in PAIRS]) == loaded(Role.JUDGE).score_pairs(PAIRS)
    own = embedder()
    queued = QueuedEmbedder(Identity.of(own), lambda: own)
    assert (queued.embed(["kelp"]) == own.embed(["kelp"])).all()
    assert queued.count_tokens(["kelp farm"]) == own.count_tokens(["kelp farm"])
    assert waiting() == 0


@pytest.fixture
def worker(tmp_path: Path) -> Iterator[None]:
    """A process that takes from `gpu`, as on another machine; it works on the CPU."""
    environment = dict(os.environ) | {
        "FINRAG_SCORING": "queue", "FINRAG_CROSS_ENCODER": "shipped", "FINRAG_JUDGE_MODEL": "shipped",
        "DJANGO_SETTINGS_MODULE": "finrag_site.settings",
    }  # fmt: skip
    command = [sys.executable, "-m", "celery", "-A", "finrag_site.celery", "--skip-checks", "worker", "-Q", "gpu"]
    command += ["-c", "1", "-n", "scorer@%h", "--without-gossip", "--without-mingle"]
    with (tmp_path / "worker.log").open("wb") as log:
        process = subprocess.Popen(command, cwd=BASE, env=environment, stdout=log, stderr=log)
        try:
            deadline = time.monotonic() + 120
            while "gpu" not in queues_served(current_app) and time.monotonic() < deadline:
                assert process.poll() is None, (tmp_path / "worker.log").read_text()
                time.sleep(0.1)
            yield
        finally:
            process.terminate()
            process.wait(timeout=60)


def test_a_real_worker_scores_and_embeds_for_several(worker: None, settings: Any, monkeypatch: Any) -> None:
    settings.SCORING_SECONDS = 120
    own, pairs = embedder(), loaded(Role.JUDGE)
    monkeypatch.setattr("apps.inference.pair_scoring.loaded", lambda role: pytest.fail("scored here"))
    started = threading.Barrier(4)

    def ask(asker: int) -> list[float]:
        started.wait()
        return judge_model().score_pairs(PAIRS[: 1 + asker % 2])

    with ThreadPoolExecutor(4) as askers:
        found = list(askers.map(ask, range(4)))
    expected = pairs.score_pairs(PAIRS)
    for asker, scores in enumerate(found):
        assert scores == pytest.approx(expected[: 1 + asker % 2], abs=0.02)
    made = scored(EMBED, f"{own.name} {own.digest}", [("", "kelp farm")])
    assert made is not None
    assert own.embed(["kelp farm"])[0] @ made[0] == pytest.approx(1, abs=0.01)
