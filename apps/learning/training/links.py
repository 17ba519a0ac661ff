"""Training what takes printed lines for names that none bears (A8, H2): which line, and how likely it answers?

Each question with a written answer, and the same said again in plain words, is read and computed over the store. Where
the rules find nothing, lines that come near are tried in the place of what is wanting, and what the query then comes to
is held against the answer. Trees learn an order of what was tried, and further trees, from orders that saw no question
about the filer, how likely the first is right.
"""

import json
import lzma
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from apps.accounts.models import User
from apps.answers.compute.books import shelf
from apps.answers.compute.computing import compute
from apps.answers.compute.ledger import Restatements
from apps.answers.compute.links import Links
from apps.answers.compute.outcome import Outcome
from apps.answers.compute.programs.trees import Array, Trees
from apps.answers.judge.configured import line_models
from apps.answers.judge.links import ORDER, SURE, first_of, table_of, tries
from apps.answers.sources.evidence import gather
from apps.inference.errors import ModelUnavailable
from apps.learning.builders.filed import filers_by_filing
from apps.learning.training.boosting import TreeSettings, deciding, ordering
from apps.learning.training.figures import answers
from apps.learning.training.programs import Likeliest, Written, parts
from apps.questions.query import Query
from apps.retrieval.found import Scope, SearchSettings
from apps.retrieval.reading import read_for

DATA = Path(__file__).parents[1] / "data"
PLAIN, PROSE = DATA / "plain.jsonl.xz", DATA / "prose.jsonl.xz"
MOST_PROSE = 800  # questions that sentences answer, of which some thousand are written
ORDERING = TreeSettings()
DECIDING = TreeSettings(rounds=200, leaves=7, least=20, rate=0.03, signs=0.4, decay=10.0)


@dataclass(frozen=True, slots=True)
class TriedLines:
    """Of a question about `filer`: a row of signs for each line that was tried, what it comes to, what is right.

    counted: the question stands as somebody asked it, and a figure answers it; others are learned from alone.
    """

    filer: str
    rows: Array
    told: tuple[tuple[str, ...], ...]
    right: NDArray[np.bool_]
    counted: bool = True


@dataclass(frozen=True, slots=True)
class InWords:
    """A question that sentences answer, and no line of a table. filing: SHA-256 of its file."""

    question: str
    filing: str


@dataclass(frozen=True, slots=True)
class Reworded:
    """A question said again in plain words."""

    of: Written
    question: str

    @property
    def filing(self) -> str:
        return self.of.filing


Posed = Written | Reworded | InWords


def in_plain_words(every: Sequence[Written], file: Path = PLAIN) -> list[Reworded]:
    """Those that were said again as one ask."""
    known = {one.question: one for one in every}
    told = ((known.get(question), plain) for question, plain in _rows(file, "question", "plain"))
    return [Reworded(one, plain[0]) for one, plain in told if one and len(plain) == 1 and plain[0] != one.question]


def in_prose(file: Path = PROSE) -> list[InWords]:
    names = filers_by_filing()
    told = _rows(file, "question", "filing")
    return [InWords(one.replace("{company}", names[filing]), filing) for one, filing in told if names.get(filing)]


def _rows(file: Path, *keys: str) -> list[tuple[Any, ...]]:
    with lzma.open(file, "rt", encoding="utf-8") as rows:
        return [tuple(row[key] for key in keys) for row in map(json.loads, rows)]


def tried(questions: Iterable[Posed], viewer: User) -> Iterator[TriedLines]:
    """Each question about a filing that the store holds for which the rules find no figure, but lines come near."""
    held, models = shelf(viewer, Scope()), line_models()
    filers = filers_by_filing()

    def computed(query: Query, links: Links) -> Outcome:
        return compute(query, Scope(), viewer, Restatements.OWN_YEAR, links=links)

    if models is None:
        raise ModelUnavailable("The shipped models are not those in use.")
    for one in questions:
        if one.filing not in filers:
            continue
        reading = read_for(viewer, Scope(), one.question)
        outcome = computed(reading.query, {})
        if outcome.figures:
            continue
        found = gather(reading, viewer, Scope(), SearchSettings(rerank=()))
        if every := tries(one.question, outcome, found, held, models, computed):
            right = np.array([_is_right(one, each.outcome) for each in every])
            told = tuple(each.told for each in every)
            yield TriedLines(filers[one.filing], table_of(every), told, right, isinstance(one, Written))


def _is_right(one: Posed, outcome: Outcome) -> bool:
    return not isinstance(one, InWords) and answers(one.of if isinstance(one, Reworded) else one, outcome)


@dataclass(frozen=True, slots=True)
class LinkTrees:
    """order: trees that put what was tried in order; sure: those that say how likely the first is right."""

    order: Trees
    sure: Trees

    def likeliest(self, one: TriedLines) -> Likeliest:
        row, right = _first(one, self.order)
        return Likeliest(1 / (1 + float(np.exp(-self.sure.sums(row[None])[0]))), right)


def learned(of: Sequence[TriedLines], folds: int = 5) -> LinkTrees:
    """Raises ImportError where LightGBM is not installed, ValueError where there is nothing to learn."""
    firsts = []
    for out in parts({one.filer for one in of}, folds):
        order = _order([one for one in of if one.filer not in out])
        firsts += [_first(one, order) for one in of if one.filer in out]
    sure = deciding(np.array([row for row, _ in firsts]), np.array([right for _, right in firsts]), DECIDING)
    return LinkTrees(_order(of), sure)


def _order(of: Sequence[TriedLines]) -> Trees:
    told = [one for one in of if one.right.any()]
    if not told:
        raise ValueError("no line that was tried comes to a written answer: is the store filled?")
    return ordering([one.rows for one in told], [one.right for one in told], ORDERING)


def _first(one: TriedLines, order: Trees) -> tuple[Array, bool]:
    best, beside = first_of(order.sums(one.rows), one.told)
    return np.array([*beside, *one.rows[best]], dtype=np.float32), bool(one.right[best])


def crossed(of: Sequence[TriedLines], folds: int = 5) -> list[Likeliest]:
    """How likely the first of each question as it was asked is right, by what saw no question about its filer."""
    found: list[Likeliest] = []
    for out in parts({one.filer for one in of}, folds):
        made = learned([one for one in of if one.filer not in out], folds)
        found += [made.likeliest(one) for one in of if one.filer in out and one.counted]
    return found


def write(made: LinkTrees, file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(file, **made.order.arrays(ORDER), **made.sure.arrays(SURE))  # type: ignore[arg-type]
