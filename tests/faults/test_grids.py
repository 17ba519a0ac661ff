"""The worker that fills a grid is killed in the middle of a cell: nothing is lost, and nothing is done twice."""

# ruff: noqa: S608  (statements are put together from constants of this file)

import uuid
from pathlib import Path

import psycopg
import pytest

from tests.documents.filings import html
from tests.stack import Stack, alive, wait_for

pytestmark = pytest.mark.faults
QUESTIONS = 60  # that ship
OF = "FROM memory_cell c JOIN documents_company o ON o.id = c.company_id WHERE o.name = %s"
HELD = f"SELECT count(*) {OF} AND lease_until > now()"
WAITING = f"SELECT count(*) {OF} AND work = 'waiting'"
STATES = f"SELECT work, attempts, count(*) {OF} GROUP BY work, attempts"
FILLED = f"SELECT c.id, (SELECT count(*) FROM memory_review r WHERE r.cell_id = c.id AND decision = 'filled') {OF}"


def test_a_grid_outlives_its_worker(stack: Stack, tmp_path: Path) -> None:
    run = uuid.uuid4().hex[:6]
    company = f"Ledger {run} Foundry, Inc."
    path = tmp_path / f"LEDGER{run}_2023_10K.htm"
    path.write_text(html(company, int(run, 16), 8))
    assert stack.manage("ingest", str(path), "--company", company).returncode == 0
    with psycopg.connect(stack.database_url) as connection:
        # Nobody gets to the end of a cell in here, so that the worker is killed inside one for certain.
        connection.execute("LOCK TABLE memory_review IN SHARE ROW EXCLUSIVE MODE")
        told = stack.manage("memory", "fill", company, "--years", "2023", "--user", "analyst")
        assert told.returncode == 0, told.stderr
        wait_for(lambda: stack.query(HELD, company)[0][0] > 0, "a worker at a cell")
        killed = stack.kill("answer")
        wait_for(lambda: not alive(killed), "the end of the worker")
        assert stack.query(WAITING, company) == [(QUESTIONS,)]
    states = lambda: str(stack.query(STATES, company))  # noqa: E731
    wait_for(lambda: stack.query(WAITING, company) == [(0,)], "the cells to be filled", states)
    filled = stack.query(FILLED, company)
    assert len(filled) == QUESTIONS and {count for _, count in filled} == {1}
    assert stack.query(f"SELECT count(*) {OF} AND work = 'failed'", company) == [(0,)]
