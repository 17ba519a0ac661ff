"""Self-checks of a filing's statements: what must add up, does it? A failed check is shown, and mends nothing."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum

from apps.documents.figures.periods import Period
from apps.documents.statements.facts import StatementFact


class Check(StrEnum):
    """The identities. Values are what pages show."""

    BALANCE = "Assets = liabilities + equity"
    BALANCE_PARTS = "Total liabilities + equity = total liabilities and equity"
    GROSS_PROFIT = "Gross profit = revenue - cost of revenue"
    CASH_CHANGE = "Operating + investing + financing + exchange = change in cash"
    CASH_ROLL = "Cash at the beginning + change = cash at the end"
    REPEATED = "Repeated values agree"


@dataclass(frozen=True, slots=True)
class Outcome:
    """One identity for one period. difference: left side minus right side, in whole units."""

    check: Check
    period: Period
    difference: Decimal
    tolerance: Decimal
    facts: tuple[StatementFact, ...]

    @property
    def passed(self) -> bool:
        return abs(self.difference) <= self.tolerance


Key = tuple[date | None, int | None]
Held = dict[str, StatementFact]


def run_checks(facts: Iterable[StatementFact]) -> list[Outcome]:
    """Every identity whose members the filing states, for every period."""
    outcomes: list[Outcome] = []
    for held in _by_period(facts).values():
        outcomes += _balance(held) + _gross_profit(held) + _cash(held)
    return outcomes


def _by_period(facts: Iterable[StatementFact]) -> dict[tuple[str, Key, int], Held]:
    """Facts with a concept, per statement and period (and column: restated periods stand side by side)."""
    periods: dict[tuple[str, Key, int], Held] = {}
    for fact in facts:
        if fact.concept:
            key = (fact.statement.value, (fact.period.end, fact.period.months), fact.column)
            periods.setdefault(key, {}).setdefault(fact.concept, fact)
    return periods


def _outcome(
    check: Check, left: Sequence[StatementFact], right: Sequence[StatementFact], signs: Sequence[int]
) -> Outcome:
    """sum(left) - sum(sign * right), tolerated up to one unit in the last printed place for each member."""
    difference = sum((fact.value for fact in left), Decimal(0)) - sum(
        (sign * fact.value for sign, fact in zip(signs, right, strict=True)), Decimal(0)
    )
    members = (*left, *right)
    step = max(fact.scale for fact in members)
    return Outcome(check, left[0].period, difference, step * len(members) / 2 + step / 2, members)


def _balance(held: Held) -> list[Outcome]:
    outcomes = []
    if {"total_assets", "liabilities_and_equity"} <= held.keys():
        outcomes.append(_outcome(Check.BALANCE, [held["total_assets"]], [held["liabilities_and_equity"]], [1]))
    equity = held.get("total_equity") or held.get("equity_parent")
    if equity and {"total_liabilities", "liabilities_and_equity"} <= held.keys():
        parts = [held["total_liabilities"], equity]
        parts += [held[key] for key in ("redeemable_noncontrolling",) if key in held]
        outcomes.append(_outcome(Check.BALANCE_PARTS, [held["liabilities_and_equity"]], parts, [1] * len(parts)))
    return outcomes


def _gross_profit(held: Held) -> list[Outcome]:
    if {"gross_profit", "revenue", "cost_of_revenue"} <= held.keys():
        cost = held["cost_of_revenue"]
        sign = -1 if cost.value >= 0 else 1  # some filers print costs in parentheses
        return [_outcome(Check.GROSS_PROFIT, [held["gross_profit"]], [held["revenue"], cost], [1, sign])]
    return []


def _cash(held: Held) -> list[Outcome]:
    outcomes = []
    flows = ["operating_cash_flow", "investing_cash_flow", "financing_cash_flow"]
    if {*flows, "change_in_cash"} <= held.keys():
        parts = [held[key] for key in [*flows, "exchange_rate_effect"] if key in held]
        outcomes.append(_outcome(Check.CASH_CHANGE, [held["change_in_cash"]], parts, [1] * len(parts)))
    if {"cash_beginning", "cash_end", "change_in_cash"} <= held.keys():
        parts = [held["cash_beginning"], held["change_in_cash"]]
        outcomes.append(_outcome(Check.CASH_ROLL, [held["cash_end"]], parts, [1, 1]))
    return outcomes
