"""Which commands need the embedded servers, and a session in which they run."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from finrag_site import environment
from finrag_site.embedded.paths import Layout, layout

WITHOUT_DATABASE = {"help", "version", "--help", "--version", "collectstatic", "startapp", "compilemessages"}


@contextmanager
def servers(place: Layout, *, shared_buffers: str = "512MB") -> Iterator[None]:
    """Run whichever embedded server is configured and does not answer yet; stop at the end what was started here."""
    from finrag_site.embedded.postgres import Postgres
    from finrag_site.embedded.valkey import Valkey

    started: list[Postgres | Valkey] = []
    try:
        if not environment.text("DATABASE_URL"):
            postgres = Postgres(place.postgres, place.sockets, place.logs / "postgres.log", shared_buffers)
            if not postgres.answers():
                started.append(postgres)
                postgres.start()
        if not environment.text("CELERY_BROKER_URL"):
            valkey = Valkey(place.valkey, place.sockets, place.logs / "valkey.log")
            if not valkey.answers():
                started.append(valkey)
                valkey.start()
        yield
    finally:
        for server in reversed(started):
            server.stop()


@contextmanager
def servers_for_command(argv: Sequence[str]) -> Iterator[None]:
    """The servers, when the command in `argv` needs them."""
    if len(argv) < 2 or argv[1] in WITHOUT_DATABASE:
        yield
        return
    with servers(layout()):
        yield
