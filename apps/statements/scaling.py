"""What a row of a statement counts, and by how much its printed numbers are scaled."""

import re
from decimal import Decimal

from apps.statements.grid import Row
from apps.statements.ontology import Statement, Unit, concepts
from apps.statements.values.units import (
    Units,
    counts_shares,
    is_per_share,
    is_percentage,
    own_money_scale,
    parse_units,
)

OF_MONEY = frozenset({Statement.BALANCE, Statement.CASH_FLOW})  # whose lines name shares without counting them
COUNTED = re.compile(
    r"\bnumber of\b|\b(?:in|of) shares\)|^(?:total )?shares? (?:issued|outstanding|authorized)\b", re.I
)
UNDECLARED = Units()
RATE = re.compile(
    r"^(?!.*\b(?:effects?|impacts?|changes?|fluctuations?|translation|swaps?|contracts?|hedg\w+)\b)"
    r".*\b(?:fx|exchange|tax|interest|discount) rates?\b|\bratio\b"
    r"|\bnumber of (?:stores|employees|associates|locations)\b",
    re.IGNORECASE,
)


def is_rate(label: str) -> bool:
    """True for rows of plain numbers, which no units of money scale ("Average exchange rate", "Operating margin %")."""
    return bool(RATE.search(label)) or is_percentage(label)


def unit_of(row: Row, concept: str | None, statement: Statement) -> Unit:
    """A known item has the unit of its concept; of other rows the label tells.

    "Issuance of shares" is money in a cash flow statement, "Common stock, 24,000 shares authorized" in a balance sheet.
    """
    if concept:
        return concepts()[concept].unit
    counts = COUNTED.search(row.label) if statement in OF_MONEY else counts_shares(row.label)
    if counts and not _money(row):
        return Unit.SHARES
    return Unit.PER_SHARE if is_per_share(row.label) else Unit.MONEY


def scale_of(unit: Unit, units: Units, row: Row, heading: Units = UNDECLARED) -> Decimal:
    """The factor from printed numbers to whole units: what the row says of itself, else the table's units.

    heading: the units in a heading on shares above the row. Per share and percent never scale.
    """
    if unit in {Unit.PER_SHARE, Unit.PERCENT}:
        return Decimal(1)
    if unit is Unit.SHARES:
        own = next((said for said in (parse_units(row.label), heading) if said.declared), None)
        return own.scale if own else _share_scale(units, row)
    return own_money_scale(row.label) or (Decimal(1) if units.excepts(row.label) else units.scale)


def _money(row: Row) -> bool:
    return any(figure.amount.currency for figure in row.figures.values())


def _share_scale(units: Units, row: Row) -> Decimal:
    """Declared, else guessed from size: counts printed in full have nine digits, scaled ones far fewer."""
    if units.share_scale is not None:
        return units.share_scale
    largest = max((abs(figure.amount.value) for figure in row.figures.values()), default=Decimal(0))
    return Decimal(1) if largest >= 1_000_000 else units.scale
