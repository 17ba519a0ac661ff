"""The background work on cells: which of them wait, who works on one, and what the sweeper sends again.

The rows are the truth: a cell waits until it is filled, under a lease while somebody fills it. Hints are for grids.
A grid has lanes of hints, each for one worker at a time. Lane 0 is always there and goes on from turn to turn; of its
hints only the last one sent counts. Further lanes are for idle workers: a hint of theirs that waited ends.
"""

import logging
from datetime import datetime, timedelta

from celery import current_app
from django.db import transaction
from django.db.models import Count, F, Q
from django.db.models.functions import Now
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerError

from apps.documents.leases import Lease, claim, free
from apps.memory.models import Cell, CellStatus, FilingCheck, Grid, Work

logger = logging.getLogger(__name__)

FILL, CHECK, QUEUE = "apps.answers.tasks.fill_grid", "apps.answers.tasks.check_filing", "answer"
HINT_SECONDS = 5
IDLE_SECONDS = 1  # a hint that is taken up within them found an idle worker
MAX_ATTEMPTS = 3  # workers that a cell may stop
STOPPED = f"Filling it stopped the worker {MAX_ATTEMPTS} times."
LIMIT = "The limit of tokens is reached."


def waiting() -> Q:
    """Without a join: whoever claims a cell must see that somebody else did a moment before."""
    return Q(work=Work.WAITING, grid__in=Grid.objects.filter(paused=False))


def claim_next(grid_id: int) -> Lease | None:
    """The next cell of a grid that waits; None when none is left, or the grid is paused."""
    rows = Cell.objects.filter(free(), waiting(), grid=grid_id)
    for pk in rows.order_by("attempts", "pk").values_list("pk", flat=True)[:20]:
        if lease := claim(Cell.objects.filter(waiting(), pk=pk)):
            return lease
    return None


def gave_up(lease: Lease) -> bool:
    """Whether the cell stopped too many workers; then it is marked as failed."""
    if Cell.objects.filter(pk=lease.pk, attempts__gt=MAX_ATTEMPTS).exists():
        failed(lease, STOPPED)
        return True
    return False


def failed(lease: Lease, error: str) -> None:
    """One failing cell harms no other. Raises LeaseLostError."""
    lease.update(work=Work.FAILED, error=error[:300])


def spent(grid: Grid, tokens: int) -> None:
    """Note what models took for a grid, and pause it where that is its limit."""
    if tokens:
        Grid.objects.filter(pk=grid.pk).update(tokens=F("tokens") + tokens)
    over = Grid.objects.filter(pk=grid.pk, token_limit__gt=0, tokens__gte=F("token_limit"), paused=False)
    over.update(paused=True, because=LIMIT)


def send(grid_id: int, lane: int = 0) -> bool:
    """Tell the workers that cells of a grid wait. A broker that is down is only logged: the sweeper sends it later."""
    sent = timezone.now()
    if lane == 0:
        Grid.objects.filter(pk=grid_id).update(enqueued=sent)
    return _send(FILL, grid_id, lane, sent.isoformat())


def is_due(grid_id: int, lane: int, sent: str) -> bool:
    """Whether a hint still counts: the last one of lane 0, and of other lanes what found an idle worker."""
    at = datetime.fromisoformat(sent)
    if lane:
        return timezone.now() - at < timedelta(seconds=IDLE_SECONDS)
    return not Grid.objects.filter(pk=grid_id, enqueued__gt=at).exists()


def is_left(grid_id: int) -> bool:
    """Whether a cell of the grid waits for whoever comes."""
    return Cell.objects.filter(free(), waiting(), grid=grid_id).exists()


def _send(task: str, *arguments: int | str) -> bool:
    try:
        current_app.send_task(task, args=arguments, queue=QUEUE, retry=False)
    except BrokerError as error:
        logger.warning("the queue is not there; the sweeper will send %s %s again: %s", task, arguments, error)
        return False
    return True


def send_check() -> int:
    """Tell the workers of a new filing that nobody compares yet. Whoever has done it goes on to the next."""
    left = FilingCheck.objects.filter(free(), done=None, attempts__lte=MAX_ATTEMPTS).order_by("attempts", "pk")[:1]
    return sum(_send(CHECK, one.pk) for one in left)


def sweep() -> int:
    """Send every grid that has work which nobody does, and a filing; returns how many."""
    quiet = Q(grid__enqueued=None) | Q(grid__enqueued__lt=Now() - timedelta(seconds=HINT_SECONDS))
    grids = Cell.objects.filter(free(), waiting(), quiet).order_by().values_list("grid", flat=True).distinct()
    return sum(send(pk) for pk in grids if pk) + send_check()


def requeue(cells: Q, grid: Grid) -> int:
    """Cells that are to be filled now, by `grid`, and asked anew; what is verified or waits already is left alone."""
    rows = Cell.objects.filter(cells).exclude(status=CellStatus.VERIFIED).exclude(work=Work.WAITING)
    count = rows.update(work=Work.WAITING, grid=grid, attempts=0, error="", answer=None)
    if count:
        transaction.on_commit(lambda: send(grid.pk))
    return count


def progress(grid: Grid) -> dict[str, int]:
    """Of the cells that the grid fills: how many there are, are done, failed, wait."""
    counts = dict(grid.cells.order_by().values_list("work").annotate(count=Count("pk")))
    total = sum(counts.values())
    left, failures = counts.get(Work.WAITING, 0), counts.get(Work.FAILED, 0)
    return {"total": total, "done": total - left - failures, "failed": failures, "waiting": left}
