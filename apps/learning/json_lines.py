"""Compressed files of JSON lines: what is learned from, and what is kept on the way."""

import json
import lzma
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any


def write(rows: Iterable[Mapping[str, Any]], file: Path) -> int:
    """How many there were."""
    written = 0
    with lzma.open(file, "wt", encoding="utf-8") as out:
        for row in rows:
            out.write(json.dumps(row, ensure_ascii=False, sort_keys=True) + "\n")
            written += 1
    return written


def read(file: Path) -> Iterator[dict[str, Any]]:
    with lzma.open(file, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)
