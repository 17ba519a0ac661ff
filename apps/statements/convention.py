"""Whether an income statement prints its costs as negative numbers, told from its own arithmetic.

Between two of its results, say gross profit and operating income, either the lines are added to the upper one, and what
is in parentheses was spent, or the costs are deducted from it. Where neither comes out, nothing is said.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

from apps.statements.facts import StatementFact
from apps.statements.ontology import Statement

RESULTS = frozenset(
    {"revenue", "gross_profit", "operating_income", "income_before_tax", "income_continuing", "net_income"}
)
COSTS = frozenset(
    {
        *("cost_of_revenue", "research_and_development", "selling_general_administrative", "sales_and_marketing"),
        *("general_and_administrative", "advertising_expense", "restructuring", "restructuring_and_impairment"),
        *("impairment", "goodwill_impairment", "amortization_of_intangibles", "depreciation_expense"),
        *("depreciation_amortization_expense", "salaries_and_benefits", "non_interest_expense", "operating_expenses"),
        *("costs_and_expenses", "interest_expense", "income_tax", "provision_for_credit_losses"),
    }
)
COST = re.compile(
    r"\b(?:costs?|expenses?|charges?|amortization|depreciation|impairments?|provisions?|severance|restructuring)\b",
    re.IGNORECASE,
)
EITHER_WAY = re.compile(r"\b(?:income|gains?|benefits?|earnings|credits?|profit|recover(?:y|ies))\b", re.IGNORECASE)
TOTAL = re.compile(r"total\b", re.IGNORECASE)
ROUNDING = Decimal(2)

Row = tuple[int, int, int]
Column = dict[Row, StatementFact]


def with_charges(facts: Sequence[StatementFact]) -> list[StatementFact]:
    """The same facts; costs that their income statement adds as negative numbers are marked as charges."""
    added: set[Row] = set()
    doubted: set[Row] = set()
    for column in _columns(facts):
        for above, lines, below in _stretches(list(column.values())):
            told = added if _adds(above, lines, below) else doubted
            if told is doubted or any(line.value < 0 for line in lines):
                told |= {_row(line) for line in lines if _names_a_cost(line, lines)}
    charges = added - doubted
    return [replace(fact, charge=True) if _row(fact) in charges and _plain(fact) else fact for fact in facts]


def _row(fact: StatementFact) -> Row:
    return fact.page, fact.table, fact.row


def _plain(fact: StatementFact) -> bool:
    return fact.statement is Statement.INCOME and fact.unit == "money"


def _columns(facts: Iterable[StatementFact]) -> list[Column]:
    """The amounts of money of each column of each income statement, from the top."""
    columns: dict[tuple[int, int, int], Column] = {}
    for fact in facts:
        if _plain(fact):
            columns.setdefault((fact.page, fact.table, fact.column), {})[_row(fact)] = fact
    return list(columns.values())


def _stretches(column: Sequence[StatementFact]) -> list[tuple[StatementFact, list[StatementFact], StatementFact]]:
    """The lines between each result and the next."""
    results = [place for place, fact in enumerate(column) if fact.concept in RESULTS]
    return [
        (column[above], list(column[above + 1 : below]), column[below])
        for above, below in pairwise(results)
        if below > above + 1
    ]


def _adds(above: StatementFact, lines: Sequence[StatementFact], below: StatementFact) -> bool:
    """Whether the lines, those that a total sums up once, are added to the result above."""
    counted = _without_parts(lines)
    step = ROUNDING * max(_step(fact) for fact in (above, *counted, below))
    moved = sum((line.value for line in counted), Decimal(0))
    return abs(above.value + moved - below.value) <= step


def _step(fact: StatementFact) -> Decimal:
    exponent = fact.value.as_tuple().exponent
    return fact.scale.scaleb(min(0, exponent)) if isinstance(exponent, int) else fact.scale


def _without_parts(lines: Sequence[StatementFact]) -> list[StatementFact]:
    """The lines without those that a total below them is the sum of."""
    counted: list[StatementFact] = []
    for line in lines:
        parts = _parts_of(line, counted)
        counted = [*counted[: len(counted) - len(parts)], line]
    return counted


def _parts_of(line: StatementFact, above: Sequence[StatementFact]) -> Sequence[StatementFact]:
    """The longest run right above a total that adds up to it; none above other lines."""
    if not TOTAL.match(line.label):
        return ()
    runs = (above[first:] for first in range(len(above) - 1))
    step = ROUNDING * _step(line)
    return next((run for run in runs if abs(sum(one.value for one in run) - line.value) <= step), ())


def _names_a_cost(line: StatementFact, lines: Sequence[StatementFact]) -> bool:
    """By its item or its label; a line that a total of costs sums up is one of them."""
    totals = [place for place, other in enumerate(lines) if TOTAL.match(other.label) and _is_cost(other)]
    summed = (part for place in totals for part in _parts_of(lines[place], lines[:place]))
    return _is_cost(line) or any(part is line for part in summed)


def _is_cost(line: StatementFact) -> bool:
    if line.concept:
        return line.concept in COSTS
    return bool(COST.search(line.label)) and not EITHER_WAY.search(line.label)
