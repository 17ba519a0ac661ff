"""Self-checks of a filing's statements: what must add up, does it? A failed check is shown, and mends nothing."""

from collections.abc import Iterable, Sequence, Set
from datetime import date

from apps.statements.adding_up import sum_outcomes
from apps.statements.earnings import earnings_outcomes
from apps.statements.facts import StatementFact
from apps.statements.outcomes import Check, Outcome, outcome
from apps.statements.repeated import repeated_outcomes
from apps.statements.sums import Sum
from apps.statements.values.periods import Period

Held = dict[str, StatementFact]
Place = tuple[int, int, int]
FLOWS = ("operating_cash_flow", "investing_cash_flow", "financing_cash_flow")


def run_checks(facts: Sequence[StatementFact], sums: Sequence[Sum] = ()) -> list[Outcome]:
    """Every identity whose members the filing states, for every period, and every sum of its lines."""
    outcomes = [*sum_outcomes(facts, sums), *repeated_outcomes(facts)]
    owned = _parts_of_equity(sums)
    for column in _columns(facts):
        held: Held = {}
        for fact in column:
            if fact.concept:
                held.setdefault(fact.concept, fact)
        outcomes += _balance(held, owned) + _gross_profit(held) + _cash(held, column)
        outcomes += earnings_outcomes(held)
    return outcomes


def _columns(facts: Iterable[StatementFact]) -> list[list[StatementFact]]:
    """The facts of one statement and period. Two columns for one period (restated beside reported) stay apart."""
    columns: dict[tuple[str, str, date | None, int | None, int], list[StatementFact]] = {}
    seen: dict[tuple[str, str, int, int, Period], list[int]] = {}
    for fact in facts:
        same = seen.setdefault((fact.statement.value, fact.dimension, fact.page, fact.table, fact.period), [])
        if fact.column not in same:
            same.append(fact.column)
        end = fact.period.end
        key = (fact.statement.value, fact.dimension, end, fact.period.months, same.index(fact.column))
        columns.setdefault(key, []).append(fact)
    return list(columns.values())


def _place(fact: StatementFact) -> Place:
    return fact.page, fact.table, fact.row


def _between(
    column: Sequence[StatementFact], above: Sequence[StatementFact], below: StatementFact
) -> list[StatementFact]:
    """The lines that stand below the last of `above` and above `below`."""
    first, last = max(_place(fact) for fact in above), _place(below)
    return [fact for fact in column if first < _place(fact) < last]


def _implied(fact: StatementFact) -> bool:
    """True for a total without a label, told by its equal: to compare the two would be a check that cannot fail."""
    return fact.label.startswith("[")


def _balance(held: Held, owned: Set[Place] | None) -> list[Outcome]:
    outcomes = []
    sides = [held[key] for key in ("total_assets", "liabilities_and_equity") if key in held]
    if len(sides) == 2 and not any(_implied(fact) for fact in sides):
        outcomes.append(outcome(Check.BALANCE, sides[:1], sides[1:], [1]))
    equity = held.get("total_equity") or held.get("equity_parent")
    if equity and {"total_liabilities", "liabilities_and_equity"} <= held.keys():
        parts = [held["total_liabilities"], equity, *_beside(equity, held, owned)]
        outcomes.append(outcome(Check.BALANCE_PARTS, [held["liabilities_and_equity"]], parts, [1] * len(parts)))
    return outcomes


def _parts_of_equity(sums: Sequence[Sum]) -> Set[Place] | None:
    """The lines that add up to total equity; None where nothing tells."""
    found = [sum_.parts for sum_ in sums if sum_.total.concept == "total_equity"]
    lines = {(line.part.page.number, line.part.index, line.row.index) for parts in found for line in parts}
    return lines if found else None


def _beside(equity: StatementFact, held: Held, owned: Set[Place] | None) -> list[StatementFact]:
    """What others have a right to beside equity. Their interests may be a part of total equity, or stand outside."""
    redeemable, others = held.get("redeemable_noncontrolling"), held.get("noncontrolling_interests")
    return [fact for fact in (redeemable, others) if fact and not (fact is others and _within(fact, equity, owned))]


def _within(others: StatementFact, equity: StatementFact, owned: Set[Place] | None) -> bool:
    if equity.concept != "total_equity":
        return False
    return _place(others) < _place(equity) if owned is None else _place(others) in owned


def _gross_profit(held: Held) -> list[Outcome]:
    if {"gross_profit", "revenue", "cost_of_revenue"} <= held.keys():
        cost = held["cost_of_revenue"]
        sign = -1 if cost.value >= 0 else 1  # some filers print costs in parentheses
        return [outcome(Check.GROSS_PROFIT, [held["gross_profit"]], [held["revenue"], cost], [1, sign])]
    return []


def _cash(held: Held, column: Sequence[StatementFact]) -> list[Outcome]:
    """What stands between the totals and the change (exchange effect, cash held for sale) belongs to it."""
    outcomes = []
    change = held.get("change_in_cash")
    if change and all(key in held for key in FLOWS):
        flows = [held[key] for key in FLOWS]
        parts = [*flows, *_between(column, flows, change)]
        outcomes.append(outcome(Check.CASH_CHANGE, [change], parts, [1] * len(parts)))
    if change and {"cash_beginning", "cash_end"} <= held.keys():
        start = held["cash_beginning"]
        more = [fact for fact in _between(column, [change], held["cash_end"]) if fact != start]
        parts = [start, change, *more]
        outcomes.append(outcome(Check.CASH_ROLL, [held["cash_end"]], parts, [1] * len(parts)))
    return outcomes
