"""kill -9 of every process, and starts that cannot work: what was acknowledged stays, each refusal is a sentence."""

import http.client
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from finrag_site.embedded import postgres, roles, valkey
from finrag_site.embedded.paths import BASE, Layout
from finrag_site.embedded.processes import spawn
from tests.stack import PATIENCE, PROGRAMS, Stack, alive, free_port, wait_for

pytestmark = pytest.mark.faults
LARGE = 600 * 1024 * 1024


def keep_a_row(stack: Stack) -> str:
    """A row that the database has acknowledged."""
    name = f"kept {uuid.uuid4()}"
    stack.query("insert into accounts_team (uid, name) values (gen_random_uuid(), %s)", name)
    return name


def is_kept(stack: Stack, name: str) -> bool:
    return bool(stack.query("select 1 from accounts_team where name = %s", name))


def refused(**environment: str) -> str:
    """Start the product where it must not start; its one line on standard error."""
    done = subprocess.run(
        [sys.executable, "-m", "finrag_site.up"],
        cwd=BASE,
        env=dict(os.environ) | environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    return done.stderr


@pytest.mark.parametrize("name", [*PROGRAMS, "valkey", "postgres"])
def test_a_killed_process_is_replaced_and_nothing_acknowledged_is_lost(stack: Stack, name: str) -> None:
    row = keep_a_row(stack)
    family = stack.pids(name)
    stack.restart(name)
    wait_for(lambda: not any(alive(pid) for pid in family), "the end of the killed process's children")
    assert is_kept(stack, row)


@pytest.mark.parametrize("name", ["postgres", "valkey"])
def test_a_killed_keeper_takes_its_server_along_and_both_are_replaced(stack: Stack, name: str) -> None:
    row = keep_a_row(stack)
    server = stack.pid(name)
    keeper = int(Path(f"/proc/{server}/stat").read_text().rpartition(")")[2].split()[1])
    os.kill(keeper, signal.SIGKILL)
    wait_for(lambda: not alive(server) and stack.pid(name) != server, f"another {name}")
    stack.wait_until_healthy()
    assert is_kept(stack, row)


def test_workers_take_messages_again_after_the_queue_was_killed(stack: Stack) -> None:
    stack.restart("valkey")
    before = sealed_until(stack)
    wait_for(lambda: sealed_until(stack) > before, "a sweep of beat's, sent and done after the queue came back")


def sealed_until(stack: Stack) -> datetime:
    """When the sweep that seals the trail came to its end last."""
    ((moment,),) = stack.query("select drained_at from audit_sealingstate")
    assert isinstance(moment, datetime)
    return moment


def test_everything_ends_with_a_killed_supervisor_and_the_next_start_continues(stack: Stack) -> None:
    row, passwords = keep_a_row(stack), stack.passwords
    processes = [pid for name in (*PROGRAMS, "postgres", "valkey") for pid in stack.pids(name)]
    stack.kill("supervisor")
    wait_for(lambda: not any(alive(pid) for pid in processes), "the end of every process")
    stack.start()
    assert is_kept(stack, row)
    assert stack.passwords == passwords


def test_everything_killed_at_once_is_no_worse(stack: Stack) -> None:
    row = keep_a_row(stack)
    processes = [pid for name in ("postgres", "valkey", *PROGRAMS, "supervisor") for pid in stack.pids(name)]
    for pid in processes:
        kill_if_there(pid)
    assert stack.supervisor is not None
    stack.supervisor.wait(timeout=PATIENCE)
    stack.start()
    assert is_kept(stack, row)


def kill_if_there(pid: int) -> None:
    if alive(pid):
        os.kill(pid, signal.SIGKILL)


def test_an_interrupt_stops_everything_cleanly(stack: Stack) -> None:
    processes = [pid for name in (*PROGRAMS, "postgres", "valkey") for pid in stack.pids(name)]
    assert stack.stop() == 0
    wait_for(lambda: not any(alive(pid) for pid in processes), "the end of every process")
    assert "Traceback" not in stack.output.read_text()
    stack.start()


def test_a_second_start_says_that_one_runs(stack: Stack) -> None:
    words = refused(**{**stack.environment, "PORT": str(free_port())})
    assert "already runs at" in words
    assert stack.url in words
    stack.wait_until_healthy()


def test_commands_use_the_running_servers(stack: Stack) -> None:
    server = stack.pid("postgres")
    row = keep_a_row(stack)
    script = f"from apps.accounts.models import Team; print(Team.objects.filter(name='{row}').count())"
    done = stack.manage("shell", "-v", "0", "-c", script)
    assert done.stdout.strip() == "1", done.stderr
    assert stack.pid("postgres") == server


def test_health_names_what_is_not_alive(stack: Stack) -> None:
    stack.kill("beat", signal.SIGSTOP)  # beat is not needed to answer
    stack.kill("supervisor", signal.SIGSTOP)  # nothing is started again meanwhile
    try:
        stack.kill("parse")
        wait_for(lambda: stack.health()[1]["workers"] == "no worker takes from: parse", "a finding")
        wait_for(lambda: stack.health()[0] == 503 and stack.health()[1]["database"] == "ok", "nothing else found")
    finally:
        stack.kill("supervisor", signal.SIGCONT)
        stack.kill("beat", signal.SIGCONT)
    stack.wait_until_healthy()


def test_a_taken_port_is_said(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"port {port}" in refused(FINRAG_VAR_DIR=str(tmp_path / "var"), PORT=str(port))


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    words = refused(FINRAG_VAR_DIR=str(tmp_path / "file" / "var"), PORT=str(free_port()))
    assert "cannot be written" in words


def test_a_number_that_is_none_is_said(tmp_path: Path) -> None:
    words = refused(FINRAG_VAR_DIR=str(tmp_path / "var"), PORT="eighty")
    assert "PORT must be a whole number" in words


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=20m", "tmpfs", tmp_path], capture_output=True)
    if mounted.returncode != 0:
        pytest.skip("only root may mount a small disk")
    yield tmp_path
    subprocess.run(["umount", "-l", tmp_path], check=True)


def test_a_full_disk_is_said(small_disk: Path) -> None:
    assert "no space left" in refused(FINRAG_VAR_DIR=str(small_disk / "var"), PORT=str(free_port()))


@pytest.fixture
def ordinary_user() -> list[str]:
    """A prefix that runs a command as an ordinary user: nothing when we are one."""
    if os.geteuid() != 0:
        return []
    prefix = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    if subprocess.run([*prefix, sys.executable, "-c", ""], capture_output=True).returncode != 0:
        pytest.skip("an ordinary user may not enter the folder of this Python")
    return prefix


def test_a_folder_of_somebody_else_is_said(ordinary_user: list[str], tmp_path: Path) -> None:
    var = Path("/") / "var" / "lib" / "finrag-of-nobody"  # a folder where only root may make one
    environment = dict(os.environ) | {"FINRAG_VAR_DIR": str(var), "PORT": str(free_port())}
    command = [*ordinary_user, sys.executable, "-m", "finrag_site.up"]
    done = subprocess.run(command, cwd=BASE, env=environment, capture_output=True, text=True)
    assert done.returncode == 1
    assert f"The folder {var} cannot be written" in done.stderr


@pytest.fixture
def var() -> Iterator[Path]:
    """A data folder that the database's user may come to (pytest's own are closed)."""
    folder = Path(tempfile.mkdtemp(prefix="finrag-test-"))
    folder.chmod(0o711)
    yield folder / "var"
    wait_for(lambda: not alive(server_of(folder / "var")), "the end of the server")
    shutil.rmtree(folder)


def shell(var: Path, script: str) -> "subprocess.Popen[str]":
    """`manage.py shell` that runs `script` on servers of its own over `var`."""
    return subprocess.Popen(
        [sys.executable, "manage.py", "shell", "-v", "0", "-c", f"from django.db import connection as c; {script}"],
        cwd=BASE,
        env=dict(os.environ) | {"FINRAG_VAR_DIR": str(var)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


ASK = "k = c.cursor(); k.execute('select 6 * 7'); print(k.fetchone()[0], flush=True)"
HOLD = "input()"


def line_of(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def server_of(var: Path) -> int:
    return int((Layout(var).locks / "postgres.keeper").read_text())


def test_commands_side_by_side_share_servers_which_end_with_the_last(var: Path) -> None:
    first = shell(var, f"{ASK}; {HOLD}; {ASK}")
    assert line_of(first) == "42"
    server = server_of(var)
    second = shell(var, f"{ASK}; {HOLD}; {ASK}")
    assert line_of(second) == "42"
    first.kill()  # it started the servers, and they stay for the other
    second.communicate("\n")
    assert second.returncode == 0
    assert server_of(var) == server
    wait_for(lambda: not alive(server), "the end of the server")


def test_a_half_finished_start_and_stale_marks_are_overcome(var: Path) -> None:
    (var / "postgres.half").mkdir(parents=True)
    (var / "postgres.half" / "PG_VERSION").write_text("18\n")
    (var / "postgres").mkdir()
    (var / "postgres" / "base").mkdir()
    first = shell(var, ASK)
    assert line_of(first) == "42"
    first.communicate()
    wait_for(lambda: not alive(server_of(var)), "the end of the server")
    (var / "postgres" / "postmaster.pid").write_text(f"{os.getpid()}\n{var / 'postgres'}\n0\n5432\n")
    owner = (var / "postgres").stat()  # as PostgreSQL itself would have left it
    os.chown(var / "postgres" / "postmaster.pid", owner.st_uid, owner.st_gid)
    (Layout(var).sockets / ".s.PGSQL.5432.lock").write_text(f"{os.getpid()}\n")
    (Layout(var).sockets / "valkey.sock").touch()
    second = shell(var, ASK)
    assert line_of(second) == "42"
    second.communicate()


@pytest.fixture
def elsewhere(var: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """Settings that name a PostgreSQL and a Valkey on TCP ports, as on other machines."""
    port, queue_port = free_port(), free_port()
    monkeypatch.setenv("PGPORT", str(port))
    monkeypatch.setitem(postgres.SETTINGS, "listen_addresses", "127.0.0.1")
    database = postgres.Postgres(Layout(var))
    database.start()
    queue = spawn([valkey.binary(), "--port", str(queue_port), "--save", "", "--dir", var], log=var / "queue.log")
    (Layout(var).locks).mkdir()
    (Layout(var).locks / "postgres.keeper").write_text(str(database.process.pid if database.process else 0))
    yield {
        "DATABASE_URL": named(var, roles.APPLICATION, port),
        "DATABASE_OWNER_URL": named(var, roles.OWNER, port),
        "CELERY_BROKER_URL": f"redis://127.0.0.1:{queue_port}/0",
    }
    database.stop()
    queue.terminate()
    queue.wait()


def named(var: Path, role: str, port: int) -> str:
    return f"postgresql://{role}:{roles.password(Layout(var), role)}@127.0.0.1:{port}/{roles.DATABASE}"


def test_nothing_embedded_starts_beside_servers_that_are_named(tmp_path: Path, elsewhere: dict[str, str]) -> None:
    own = tmp_path / "var"
    with Stack(own, **elsewhere) as stack:
        well = {"web": "ok", "database": "ok", "queue": "ok", "workers": "ok", "waiting": "ok"}
        wait_for(lambda: well.items() <= stack.health()[1].items(), "nothing found", lambda: str(stack.health()))
        assert not stack.layout.demo_users.exists()  # nobody is made in a store that others may come to
        assert not (own / "postgres").exists()
        assert not (own / "valkey").exists()


def test_a_damaged_log_of_messages_is_set_aside(var: Path) -> None:
    shell(var, ASK).communicate()
    wait_for(lambda: not alive(server_of(var)), "the end of the server")
    for file in (var / "valkey" / "appendonlydir").glob("*.manifest"):
        file.write_text("nonsense\n")
    assert shell(var, ASK).communicate()[0].strip() == "42"
    assert (var / "valkey.damaged").exists()


def test_a_folder_that_only_root_may_enter_keeps_its_data_outside(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root's database runs as another user")
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    var = closed / "var"
    outside = Layout(var).outside
    try:
        assert shell(var, ASK).communicate()[0].strip() == "42"
        assert (var / "postgres").resolve() == outside / "postgres"
        assert shell(var, ASK).communicate()[0].strip() == "42"
    finally:
        wait_for(lambda: not alive(server_of(var)), "the end of the server")
        shutil.rmtree(outside)


def test_a_running_product_refuses_a_large_request_before_it_arrives(stack: Stack) -> None:
    connection = http.client.HTTPConnection("localhost", stack.port, timeout=60)
    connection.putrequest("POST", "/accounts/login/")
    connection.putheader("Content-Type", "application/x-www-form-urlencoded")
    connection.putheader("Content-Length", str(LARGE))
    connection.endheaders(b"username=")
    assert connection.getresponse().status == 413
