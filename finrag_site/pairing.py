"""A process whose embedder is not the store's does not start: it would find nothing, without a word."""

import asyncio
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from django.conf import settings
from django.db import DatabaseError, connection

from apps.accounts.acting import serving

KNOWN_UNLOADED = "openvino"  # of the model that ships it is known without loading which one it is


def refuse_wrong_pairing() -> None:
    """End this process with a sentence where its embedder is not the store's. Without a database it may start.

    A web server loads the application inside its loop, where Django asks no database: a thread does.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        wrong = _wrong()
    else:
        with ThreadPoolExecutor(1) as pool:
            wrong = pool.submit(_wrong_elsewhere).result()
    if wrong:
        sys.exit(wrong)


def refuse_before_forking() -> None:
    """The same in a process that will be forked: a model that must be loaded to be known is loaded in another one."""
    if _backends() <= {"", KNOWN_UNLOADED}:
        refuse_wrong_pairing()
    elif code := subprocess.run([sys.executable, "-m", "finrag_site.pairing"], check=False).returncode:
        sys.exit(code)


def _backends() -> set[str]:
    """That of the settings, and the one that made the store's vectors."""
    from apps.documents.embedders import serving as model

    try:
        with serving():
            row = model()
    except DatabaseError:
        row = None
    return {settings.EMBED_BACKEND, row.backend if row else ""}


def _wrong() -> str:
    from apps.documents.embedders import mismatch

    try:
        with serving():
            return mismatch() or ""
    except DatabaseError:
        return ""  # /healthz asks again


def _wrong_elsewhere() -> str:
    try:
        return _wrong()
    finally:
        connection.close()


if __name__ == "__main__":
    import os

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "finrag_site.settings")
    django.setup()
    refuse_wrong_pairing()
