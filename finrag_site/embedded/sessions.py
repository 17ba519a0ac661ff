"""Using the embedded servers: a session holds them up, and they end with the last session."""

import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from finrag_site import environment
from finrag_site.embedded import locks
from finrag_site.embedded.failure import ServerFailed
from finrag_site.embedded.keeper import KINDS
from finrag_site.embedded.paths import Layout, layout
from finrag_site.embedded.processes import spawn

EXTERNAL = {"postgres": "DATABASE_URL", "valkey": "CELERY_BROKER_URL"}
HELP = {"-h", "--help"}
WITHOUT_DATABASE = {"help", "version", "--version", "collectstatic", "startapp", "compilemessages"} | HELP
START_SECONDS = 180


def wanted() -> list[str]:
    """The embedded servers that no setting replaces."""
    return [name for name, variable in EXTERNAL.items() if not environment.text(variable)]


@dataclass(slots=True)
class Use:
    """The use of one server. `ensure` may be called again and again: a keeper that was killed is replaced."""

    place: Layout
    name: str
    keeper: "subprocess.Popen[bytes] | None" = field(default=None)

    def ensure(self) -> None:
        """Start a keeper unless one is at work; does not wait."""
        if self.keeper is not None:
            self.keeper.poll()
        if not self.kept():
            log = self.place.logs / f"{self.name}.log"
            self.keeper = spawn([sys.executable, "-m", "finrag_site.embedded.keeper", self.name], log=log, outlive=True)

    def wait(self) -> None:
        """Return when the server answers.

        Raises:
            ServerFailed: it does not, with the keeper's sentence.
        """
        server = KINDS[self.name](self.place)
        deadline = time.monotonic() + START_SECONDS
        while not (self.server_pid() and server.answers()):
            if self.keeper is not None and self.keeper.poll():
                raise ServerFailed((self.place.locks / f"{self.name}.failure").read_text())
            if time.monotonic() > deadline:
                raise ServerFailed(f"The embedded server {self.name} does not answer: see {self.place.logs}.")
            self.ensure()
            time.sleep(0.05)

    def kept(self) -> bool:
        """Whether a keeper is at work."""
        return locks.is_held(self.place.locks / f"{self.name}.keeper")

    def server_pid(self) -> int | None:
        """The process of the server itself, as its keeper noted it."""
        note = self.place.locks / f"{self.name}.keeper"
        text = note.read_text() if note.exists() else ""
        return int(text) if text else None


@contextmanager
def servers(place: Layout) -> Iterator[list[Use]]:
    """Hold up every embedded server that is wanted.

    Raises:
        ServerFailed: one of them cannot be started, or the folder cannot be written.
    """
    with ExitStack() as stack:
        uses = []
        for name in wanted():
            check_writable(place)
            stack.enter_context(locks.held(place.locks / f"{name}.users", shared=True))
            uses.append(Use(place, name))
        for use in uses:
            use.ensure()
        for use in uses:
            use.wait()
        yield uses


@contextmanager
def servers_for_command(argv: Sequence[str]) -> Iterator[list[str]]:
    """The servers, when the command in `argv` needs them; the names of those that are embedded."""
    if len(argv) < 2 or argv[1] in WITHOUT_DATABASE or HELP & set(argv[2:]):
        yield []
        return
    with servers(layout()) as uses:
        yield [use.name for use in uses]


def check_writable(place: Layout) -> None:
    """Raises ServerFailed unless `var` is there, or can be made, and can be written."""
    try:
        place.make()
        place.locks.mkdir(exist_ok=True)
        (place.locks / "probe").write_text("")
    except OSError as error:
        cause = error.strerror
        raise ServerFailed(f"The folder {place.var} cannot be written ({cause}): set FINRAG_VAR_DIR.") from error
