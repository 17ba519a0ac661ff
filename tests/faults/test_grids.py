"""The worker that fills a grid is killed inside a cell, and the grid is paused: nothing is lost or done twice."""

# ruff: noqa: S608  (statements are put together from constants of this file)

import uuid
from pathlib import Path

import psycopg
import pytest

from tests.documents.filings import html
from tests.stack import Stack, alive, wait_for

pytestmark = pytest.mark.faults
QUESTIONS = ("What are the main risks?", "Who audits its statements?", "What legal proceedings are pending?")
FILINGS = 2
CELLS = len(QUESTIONS) * FILINGS
MAKE = """
from apps.accounts.models import User
from apps.documents.models import Document
from apps.memory import grids, questions
user = User.objects.get(username="analyst")
asked = [questions.keep(user, wording) for wording in {questions!r}]
filings = list(Document.objects.filter(company__name={title!r}))
print(grids.make_grid(user, {title!r}, asked, filings, f"user:{{user.uid}}").pk)
"""
SWITCH = """
from apps.memory import grids
from apps.memory.models import Grid
grid = Grid.objects.select_related("owner").get(title={title!r})
grids.{deed}(grid, grid.owner)
"""
OF = "FROM memory_cell c JOIN memory_grid g ON g.id = c.grid_id WHERE g.title = %s"
HELD = f"SELECT c.id {OF} AND lease_until > now()"
WAITING = f"SELECT count(*) {OF} AND c.work = 'waiting'"
STATES = f"SELECT c.work, c.attempts, c.error, count(*) {OF} GROUP BY 1, 2, 3"
FILLED = (
    f"SELECT c.answer, (SELECT count(*) FROM memory_review r WHERE r.cell_id = c.id AND decision = 'filled') {OF} "
    "AND c.work <> 'failed'"
)
ASKED = "SELECT count(*) FROM answers_answer WHERE position(%s IN question) > 0"


def shell(stack: Stack, code: str, **names: object) -> None:
    told = stack.manage("shell", "-v", "0", "-c", code.format(**names))
    assert told.returncode == 0, told.stderr


def test_a_grid_for_words_outlives_its_worker_and_a_pause(stack: Stack, tmp_path: Path) -> None:
    run = uuid.uuid4().hex[:6]
    title = f"Ledger {run} Foundry, Inc."
    paths = [tmp_path / f"LEDGER{run}_{year}_10K.htm" for year in range(2022, 2022 + FILINGS)]
    for seed, path in enumerate(paths):
        path.write_text(html(title, int(run, 16) + seed, 3))
    assert stack.manage("ingest", *paths, "--company", title).returncode == 0
    questions = tuple(wording.replace("?", f" of {run}?") for wording in QUESTIONS)
    with psycopg.connect(stack.database_url) as connection:
        # Nobody gets to the end of a cell in here, so that the worker is killed inside one for certain.
        connection.execute("LOCK TABLE memory_review IN SHARE ROW EXCLUSIVE MODE")
        shell(stack, MAKE, title=title, questions=questions)
        wait_for(lambda: bool(stack.query(HELD, title)), "a worker at a cell")
        shell(stack, SWITCH, title=title, deed="pause")
        killed = stack.kill("answer")
        wait_for(lambda: not alive(killed), "the end of the worker")
        assert stack.query(WAITING, title) == [(CELLS,)]
    wait_for(lambda: not stack.query(HELD, title), "the end of the lease")
    stack.wait_until_healthy()
    assert stack.query(WAITING, title) == [(CELLS,)], "a paused grid was filled"
    shell(stack, SWITCH, title=title, deed="resume")
    states = lambda: str(stack.query(STATES, title))  # noqa: E731
    wait_for(lambda: stack.query(WAITING, title) == [(0,)], "the cells to be filled", states)
    filled = stack.query(FILLED, title)
    assert len({answer for answer, _ in filled if answer}) == CELLS, states()
    assert {times for _, times in filled} == {1}
    assert stack.query(ASKED, run) == [(CELLS,)], "a question was asked twice"
