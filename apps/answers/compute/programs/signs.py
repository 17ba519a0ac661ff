"""How well a program fits the question, as numbers that a model weighs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import log

from apps.answers.compute.programs.enumerated import Program
from apps.answers.compute.programs.series import Dating, Series, Tabled
from apps.answers.compute.programs.wanted import NEVER, Wanted
from apps.questions.expressions import Binary, Call, OverTime, Ratio, Share, walk
from apps.questions.labels import stems
from apps.questions.operations import Operation
from apps.questions.query import Query, Role, Shown
from apps.statements.ontology import Unit

GRAMMAR = ("Share", "Binary", "Ratio", "Call", "growth", "change", "average", "sum")
DOUBTFUL = (Dating.LENGTH, Dating.ROW, Dating.NONE)
OPENING = frozenset(("what", "how", "which"))
LEAST = 1e-3  # probability of an operation
MEASURED = frozenset({Role.MEASURE, Role.PART})
SPOKEN = frozenset({Role.MEASURE, Role.PART, Role.TOPIC, Role.UNREAD})
IS = {one: tuple(float(one is each) for each in Operation) for one in Operation}
NAMES = (
    *("said", "said squared", "titled", "unsaid", "unsaid names", "more in labels", "no more", "more around", "rank"),
    *("dated by length", "dated by row", "undated", "own year", "operation", "two", "least said", "all periods"),
    *("rate asked", "rate not asked", "count asked", "money counted", "listed"),
    *("of a whole", "whole of a part", "above one", "in order", "in turned order"),
    *(f"is {operation}" for operation in Operation),
    *(f"{operation} as {node}" for operation in Operation for node in GRAMMAR),
)


@dataclass(frozen=True, slots=True)
class Question:
    """What of the query the signs look at. grammar: which nodes its measures have; names: stems that it speaks of.

    places: of each stem the first; opens: it begins with "what" or "how", and tells the whole before the part.
    order: its stems one after the other, as far as lines may say them; measured: those that name a measure or a part.
    known: by line, what it says of the question, and first: by such words, their place; programs share their lines.
    """

    query: Query
    wanted: Wanted
    operations: Mapping[Operation, float]
    grammar: frozenset[str]
    names: frozenset[str]
    years: frozenset[int]
    places: Mapping[str, int]
    opens: bool
    order: tuple[str, ...]
    measured: frozenset[str]
    many: bool
    known: dict[int, frozenset[str]] = field(default_factory=dict)
    first: dict[frozenset[str], int] = field(default_factory=dict)

    @classmethod
    def of(
        cls, query: Query, asked: Wanted, operations: Mapping[Operation, float], years: frozenset[int]
    ) -> "Question":
        nodes = [node for measure in query.measures for node in walk(measure)]
        grammar = {type(node).__name__ for node in nodes if isinstance(node, Share | Binary | Ratio | Call)}
        grammar |= {str(node.function) for node in nodes if isinstance(node, OverTime)}
        spoken = [token.text for token in query.tokens if token.role in SPOKEN]
        names = frozenset(stem for text in spoken if text[:1].isupper() for stem in stems(text))
        places: dict[str, int] = {}
        for place, token in enumerate(query.tokens):
            for stem in stems(token.text):
                places.setdefault(stem, place)
        opens = bool(query.tokens) and query.tokens[0].text.lower() in OPENING
        told = [token for token in query.tokens if token.role not in NEVER]
        order = tuple(stem for token in told for stem in sorted(stems(token.text)))
        measured = frozenset(stem for token in told if token.role in MEASURED for stem in stems(token.text))
        many = query.form.shown is Shown.COUNT or any(token.text.lower() == "many" for token in query.tokens)
        return cls(query, asked, operations, frozenset(grammar), names, years, places, opens, order, measured, many)

    def said_by(self, one: Series, table: Tabled) -> frozenset[str]:
        if id(one) not in self.known:
            self.known[id(one)] = self.wanted.said_by(one, table.title)
        return self.known[id(one)]

    def place(self, said: frozenset[str]) -> int:
        """Where the question first says one of these words; its end where it does not."""
        if said not in self.first:
            self.first[said] = min(
                (self.places[one] for one in said & self.places.keys()), default=len(self.query.tokens)
            )
        return self.first[said]


def signs(program: Program, table: Tabled, of: Question) -> list[float]:
    """In the order of NAMES."""
    said = [of.said_by(one, table) for one in program.series]
    every = frozenset[str]().union(*said)
    share = of.wanted.share(every)
    titled = of.wanted.share(table.title - every)
    parts = [one for one in program.series if not one.is_whole] or program.series
    more = max(_more(one, of.wanted) for one in parts)
    names = of.names - every - table.title
    return [
        *(share, share**2, titled, 1 - share - titled, len(names) / (len(of.names) or 1)),
        *(more, float(more == 0), max(_more_around(one, of.wanted) for one in program.series), 1 / (1 + table.rank)),
        *(
            float(any(one.dating is each for one in program.series))
            for each in (Dating.LENGTH, Dating.ROW, Dating.NONE)
        ),
        float(table.read.filing.year in of.years),
        log(max(_meant(program, of.operations), LEAST)),
        *(float(len(program.series) > 1), min(map(of.wanted.share, said)), _covers_times(program)),
        *_forms(program, of),
        *_sides(program, of),
        *IS[program.operation],
        *_with_grammar(program.operation, of.grammar),
    ]


@lru_cache(maxsize=1_000)
def _with_grammar(operation: Operation, grammar: frozenset[str]) -> tuple[float, ...]:
    return tuple(float(operation is each and node in grammar) for each in Operation for node in GRAMMAR)


def _sides(program: Program, of: Question) -> Sequence[float]:
    """Which of two lines is the whole, and whether the question tells them in this order."""
    if len(program.series) < 2:
        return (0.0,) * 5
    over, under = program.series
    share = program.operation is Operation.SHARE
    first, second = (of.place(one.said) for one in program.series)
    turned = of.opens
    return (
        float(share and under.is_whole and not over.is_whole),
        float(share and over.is_whole and not under.is_whole),
        float(share and any(abs(one) > 1 for one in program.rates)),
        float(first < second and not turned),
        float(first < second and turned),
    )


def _meant(program: Program, operations: Mapping[Operation, float]) -> float:
    """Values of two periods tell what changed, too."""
    likely = operations[program.operation]
    two = program.operation is Operation.VALUE and len(program.spans) == 2
    return likely + operations[Operation.CHANGE] if two else likely


def _more(one: Series, asked: Wanted) -> float:
    """The share of a label's words that nobody asked for."""
    own = one.own - {"net"}
    return len(own - asked.weights.keys()) / len(own) if own else 0.0


def _more_around(one: Series, asked: Wanted) -> float:
    return len(one.around - asked.weights.keys()) / len(one.around) if one.around else 0.0


def _covers_times(program: Program) -> float:
    return float(all(span in one.quantities for one in program.series for span in program.spans))


def _forms(program: Program, of: Question) -> Sequence[float]:
    rate, many = of.query.form.shown is Shown.PERCENT, of.many
    counted = program.unit in (Unit.COUNT, Unit.SHARES)
    return (
        float(rate and program.rate),
        float(program.rate and not rate),
        float(many and counted and not program.rate),
        float(many and program.unit is Unit.MONEY),
        float(bool(program.among)),
    )
