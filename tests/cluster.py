"""The product as on many machines: two web and three worker processes, PostgreSQL and Valkey as servers on ports.

`python -m tests.cluster` is what an orchestrator is elsewhere: whatever dies is started again. `Cluster` drives it.
"""

import os
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from redis import Redis

from apps.audit.log.notes import Kind, Signer
from finrag_site.embedded import roles, valkey
from finrag_site.embedded.paths import BASE, Layout, layout
from finrag_site.embedded.postgres import SETTINGS, Postgres
from finrag_site.embedded.processes import die_with_parent, spawn
from finrag_site.heartbeat import PREFIX
from finrag_site.up.programs import Program, worker
from finrag_site.up.supervisor import Supervisor
from tests.stack import Stack, alive, free_port, wait_for

WEBS = ("web", "web2")
TAKEN = {"parse": "parse", "work": "gpu", "answer": "answer,audit"}
SERVERS = ("postgres", "valkey")


@dataclass(slots=True)
class Servers:
    """PostgreSQL and Valkey of the wheels on ports; their process ids stand beside their data."""

    place: Layout
    processes: "dict[str, subprocess.Popen[bytes]]" = field(default_factory=dict)

    def ensure(self) -> None:
        for name, start in (("postgres", self._postgres), ("valkey", self._valkey)):
            process = self.processes.get(name)
            if process is None or process.poll() is not None:
                self.processes[name] = process = start()
                (self.place.var / f"{name}.pid").write_text(str(process.pid))

    def stop(self) -> None:
        for process in self.processes.values():
            process.send_signal(signal.SIGINT)
            process.wait()

    def _postgres(self) -> "subprocess.Popen[bytes]":
        return Postgres(self.place).start()  # on PGPORT

    def _valkey(self) -> "subprocess.Popen[bytes]":
        self.place.valkey.mkdir(parents=True, exist_ok=True)
        where = ["--port", os.environ["VALKEY_PORT"], "--bind", "127.0.0.1", "--dir", self.place.valkey]
        return spawn([valkey.binary(), *where, *valkey.DURABILITY], log=self.place.logs / "valkey.log")


class Cluster(Stack):
    """A `Stack` whose programs are those of several machines. `urls`: of both web processes; `url`: of the first."""

    program = "tests.cluster"
    farewell = signal.SIGTERM  # as orchestrators do

    def __init__(self, var: Path, **environment: str) -> None:
        self.servers = Layout(var.resolve() / "servers")
        self.servers.make()
        ports = {name: str(free_port()) for name in (*SERVERS, *WEBS)}
        self.urls = [f"http://localhost:{ports[name]}" for name in WEBS]
        self.broker = f"redis://127.0.0.1:{ports['valkey']}/0"
        self._postgres_port = ports["postgres"]
        named = {
            "DATABASE_URL": self._database(roles.APPLICATION),
            "DATABASE_OWNER_URL": self._database(roles.OWNER),
            "CELERY_BROKER_URL": self.broker,
            "FINRAG_AUDIT_KEY_FILE": str(self._key()),  # one for all machines
            "FINRAG_DEMO_USERS": "1",
            "PGPORT": ports["postgres"],
            "VALKEY_PORT": ports["valkey"],
            "WEB_PORTS": ",".join(ports[name] for name in WEBS),
            "SERVERS_DIR": str(self.servers.var),
        }
        super().__init__(var / "machine", **named | environment)
        self.url = self.urls[0]

    def pid(self, name: str) -> int:
        return int((self.servers.var / f"{name}.pid").read_text()) if name in SERVERS else super().pid(name)

    @property
    def database_url(self) -> str:
        return self._database(roles.OWNER)

    def replace(self, name: str) -> None:
        """As a rolling release does: ask to stop, wait for the end, and until another one serves."""
        before = self.kill(name, signal.SIGTERM)
        self._forget_heartbeat(name)
        wait_for(lambda: not alive(before) and self.pid(name) != before, f"another {name}")
        self.wait_until_healthy()

    def _key(self) -> Path:
        path = self.servers.var / "audit.key"
        if not path.exists():
            path.write_text(Signer.make("machines.test/audit", Kind.LOG).text)
        return path

    def _database(self, role: str) -> str:
        word = roles.password(self.servers, role)
        return f"postgresql://{role}:{word}@127.0.0.1:{self._postgres_port}/{roles.DATABASE}"

    def _forget_heartbeat(self, name: str) -> None:
        if name in SERVERS:
            return  # they have none, and the queue that would be asked may be the one that was killed
        with Redis.from_url(self.broker) as redis:
            redis.delete(*redis.keys(f"{PREFIX}{name}@*") or ["none"])

    def _healthy(self) -> bool:
        """Every web process says that all is well."""
        try:
            return all(self._says_well(url) for url in self.urls)
        finally:
            self.url = self.urls[0]

    def _says_well(self, url: str) -> bool:
        self.url = url
        return super()._healthy()


def programs(logs: Path) -> list[Program]:
    web = [sys.executable, "-m", "finrag_site.up.web"]
    beat = [sys.executable, "-m", "celery", "-A", "finrag_site.celery", "--skip-checks", "beat"]
    ports = dict(zip(WEBS, os.environ["WEB_PORTS"].split(","), strict=True))
    return [
        *(Program(name, [*web, f"127.0.0.1:{port}"], logs / f"{name}.log") for name, port in ports.items()),
        *(worker(name, queues, logs) for name, queues in TAKEN.items()),
        Program("beat", [*beat, "-S", "celery.beat.Scheduler"], logs / "beat.log"),
    ]


def main() -> None:
    SETTINGS["listen_addresses"] = "127.0.0.1"
    servers, place = Servers(Layout(Path(os.environ["SERVERS_DIR"]))), layout()
    try:
        servers.ensure()
        prepare = [sys.executable, "-m", "finrag_site.up.preparation"]
        subprocess.run(prepare, cwd=BASE, check=True, preexec_fn=die_with_parent(signal.SIGKILL))
        Supervisor(place, "", [servers], programs(place.logs)).run()  # type: ignore[list-item]
    finally:
        servers.stop()


if __name__ == "__main__":
    main()
