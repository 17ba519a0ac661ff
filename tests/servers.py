"""A pytest plugin: the embedded servers on a data folder of the tests' own, started before Django's settings are read.

`FINRAG_TEST_VAR` names the folder (default `var/test`), so that several runs can go side by side.
"""

import os
from contextlib import ExitStack

import pytest

from finrag_site import database
from finrag_site.embedded.paths import BASE

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

    held.enter_context(servers(layout()))


def pytest_unconfigure(config: pytest.Config) -> None:
    held.close()
