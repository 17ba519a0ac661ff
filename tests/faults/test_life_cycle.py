"""Workers and the database are killed while files are taken in; every file ends Ready, once, with its whole trail."""

# ruff: noqa: S608  (statements are put together from constants of this file)

import itertools
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.documents.filings import html
from tests.stack import Stack, alive, wait_for

pytestmark = pytest.mark.faults

FILES = 10
ITEMS = 8  # per file
PATIENCE = 600.0  # seconds: seven processes, ten files and as many kills, on whatever machine
ROAD = ["uploaded", "normalized", "analyzed", "indexed", "ready"]
# Locking these keeps a step open while it writes, so that its worker is killed inside it for certain.
LOCKS = {
    "uploaded": "LOCK TABLE documents_page IN SHARE ROW EXCLUSIVE MODE",
    "normalized": "LOCK TABLE documents_section IN SHARE ROW EXCLUSIVE MODE",
    "analyzed": "LOCK TABLE documents_chunkvector IN SHARE ROW EXCLUSIVE MODE",
    "indexed": "SELECT FROM documents_document WHERE starts_with(name, %s) FOR UPDATE",
}
WORKERS = {"uploaded": "parse", "normalized": "parse", "analyzed": "work", "indexed": "work"}
UPLOAD = """
from pathlib import Path
from django.core.files.base import File
from apps.accounts.models import User
from apps.documents.uploads import accept
for path in sorted(Path({folder!r}).iterdir()):
    with path.open("rb") as file:
        accept(User.objects.get(username="analyst"), path.name, File(file))
"""


@dataclass(frozen=True)
class Intake:
    """The files of this run in the shared stack: `prefix` begins their names, and no others'."""

    stack: Stack
    prefix: str

    def versions(self, columns: str, condition: str = "true", *parameters: object) -> list[tuple[Any, ...]]:
        where = f"starts_with(file_name, %s) AND {condition}"
        return self.stack.query(
            f"SELECT {columns} FROM documents_documentversion WHERE {where}", self.prefix, *parameters
        )

    def held(self, state: str) -> bool:
        return bool(self.versions("id", "state = %s AND lease_until > now()", state))

    def ready(self) -> bool:
        try:
            return len(self.versions("id", "state = 'ready'")) == FILES
        except psycopg.OperationalError:  # the database is coming back
            return False

    def states(self) -> str:
        return str(self.versions("id, state, attempts, lease_until, error, now()"))

    def events(self, action: str) -> list[tuple[Any, ...]]:
        """Subject and detail of the events of these files, in order."""
        statement = (
            "SELECT subject_uid, detail FROM audit_auditevent WHERE action = %s AND starts_with(subject_name, %s)"
        )
        return self.stack.query(f"{statement} ORDER BY id", action, self.prefix)

    @contextmanager
    def locked(self, state: str) -> Iterator[None]:
        """Nobody gets out of `state` in here."""
        with psycopg.connect(self.stack.database_url) as connection:
            connection.execute(LOCKS[state], [self.prefix] if "%s" in LOCKS[state] else None)  # type: ignore[arg-type]
            yield

    def kill_in(self, state: str) -> None:
        """Kill the worker that holds a version in `state`."""
        wait_for(lambda: self.held(state), f"work in {state}", self.states, PATIENCE)
        killed = self.stack.kill(WORKERS[state])
        wait_for(lambda: not alive(killed), f"the end of {WORKERS[state]}")


@pytest.fixture(scope="module")
def survived(stack: Stack, tmp_path_factory: pytest.TempPathFactory) -> Intake:
    """The files after all the kills, each Ready."""
    folder, run = tmp_path_factory.mktemp("filings"), uuid.uuid4().hex[:8]
    for seed in range(1, FILES + 1):
        text = html(f"Fault Line {run} {seed} Foundry, Inc.", int(run, 16) + seed * 10**6, ITEMS)
        (folder / f"FAULT{run}x{seed}_2023_10K.htm").write_text(text)
    intake = Intake(stack, f"FAULT{run}")
    kill_in_each_state(intake, folder)
    wait_for(intake.ready, "ten files Ready", intake.states, PATIENCE)
    return intake


def kill_in_each_state(intake: Intake, folder: Path) -> None:
    """Each lock but the last is set before the files come, and released when the worker at it is dead."""
    with intake.locked("analyzed"):
        with intake.locked("normalized"):
            with intake.locked("uploaded"):
                sent = intake.stack.manage("shell", "-v0", "-c", UPLOAD.format(folder=str(folder)))
                assert sent.returncode == 0, sent.stderr
                intake.kill_in("uploaded")
            intake.kill_in("normalized")
        intake.kill_in("analyzed")
        wait_for(
            lambda: len(intake.versions("id", "state = 'analyzed'")) == FILES, "ten analysed", intake.states, PATIENCE
        )
        indexed = intake.locked("indexed")
        indexed.__enter__()
    intake.kill_in("indexed")
    indexed.__exit__(None, None, None)
    wait_for(lambda: any(map(intake.held, WORKERS)), "work going on", intake.states)
    intake.stack.kill("postgres")


def test_each_step_is_recorded_once(survived: Intake) -> None:
    trails: dict[str, list[tuple[str, str]]] = {}
    for document, detail in survived.events("transition"):
        trails.setdefault(document, []).append((detail["from"], detail["to"]))
    assert len(trails) == FILES
    assert all(trail == list(itertools.pairwise(ROAD)) for trail in trails.values())


def test_uploads_are_recorded_once_and_resumptions_are_recorded(survived: Intake) -> None:
    assert len({document for document, _ in survived.events("uploaded")}) == FILES
    assert len(survived.events("uploaded")) == FILES
    assert {detail["state"] for _, detail in survived.events("resumed")} >= set(WORKERS)


@pytest.mark.parametrize(
    ("step", "artifact", "rows"),
    [
        ("normalized", "pages", "documents_page WHERE version_id = %s"),
        ("normalized", "tables", "documents_table WHERE version_id = %s"),
        ("analyzed", "sections", "documents_section WHERE version_id = %s"),
        ("analyzed", "chunks", "documents_chunk WHERE version_id = %s"),
        (
            "indexed",
            "vectors",
            "documents_chunkvector v JOIN documents_chunk c ON c.id = chunk_id WHERE version_id = %s",
        ),
    ],
)
def test_nothing_is_there_twice_or_missing(survived: Intake, step: str, artifact: str, rows: str) -> None:
    details = [detail for _, detail in survived.events("transition") if detail["to"] == step]
    counts = {detail["version"]: detail["artifacts"][artifact] for detail in details}
    for pk, uid in survived.versions("id, uid::text"):
        assert survived.stack.query(f"SELECT count(*) FROM {rows}", pk) == [(counts[uid],)]
        assert counts[uid] > 0


def test_every_unique_chunk_has_one_vector_and_lexemes(survived: Intake) -> None:
    for (pk,) in survived.versions("id"):
        vectors = "SELECT count(*) FROM documents_chunkvector WHERE chunk_id = chunk.id"
        unique = "documents_chunk chunk WHERE duplicate_of_id IS NULL AND version_id = %s"
        assert set(survived.stack.query(f"SELECT ({vectors}), lexemes IS NULL FROM {unique}", pk)) == {(1, False)}
        assert survived.stack.query(f"SELECT hash FROM {unique} GROUP BY hash HAVING count(*) > 1", pk) == []
