"""The self-checks of a filing: which there are, and how one came out."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from apps.statements.facts import StatementFact
from apps.statements.values.periods import Period

HALF = Decimal("0.5")
MOST_ROUNDINGS = 6  # a sum of many lines is never off by as much as all their roundings


class Check(StrEnum):
    """The identities. Values are what pages show."""

    BALANCE = "Assets = liabilities + equity"
    BALANCE_ITEMS = "Items of assets = items of liabilities and equity"
    BALANCE_PARTS = "Total liabilities + equity = total liabilities and equity"
    GROSS_PROFIT = "Gross profit = revenue - cost of revenue"
    CASH_CHANGE = "Operating + investing + financing + exchange = change in cash"
    CASH_ROLL = "Cash at the beginning + change = cash at the end"
    SUBTOTAL = "Lines add up to their total"
    REPEATED = "A figure repeated in another statement is the same"
    EARNINGS = "Earnings per share x average shares = income of common shareholders"
    TAGGED = "The figure equals the filer's own tag"


@dataclass(frozen=True, slots=True)
class Outcome:
    """One identity for one period. difference: left side minus right side, in whole units.

    note: what the size of the difference tells of its cause, in words; "" where it tells nothing.
    """

    check: Check
    period: Period
    difference: Decimal
    tolerance: Decimal
    facts: tuple[StatementFact, ...]
    note: str = ""

    @property
    def passed(self) -> bool:
        return abs(self.difference) <= self.tolerance


def outcome(
    check: Check, left: Sequence[StatementFact], right: Sequence[StatementFact], signs: Sequence[int] = ()
) -> Outcome:
    """sum(left) - sum(sign * right), tolerated up to half a unit in the last printed place for each of some members."""
    difference = sum((fact.value for fact in left), Decimal(0)) - sum(
        (sign * fact.value for sign, fact in zip(signs or [1] * len(right), right, strict=True)), Decimal(0)
    )
    members = (*left, *right)
    step = max((last_place(fact) for fact in members if fact.value), default=Decimal(1))
    return Outcome(check, left[0].period, difference, step * HALF * (min(len(members), MOST_ROUNDINGS) + 1), members)


def tagged_outcome(fact: StatementFact, tagged: Sequence[Decimal]) -> Outcome:
    """The figure against the nearest of the amounts tagged for it, signs aside."""
    difference = min((abs(fact.value) - value for value in tagged), key=abs)
    return Outcome(Check.TAGGED, fact.period, difference, last_place(fact) * HALF, (fact,))


def last_place(fact: StatementFact) -> Decimal:
    """What one unit in the last place of the printed figure is worth."""
    exponent = fact.value.as_tuple().exponent
    return fact.scale.scaleb(min(0, exponent)) if isinstance(exponent, int) else fact.scale
