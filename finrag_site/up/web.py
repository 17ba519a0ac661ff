"""`python -m finrag_site.up.web FD`: the web server on a socket that the supervisor listens on.

The socket outlives the process: while a new one starts, visitors wait a moment instead of being turned away.
"""

import socket
import sys

import uvicorn

GRACE_SECONDS = 2  # event streams never end by themselves


def main() -> None:
    listener = socket.socket(fileno=int(sys.argv[1]))
    config = uvicorn.Config(
        "finrag_site.asgi:application",
        lifespan="off",
        access_log=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        proxy_headers=False,  # apps.audit.address reads them, and only when a proxy is configured
    )
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
