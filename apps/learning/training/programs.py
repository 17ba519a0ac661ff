"""Training what chooses programs over tables (H4): words to operations, signs to weights, a closer look to trees.

First the operation is learned from questions whose operation a reader wrote down. Then each question is walked to its
programs over the store, and weights of their signs are fitted so that those which come to the written answer share the
probability. Of the programs that these put first trees learn an order, and from orders that saw no question about the
filer further trees learn how likely the first is right. Cross-validated by filer. `training/figures` walks them.
"""

import json
import lzma
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from apps.accounts.models import User
from apps.answers.compute.programs.choice import ORDER, Tries, nearest, over_next, placed
from apps.answers.compute.programs.enumerated import Program
from apps.answers.compute.programs.signs import LEAST, NAMES
from apps.answers.compute.programs.trees import Array, Sums, Trees
from apps.learning import json_lines
from apps.learning.builders.filed import filers_by_filing
from apps.learning.training.boosting import TreeSettings, deciding, ordering
from apps.questions.operations import Operation, grams, words_of
from apps.questions.query import Query
from apps.questions.reader import read
from apps.retrieval.found import Scope
from apps.retrieval.reading import register_for
from apps.statements.values.units import SCALES

WRITTEN = Path(__file__).parents[1] / "data" / "figures.jsonl.xz"
RATES = frozenset(("%", "percent", "percentage points", "points", "pts", "pp"))
SHORT = {"bn": "billion", "b": "billion", "mn": "million", "m": "million", "k": "thousand"}
BASIS_POINTS = frozenset(("bps", "basis points"))
SEED, TOLD = 7, 50
ORDERING = TreeSettings()
DECIDING = TreeSettings(rounds=200, leaves=7, least=40, rate=0.03, signs=0.4, decay=10.0)
HALF = 0.51  # of the last digit that is written
Seen = TypeVar("Seen")
Answer = tuple[str, str]  # a number with its unit
OPERATION, FIRST = NAMES.index("operation"), NAMES.index(f"is {Operation.VALUE}")


class Gives(Protocol):
    """values: plain numbers; rates: parts of one."""

    @property
    def values(self) -> tuple[float, ...]: ...
    @property
    def rates(self) -> tuple[float, ...]: ...


@dataclass(frozen=True, slots=True)
class Written:
    """A question with its answer as a reader wrote it. filing: SHA-256 of its file; page from 0.

    operation: "" where nobody wrote it down. also: other forms in which the answer may be told.
    """

    question: str
    operation: str
    number: str
    unit: str
    filing: str
    page: int
    writer: int = 1
    also: tuple[Answer, ...] = ()

    def is_met(self, program: Gives) -> bool:
        """Whether what is given comes to the answer, to the digits that are written."""
        return any(_comes_to(one, program) for one in ((self.number, self.unit), *self.also))


def _comes_to(answer: Answer, program: Gives) -> bool:
    """Whether it rose or fell is not looked at."""
    number, unit = abs(float(answer[0])), SHORT.get(answer[1], answer[1])
    decimals = -int(Decimal(answer[0]).as_tuple().exponent)
    least = HALF * 10**-decimals
    if unit in BASIS_POINTS:
        return any(abs(abs(one) * 10_000 - number) <= least for one in program.rates)
    if unit in RATES:
        return any(abs(abs(one) * 100 - number) <= least for one in program.rates)
    scales = [float(SCALES[unit])] if unit in SCALES else [1.0, 1e3, 1e6] if not unit else [1.0]
    return bool(number) and any(abs(abs(one) / scale - number) <= least for one in program.values for scale in scales)


@dataclass(frozen=True)
class Walked:
    """words: of the question; signs: a row for each program; close: the closer ones; right: what comes to the answer.

    told: what each comes to, as a number of its own; two: values of two periods, which tell what changed, too; agrees:
    what comes to the figures that the rules found.
    """

    filer: str
    words: tuple[str, ...]
    signs: NDArray[np.float16]
    close: NDArray[np.float16]
    right: NDArray[np.bool_]
    told: NDArray[np.int64]
    two: NDArray[np.bool_]
    agrees: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class ProgramSettings:
    """least: questions that must hold a word, for it to be learned. decay, sign_decay: of the weights of both steps.

    weighed: questions that the weights of the signs are fitted on, at most. folds: of what the last trees learn from.
    """

    least: int = 3
    decay: float = 0.002
    sign_decay: float = 0.0003
    steps: int = 300
    sign_steps: int = 500
    rate: float = 0.1
    sign_rate: float = 0.08
    weighed: int = 600
    folds: int = 5
    order: TreeSettings = ORDERING
    sure: TreeSettings = DECIDING


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
    return [Written(**row) for row in json_lines.read(file)]


def walked(one: Written, filer: str, query: Query, tries: Tries, agrees: Callable[[Program], bool]) -> Walked:
    """A question with all its programs, of which there are some."""
    programs, numbers = [each.program for each in tries.every], dict[object, int]()
    return Walked(
        filer,
        words_of(query),
        np.array([each.signs for each in tries.every], dtype=np.float16),
        np.array([tries.close(at) for at in range(len(programs))], dtype=np.float16),
        np.array([one.is_met(each) for each in programs]),
        np.array([numbers.setdefault(each.told, len(numbers)) for each in programs]),
        np.array([each.operation is Operation.VALUE and len(each.spans) == 2 for each in programs]),
        np.array([agrees(each) for each in programs]),
    )


def drawn(every: Sequence[Seen], most: int) -> list[Seen]:
    """So many of them in a mixed order, always the same; all of them for 0."""
    mixed = list(every)
    random.Random(SEED).shuffle(mixed)  # noqa: S311 - an order, no secret
    return mixed[:most] if most else mixed


def told(of: Iterable[Seen], count: int, tell: Callable[[str], object]) -> Iterator[Seen]:
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
    filers = filers_by_filing()
    return [
        Worded(filers.get(one.filing) or "", words_of(read(one.question, register).query), one.operation)
        for one in every
        if one.operation
    ]


def layer(told: Sequence[Worded], settings: ProgramSettings, names: Sequence[str] = tuple(Operation)) -> Layer:
    held = Counter(gram for one in told for gram in set(grams(one.words)))
    places = {gram: at for at, gram in enumerate(sorted(g for g, times in held.items() if times >= settings.least))}
    seen = np.zeros((len(told), len(places) + 1), dtype=np.float32)
    seen[:, -1] = 1
    for row, one in enumerate(told):
        seen[row, [places[gram] for gram in set(grams(one.words)) if gram in places]] = 1
    right = np.array([names.index(one.operation) for one in told])
    weights = np.zeros((seen.shape[1], len(names)), dtype=np.float32)
    step = _Adam(weights.shape, settings.rate)
    for _ in range(settings.steps):
        likely = _softmax(seen @ weights)
        likely[np.arange(len(right)), right] -= 1
        weights -= step(seen.T @ likely / len(right) + settings.decay * weights)
    return Layer({"": weights[-1], **{gram: weights[at] for gram, at in places.items()}})


def fitted(of: Sequence[Walked], known: Layer, settings: ProgramSettings) -> Array:
    """A weight for each sign, and last the score of "none of them", which where none is right takes the blame."""
    rows = [(_with_operation(one, known), one.right) for one in of[: settings.weighed]]
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
    signs = one.signs.astype(np.float32)
    meant = signs[:, FIRST : FIRST + len(Operation)] @ likely
    meant = meant + one.two * likely[list(Operation).index(Operation.CHANGE)]
    signs[:, OPERATION] = np.log(np.maximum(meant, LEAST))
    return signs


@dataclass(frozen=True, slots=True)
class Near:
    """The programs that the weights put first, as `choice.placed` tells them; right, told, agrees: as of `Walked`."""

    filer: str
    rows: Array
    right: NDArray[np.bool_]
    told: list[int]
    agrees: NDArray[np.bool_]


def near(one: Walked, known: Layer, weights: Array) -> Near:
    signs = _with_operation(one, known)
    scores = signs @ weights[:-1]
    first = nearest(scores)
    told = [int(each) for each in one.told[first]]
    looked = np.hstack([one.close[first].astype(np.float32), signs[first]])
    return Near(one.filer, placed(scores[first], told, looked), one.right[first], told, one.agrees[first])


@dataclass(frozen=True, slots=True)
class Learned:
    """weights: of signs. order: trees that put what is near in order; sure: those that say how likely the first is."""

    known: Layer
    weights: Array
    order: Trees
    sure: Trees

    def likeliest(self, one: Walked) -> "Likeliest":
        held = near(one, self.known, self.weights)
        row, right = _first(held, self.order.sums(held.rows))
        return Likeliest(1 / (1 + float(np.exp(-self.sure.sums(row[None])[0]))), right)


@dataclass(frozen=True, slots=True)
class Standing:
    """near: of each question; sums: of each by an order that was learned without its filer."""

    known: Layer
    weights: Array
    near: list[Near]
    sums: list[Sums]


def standing(of: Sequence[Walked], told: Sequence[Worded], settings: ProgramSettings) -> Standing:
    """Raises ImportError where LightGBM is not installed, ValueError where no program comes to an answer."""
    known = layer(told, settings)
    weights = fitted(of, known, settings)
    every = [near(one, known, weights) for one in of]
    order = {filer: order for out, order in _orders(every, settings) for filer in out}
    return Standing(known, weights, every, [order[one.filer].sums(one.rows) for one in every])


def learned(of: Standing, settings: ProgramSettings) -> Learned:
    firsts = [_first(one, sums) for one, sums in zip(of.near, of.sums, strict=True)]
    sure = deciding(np.array([row for row, _ in firsts]), np.array([right for _, right in firsts]), settings.sure)
    return Learned(of.known, of.weights, _order(of.near, settings), sure)


def _orders(every: Sequence[Near], settings: ProgramSettings) -> Iterator[tuple[set[str], Trees]]:
    """Of each part of the filers the order that was learned from the others."""
    for out in parts({one.filer for one in every}, settings.folds):
        yield out, _order([one for one in every if one.filer not in out], settings)


def _order(every: Sequence[Near], settings: ProgramSettings) -> Trees:
    told = [one for one in every if one.right.any()]
    if not told:
        raise ValueError("no program comes to a written answer: is the store filled?")
    return ordering([one.rows for one in told], [one.right for one in told], settings.order)


def _first(one: Near, sums: Sums) -> tuple[Array, bool]:
    """How the best program stands, and whether what it comes to is right."""
    best, beside = over_next(sums, one.told)
    right = any(right for right, told in zip(one.right, one.told, strict=True) if told == one.told[best])
    return np.array([*beside, *one.rows[best]], dtype=np.float32), right


@dataclass(frozen=True, slots=True)
class Likeliest:
    """Of the likeliest answer of a question."""

    probability: float
    right: bool


def parts(filers: Iterable[str], count: int) -> list[set[str]]:
    ordered = sorted(filers)
    return [set(ordered[at::count]) for at in range(min(count, len(ordered)))]


def crossed(of: Sequence[Walked], told: Sequence[Worded], settings: ProgramSettings, folds: int = 5) -> list[Likeliest]:
    """The likeliest answer of each question, by what saw no question about its filer."""
    found = []
    for out in parts({one.filer for one in of}, folds):
        seen = [one for one in of if one.filer not in out]
        made = learned(standing(seen, [one for one in told if one.filer not in out], settings), settings)
        found += [made.likeliest(one) for one in of if one.filer in out]
    return found


def measured(found: Sequence[Likeliest], least: Sequence[float] = (0.9, 0.8, 0.7, 0.6, 0.5, 0.4)) -> str:
    lines = [f"{len(found)} questions, each by weights that saw none about its filer:"]
    for one in least:
        taken = [each.right for each in found if each.probability >= one]
        lines.append(f"from {one}: {len(taken)} answered, {sum(taken)} of them right")
    return "\n".join(lines)


def write(made: Learned, operations: Path, signs: Path, trees: Path) -> None:
    told = {gram: [round(float(one), 3) for one in row] for gram, row in sorted(made.known.weights.items())}
    with lzma.open(operations, "wt", encoding="utf-8") as out:
        json.dump(told, out)
    named = {name: round(float(one), 4) for name, one in zip(NAMES, made.weights[:-1], strict=True)}
    signs.write_text(json.dumps({"signs": named}, indent=1) + "\n")
    np.savez_compressed(trees, **made.order.arrays(ORDER))  # type: ignore[arg-type]


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
