"""The worker that fills a grid is killed while a model writes, and the grid paused: nothing is lost or done twice."""

import os
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.models.functions import Now
from pytest_django import Settings

from apps.answers.models import Answer
from apps.memory import grids, questions, work
from apps.memory.models import Cell, Decision, Grid, Review, Work
from finrag_site.embedded import roles
from finrag_site.embedded.paths import layout
from finrag_site.up.programs import Program, worker
from tests.answers.modelled.replies import answer, by_shape
from tests.answers.store import PROSE, hold
from tests.inference.language.server import KEY, MODEL, Said, model_server
from tests.people import People
from tests.stack import alive, children, wait_for

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]
QUESTIONS = ("Why did net sales grow?", "What do its foundries ship?")
FILERS = ("Quillmark Foundry", "Ledgerwick Foundry")
CELLS = len(QUESTIONS) * len(FILERS)
Start = Callable[[], Program]


@dataclass
class Writer:
    """A model that says nothing until it may."""

    asked: threading.Event = field(default_factory=threading.Event)
    may: threading.Event = field(default_factory=threading.Event)
    calls: int = 0

    def __call__(self, body: dict[str, Any]) -> Said:
        self.calls += 1
        self.asked.set()
        self.may.wait(120)
        shown = str(body)
        passage = shown[: shown.index("after the strike")].rsplit("<<<DATA passage ", 1)[1].split(" ")[0]
        return by_shape(write=answer(PROSE[1].replace(".", f" [{passage}].")))(body)


@pytest.fixture
def writer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Writer]:
    """A model, and what a worker must know of it and of the test's database."""
    written, where = Writer(), connection.settings_dict["NAME"]
    urls = {"DATABASE_URL": roles.APPLICATION, "DATABASE_OWNER_URL": roles.OWNER}
    with model_server(written) as server:
        known = {"URL": server.url, "KEY": KEY, "MODEL": MODEL}
        told = {f"FINRAG_LLM_WRITER_{name}": value for name, value in known.items()} | {"FINRAG_LEASE_SECONDS": "5"}
        for name, role in urls.items():
            told[name] = roles.url(layout(), role).replace("/finrag?", f"/{where}?")
        for name, value in told.items():
            monkeypatch.setenv(name, value)
        yield written


@contextmanager
def working(folder: Path) -> Iterator[Program]:
    """A worker for answers, as the product starts it; killed with its children in the end, as kill -9 does."""
    program = worker("answer", "answer", folder)
    program.start()
    assert program.process
    pid, family = program.process.pid, list[int]()
    try:
        yield program
    finally:
        family = [pid, *children(pid)]
        os.kill(pid, 9)
        program.process.wait()
        wait_for(lambda: not any(map(alive, family)), "the end of the worker")


def waiting(grid: Grid) -> int:
    work.sweep()  # what the sweeper does all the time
    return grid.cells.filter(work=Work.WAITING).count()


def test_a_grid_for_words_outlives_its_worker_and_a_pause(
    people: People, writer: Writer, settings: Settings, tmp_path: Path
) -> None:
    filings = [hold(people.owner, name).document for name in FILERS]
    asked = [questions.keep(people.owner, wording) for wording in QUESTIONS]
    circle = f"user:{people.owner.uid}"
    grid = grids.make_grid(people.owner, "words", asked, filings, circle, token_limit=1_000_000)
    log = tmp_path / "answer.log"
    with working(tmp_path):
        wait_for(writer.asked.is_set, "a question to the model", lambda: log.read_text()[-3000:])
        grids.pause(grid, people.owner)
    lost = writer.calls
    writer.may.set()
    with working(tmp_path):
        wait_for(lambda: not Cell.objects.filter(lease_until__gt=Now()).exists(), "the end of the lease")
        assert waiting(grid) == CELLS, "a paused grid was filled"
        grids.resume(grid, people.owner)
        wait_for(lambda: waiting(grid) == 0, "the cells to be filled", lambda: log.read_text()[-3000:])
    filled = Cell.objects.filter(grid=grid)
    assert all(cell.text and cell.work == Work.NONE for cell in filled), [(cell.text, cell.error) for cell in filled]
    assert len({cell.answer for cell in filled}) == Answer.objects.count() == CELLS, "a question was asked twice"
    steps = Counter(Review.objects.filter(decision=Decision.FILLED).values_list("cell", flat=True))
    assert set(steps.values()) == {1} and len(steps) == CELLS
    written = [[call["stage"] for call in one.trace["calls"]] for one in Answer.objects.all()]
    assert (lost, written) == (1, [["write"]] * CELLS), "one call was lost, and each answer made one"
