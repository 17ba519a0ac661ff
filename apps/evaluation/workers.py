"""The workers that run now, if any, and the memory they took."""

import os
import re
from pathlib import Path

from celery import current_app
from kombu.exceptions import OperationalError as BrokerError

PEAK = re.compile(r"^VmHWM:\s+(\d+) kB", re.MULTILINE)


def processes() -> dict[str, list[int]]:
    """Process ids by worker name, the worker's own first; empty when no worker or no queue answers."""
    try:
        stats = current_app.control.inspect(timeout=2).stats() or {}
    except (BrokerError, OSError):
        return {}
    return {name: [found["pid"], *found.get("pool", {}).get("processes", [])] for name, found in stats.items()}


def peak_megabytes(pids: list[int]) -> float | None:
    """The most that any of these processes ever held in memory; None when none runs on this machine."""
    peaks = [peak for pid in pids if (peak := _peak(pid)) is not None]
    return max(peaks) if peaks else None


def peaks() -> dict[str, float]:
    """Peak memory by worker, and of this process, in MB."""
    known = {name: peak_megabytes(pids) for name, pids in processes().items()}
    known["this process"] = peak_megabytes([os.getpid()])
    return {name: peak for name, peak in known.items() if peak is not None}


def _peak(pid: int) -> float | None:
    try:
        found = PEAK.search(Path(f"/proc/{pid}/status").read_text())
    except OSError:  # ended, or on another machine
        return None
    return round(int(found[1]) / 1024, 1) if found else None
