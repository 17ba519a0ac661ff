"""What a number counts where the words of its own row say it, against what its table seems to say (A8)."""

import re
from decimal import Decimal

from apps.answers.compute.grids import THINGS
from apps.statements.values.units import is_percentage

BASIS_POINTS = re.compile(r"\bbasis[\s-]points?\b|\bbps\b", re.IGNORECASE)
HUNDREDTH = Decimal("0.01")


def percent_of(label: str) -> Decimal | None:
    """How much of a percent one is in a row with this label; None where it does not say that it is any."""
    if BASIS_POINTS.search(label):
        return HUNDREDTH
    return Decimal(1) if is_percentage(label) else None


def measured(value: Decimal, full: Decimal, unit: str, label: str, *, marked: bool) -> tuple[Decimal, Decimal, str]:
    """The printed value, the full one and its unit. marked: a percent sign stands at the number itself.

    "Number of customers | 3" counts, whatever the column is in; "Change in basis points | (270)" is -2.7 percent.
    """
    if not marked and BASIS_POINTS.search(label):
        return value * HUNDREDTH, value * HUNDREDTH, "%"
    if unit == "%" and not marked and THINGS.search(label) and not is_percentage(label):
        return value, value, ""
    return value, full, unit
