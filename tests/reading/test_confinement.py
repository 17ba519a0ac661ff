"""Reading in a child: what it made comes back as plain data, and what it takes too much of ends it."""

import os
import pickle
import re
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from apps.reading import confinement, forks
from apps.reading.confinement import Bounds, ChildFailed, loads, run_forked
from apps.reading.media import MediaType
from apps.reading.parsed import BlockKind, FileRefused, Progress, Refusal
from apps.reading.reader import read, read_confined

MEGABYTE = 1024 * 1024
ROOMY = Bounds(memory_bytes=512 * MEGABYTE, cpu_seconds=60, wall_seconds=60)


def silent(done: int, total: int) -> None:
    """Nobody listens."""


def short(**less: int) -> Bounds:
    return Bounds(**{"memory_bytes": 512 * MEGABYTE, "cpu_seconds": 60, "wall_seconds": 60} | less)


def page(tmp_path: Path) -> Path:
    path = tmp_path / "note.md"
    path.write_text("# A heading\n\nNet sales were 12.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
    return path


def refusal(work: Any, bounds: Bounds) -> Refusal:
    with pytest.raises(FileRefused) as refused:
        run_forked(work, bounds, silent)
    return refused.value.reason


def test_a_child_reads_what_the_reader_reads(tmp_path: Path) -> None:
    path = page(tmp_path)
    assert read_confined(path, MediaType.MARKDOWN, ROOMY, silent) == read(path, MediaType.MARKDOWN, silent)


def test_a_refusal_of_the_child_is_one_of_ours(tmp_path: Path) -> None:
    path = tmp_path / "broken.pdf"
    path.write_bytes(b"%PDF-1.7 cut off")
    with pytest.raises(FileRefused) as refused:
        read_confined(path, MediaType.PDF, ROOMY, silent)
    assert refused.value.reason == Refusal.DAMAGED


def test_an_error_of_the_child_comes_with_its_traceback() -> None:
    def work(progress: Progress) -> None:
        raise KeyError("broken")

    with pytest.raises(ChildFailed, match=r"KeyError: 'broken'[\s\S]*in work"):
        run_forked(work, ROOMY, silent)


def test_a_pattern_that_never_ends_is_ended() -> None:
    started = time.monotonic()
    assert refusal(lambda _: re.fullmatch(r"(a|a)*b", "a" * 60), short(wall_seconds=1)) == Refusal.TOO_COSTLY
    assert time.monotonic() - started < 30


def test_processor_time_is_bounded() -> None:
    assert refusal(lambda _: re.fullmatch(r"(a|a)*b", "a" * 60), short(cpu_seconds=1)) == Refusal.TOO_COSTLY


def test_memory_is_bounded() -> None:
    assert refusal(lambda _: len(b"x" * 800 * MEGABYTE), ROOMY) == Refusal.TOO_COSTLY


def test_a_crash_is_damage() -> None:
    assert refusal(lambda _: os.kill(os.getpid(), signal.SIGSYS), ROOMY) == Refusal.DAMAGED


def test_nothing_can_be_written(tmp_path: Path) -> None:
    with pytest.raises(ChildFailed, match="OSError"):
        run_forked(lambda _: (tmp_path / "made").write_bytes(b"x" * 100_000), ROOMY, silent)


def test_progress_is_heard_and_may_end_the_work() -> None:
    def work(progress: Progress) -> None:
        for done in range(1000):
            progress(done, 1000)
            time.sleep(0.01)

    def lost(done: int, total: int) -> None:
        if done > 5:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        run_forked(work, ROOMY, lost)


def test_only_plain_data_comes_back() -> None:
    assert loads(pickle.dumps((1, "a", BlockKind.TABLE))) == (1, "a", BlockKind.TABLE)
    for other in (os.system, silent, confinement.run_module, Path("/"), confinement._PlainData):
        with pytest.raises(ChildFailed):
            loads(pickle.dumps(other))


def test_the_reading_child_knows_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[dict[str, str]] = []

    def note(command: list[str], **options: Any) -> None:
        given.append(options["env"])
        raise InterruptedError

    monkeypatch.setenv("FINRAG_SECRET_KEY", "not for children")
    monkeypatch.setattr(forks, "_readers", {})
    monkeypatch.setattr(forks.subprocess, "Popen", note)
    with pytest.raises(InterruptedError):
        read_confined(Path("/nowhere"), MediaType.TEXT, ROOMY, silent)
    assert set(given[0]) == {"PATH", "LANG"}


def test_each_file_is_read_in_a_process_of_its_own(tmp_path: Path) -> None:
    """What takes too long, too much, or is wanted no more ends with its file, and the next is read as ever."""

    def unwanted(done: int, total: int) -> None:
        raise InterruptedError

    path = page(tmp_path)
    read_confined(path, MediaType.MARKDOWN, ROOMY, silent)
    loaded_once = next(iter(forks._readers.values())).process.pid
    large = tmp_path / "large.md"
    large.write_text("Net sales rose.\n\n" * 500_000)
    for file, bounds in ((path, short(wall_seconds=0)), (large, short(memory_bytes=MEGABYTE))):
        with pytest.raises(FileRefused) as refused:
            read_confined(file, MediaType.MARKDOWN, bounds, silent)
        assert refused.value.reason == Refusal.TOO_COSTLY
    with pytest.raises(ChildFailed, match="FileNotFoundError"):
        read_confined(tmp_path / "gone", MediaType.MARKDOWN, ROOMY, silent)
    read_confined(path, MediaType.MARKDOWN, ROOMY, silent)
    assert next(iter(forks._readers.values())).process.pid == loaded_once
    with pytest.raises(InterruptedError):
        read_confined(path, MediaType.MARKDOWN, ROOMY, unwanted)
    assert read_confined(path, MediaType.MARKDOWN, ROOMY, silent).pages


def test_a_lost_process_of_readers_is_started_again(tmp_path: Path) -> None:
    path = page(tmp_path)
    read_confined(path, MediaType.MARKDOWN, ROOMY, silent)
    readers = next(iter(forks._readers.values()))
    os.kill(readers.process.pid, signal.SIGKILL)
    readers.process.wait()
    assert read_confined(path, MediaType.MARKDOWN, ROOMY, silent).pages
