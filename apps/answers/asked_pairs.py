"""Two cells of the tables of one filing, each named completely, and what they make together (H4)."""

from collections.abc import Sequence
from decimal import Decimal

from apps.answers.figures.asked import FigureQuestion
from apps.answers.figures.joined import joined
from apps.answers.figures.lines import Calculation, Computed
from apps.answers.table_questions.pairs import Pair


def pair_of(
    pair: Pair, first: Sequence[Calculation], second: Sequence[Calculation], question: FigureQuestion
) -> Calculation | None:
    """first, second: what the tables of a filing answer to each half, each list agreed on one figure a period.

    Where both halves must stand in one table, those of such a table are taken. Several periods are several figures.
    """
    for one in first:
        for other in second:
            if found := _together(pair, one, other, question):
                return found
    return None


def _together(pair: Pair, first: Calculation, second: Calculation, question: FigureQuestion) -> Calculation | None:
    if len(first.lines) != len(second.lines):
        return None
    found = [_joined(pair, one, other, question) for one, other in zip(first.lines, second.lines, strict=True)]
    made = [one for one in found if one]
    if not made or len(made) < len(found):
        return None
    lines = tuple(line for one in made for line in one.lines)
    return Calculation(made[0].question, lines)


def _joined(pair: Pair, one: Computed, other: Computed, question: FigureQuestion) -> Calculation | None:
    if not _fit(pair, one, other):
        return None
    return joined(one, other, pair.operator, pair.word, pair.shown, question)


def _fit(pair: Pair, one: Computed, other: Computed) -> bool:
    """Whether both are printed figures of one unit and period, not the same cell, and as the pair supposes."""
    if not (one.verbatim and other.verbatim) or one.years != other.years or one.formula == other.formula:
        return False
    above, below = one.operands[0], other.operands[0]
    if above.fact.unit != below.fact.unit:
        return False
    if pair.one_table and (above.fact.table_id, above.fact.column) != (below.fact.table_id, below.fact.column):
        return False
    larger, smaller = above.quantity.value, below.quantity.value
    return not pair.within or Decimal(0) <= smaller <= larger
