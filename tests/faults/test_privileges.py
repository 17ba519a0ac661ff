"""What the processes of a running product may do on the machine and in the database."""

import os
import re
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import cache_from_source
from pathlib import Path

import pytest

from finrag_site.embedded import roles
from finrag_site.embedded.descent import hand_over
from finrag_site.embedded.paths import BASE
from tests.stack import PROGRAMS, SERVERS, Stack, told, wait_for

pytestmark = pytest.mark.faults

DATABASE_FILES = "postgres"


def uids(pid: int) -> set[int]:
    """Real, effective, saved and file system user of a process; none of a child that has ended since it was listed."""
    lines = told(Path(f"/proc/{pid}/status")).splitlines()
    return {int(number) for line in lines if line.startswith("Uid:") for number in line.split()[1:]}


def files(var: Path) -> Iterator[tuple[Path, os.stat_result]]:
    for folder, folders, names in os.walk(var):
        folders[:] = [name for name in folders if not name.startswith(DATABASE_FILES)]
        for name in (".", *names):
            found = Path(folder, name)
            if not found.is_symlink():
                yield found, found.stat()


def connected(stack: Stack) -> set[str]:
    """The roles of everybody who connects while the product serves and sweeps, by the database's own log."""
    stack.query("ALTER SYSTEM SET log_connections = on")
    stack.query("SELECT pg_reload_conf()")
    time.sleep(0.5)
    log = stack.layout.logs / "postgres.log"
    before = log.stat().st_size

    def roles_seen() -> list[str]:
        stack.health()
        return re.findall(r"connection authorized: user=(\S+)", log.read_bytes()[before:].decode())

    wait_for(lambda: len(roles_seen()) > 20, "connections of web and workers")
    stack.query("ALTER SYSTEM RESET log_connections")
    seen = set(roles_seen()[:20])
    stack.query("SELECT pg_reload_conf()")
    return seen


def test_no_process_is_root(stack: Stack) -> None:
    for name in ("supervisor", *PROGRAMS, *SERVERS):
        assert uids(stack.pid(name)), name
        assert not [pid for pid in stack.pids(name) if 0 in uids(pid)], name


@pytest.mark.skipif(os.geteuid() != 0, reason="others compile what they own")
def test_no_process_compiles_the_code_anew(stack: Stack) -> None:
    code = [path for path in (BASE / "apps").rglob("*.py") if path.stat().st_size]
    compiled = [Path(cache_from_source(str(path))) for path in code]
    assert all(path.stat().st_mode & path.parent.stat().st_mode & 0o004 for path in compiled)


def test_web_and_workers_are_the_application_in_the_database(stack: Stack) -> None:
    assert connected(stack) == {roles.APPLICATION}


def test_only_the_stores_user_reads_it(stack: Stack) -> None:
    owner = stack.var.stat().st_uid
    assert owner == next(iter(uids(stack.pid("web"))))
    for path, found in files(stack.var):
        if path != stack.output:  # this test's own
            assert (found.st_uid, stat.S_IMODE(found.st_mode) & 0o077) == (owner, 0), path


def test_a_command_leaves_nothing_that_the_store_cannot_read(stack: Stack, tmp_path: Path) -> None:
    note = tmp_path / "note.md"  # in a folder that only we may enter
    note.write_text("# A note\n\nMade for the test of commands.\n")
    done = stack.manage("ingest", note, "--owner", "analyst")
    assert done.returncode == 0, done.stderr
    test_only_the_stores_user_reads_it(stack)


def test_what_root_wrote_is_handed_over_and_closed(tmp_path: Path) -> None:
    store = tmp_path / "var"
    (store / "files" / "versions").mkdir(parents=True)
    held, linked, outside = store / "files" / "a.pdf", store / "files" / "b.pdf", tmp_path / "outside"
    for path in (held, linked, outside):
        path.write_text("text")
        path.chmod(0o644)
    (store / "link").symlink_to(outside)
    os.link(outside, store / "second-name")
    hand_over(store, None)
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in (store, held, held.parent, outside)}
    assert modes == {store: 0o700, held: 0o600, held.parent: 0o700, outside: 0o644}


def test_a_store_of_an_earlier_release_is_taken_over(stack: Stack) -> None:
    """It trusted everybody who came to its socket, had no second role, and root's files in it."""
    (known,) = stack.query("SELECT count(*) FROM accounts_user")[0]
    stack.query("DROP OWNED BY finrag_app")
    stack.query("DROP ROLE finrag_app")
    name = stack.passwords["analyst"]
    assert stack.stop() == 0
    data = stack.layout.postgres.resolve()
    (data / roles.MARK).unlink()
    (data / "pg_hba.conf").write_text("local all all trust\n")
    for password in stack.var.glob("*.password"):
        password.unlink()
    script = "from apps.accounts.models import User; print(User.objects.count())"
    assert stack.manage("shell", "-v", "0", "-c", script).stdout.strip() == str(known)  # a command alone does it too
    for password in stack.var.glob("*.password"):
        password.unlink()
    left = stack.layout.files / "left-by-root"
    left.parent.mkdir(exist_ok=True)
    left.write_text("text")
    stack.start()
    assert "trust" not in (data / "pg_hba.conf").read_text()
    assert connected(stack) == {roles.APPLICATION}
    assert stack.passwords["analyst"] == name
    test_only_the_stores_user_reads_it(stack)


def test_the_application_of_a_running_product_cannot_touch_the_trail(stack: Stack) -> None:
    script = (
        "from django.db import connection as c; k = c.cursor();"
        "k.execute('select current_user, rolsuper from pg_roles where rolname = current_user'); print(k.fetchone());"
        "k.execute('alter table audit_auditevent disable trigger all')"
    )
    done = stack.manage("shell", "-v", "0", "-c", script)
    assert done.stdout.strip() == "('finrag_app', False)"
    assert "must be owner of table audit_auditevent" in done.stderr


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be kept out by a folder of root's")
def test_where_the_user_cannot_come_the_operator_is_told(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    script = (
        "from pathlib import Path; import sys, os; from finrag_site.embedded.paths import Layout;"
        "from finrag_site.embedded.descent import step_down; print(step_down(Layout(Path(sys.argv[1]))), os.geteuid())"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, closed / "var"], cwd=BASE, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "0"]
