"""Earnings per share times the average shares against the income that is left for common shareholders.

The one identity between money, shares and amounts per share: it finds a scale that is off, and says by how much.
"""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from itertools import combinations

from apps.statements.facts import StatementFact
from apps.statements.outcomes import HALF, Check, Outcome, last_place

BASES = ("basic", "diluted")
INCOMES = ("net_income_common", "net_income")
CLAIMS = ("net_income_noncontrolling", "preferred_dividends")  # what others have a right to
KEPT = Decimal("0.05")  # of the income: what takes part in it and is not printed, such as units that share in dividends
POWERS = {power: Decimal(10) ** power for power in (-9, -6, -3, -2, -1, 1, 2, 3, 6, 9)}

Held = Mapping[str, StatementFact]
Members = tuple[StatementFact, ...]


def earnings_outcomes(held: Held) -> Iterator[Outcome]:
    """One outcome for basic and one for diluted earnings, where all three are stated. held: facts by concept."""
    for basis in BASES:
        eps, shares = held.get(f"eps_{basis}"), held.get(f"shares_{basis}")
        if eps and shares and shares.value and (told := list(_incomes(held))):
            yield _outcome(eps, shares, told)


def _incomes(held: Held) -> Iterator[Members]:
    """What may be meant by the income of common shareholders: an income, alone or less what is owed to others."""
    others = [held[key] for key in CLAIMS if key in held]
    for income in (held[key] for key in INCOMES if key in held):
        for count in range(len(others) + 1):
            yield from ((income, *owed) for owed in combinations(others, count))


def _outcome(eps: StatementFact, shares: StatementFact, incomes: list[Members]) -> Outcome:
    """Against the income that comes nearest. Signs aside: a loss may be printed without one."""
    product = abs(eps.value * shares.value)
    nearest = min(incomes, key=lambda members: abs(product - _left(members)))
    left = _left(nearest)
    tolerance = left * KEPT + HALF * (
        last_place(eps) * abs(shares.value) + last_place(shares) * abs(eps.value) + last_place(nearest[0])
    )
    off = product - left
    note = "" if abs(off) <= tolerance else _power(product, left)
    return Outcome(Check.EARNINGS, eps.period, off, tolerance, (eps, shares, *nearest), note)


def _left(members: Members) -> Decimal:
    income, *owed = members
    return abs(income.value) - sum((abs(fact.value) for fact in owed), Decimal(0))


def _power(product: Decimal, income: Decimal) -> str:
    """By which power of ten the product misses the income, in words; nothing where it is none."""
    near = (
        (power, scale) for power, scale in POWERS.items() if abs(product - income * scale) <= abs(income) * scale * KEPT
    )
    power, scale = next(near, (0, Decimal(1)))
    if not power or not income:
        return ""
    size = f"{scale if power > 0 else 1 / scale:,.0f} times"
    return f"{size} too {'large' if power > 0 else 'small'}: a scale is off"
