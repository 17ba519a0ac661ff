"""`python -m finrag_site.up.web FD`: the web server on a socket that the supervisor listens on; or on HOST:PORT.

The supervisor's socket outlives the process: while a new one starts, visitors wait a moment instead of being turned
away. Behind a proxy that knows several machines, HOST:PORT will do: it asks another one meanwhile.
"""

import socket
import sys
import threading

import uvicorn

from finrag_site.database import share_connections
from finrag_site.garbage import keep_what_is_loaded
from finrag_site.warming import load_models, read_words

GRACE_SECONDS = 5  # for what is being asked or uploaded; event streams are told to end at once
SWITCH_SECONDS = 0.001  # a thread that computes lets the event loop in so often; by default it waits five times as long
WARMING_SECONDS = 5.0  # after the start: who looks for nothing is not kept waiting for what searches need
IDLE_SECONDS = 150  # a proxy (Caddy: 120) must close first: what it sends into a closing connection is lost


class Server(uvicorn.Server):
    """Ends event streams first, so that only work is waited for."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        from apps.chat.announcements import announcements  # Django is up by now

        announcements().close()
        await super().shutdown(sockets)


def serve(listener: socket.socket) -> None:
    """Until asked to stop."""
    share_connections()
    sys.setswitchinterval(SWITCH_SECONDS)
    warming = threading.Timer(WARMING_SECONDS, warm_up)
    warming.daemon = True
    warming.start()
    Server(configured()).run(sockets=[listener])


def warm_up() -> None:
    """Load what the first search would wait for."""
    load_models()
    read_words()
    keep_what_is_loaded()


def configured() -> uvicorn.Config:
    return uvicorn.Config(
        "finrag_site.asgi:application",
        lifespan="off",
        access_log=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        timeout_keep_alive=IDLE_SECONDS,
        proxy_headers=False,  # apps.audit.address reads them, and only when a proxy is configured
    )


def main() -> None:
    serve(listener_of(sys.argv[1]))


def listener_of(where: str) -> socket.socket:
    """The socket of that number, which another process listens on, or a new one on HOST:PORT. Raises OSError."""
    if where.isdecimal():
        return socket.socket(fileno=int(where))
    host, _, port = where.rpartition(":")
    return socket.create_server((host.strip("[]"), int(port)), backlog=128)


if __name__ == "__main__":
    main()
