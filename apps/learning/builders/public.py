"""Public examples from a folder of compressed JSON lines: question, positives, negatives, source."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from apps.learning.groups import Grade, Group
from apps.learning.json_lines import read

NEGATIVES = 5
LONGEST = 1200  # characters of a text


def groups(file: Path, rng: random.Random, most: int) -> Iterator[Group]:
    """At most `most` of the rows of `file`, drawn at random; development splits are left out."""
    every = rows(file)
    for row in rng.sample(every, min(most, len(every))):
        if row["positives"] and row["negatives"]:
            yield _group(row, rng)


def rows(file: Path) -> list[dict[str, Any]]:
    """Without development splits."""
    return [row for row in read(file) if row.get("split") != "dev"]


def _group(row: dict[str, Any], rng: random.Random) -> Group:
    right = [rng.choice(row["positives"])[:LONGEST]]
    wrong = [text[:LONGEST] for text in rng.sample(row["negatives"], min(NEGATIVES, len(row["negatives"])))]
    grades = (*[Grade.ANSWERS] * len(right), *[Grade.OFF_TOPIC] * len(wrong))
    return Group(str(row["question"]), (*right, *wrong), grades, str(row["source"]))
