"""A real language model behind a real endpoint, where requirements-model.txt is installed.

Gemma 3 with 270 million weights: its JSON is valid and its content mostly wrong, which makes it a good adversary.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from scripts.small_model import MISSING, NEEDED, served

THREADS = 1  # two wait for each other on a machine that is busy with something else


@contextmanager
def small_model(folder: Path) -> Iterator[str]:
    """The address of an OpenAI-compatible endpoint; the test that asks is skipped where the model is not installed."""
    for name in NEEDED:
        pytest.importorskip(name, reason=f"left out: {MISSING}")
    with served(folder, threads=THREADS) as address:
        yield address
