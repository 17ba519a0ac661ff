"""Workers and the database are killed while files are taken in; every file ends Ready, once, with its whole trail."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.documents.filings import html
from tests.stack import Stack, alive, wait_for

pytestmark = pytest.mark.faults

FILES = 10
ITEMS = 8  # per file
PATIENCE = 240.0
ROAD = ["uploaded", "normalized", "analyzed", "indexed", "ready"]
# state: the worker that leads out of it, and the table that it writes on the way
STEPS = {
    "uploaded": ("parse", "documents_page"),
    "normalized": ("parse", "documents_section"),
    "analyzed": ("work", "documents_chunkvector"),
    "indexed": ("work", "documents_document"),
}
HELD = "SELECT count(*) FROM documents_documentversion WHERE state = %s AND lease_until > now()"
READY = "SELECT count(*) FROM documents_documentversion WHERE state = 'ready'"
EVENTS = "SELECT subject_uid, detail ->> 'from', detail ->> 'to' FROM audit_auditevent WHERE action = %s ORDER BY id"
UPLOAD = """
from pathlib import Path
from django.core.files.base import File
from apps.accounts.models import User
from apps.documents.uploads import accept
for path in sorted(Path({folder!r}).iterdir()):
    with path.open("rb") as file:
        accept(User.objects.get(username="analyst"), path.name, File(file))
"""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with Stack(tmp_path_factory.mktemp("life") / "var") as stack:
        yield stack


@pytest.fixture(scope="module")
def survived(running: Stack, tmp_path_factory: pytest.TempPathFactory) -> Stack:
    """The stack after all the kills, with every file Ready."""
    folder = tmp_path_factory.mktemp("filings")
    for seed in range(1, FILES + 1):
        (folder / f"FAULT{seed}_2023_10K.htm").write_text(html(f"Fault Line {seed} Foundry, Inc.", seed, ITEMS))
    kill_in_each_state(running, folder)
    wait_for(lambda: ready(running) == FILES, "ten files Ready", lambda: states(running), PATIENCE)
    return running


def kill_in_each_state(stack: Stack, folder: Path) -> None:
    """A locked table holds the step that writes it open, so that the worker is killed inside it for certain."""
    blocked = {state: block(stack, table) for state, (_, table) in STEPS.items()}
    uploaded = stack.manage("shell", "-v0", "-c", UPLOAD.format(folder=str(folder)))
    assert uploaded.returncode == 0, uploaded.stderr
    for state, (worker, _) in STEPS.items():
        wait_for(lambda state=state: held(stack, state) > 0, f"work in {state}", lambda: states(stack), PATIENCE)
        killed = stack.kill(worker)
        wait_for(lambda killed=killed: not alive(killed), f"the end of {worker}")
        blocked[state].close()
    wait_for(lambda: any(held(stack, state) for state in STEPS), "work going on")
    stack.kill("postgres")


def block(stack: Stack, table: str) -> "psycopg.Connection[tuple[int]]":
    """A connection that keeps everybody else from writing to `table` until it is closed."""
    connection = psycopg.connect(stack.layout.database_url)
    connection.execute(f"LOCK TABLE {table} IN SHARE ROW EXCLUSIVE MODE")  # type: ignore[arg-type]
    return connection


def held(stack: Stack, state: str) -> int:
    return int(stack.query(HELD, state)[0][0])


def ready(stack: Stack) -> int:
    try:
        return int(stack.query(READY)[0][0])
    except psycopg.OperationalError:  # the database is coming back
        return 0


def states(stack: Stack) -> str:
    return str(stack.query("SELECT id, state, attempts, lease_until, error, now() FROM documents_documentversion"))


def test_each_step_is_recorded_once(survived: Stack) -> None:
    trails: dict[str, list[tuple[str, str]]] = {}
    for document, before, after in survived.query(EVENTS, "transition"):
        trails.setdefault(document, []).append((before, after))
    assert len(trails) == FILES
    assert all(trail == list(itertools.pairwise(ROAD)) for trail in trails.values())


def test_uploads_are_recorded_once_and_resumptions_are_recorded(survived: Stack) -> None:
    assert len({event[0] for event in survived.query(EVENTS, "uploaded")}) == FILES
    assert len(survived.query(EVENTS, "uploaded")) == FILES
    assert len(survived.query(EVENTS, "resumed")) >= len(STEPS)


@pytest.mark.parametrize(
    ("step", "artifact", "rows"),
    [
        ("normalized", "pages", "SELECT count(*) FROM documents_page WHERE version_id = %s"),
        ("normalized", "tables", "SELECT count(*) FROM documents_table WHERE version_id = %s"),
        ("analyzed", "sections", "SELECT count(*) FROM documents_section WHERE version_id = %s"),
        ("analyzed", "chunks", "SELECT count(*) FROM documents_chunk WHERE version_id = %s"),
        (
            "indexed",
            "vectors",
            "SELECT count(*) FROM documents_chunkvector WHERE chunk_id IN "
            "(SELECT id FROM documents_chunk WHERE version_id = %s)",
        ),
    ],
)
def test_nothing_is_there_twice_or_missing(survived: Stack, step: str, artifact: str, rows: str) -> None:
    recorded = survived.query(
        "SELECT version.id, (detail -> 'artifacts' ->> %s)::int FROM audit_auditevent "
        "JOIN documents_documentversion version ON version.uid = (detail ->> 'version')::uuid "
        "WHERE action = 'transition' AND detail ->> 'to' = %s",
        artifact,
        step,
    )
    assert len(recorded) == FILES
    for version, count in recorded:
        assert survived.query(rows, version) == [(count,)]
        assert count > 0


def test_every_unique_chunk_has_one_vector_and_lexemes(survived: Stack) -> None:
    chunks = survived.query(
        "SELECT (SELECT count(*) FROM documents_chunkvector WHERE chunk_id = chunk.id), lexemes IS NULL "
        "FROM documents_chunk chunk WHERE duplicate_of_id IS NULL"
    )
    assert set(chunks) == {(1, False)}


def test_no_text_is_there_twice(survived: Stack) -> None:
    assert (
        survived.query(
            "SELECT version_id, hash FROM documents_chunk WHERE duplicate_of_id IS NULL "
            "GROUP BY version_id, hash HAVING count(*) > 1"
        )
        == []
    )
