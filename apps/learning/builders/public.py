"""Public examples from a folder of compressed JSON lines: question, positives, negatives, source."""

import json
import lzma
import random
from collections.abc import Iterator
from pathlib import Path

from apps.learning.groups import Grade, Group

NEGATIVES = 5
LONGEST = 1200  # characters of a text


def groups(file: Path, rng: random.Random, most: int) -> Iterator[Group]:
    """At most `most` of the rows of `file`, drawn at random; development splits are left out."""
    with lzma.open(file, "rt", encoding="utf-8") as lines:
        rows = [row for row in map(json.loads, lines) if row.get("split") != "dev"]
    for row in rng.sample(rows, min(most, len(rows))):
        if row["positives"] and row["negatives"]:
            yield _group(row, rng)


def _group(row: dict[str, list[str]], rng: random.Random) -> Group:
    right = [rng.choice(row["positives"])[:LONGEST]]
    wrong = [text[:LONGEST] for text in rng.sample(row["negatives"], min(NEGATIVES, len(row["negatives"])))]
    grades = (*[Grade.ANSWERS] * len(right), *[Grade.OFF_TOPIC] * len(wrong))
    return Group(str(row["question"]), (*right, *wrong), grades, str(row["source"]))
