"""Where the web server listens."""

import os
import socket

from finrag_site.up.web import configured, listener_of
from tests.stack import free_port


def test_it_listens_on_a_socket_that_it_is_given() -> None:
    with socket.create_server(("127.0.0.1", 0)) as given, listener_of(str(os.dup(given.fileno()))) as taken:
        assert taken.getsockname() == given.getsockname()


def test_it_listens_on_a_host_and_port() -> None:
    port = free_port()
    with listener_of(f"127.0.0.1:{port}"), socket.create_connection(("127.0.0.1", port)) as connected:
        assert connected.getpeername() == ("127.0.0.1", port)


def test_a_proxy_closes_an_idle_connection_first() -> None:
    """Who asks on a connection that the other end is closing gets no answer; Caddy keeps one for two minutes."""
    assert configured().timeout_keep_alive > 120
