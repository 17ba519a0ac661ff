"""`python -m finrag_site.up.web FD`: the web server on a socket that the supervisor listens on; or on HOST:PORT.

The supervisor's socket outlives the process: while a new one starts, visitors wait a moment instead of being turned
away. Behind a proxy that knows several machines, HOST:PORT will do: it asks another one meanwhile.
"""

import socket
import sys

import uvicorn

GRACE_SECONDS = 5  # for what is being asked or uploaded; event streams are told to end at once


class Server(uvicorn.Server):
    """Ends event streams first, so that only work is waited for."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        from apps.chat.announcements import announcements  # Django is up by now

        announcements().close()
        await super().shutdown(sockets)


def serve(listener: socket.socket) -> None:
    """Until asked to stop."""
    config = uvicorn.Config(
        "finrag_site.asgi:application",
        lifespan="off",
        access_log=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        proxy_headers=False,  # apps.audit.address reads them, and only when a proxy is configured
    )
    Server(config).run(sockets=[listener])


def main() -> None:
    serve(_listener(sys.argv[1]))


def _listener(where: str) -> socket.socket:
    if where.isdecimal():
        return socket.socket(fileno=int(where))
    host, _, port = where.rpartition(":")
    return socket.create_server((host.strip("[]"), int(port)), backlog=128)


if __name__ == "__main__":
    main()
