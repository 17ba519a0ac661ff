"""The likeliest program of all, by weights that were learned from questions with known answers.

Programs and "none of them" share one probability (softmax); those that come to the same figures are one answer. Trained
by `manage.py train programs`; its card is beside the weights.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp
from pathlib import Path

from apps.answers.compute.books import Book
from apps.answers.compute.programs.enumerated import Program, Times, programs
from apps.answers.compute.programs.series import Tabled, tabled
from apps.answers.compute.programs.signs import NAMES, Question, signs
from apps.answers.compute.programs.wanted import wanted
from apps.answers.sources.evidence import Evidence
from apps.questions.operations import operations_of
from apps.questions.query import Query

WEIGHTS = Path(__file__).parents[1] / "data" / "programs.json"
TABLES = 20  # of those that the search brought


@dataclass(frozen=True, slots=True)
class Tried:
    """A program with its table and its signs, in the order of NAMES."""

    program: Program
    table: Tabled
    signs: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Chosen:
    """probability: that what it comes to answers the question."""

    tried: Tried
    probability: float


def tried(query: Query, evidence: Evidence, book: Book, times: Times) -> list[Tried]:
    """Every program over the tables of the filer that the search brought."""
    tables = tabled(evidence, book, times.every, TABLES)
    asked = wanted(query, tables)
    years = frozenset(span.year for span in times.asked if span.year)
    question = Question.of(query, asked, operations_of(query), years)
    return [
        Tried(program, table, tuple(signs(program, table, question)))
        for table in tables
        for program in programs(table, asked, times)
    ]


def chosen(of: Sequence[Tried]) -> Chosen | None:
    """None where there is nothing to choose from."""
    if not of:
        return None
    weights, nothing = _weights()
    scores = [sum(weight * sign for weight, sign in zip(weights, one.signs, strict=True)) for one in of]
    best = max(scores)
    likely = [exp(score - best) for score in scores]
    whole = sum(likely) + exp(min(nothing - best, 700.0))
    together: dict[tuple[tuple[float, ...], ...], float] = defaultdict(float)
    for one, part in zip(of, likely, strict=True):
        together[one.program.told] += part
    told = max(together, key=lambda key: together[key])
    first = max((at for at, one in enumerate(of) if one.program.told == told), key=lambda at: scores[at])
    return Chosen(of[first], together[told] / whole)


@cache
def _weights() -> tuple[tuple[float, ...], float]:
    """Of each sign, and the score of "none of them"."""
    raw = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return tuple(_ordered(raw["signs"])), float(raw["nothing"])


def _ordered(by_name: dict[str, float]) -> Iterator[float]:
    for name in NAMES:
        yield by_name.get(name, 0.0)
