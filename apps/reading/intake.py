"""What is done with a file before it is taken: say what it is, and look whether it can be read without harm.

Looking into a hostile file may crash or exhaust the process that does it; so that process is a short-lived one of its
own, with little memory, little time and no secrets in its environment (see `examination`).
"""

import json
import os
import signal
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from apps.reading.media import MediaType, media_type_of
from apps.reading.parsed import FileRefused, Refusal
from apps.reading.refusals import refused

__all__ = ["Limits", "MediaType", "detect", "inspect"]

ROOT = Path(__file__).resolve().parents[2]
OUT_OF_MEANS = (-signal.SIGXCPU, -signal.SIGKILL)


@dataclass(frozen=True, slots=True)
class Limits:
    """What a file may be and what looking at it may cost."""

    max_bytes: int = 100 * 1024 * 1024
    max_pages: int = 3000
    unpacked_bytes: int = 500 * 1024 * 1024  # of an Office file, all members together
    stream_bytes: int = 256 * 1024 * 1024  # of one compressed stream of a PDF
    streams_bytes: int = 2 * 1024**3  # of all of them
    memory_bytes: int = 2 * 1024**3
    cpu_seconds: int = 30
    wall_seconds: int = 90


def detect(path: Path, file_name: str) -> MediaType:
    """What the file is, by its content; the name only tells Markdown from plain text. Raises FileRefused."""
    return media_type_of(path, file_name)


def inspect(path: Path, media_type: MediaType, limits: Limits | None = None) -> None:
    """Refuse what cannot or must not be read: too large, encrypted, damaged, without text, a bomb, too many pages.

    Bounded by `limits` in time and memory, whatever the file holds. Raises FileRefused; changes nothing.
    """
    limits = limits or Limits()
    size = path.stat().st_size
    if size == 0:
        raise refused(Refusal.EMPTY)
    if size > limits.max_bytes:
        raise refused(Refusal.TOO_LARGE, megabytes=limits.max_bytes // 1024**2)
    if found := _examine(path, media_type, limits):
        raise found


def _examine(path: Path, media_type: MediaType, limits: Limits) -> FileRefused | None:
    """What the examination says, or what its end says: out of time or memory is a bomb, a crash is damage."""
    command = [sys.executable, "-m", "apps.reading.examination", str(path.resolve()), media_type]
    environment = {"PATH": os.environ.get("PATH", ""), "LANG": "C.UTF-8"}
    try:
        ended = subprocess.run(  # the command is a list, and the path is absolute
            [*command, json.dumps(asdict(limits))],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            timeout=limits.wall_seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return refused(Refusal.BOMB)
    if ended.returncode in OUT_OF_MEANS:
        return refused(Refusal.BOMB)
    if ended.returncode < 0:
        return refused(Refusal.DAMAGED, detail="reading it fails")
    if ended.returncode > 0:
        raise RuntimeError(ended.stderr.decode(errors="replace")[-2000:])
    return _verdict(json.loads(ended.stdout))


def _verdict(said: dict[str, str]) -> FileRefused | None:
    return FileRefused(Refusal(said["reason"]), said["sentence"]) if said else None
