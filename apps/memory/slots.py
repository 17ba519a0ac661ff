"""The slots of a cell: of whom and of when. Compared exactly; wording never decides about them."""

import uuid
from dataclasses import dataclass, replace

from apps.memory.models import Cell, told_period
from apps.questions.query import Query
from apps.questions.slots import Filer, Period, PeriodKind, Periods

LENGTHS = {PeriodKind.YEAR: "year", PeriodKind.INSTANT: "year", PeriodKind.QUARTER: "quarter", PeriodKind.HALF: "half"}


@dataclass(frozen=True, slots=True)
class PeriodSlot:
    """A fiscal period by the filer's own label. number: which quarter or half, 0 for a year."""

    kind: str
    year: int
    number: int = 0

    def __str__(self) -> str:
        return told_period(self.kind, self.year, self.number)


@dataclass(frozen=True, slots=True)
class Slots:
    company: uuid.UUID
    period: PeriodSlot


def slot_of(period: Period) -> PeriodSlot | None:
    """None for what only the filer's calendar tells: days, "latest", calendar years, the last twelve months."""
    if period.year is None or period.end or period.calendar or period.back is not None or period.kind not in LENGTHS:
        return None
    if period.kind is PeriodKind.QUARTER and not period.number:
        return None
    if period.kind is PeriodKind.INSTANT and period.number:
        return PeriodSlot("quarter", period.year, period.number)
    return PeriodSlot(LENGTHS[period.kind], period.year, period.number or 0)


def slots_of(query: Query) -> Slots | None:
    """The slots of a query of exactly one filer and one plain period."""
    filers, periods = query.filers, query.periods.listed
    if len(filers) != 1 or len(periods) != 1 or not isinstance(filers[0], Filer):
        return None
    found = slot_of(periods[0])
    return Slots(filers[0].uid, found) if found else None


def without_slots(query: Query) -> Query:
    """What is canonical of a query."""
    return replace(query, filers=(), periods=Periods(), tokens=())


def filled(query: Query, cell: Cell) -> Query:
    """A canonical query with the company and period of a cell."""
    filers = (Filer(cell.company.uid, cell.company.name),) if cell.company else ()
    if cell.year is None:
        return replace(query, filers=filers)
    kinds = {"quarter": PeriodKind.QUARTER, "half": PeriodKind.HALF}
    period = Period(kinds.get(cell.period_kind, PeriodKind.YEAR), cell.year, cell.number or None)
    return replace(query, filers=filers, periods=Periods((period,)))
