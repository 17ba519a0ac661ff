"""Leases: who works on a row now. The row is the truth; a lease that is not prolonged runs out and others may claim.

Any model with `lease`, `lease_until` and `attempts` can be claimed this way. A process beside the worker prolongs
(`lease_keeper`): it beats also while a regular expression or a library holds the worker's interpreter.
"""

import atexit
import json
import logging
import os
import subprocess
import sys
import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection, models
from django.db.models import F, Q
from django.db.models.functions import Now

from apps.accounts.acting import carried

logger = logging.getLogger(__name__)

PROGRESS_SECONDS = 1.0  # each time a connection of its own
ROOT = Path(__file__).resolve().parents[2]


class LeaseLostError(RuntimeError):
    """The row was taken by somebody else, finished, or deleted: leave quietly, nothing of this attempt counts."""


def free() -> Q:
    """Rows that nobody works on. The database's clock decides, so that machines need not agree."""
    return Q(lease_until=None) | Q(lease_until__lt=Now())


def _until() -> Any:
    return Now() + timedelta(seconds=settings.LEASE_SECONDS)


@dataclass
class Lease:
    """A claim on one row. `rows` finds that row as long as it is ours."""

    model: type[models.Model]
    pk: int
    token: uuid.UUID
    lost: threading.Event = field(default_factory=threading.Event)
    _progress: tuple[int, int] | None = None

    @property
    def rows(self) -> "models.QuerySet[Any]":
        return self.model._default_manager.filter(pk=self.pk, lease=self.token)

    def update(self, **fields: Any) -> None:
        """Change the row, which must still be ours; raises LeaseLostError, which rolls a transaction back."""
        if self.rows.update(**fields) != 1:
            raise LeaseLostError(f"the lease of {self.model.__name__} {self.pk} is lost")

    def progress(self, done: int, total: int) -> None:
        """Note how far the work is; the heartbeat writes it down, so the worker needs no connection meanwhile."""
        self._progress = (done, total)
        if self.lost.is_set():
            raise LeaseLostError(f"the lease of {self.model.__name__} {self.pk} is lost")

    def take_progress(self) -> dict[str, int]:
        """The progress that was not written yet, as fields of the row."""
        noted, self._progress = self._progress, None
        return {} if noted is None else {"progress_done": noted[0], "progress_total": noted[1]}


def claim(rows: "models.QuerySet[Any]") -> Lease | None:
    """Claim the one row of `rows` if it is free, counting the attempt; None when somebody else has it or it is gone.

    rows: chosen by columns of their own. Of a joined query the server looks at the row as it was before somebody else
    claimed or finished it, and both would have it; raises ValueError.
    """
    if sum(count > 0 for count in rows.query.alias_refcount.values()) > 1:
        raise ValueError(f"A claim of {rows.model.__name__} joins other tables.")
    token = uuid.uuid4()
    claimed = rows.filter(free()).update(lease=token, lease_until=_until(), attempts=F("attempts") + 1)
    if claimed != 1:
        return None
    pk = rows.model._default_manager.values_list("pk", flat=True).get(lease=token)
    return Lease(rows.model, pk, token)


@contextmanager
def held(lease: Lease) -> Iterator[Lease]:
    """Prolong `lease` while the body runs, then release it (a transition may have released it before).

    Inside a transaction nobody else sees the claim: there is nothing to prolong, and nobody to lose it to.
    """
    if connection.in_atomic_block:
        try:
            yield lease
        finally:
            _release(lease)
        return
    stop = threading.Event()
    beat = threading.Thread(target=carried(_watch), args=(lease, stop), name=f"lease-{lease.pk}", daemon=True)
    beat.start()
    _tell_keeper(lease, hold=True)
    try:
        yield lease
    finally:
        _tell_keeper(lease, hold=False)
        stop.set()
        beat.join()
        _release(lease)


def _release(lease: Lease) -> None:
    try:
        lease.rows.update(lease=None, lease_until=None)
    except (OperationalError, InterfaceError) as error:
        logger.warning("%s %s stays leased until its time is up: %s", lease.model.__name__, lease.pk, error)


def _watch(lease: Lease, stop: threading.Event) -> None:
    """Write progress often and look every third of the lease whether it is still ours; no connection in between."""
    looks_per_lease = max(1, int(settings.LEASE_SECONDS / 3 / PROGRESS_SECONDS))
    looks = 0
    while not stop.wait(PROGRESS_SECONDS) and not lease.lost.is_set():
        looks += 1
        if fields := lease.take_progress():
            _ask(lease, partial(lease.rows.update, **fields))
        elif looks % looks_per_lease == 0:
            _ask(lease, lease.rows.exists)


def _ask(lease: Lease, question: Callable[[], Any]) -> None:
    """`question` tells whether the row is ours."""
    try:
        if not question():
            lease.lost.set()
    except (OperationalError, InterfaceError) as error:
        # The database may be restarting; the lease outlives two missed beats.
        logger.warning("nothing is known of %s %s: %s", lease.model.__name__, lease.pk, error)
    finally:
        connection.close()


_keepers: dict[str, "subprocess.Popen[str]"] = {}  # by process and database: a fork has none
_keepers_lock = threading.Lock()


def _tell_keeper(lease: Lease, *, hold: bool) -> None:
    """A keeper that died is replaced; what the old one held besides is held again by whoever asks next."""
    said = {"hold": hold, "table": lease.model._meta.db_table, "pk": lease.pk, "token": str(lease.token)}
    start = json.dumps({"database": _database(), "seconds": settings.LEASE_SECONDS})
    with _keepers_lock:
        name = f"{os.getpid()} {start}"
        keeper = _keepers.get(name)
        if keeper is None or keeper.poll() is not None:
            keeper = _keepers[name] = _start_keeper(start)
        try:
            _write(keeper, json.dumps(said))
        except OSError as error:
            logger.warning("the keeper of leases is gone: %s", error)


def _start_keeper(start: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "apps.documents.lease_keeper"]
    keeper = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, text=True, start_new_session=True)
    atexit.register(keeper.terminate)
    _write(keeper, start)
    return keeper


def _write(keeper: "subprocess.Popen[str]", line: str) -> None:
    if keeper.stdin:
        keeper.stdin.write(line + "\n")
        keeper.stdin.flush()


def _database() -> dict[str, Any]:
    """What psycopg needs to know to connect as this process does."""
    parameters = connection.get_connection_params()
    return {name: value for name, value in parameters.items() if isinstance(value, str | int) and name != "context"}
