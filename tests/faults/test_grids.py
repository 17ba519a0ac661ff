"""The worker that fills a grid is killed while a model writes, and the grid paused: nothing is lost or done twice."""

import os
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from finrag_site.embedded.paths import BASE
from tests.answers.modelled.replies import answer, by_shape
from tests.documents.filings import html
from tests.inference.language.server import KEY, MODEL, Said, model_server
from tests.stack import Stack, alive, wait_for

pytestmark = pytest.mark.faults
QUESTIONS = ("What are the main risks?", "What legal proceedings are pending?")
FILERS = ("Ledgerwick Foundry, Inc.", "Quillmark Foundry, Inc.")
CELLS = len(QUESTIONS) * len(FILERS)
MAKE = f"""
from apps.accounts.models import User
from apps.documents.models import Document
from apps.memory import grids, questions
user = User.objects.get(username="analyst")
asked = [questions.keep(user, wording) for wording in {QUESTIONS!r}]
grids.make_grid(user, "words", asked, list(Document.objects.filter(owner=user)), f"user:{{user.uid}}", 1_000_000)
"""
SWITCH = """
from apps.memory import grids
from apps.memory.models import Grid
grid = Grid.objects.select_related("owner").get()
grids.{deed}(grid, grid.owner)
"""
HELD = "SELECT id FROM memory_cell WHERE lease_until > now()"
STATES = "SELECT work, status, attempts, error, count(*) FROM memory_cell GROUP BY 1, 2, 3, 4"
WAITING = "SELECT count(*) FROM memory_cell WHERE work = 'waiting'"
FILLED = """
SELECT c.answer, c.text <> '', (SELECT count(*) FROM memory_review r WHERE r.cell_id = c.id AND decision = 'filled')
FROM memory_cell c"""
ANSWERS = "SELECT count(*), count(DISTINCT (question, scope)) FROM answers_answer"


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
        return by_shape(write=answer("Kelp is a risk [1]."))(body)


@pytest.fixture
def writer() -> Writer:
    return Writer()


@pytest.fixture
def stack(writer: Writer, tmp_path: Path) -> Iterator[Stack]:
    """A product of its own: that of the other tests asks no model."""
    var = Path(os.environ.get("FINRAG_TEST_VAR", str(BASE / "var" / "test"))) / f"grids-{tmp_path.name}"
    with model_server(writer) as server:
        known = {"URL": server.url, "KEY": KEY, "MODEL": MODEL}
        with Stack(var, **{f"FINRAG_LLM_WRITER_{name}": value for name, value in known.items()}) as running:
            yield running


def shell(stack: Stack, code: str) -> None:
    told = stack.manage("shell", "-v", "0", "-c", code)
    assert told.returncode == 0, told.stderr


def test_a_grid_for_words_outlives_its_worker_and_a_pause(stack: Stack, writer: Writer, tmp_path: Path) -> None:
    paths = [tmp_path / f"{name.split()[0].upper()}_2023_10K.htm" for name in FILERS]
    for seed, (path, name) in enumerate(zip(paths, FILERS, strict=True)):
        path.write_text(html(name, seed, 3))
    ingested = stack.manage("ingest", *paths, "--owner", "analyst")
    assert ingested.returncode == 0, ingested.stdout + ingested.stderr
    shell(stack, MAKE)
    wait_for(writer.asked.is_set, "a question to the model", lambda: str(stack.query(STATES)))
    shell(stack, SWITCH.format(deed="pause"))
    killed = stack.pids("answer")
    stack.kill("answer")
    wait_for(lambda: not any(map(alive, killed)), "the end of the worker")
    lost = writer.calls
    writer.may.set()
    wait_for(lambda: not stack.query(HELD), "the end of the lease")
    stack.wait_until_healthy()
    assert stack.query(WAITING) == [(CELLS,)], "a paused grid was filled"
    shell(stack, SWITCH.format(deed="resume"))
    states = lambda: str(stack.query(STATES))  # noqa: E731
    wait_for(lambda: stack.query(WAITING) == [(0,)], "the cells to be filled", states)
    filled = stack.query(FILLED)
    assert len({one for one, _, _ in filled if one}) == CELLS, states()
    assert {(told, times) for _, told, times in filled} == {(True, 1)}, filled
    assert stack.query(ANSWERS) == [(CELLS, CELLS)], "a question was asked twice"
    assert writer.calls - lost == CELLS, "of each cell the model is asked once more, or for the first time"
