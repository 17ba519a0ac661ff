"""An answer's figures over the years as what static/app/chart.js draws."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

FEWEST = 3
FISCAL_YEAR = re.compile(r"(?:FY|fiscal (?:year )?)?((?:19|20)\d\d)")
LARGE = ((Decimal(10) ** 9, "billions"), (Decimal(10) ** 6, "millions"))
NO_MONEY = frozenset({"%", "ratio", "days", "shares"})

Point = tuple[tuple[str, str, str], str, str]  # (name, company, unit), period, exact value


@dataclass(frozen=True, slots=True)
class Series:
    """years and values: comma-separated, the oldest first."""

    name: str
    years: str
    values: str
    unit: str


def series_of(sheet: dict[str, Any] | None, rows: Iterable[dict[str, Any]]) -> list[Series]:
    """A series for each figure that the answer states for at least three fiscal years; rows are those of the sheet."""
    found: dict[tuple[str, str, str], dict[int, Decimal]] = {}
    for key, period, value in _of_sheet(sheet) if sheet else _of_rows(rows):
        if (match := FISCAL_YEAR.fullmatch(period.strip())) and value:
            found.setdefault(key, {}).setdefault(int(match[1]), Decimal(value))
    return [_series(key, values) for key, values in found.items() if len(values) >= FEWEST]


def _of_sheet(sheet: dict[str, Any] | None) -> list[Point]:
    """Results first; the figures behind them where no result is a series."""
    lines = [((one["name"], one["company"], one["unit"]), one["period"], one["value"]) for one in _part(sheet, "lines")]
    used = [
        ((one["name"], one["company"], one["unit"]), one["period"], one["value"]) for one in _part(sheet, "operands")
    ]
    return lines if len({period for _, period, _ in lines}) >= FEWEST else used


def _part(sheet: dict[str, Any] | None, name: str) -> list[dict[str, Any]]:
    return sheet.get(name, []) if sheet else []


def _of_rows(rows: Iterable[dict[str, Any]]) -> list[Point]:
    return [((row["label"], row.get("filer", ""), row["unit"]), row["period"], row["full"]) for row in rows]


def _series(key: tuple[str, str, str], values: dict[int, Decimal]) -> Series:
    name, company, unit = key
    scale, word = _scale(unit, values.values())
    years = sorted(values)
    figures = ",".join(f"{values[year] / scale:f}" for year in years)
    told = f"{name}, {company}" if company else name
    return Series(told, ",".join(map(str, years)), figures, f"{unit} {word}".strip())


def _scale(unit: str, values: Iterable[Decimal]) -> tuple[Decimal, str]:
    largest = max(abs(value) for value in values)
    if unit in NO_MONEY:
        return Decimal(1), ""
    return next(((scale, word) for scale, word in LARGE if largest >= 10 * scale), (Decimal(1), ""))
