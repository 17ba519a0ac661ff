"""What a row of a statement counts, and by how much its printed numbers are scaled."""

from decimal import Decimal

from apps.documents.figures.units import Units, counts_shares, is_per_share, parse_units
from apps.documents.statements.grid import Row
from apps.documents.statements.ontology import Unit, concepts


def unit_of(row: Row, concept: str | None) -> Unit:
    """A known item has the unit of its concept; of other rows the label tells."""
    if concept:
        return concepts()[concept].unit
    if counts_shares(row.label) and not _money(row):
        return Unit.SHARES
    return Unit.PER_SHARE if is_per_share(row.label) else Unit.MONEY


def scale_of(unit: Unit, units: Units, row: Row) -> Decimal:
    """The factor from printed numbers to whole units. Per share and percent never scale."""
    if unit in {Unit.PER_SHARE, Unit.PERCENT}:
        return Decimal(1)
    if unit is Unit.SHARES:
        own = parse_units(row.label)
        return own.scale if own.declared else _share_scale(units, row)
    return units.scale


def _money(row: Row) -> bool:
    return any(figure.amount.currency for figure in row.figures.values())


def _share_scale(units: Units, row: Row) -> Decimal:
    """Declared, else guessed from size: counts printed in full have nine digits, scaled ones far fewer."""
    if units.share_scale is not None:
        return units.share_scale
    largest = max((abs(figure.amount.value) for figure in row.figures.values()), default=Decimal(0))
    return Decimal(1) if largest >= 1_000_000 else units.scale
