"""Events that are sealed and can be proven now: what has just happened is sealed first, or waited for."""

import time
import uuid
from collections.abc import Sequence

from django.conf import settings

from apps.accounts.acting import serving
from apps.audit import keys
from apps.audit.log.merkle import ProofRefused
from apps.audit.log.notes import NoteRefused
from apps.audit.log.proofs import Proof
from apps.audit.log.sealing import SealingRefused, sealer
from apps.audit.log.tiles import Folder, TileRefused
from apps.audit.proving import proof_of

PATIENCE_SECONDS = 20.0
PAUSE_SECONDS = 0.5


class NotSealed(RuntimeError):
    """The log does not have it, and does not get it in time; str() is one sentence."""


def proofs_of(events: Sequence[uuid.UUID]) -> list[Proof]:
    """In the order of `events`. Raises NotSealed."""
    deadline, problem = time.monotonic() + PATIENCE_SECONDS, ""
    while True:
        try:
            _seal()
            folder, log = Folder(settings.AUDIT_LOG_DIR), keys.log_verifier()
            return [proof_of(folder, log, event) for event in events]
        except ProofRefused as error:
            problem = str(error)
        except (SealingRefused, NoteRefused, TileRefused, OSError) as error:
            raise NotSealed(f"The audit log cannot prove anything now: {error}") from error
        if time.monotonic() > deadline:
            raise NotSealed(f"{problem} Try it again in a moment; the sealing of the trail may have stopped.")
        time.sleep(PAUSE_SECONDS)


@serving()
def _seal() -> None:
    """All that waits, whosever. Where a process of its own seals, this one has no key and waits."""
    if settings.AUDIT_SEAL_SECONDS:
        sealer().seal()
