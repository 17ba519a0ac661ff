"""A closer look at the few programs that fit a question best: which words each of their lines says, and where.

The signs of `signs` are of every program and a sum weighs them; these stand beside them, and trees look at all.
"""

from collections.abc import Sequence
from math import log

from apps.answers.compute.programs.enumerated import Program
from apps.answers.compute.programs.series import Series, Tabled
from apps.answers.compute.programs.signs import Question
from apps.questions.labels import stem, words
from apps.questions.operations import Operation

OPERATIONS = list(Operation)
UNKNOWN, NEVER = -1.0, frozenset[str]()  # of a second line where there is one alone
LEAST = 1e-6  # added to an amount, for its logarithm
NAMES = (
    *("own words", "words above", "words of the column", "words of the title", "words of all"),
    *("other's own words", "words above the other", "words of the other's column", "said by the first alone"),
    *("said by the other alone", "said by both", "order of the lines", "other's words not asked for"),
    *("words not asked for", "part not asked for", "length", "column not asked for", "above not asked for"),
    *("longest run", "longest run of the label", "longest run of the other"),
    *("asked and nowhere", "asked and in no line", "operation", "size", "ranked", "periods", "in percent", "negative"),
)


def close_signs(program: Program, table: Tabled, of: Question) -> list[float]:
    """In the order of NAMES."""
    first, other = program.series[0], program.series[1] if len(program.series) > 1 else None
    lines = first.said | (other.said if other else NEVER)
    first_amount = abs((program.values + program.rates)[0])
    return [
        *(of.wanted.share(one) for one in (first.own, first.over - first.own, first.column)),
        of.wanted.share(table.title - lines),
        of.wanted.share(table.title | lines),
        *_beside(first, other, of),
        *_beyond(first, of),
        *_runs(first, other, of),
        *(_missing(of, lines | table.title), _missing(of, lines)),
        *(float(OPERATIONS.index(program.operation)), log(first_amount + LEAST), float(len(program.among))),
        *(float(len(program.spans)), float(bool(program.rates)), _negative(program)),
    ]


def _beside(first: Series, other: Series | None, of: Question) -> Sequence[float]:
    """What the second line says, and what of it the first does not."""
    if other is None:
        return (UNKNOWN,) * 8
    one, two = first.said, other.said
    share, asked = of.wanted.share, of.wanted.weights.keys()
    return (
        *(share(said) for said in (other.own, other.over - other.own, other.column)),
        *(share(said) for said in (one - two, two - one, one & two)),
        (of.place(one - two) - of.place(two - one)) / (len(of.query.tokens) or 1),
        len(other.own - asked) / (len(other.own) or 1),
    )


def _beyond(first: Series, of: Question) -> Sequence[float]:
    """How much of the line nobody asked for."""
    wanted = of.wanted.weights.keys()
    own, column, over = first.own - {"net"}, first.column, first.over
    return (
        float(len(own - wanted)),
        len(own - wanted) / (len(own) or 1),
        float(len(own)),
        len(column - wanted) / len(column) if column else UNKNOWN,
        len(over - wanted) / len(over) if over else UNKNOWN,
    )


def _runs(first: Series, other: Series | None, of: Question) -> Sequence[float]:
    """Words of a label that the question says one after the other."""
    label = _in_order(first.line.label)
    run = _longest(label, of.order)
    return run, run / (len(label) or 1), _longest(_in_order(other.line.label), of.order) if other else UNKNOWN


def _longest(label: Sequence[str], asked: Sequence[str]) -> float:
    best, before = 0, dict[int, int]()
    for word in label:
        before = {at: before.get(at - 1, 0) + 1 for at, said in enumerate(asked) if said == word}
        best = max(best, *before.values(), 0)
    return float(best)


def _in_order(text: str) -> tuple[str, ...]:
    return tuple(stem(one) for word in text.replace("/", " ").replace("-", " ").split() for one in sorted(words(word)))


def _missing(of: Question, said: frozenset[str]) -> float:
    """The share of the measure's and the part's words that are not said."""
    whole = sum(of.wanted.weights[one] for one in sorted(of.measured))
    return sum(of.wanted.weights[one] for one in sorted(of.measured - said)) / (whole or 1)


def _negative(program: Program) -> float:
    return float(any(one < 0 for one in program.values + program.rates))
