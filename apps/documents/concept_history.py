"""One item of a company's statements over the years: what a chart draws, and every source of every figure."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from apps.documents.company_years import Cell, YearRow, changes


@dataclass(frozen=True, slots=True)
class Chart:
    """What static/app/chart.js draws: the years from the oldest, and a number for each, empty where there is none."""

    years: str
    values: str
    unit: str


@dataclass(frozen=True, slots=True)
class FigureOfYear:
    """The figure of one fiscal year with its change against the year before."""

    year: int
    cell: Cell
    change: Decimal | None


def figures(row: YearRow | None, years: Sequence[int]) -> list[FigureOfYear]:
    """The years that have a figure, the newest first; none for no row."""
    if row is None:
        return []
    told = zip(years, row.cells, changes(years, row.cells), strict=True)
    return [FigureOfYear(year, cell, change) for year, cell, change in told if cell]


def chart(row: YearRow | None, years: Sequence[int]) -> Chart | None:
    """None where a line or bar would say nothing: below two figures."""
    if row is None or sum(cell is not None for cell in row.cells) < 2:
        return None
    pairs = list(zip(years, row.cells, strict=True))[::-1]
    values = ",".join(f"{cell.value:f}" if cell else "" for _, cell in pairs)
    return Chart(",".join(str(year) for year, _ in pairs), values, row.unit)
