"""`python -m finrag_site.embedded.keeper NAME`: a process that keeps one embedded server alive while anybody uses it.

Whoever uses a server holds a shared lock on its users file, which the kernel takes back even after kill -9. The keeper
starts the server, starts it again at once when it dies, and stops it when the last user is gone.
"""

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

from finrag_site.embedded import locks
from finrag_site.embedded.failure import ServerFailed
from finrag_site.embedded.paths import Layout, layout
from finrag_site.embedded.postgres import Postgres
from finrag_site.embedded.valkey import Valkey

KINDS: dict[str, Callable[[Layout], Postgres | Valkey]] = {"postgres": Postgres, "valkey": Valkey}
LOOK_SECONDS = 0.1


@dataclass(slots=True)
class Keeper:
    """One server, from its first user to its last."""

    place: Layout
    server: Postgres | Valkey

    def run(self) -> int:
        """0 when all users are gone or another keeper is at work; 1 when the server cannot be started."""
        own = locks.try_take(self.place.locks / f"{self.server.name}.keeper")
        if own is None:
            return 0
        own.note("")
        failure = self.place.locks / f"{self.server.name}.failure"
        failure.unlink(missing_ok=True)
        try:
            users = self._keep(own)
        except (ServerFailed, OSError) as failed:
            failure.write_text(str(failed))
            self.server.stop()
            return 1
        self.server.stop()
        own.release()
        users.release()  # only now may the next user come in and start a keeper of its own
        return 0

    def _keep(self, own: locks.Lock) -> locks.Lock:
        """Keep the server running; returns with the users' lock in hand when nobody is left."""
        while (users := locks.try_take(self.place.locks / f"{self.server.name}.users")) is None:
            if self.server.process is None or self.server.process.poll() is not None:
                own.note("")  # users wait for the number, which says that the server is whole
                own.note(str(self.server.start().pid))
            time.sleep(LOOK_SECONDS)
        return users


def main() -> int:
    place = layout()
    return Keeper(place, KINDS[sys.argv[1]](place)).run()


if __name__ == "__main__":
    sys.exit(main())
