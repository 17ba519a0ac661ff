"""What the workers run: sealing, every few seconds, and the delivery of checkpoints."""

import logging
import subprocess
import sys

from celery import shared_task
from django.conf import settings

from apps.audit import ordered
from apps.audit.delivery import deliver
from apps.audit.log.notes import NoteRefused
from apps.audit.log.sealing import SealingRefused, refuse, sealer
from finrag_site import queue_log

logger = logging.getLogger(__name__)
BATCHES = 4  # of one run: a trail that is sealed for the first time does not keep the sweepers waiting


@shared_task
def seal() -> int:
    """Seal what is new and send the checkpoint out; how many events were sealed. A refusal is kept, and logged."""
    try:
        log = sealer()
        sealed = log.seal(BATCHES)
        refuse("")
        deliver(log)
    except (SealingRefused, NoteRefused, OSError) as error:
        logger.error("the trail is not sealed: %s", error)
        refuse(str(error))
        return 0
    return sealed


@shared_task
def erase_ordered() -> None:
    """Have the owner of the trail erase what was deleted for good, in a process of the owner's: ours may not."""
    if not ordered.waiting():
        return
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "audit", "erase", "--ordered"]
    done = subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        logger.error("the trail was not erased as ordered: %s", (done.stderr.strip().splitlines() or ["?"])[-1])
    queue_log.rewrite()
