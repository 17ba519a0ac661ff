"""The order of programs, by what was learned from questions with known answers.

A sum of weighed signs finds the few that fit best; boosted trees, which look closer, put those in order. Programs that
come to the same figures are one answer. Trained by `manage.py train figures`.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from apps.answers.compute.books import Book
from apps.answers.compute.programs import close, signs
from apps.answers.compute.programs.enumerated import Program, Times, programs
from apps.answers.compute.programs.series import Tabled, tabled
from apps.answers.compute.programs.signs import Question
from apps.answers.compute.programs.trees import Array, Sums, Trees
from apps.answers.compute.programs.wanted import wanted
from apps.answers.sources.evidence import Evidence
from apps.questions.operations import operations_of
from apps.questions.query import Query

DATA = Path(__file__).parents[1] / "data"
WEIGHTS, TREES = DATA / "programs.json", DATA / "programs.npz"
TABLES = 8  # of those that the search brought: more of them judge figures no better, and take three times as long
FIRST = 40  # programs that are looked at closely
PLACED = ("score", "behind the first", "place", "alike")
NAMES = (*PLACED, *close.NAMES, *signs.NAMES)  # columns that trees look at
ORDER = "order"  # of the arrays in the file
OVER_NEXT = ("share", "share of the next", "ahead", "score", "score ahead", "sharpness", "answers")
ALONE = -9.0  # score of a next answer where there is none
AGREEING = ("likeliest agrees", "agreeing", "first that agrees", "some agree", "likeliest", "ahead")
UNKNOWN, NOWHERE = -1.0, 99.0  # where no table was looked at; place of the first where none agrees


@dataclass(frozen=True, slots=True)
class Tried:
    """A program with its table and its signs, in the order of `signs.NAMES`."""

    program: Program
    table: Tabled
    signs: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Tries:
    """Every program for a question."""

    question: Question
    every: tuple[Tried, ...]

    def close(self, at: int) -> list[float]:
        """The closer signs of one of them."""
        one = self.every[at]
        return close.close_signs(one.program, one.table, self.question)


@dataclass(frozen=True, slots=True)
class Ordered:
    """The programs that fit best. rows: as NAMES tells them; sums: by which they are put in order, the higher first.

    answers: a number for each, the same for what comes to the same figures.
    """

    near: tuple[Tried, ...]
    rows: Array
    sums: Sums
    answers: tuple[int, ...]


def tried(query: Query, evidence: Evidence, book: Book, times: Times) -> Tries:
    """Every program over the tables of the filer that the search brought."""
    tables = tabled(evidence, book, times.every, TABLES)
    asked = wanted(query, tables)
    years = frozenset(span.year for span in times.asked if span.year)
    question = Question.of(query, asked, operations_of(query), years)
    every = (
        Tried(program, table, tuple(signs.signs(program, table, question)))
        for table in tables
        for program in programs(table, asked, times)
    )
    return Tries(question, tuple(every))


def ordered(of: Tries) -> Ordered:
    """The programs that come into question; there must be some."""
    scores = np.array([one.signs for one in of.every], dtype=np.float32) @ _weights()
    first = nearest(scores)
    told = [of.every[at].program.told for at in first]
    answers = tuple(told.index(one) for one in told)
    looked = np.array([(*of.close(at), *of.every[at].signs) for at in first], dtype=np.float32)
    rows = placed(scores[first], answers, looked)
    return Ordered(tuple(of.every[at] for at in first), rows, _trees().sums(rows), answers)


def agreement(sums: Sums, answers: Sequence[int], agrees: Sequence[bool]) -> list[float]:
    """How what was found otherwise stands among the programs, in the order of AGREEING.

    agrees: which of them come to it, too.
    """
    if not len(sums):
        return [UNKNOWN] * len(AGREEING)
    best, (share, _, ahead, *_) = over_next(sums, answers)
    first = max((one for one, alike in zip(sums, agrees, strict=True) if alike), default=None)
    place = float((sums > first).sum()) if first is not None else NOWHERE
    likeliest = any(alike and answer == answers[best] for alike, answer in zip(agrees, answers, strict=True))
    agreeing = float(parts(sums)[np.array(agrees, dtype=bool)].sum())
    return [float(likeliest), agreeing, place, float(first is not None), share, ahead]


def nearest(scores: Array) -> list[int]:
    """Places of those with the highest score, best first; of equals the earlier."""
    return [int(one) for one in np.argsort(-scores, kind="stable")[:FIRST]]


def placed(scores: Array, answers: Sequence[int], looked: Array) -> Array:
    """Rows in the order of NAMES: what PLACED names before what was `looked` at.

    answers: a number for each, the same for what comes to the same figures.
    """
    alike = [answers.count(one) for one in answers]
    where = np.column_stack([scores, scores - scores.max(), np.arange(len(scores)), alike])
    return np.hstack([where.astype(np.float32), looked])


def over_next(sums: Sums, answers: Sequence[int]) -> tuple[int, list[float]]:
    """Which program is best of the likeliest answer, and how that answer stands against the next: OVER_NEXT."""
    shares = parts(sums)
    together, best = defaultdict[int, float](float), dict[int, int]()
    for at, answer in enumerate(answers):
        together[answer] += float(shares[at])
        if answer not in best or sums[at] > sums[best[answer]]:
            best[answer] = at
    ranked = sorted(together, key=lambda one: -together[one])
    one, other = ranked[0], ranked[1] if len(ranked) > 1 else None
    share, behind = together[one], together[other] if other is not None else 0.0
    score = float(sums[best[one]])
    after = float(sums[best[other]]) if other is not None else ALONE
    sharp = float((shares**2).sum())
    return best[one], [share, behind, share - behind, score, score - after, sharp, float(len(ranked))]


def parts(sums: Sums) -> Sums:
    """What part of the probability each program has."""
    told: Sums = np.exp(sums - sums.max())
    told /= told.sum()
    return told


@cache
def _weights() -> Array:
    """Of each sign."""
    raw = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return np.array(tuple(_ordered(raw["signs"])), dtype=np.float32)


def _ordered(by_name: dict[str, float]) -> Iterator[float]:
    for name in signs.NAMES:
        yield by_name.get(name, 0.0)


@cache
def _trees() -> Trees:
    with np.load(TREES, allow_pickle=False) as held:
        return Trees.of({name: held[name] for name in held.files}, ORDER)
