"""Public questions for figures, with each number of their texts by itself: right are those of which the answer is made.

Nobody marked them: a number that is the answer is right, else the two of which the answer is a difference, a sum, a
share, a change or a mean. A row whose answer comes of no pair, or of more than one, is left out.
"""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, permutations
from pathlib import Path
from typing import Any

from apps.answers.judge.numbers import amount, marked, numbers_in
from apps.answers.sources.tokens import Token
from apps.learning.builders.public import rows
from apps.learning.groups import Grade, Group

ORIGIN = "{source}, numbers marked"
MOST = 30  # numbers of the texts that answer; among more a pair is soon found by chance
SMALL = 10  # a whole answer below it is soon found by chance, too
BESIDE, OTHERS = 5, 6  # wrong numbers of the same texts, and of any
NEAR = 0.006  # share of the answer by which rounding may differ
DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?")
Told = tuple[str, Token]  # a text and one of its numbers


def groups(file: Path, rng: random.Random, most: int) -> Iterator[Group]:
    """At most `most` of the rows of `file` of which it is known, in an order drawn at random; no development splits."""
    every = rows(file)
    made = (_group(row, rng) for row in rng.sample(every, len(every)))
    yield from islice(filter(None, made), most)


def _group(row: Mapping[str, Any], rng: random.Random) -> Group | None:
    told = list(_told(row["positives"]))
    right = _right(told, _answer(row))
    if not right:
        return None
    known = {amount(number) for _, number in right}
    rest = [one for one in [*told, *_told(row["negatives"])] if amount(one[1]) not in known]
    rng.shuffle(rest)
    texts = {text for text, _ in right}
    beside = [one for one in rest if one[0] in texts][:BESIDE]
    wrong = [*beside, *[one for one in rest if one not in beside][:OTHERS]]
    grades = (*[Grade.ANSWERS] * len(right), *[Grade.OFF_TOPIC] * len(wrong))
    origin = ORIGIN.format(source=row["source"])
    return Group(str(row["question"]), tuple(marked(*one) for one in (*right, *wrong)), grades, origin)


def _told(texts: Sequence[str]) -> Iterator[Told]:
    for text in (" ".join(one.split()) for one in texts):
        for number in numbers_in(text):
            yield text, number


def _answer(row: Mapping[str, Any]) -> float | None:
    found = DIGITS.search(str(row.get("answer", "")))
    return float(found[0].replace(",", "")) if found else None


def _right(told: Sequence[Told], answer: float | None) -> list[Told]:
    if answer is None or len(told) > MOST:
        return []
    values = [float(abs(number.figure.value)) if number.figure else 0.0 for _, number in told]
    stated = [at for at, value in enumerate(values) if _near(value, answer)]
    if 1 <= len(stated) <= 2 and not (answer < SMALL and answer.is_integer()):
        return [told[at] for at in stated]
    pairs = {
        (min(one, other), max(one, other))
        for one, other in permutations(range(len(values)), 2)
        if any(_near(result, answer) for result in _results(values[one], values[other]))
    }
    return [told[at] for at in pairs.pop()] if len(pairs) == 1 else []


def _results(one: float, other: float) -> Iterator[float]:
    """What is computed of two numbers; shares and changes as fractions and in percent."""
    yield from (one - other, one + other, (one + other) / 2)
    if other:
        for part in (one / other, (one - other) / other):
            yield from (part, 100 * part)


def _near(value: float, answer: float) -> bool:
    """But for rounding, whatever the sign."""
    rounding = 0.0051 if answer < SMALL else 0.051
    return abs(abs(value) - answer) <= max(NEAR * answer, rounding)
