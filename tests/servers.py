"""A pytest plugin: the embedded servers on a data folder of the tests' own, started before Django's settings are read.

`FINRAG_TEST_VAR` names the folder (default `var/test`), so that several runs can go side by side.
"""

import os
from contextlib import ExitStack

import pytest

from finrag_site import database
from finrag_site.embedded.paths import BASE, Layout

os.environ["FINRAG_VAR_DIR"] = os.environ.get("FINRAG_TEST_VAR", str(BASE / "var" / "test"))
os.environ.setdefault("FINRAG_SHARED_BUFFERS", "128MB")
os.environ.setdefault("FINRAG_EMBED_TRIAL", "0")  # its own test makes one
os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("FINRAG_CROSS_ENCODER", "none")  # the shipped one takes seconds to load: its own tests ask for it
os.environ.setdefault("FINRAG_JUDGE_MODEL", "none")

database.act_as_owner()  # who makes the test database; tests/site/test_roles.py connects as the application

held = ExitStack()


def pytest_configure(config: pytest.Config) -> None:
    from finrag_site.embedded.paths import layout
    from finrag_site.embedded.sessions import servers

    _belongs(layout())
    held.enter_context(servers(layout()))


def _belongs(place: Layout) -> None:
    """`make up` as root gives `var` to a user of its own: a new folder in it is that user's, too, from the beginning.

    A command that a test starts becomes the user to whom the folder belongs, and must find the servers where we do.
    """
    new = not place.var.exists()
    place.make()
    if new and os.geteuid() == 0:
        parent = place.var.parent.stat()
        os.chown(place.var, parent.st_uid, parent.st_gid)


def pytest_unconfigure(config: pytest.Config) -> None:
    held.close()
