"""How likely figures that the rules computed are what was asked: a trained judge of outcomes (A8).

That a figure is computed of cited cells says that it is right, not that it is the one meant: words may have been read
as another line, another operation or nothing at all. Boosted trees weigh signs of the reading, of the outcome, and of
both held against each other, and of how the likeliest programs over tables, another reading of the same question, stand
to its figures. Trained by `manage.py train figures` on questions whose answers readers wrote.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, isclose, log
from pathlib import Path

import numpy as np

from apps.answers.compute.figures import Figure
from apps.answers.compute.operands import Operand
from apps.answers.compute.outcome import Outcome
from apps.answers.compute.programs.choice import AGREEING, Tries, agreement, ordered
from apps.answers.compute.programs.enumerated import Program
from apps.answers.compute.programs.trees import Trees
from apps.answers.compute.tree import Operation as Combined
from apps.answers.sources.candidate import CandidateKind
from apps.answers.sources.evidence import Passage
from apps.questions.expressions import Binary, Call, Item, Operator, OverTime, OverTimeFunction, Ratio, Row, Share, walk
from apps.questions.labels import called, stem, stems_of, words
from apps.questions.operations import Operation, operations_of
from apps.questions.query import Intent, Query, Role
from apps.statements.ontology import Unit

TREES = Path(__file__).parent / "data" / "figures.npz"
SURE = "figures"  # of the arrays in the file
ASKED = frozenset({Intent.FIGURE, Intent.RANKING, Intent.LIST})
FILED = frozenset({CandidateKind.FACT, CandidateKind.CELL, CandidateKind.SENTENCE})
SAYS_NOTHING = frozenset({Role.FILER, Role.PERIOD, Role.FUNCTION, Role.FORM})
NODES = (Item, Row, Ratio, Binary, Share, OverTime, Call)
COMBINED = {Operator.ADD: Operation.SUM, Operator.SUBTRACT: Operation.DIFFERENCE, Operator.DIVIDE: Operation.RATIO}
MOVED = frozenset({OverTimeFunction.CHANGE, OverTimeFunction.GROWTH, OverTimeFunction.CAGR})
OVER_TIME = {OverTimeFunction.AVERAGE: Operation.AVERAGE, OverTimeFunction.SUM: Operation.SUM}
ABOVE = 2  # headings over a line that say what it is of
LEAST, UNRANKED = 1e-3, 99.0
ALIKE = 0.002  # part by which a number that is rounded may differ
RATES = ("%", "percent", "basis points")  # units of what is told as a part of a hundred
ROLES = tuple(Role)
UNSAID = (Role.MEASURE, Role.PART, Role.OPERATOR, Role.FRAME, Role.TOPIC)
OPERATIONS = tuple(Operation)
NAMES = (
    *("words", *(f"{role} words" for role in ROLES), *(node.__name__ for node in NODES)),
    *("measures", "taken", "meant", "part", "each part", "ranking", "list"),
    *("figures", "operands", "of cells", "told of the choice", "restated", "missing", "notes", "ranked", "periods"),
    *("percent", "ratio", "money", "negative", "size", "over time", "filings"),
    *("operation", "likely operation", "likelier operation", *(f"likely {one}" for one in OPERATIONS)),
    *("telling words", "unsaid", "share unsaid", *(f"unsaid {role}" for role in UNSAID), "unsaid names"),
    *("not asked for", "share not asked for", "not asked for around", "said around", "said by the part"),
    *("rank", "last rank", "ranked pages"),
    *AGREEING,
)


def is_judged(outcome: Outcome) -> bool:
    """Whether it holds figures of filings that were asked for: not a verdict, a premise, a brief, or a price."""
    asked = outcome.query.intent in ASKED and outcome.query.condition is None
    return asked and bool(outcome.figures) and all(one.candidate.kind in FILED for one in outcome.operands)


def likely(outcome: Outcome, passages: Sequence[Passage], tries: Tries | None = None) -> float | None:
    """The probability that its figures answer; None where they are not judged.

    passages: of the search, best first; tries: the programs over the tables that it brought.
    """
    if not is_judged(outcome):
        return None
    row = np.array([signs(outcome, passages, tries)], dtype=np.float32)
    return 1 / (1 + exp(-float(_trees().sums(row)[0])))


def signs(outcome: Outcome, passages: Sequence[Passage], tries: Tries | None = None) -> list[float]:
    """In the order of NAMES."""
    return [*own_signs(outcome, passages), *_of_programs(outcome, tries)]


def own_signs(outcome: Outcome, passages: Sequence[Passage]) -> list[float]:
    """Those of the outcome by itself."""
    asked = Asked.of(outcome.query)
    return [
        *_of_reading(outcome.query),
        *_of_outcome(outcome),
        *_of_operation(outcome),
        *_of_words(outcome, asked),
        *_of_pages(outcome.operands, passages),
    ]


@dataclass(frozen=True, slots=True)
class Asked:
    """Words of the question that say what is asked for, as stems, each with its role and whether it begins large."""

    told: tuple[tuple[str, Role, bool], ...]

    @classmethod
    def of(cls, query: Query) -> "Asked":
        tokens = [token for token in query.tokens if token.role not in SAYS_NOTHING]
        return cls(
            tuple((stem(word), token.role, token.text[0].isupper()) for token in tokens for word in words(token.text))
        )

    @property
    def stems(self) -> frozenset[str]:
        return frozenset(word for word, _, _ in self.told)


def _of_reading(query: Query) -> Iterator[float]:
    nodes = [node for measure in query.measures for node in walk(measure)]
    roles = Counter(token.role for token in query.tokens)
    yield float(len(query.tokens))
    yield from (float(roles[role]) for role in ROLES)
    yield from (float(sum(isinstance(node, kind) for node in nodes)) for kind in NODES)
    yield from map(float, (len(query.measures), len(query.taken), sum(one.meaning for one in query.taken)))
    yield from map(float, (query.part is not None, query.part is not None and query.part.each))
    yield from map(float, (query.intent is Intent.RANKING, query.intent is Intent.LIST))


def _of_outcome(outcome: Outcome) -> Iterator[float]:
    first, operands = outcome.figures[0], outcome.operands
    cells = sum(one.candidate.kind is CandidateKind.CELL for one in operands)
    places = [one.candidate.place for one in operands if one.candidate.place]
    yield from map(float, (len(outcome.figures), len(operands), cells / (len(operands) or 1)))
    yield from map(float, (sum(bool(one.says) for one in operands), sum(bool(one.restated) for one in operands)))
    yield from map(float, (len(outcome.missing) + len(outcome.ambiguous), len(outcome.notes), len(outcome.ranked)))
    yield float(len({span for figure in outcome.figures for span in figure.spans}))
    yield from map(float, (_is_percent(first), first.shown.unit == "ratio", first.amount.money == 1))
    yield from map(float, (first.amount.value < 0, log(abs(float(first.amount.value)) + LEAST), bool(first.over)))
    yield float(len({place.version for place in places}))


def _of_operation(outcome: Outcome) -> Iterator[float]:
    """What was done with the lines, and how likely the words of the question ask for it."""
    known, done = operations_of(outcome.query), operation_of(outcome)
    told = log(max(known[done], LEAST))
    yield from (float(OPERATIONS.index(done)), told, log(max(known.values())) - told)
    yield from (known[one] for one in OPERATIONS)


def _of_words(outcome: Outcome, asked: Asked) -> Iterator[float]:
    """Which words of the question the lines say, and which of theirs nobody asked for."""
    operands, figures = outcome.operands, outcome.figures
    own = stems_of(one.candidate.label for one in operands)
    around = stems_of(text for one in operands for text in (*one.candidate.above[-ABOVE:], one.candidate.header))
    part = stems_of((*(one.candidate.part for one in operands), *(one.part for one in figures)))
    called_so = stems_of((*(one.name for one in operands), *(one.name for one in figures)))
    said = own | around | part | called_so | _called(outcome.query)
    unsaid = [(role, large) for word, role, large in asked.told if word not in said]
    roles = Counter(role for role, _ in unsaid)
    yield from map(float, (len(asked.told), len(unsaid), len(unsaid) / (len(asked.told) or 1)))
    yield from (float(roles[role]) for role in UNSAID)
    yield float(sum(large for _, large in unsaid))
    yield from map(float, (len(own - asked.stems), len(own - asked.stems) / (len(own) or 1)))
    yield len(around - asked.stems) / (len(around) or 1)
    yield from map(float, (len(asked.stems & around - own), len(asked.stems & part)))


def _of_pages(operands: Sequence[Operand], passages: Sequence[Passage]) -> Iterator[float]:
    """Where the pages of the cells stand among those that the search brought."""
    ranks: dict[tuple[int, int], int] = {}
    for passage in passages:
        for page, _, _ in passage.spans:
            ranks.setdefault((passage.found.version_id, page), passage.found.rank)
    found = [
        float(ranks.get((place.version, place.page), UNRANKED)) for one in operands if (place := one.candidate.place)
    ]
    yield from (min(found, default=UNRANKED), max(found, default=UNRANKED))
    yield sum(rank < UNRANKED for rank in found) / (len(found) or 1)


def _of_programs(outcome: Outcome, tries: Tries | None) -> list[float]:
    if tries is None or not tries.every:
        return agreement(np.empty(0), (), ())
    found = ordered(tries)
    return agreement(found.sums, found.answers, [agrees(outcome, one.program) for one in found.near])


def agrees(outcome: Outcome, program: Program) -> bool:
    """Whether the program comes to one of its figures; of a ranking to the first."""
    return any(_gives(program, figure) for figure in told(outcome))


def told(outcome: Outcome) -> list[Figure]:
    """Its figures, of a ranking the first."""
    return [figure for figure in outcome.figures if figure not in outcome.ranked] + list(outcome.ranked[:1])


def _gives(program: Program, figure: Figure) -> bool:
    value, unit = abs(float(figure.amount.value)), figure.shown.unit
    numbers = program.rates if unit.startswith(RATES) else program.values + program.rates * (unit == "ratio")
    return any(isclose(abs(one), value, rel_tol=ALIKE) for one in numbers)


def operation_of(outcome: Outcome) -> Operation:
    """What was done with the lines."""
    first = outcome.figures[0]
    if outcome.ranked:
        largest = outcome.query.order is None or outcome.query.order.descending
        if first.over in MOVED:
            return Operation.MOST_RISEN if largest else Operation.MOST_FALLEN
        return Operation.LARGEST if largest else Operation.SMALLEST
    if first.over:
        return Operation.CHANGE if first.over in MOVED else OVER_TIME.get(OverTimeFunction(first.over), Operation.VALUE)
    if not isinstance(first.tree, Combined):
        return Operation.VALUE
    divided = first.tree.operator is Operator.DIVIDE and _is_percent(first)
    return Operation.SHARE if divided else COMBINED.get(first.tree.operator, Operation.VALUE)


def _is_percent(figure: Figure) -> bool:
    printed = any(one.unit is Unit.PERCENT for one in figure.operands[:1])
    return printed or figure.shown.unit.startswith(("%", "percent"))


def _called(query: Query) -> frozenset[str]:
    """Words by which the items of the query go."""
    measures = (measure for one in query.asks for measure in one.measures)
    items = [node for measure in measures for node in walk(measure) if isinstance(node, Item)]
    return frozenset(word for item in items for way in called(item.concept) for word in way)


@cache
def _trees() -> Trees:
    with np.load(TREES, allow_pickle=False) as held:
        return Trees.of({name: held[name] for name in held.files}, SURE)
