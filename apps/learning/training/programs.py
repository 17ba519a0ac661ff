"""Training what chooses programs over tables (H4): a layer over the words of a question, and weights of signs.

Two steps, both in numpy, within minutes. First the operation is learned from questions whose operation a reader wrote
down. Then each question is walked to its programs over the store, and the weights are fitted so that those which come
to the written answer share the probability; where none does, "none of them" is right. Cross-validated by filer.
"""

import json
import lzma
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from apps.accounts.models import User
from apps.answers.compute.books import Shelf, books_of, shelf
from apps.answers.compute.missing import NotComputedError
from apps.answers.compute.programs.answering import times_of
from apps.answers.compute.programs.choice import Tried, tried
from apps.answers.compute.programs.enumerated import Program
from apps.answers.compute.programs.signs import LEAST, NAMES
from apps.answers.sources.evidence import gather
from apps.documents.models import DocumentVersion
from apps.questions.operations import Operation, grams, words_of
from apps.questions.reader import read
from apps.retrieval.found import Scope, SearchSettings
from apps.retrieval.reading import read_for, register_for
from apps.statements.values.units import SCALES

WRITTEN = Path(__file__).parents[1] / "data" / "figures.jsonl.xz"
RATES = frozenset(("%", "percent", "percentage points", "points", "pts", "pp"))
SHORT = {"bn": "billion", "b": "billion", "mn": "million", "m": "million", "k": "thousand"}
BASIS_POINTS = frozenset(("bps", "basis points"))
SEED, TOLD = 7, 50
HALF = 0.51  # of the last digit that is written
OPERATION, FIRST = NAMES.index("operation"), NAMES.index(f"is {Operation.VALUE}")
Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Written:
    """A question with its answer as a reader wrote it. filing: SHA-256 of its file; page from 0."""

    question: str
    operation: str
    number: str
    unit: str
    filing: str
    page: int
    writer: int = 1

    def is_met(self, program: Program) -> bool:
        """Whether the program comes to the answer, to the digits that are written."""
        number, unit = float(self.number), SHORT.get(self.unit, self.unit)
        decimals = -int(Decimal(self.number).as_tuple().exponent)
        least = HALF * 10**-decimals
        if unit in BASIS_POINTS:
            return any(abs(abs(one) * 10_000 - number) <= least for one in program.rates)
        if unit in RATES:
            return any(abs(abs(one) * 100 - number) <= least for one in program.rates)
        scales = [float(SCALES[unit])] if unit in SCALES else [1.0, 1e3, 1e6] if not unit else [1.0]
        return bool(number) and any(
            abs(abs(one) / scale - number) <= least for one in program.values for scale in scales
        )


@dataclass(frozen=True)
class Walked:
    """words: of the question; signs: a row for each program; right: those that come to the answer.

    told: what each comes to, as a number of its own; two: values of two periods, which tell what changed, too.
    """

    filer: str
    words: tuple[str, ...]
    signs: Array
    right: NDArray[np.bool_]
    told: NDArray[np.int64]
    two: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class ProgramSettings:
    """least: questions that must hold a word, for it to be learned. decay, sign_decay: of the weights of both steps."""

    least: int = 3
    decay: float = 0.002
    sign_decay: float = 0.0003
    steps: int = 300
    sign_steps: int = 500
    rate: float = 0.1
    sign_rate: float = 0.08


@dataclass(frozen=True, slots=True)
class Layer:
    """Of the first step: a row of weights for each gram, in the order of `Operation`; "" is what always holds."""

    weights: Mapping[str, Array]

    def likely(self, words: Sequence[str]) -> Array:
        summed = self.weights[""] + sum(self.weights[one] for one in set(grams(words)) if one in self.weights)
        found: Array = np.exp(summed - summed.max())
        found /= found.sum()
        return found


def written(file: Path = WRITTEN) -> list[Written]:
    with lzma.open(file, "rt", encoding="utf-8") as rows:
        return [Written(**row) for row in map(json.loads, rows)]


def walked(questions: Iterable[Written], viewer: User) -> Iterator[Walked]:
    """Each question about a filing that the store holds, through all that `viewer` may read."""
    held = shelf(viewer, Scope())
    filers = dict(DocumentVersion.objects.values_list("sha256", "document__company__name"))
    for one in questions:
        if one.filing in filers and (found := _walked(one, filers[one.filing], viewer, held)):
            yield found


def _walked(one: Written, filer: str, viewer: User, held: Shelf) -> Walked | None:
    """None where the question is not of one filer, of periods that are not held, or of no table."""
    reading = read_for(viewer, Scope(), one.question)
    books, _ = books_of(reading.query, held)
    try:
        times = times_of(reading.query, books[0]) if len(books) == 1 else None
    except NotComputedError:
        return None
    if times is None:
        return None
    every = tried(reading.query, gather(reading, viewer, Scope(), SearchSettings(rerank=())), books[0], times)
    return _rows(one, filer, words_of(reading.query), [each.program for each in every], every) if every else None


def _rows(
    one: Written, filer: str, words: tuple[str, ...], programs: Sequence[Program], every: Sequence[Tried]
) -> Walked:
    numbers: dict[object, int] = {}
    return Walked(
        filer,
        words,
        np.array([each.signs for each in every], dtype=np.float32),
        np.array([one.is_met(each) for each in programs]),
        np.array([numbers.setdefault(each.told, len(numbers)) for each in programs]),
        np.array([each.operation is Operation.VALUE and len(each.spans) == 2 for each in programs]),
    )


def drawn(every: Sequence[Written], most: int) -> list[Written]:
    """So many of them in a mixed order, always the same; all of them for 0."""
    mixed = list(every)
    random.Random(SEED).shuffle(mixed)  # noqa: S311 - an order, no secret
    return mixed[:most] if most else mixed


def told(of: Iterable[Walked], count: int, tell: Callable[[str], object]) -> Iterator[Walked]:
    """The same; `tell` hears how far it is. Some questions are not walked, so that it ends before `count`."""
    for number, one in enumerate(of, start=1):
        if number % TOLD == 0:
            tell(f"{number} of at most {count} questions")
        yield one


@dataclass(frozen=True, slots=True)
class Worded:
    """The words of a question with its operation. filer: about whom it is; "" where its filing is not held."""

    filer: str
    words: tuple[str, ...]
    operation: str


def worded(every: Iterable[Written], viewer: User) -> list[Worded]:
    """Read without labels: of what `viewer` may read only names of filers are asked for."""
    register = register_for(viewer, Scope())
    filers = dict(DocumentVersion.objects.values_list("sha256", "document__company__name"))
    return [
        Worded(filers.get(one.filing) or "", words_of(read(one.question, register).query), one.operation)
        for one in every
    ]


def layer(told: Sequence[Worded], settings: ProgramSettings) -> Layer:
    held = Counter(gram for one in told for gram in set(grams(one.words)))
    places = {gram: at for at, gram in enumerate(sorted(g for g, times in held.items() if times >= settings.least))}
    seen = np.zeros((len(told), len(places) + 1), dtype=np.float32)
    seen[:, -1] = 1
    for row, one in enumerate(told):
        seen[row, [places[gram] for gram in set(grams(one.words)) if gram in places]] = 1
    names = [str(one) for one in Operation]
    right = np.array([names.index(one.operation) for one in told])
    weights = np.zeros((seen.shape[1], len(names)), dtype=np.float32)
    step = _Adam(weights.shape, settings.rate)
    for _ in range(settings.steps):
        likely = _softmax(seen @ weights)
        likely[np.arange(len(right)), right] -= 1
        weights -= step(seen.T @ likely / len(right) + settings.decay * weights)
    return Layer({"": weights[-1], **{gram: weights[at] for gram, at in places.items()}})


def fitted(of: Sequence[Walked], known: Layer, settings: ProgramSettings) -> Array:
    """A weight for each sign, and last the score of "none of them"."""
    rows = [(_with_operation(one, known), one.right) for one in of]
    weights = np.zeros(len(NAMES) + 1, dtype=np.float32)
    step = _Adam(weights.shape, settings.sign_rate)
    for _ in range(settings.sign_steps):
        slope = settings.sign_decay * weights
        slope[-1] = 0
        for signs, right in rows:
            likely = _softmax(np.append(signs @ weights[:-1], weights[-1])[None])[0]
            meant = np.append(right, not right.any()) * likely
            apart = likely - meant / max(meant.sum(), 1e-12)
            slope += np.append(apart[:-1] @ signs, apart[-1]) / len(rows)
        weights -= step(slope)
    return weights


def _with_operation(one: Walked, known: Layer) -> Array:
    """The signs, with what the layer says of the operation: no layer was there when they were read."""
    likely = known.likely(one.words)
    signs = one.signs.copy()
    meant = signs[:, FIRST : FIRST + len(Operation)] @ likely
    meant = meant + one.two * likely[list(Operation).index(Operation.CHANGE)]
    signs[:, OPERATION] = np.log(np.maximum(meant, LEAST))
    return signs


@dataclass(frozen=True, slots=True)
class Likeliest:
    """Of the likeliest answer of a question."""

    probability: float
    right: bool


def crossed(of: Sequence[Walked], told: Sequence[Worded], settings: ProgramSettings, folds: int = 5) -> list[Likeliest]:
    """The likeliest answer of each question, by weights that saw no question about its filer."""
    filers = sorted({one.filer for one in of})
    found = []
    for fold in range(folds):
        out = set(filers[fold::folds])
        seen, unseen = [one for one in of if one.filer not in out], [one for one in of if one.filer in out]
        known = layer([one for one in told if one.filer not in out], settings)
        weights = fitted(seen, known, settings)
        found += [_likeliest(one, known, weights) for one in unseen]
    return found


def _likeliest(one: Walked, known: Layer, weights: Array) -> Likeliest:
    likely = _softmax(np.append(_with_operation(one, known) @ weights[:-1], weights[-1])[None])[0]
    together: dict[int, float] = defaultdict(float)
    for told, part in zip(one.told.tolist(), likely[:-1].tolist(), strict=True):
        together[told] += part
    best = max(together, key=lambda told: together[told])
    return Likeliest(together[best], bool(one.right[one.told == best].any()))


def measured(found: Sequence[Likeliest], least: Sequence[float] = (0.9, 0.8, 0.7, 0.6, 0.5, 0.4)) -> str:
    lines = [f"{len(found)} questions, each by weights that saw none about its filer:"]
    for one in least:
        taken = [each.right for each in found if each.probability >= one]
        lines.append(f"from {one}: {len(taken)} answered, {sum(taken)} of them right")
    return "\n".join(lines)


def write(known: Layer, weights: Array, operations: Path, signs: Path) -> None:
    told = {gram: [round(float(one), 3) for one in row] for gram, row in sorted(known.weights.items())}
    with lzma.open(operations, "wt", encoding="utf-8") as out:
        json.dump(told, out)
    named = {name: round(float(one), 4) for name, one in zip(NAMES, weights[:-1], strict=True)}
    signs.write_text(json.dumps({"nothing": round(float(weights[-1]), 4), "signs": named}, indent=1) + "\n")


class _Adam:
    """The next step down a slope."""

    def __init__(self, shape: tuple[int, ...], rate: float) -> None:
        self.rate, self.times = rate, 0
        self.mean, self.square = np.zeros(shape, dtype=np.float32), np.zeros(shape, dtype=np.float32)

    def __call__(self, slope: Array) -> Array:
        self.times += 1
        self.mean = 0.9 * self.mean + 0.1 * slope
        self.square = 0.999 * self.square + 0.001 * slope * slope
        mean, square = self.mean / (1 - 0.9**self.times), self.square / (1 - 0.999**self.times)
        found: Array = self.rate * mean / (np.sqrt(square) + 1e-8)
        return found


def _softmax(scores: Array) -> Array:
    raised: Array = np.exp(scores - scores.max(axis=1, keepdims=True))
    raised /= raised.sum(axis=1, keepdims=True)
    return raised
