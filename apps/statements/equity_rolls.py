"""Statements of equity that roll each component forward in rows of its own, with periods as columns.

"Retained earnings", below it "Balance, beginning of period", what moved it, and "Balance, end of period". Only what
rolls forward in every column is told: the beginning and all that moved it are the end.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from apps.statements.equity_cells import equity_fact
from apps.statements.facts import StatementFact, Year
from apps.statements.grid import Grid, Row
from apps.statements.recognise import Located
from apps.statements.values.periods import Period, PeriodKind, resolve
from apps.statements.values.units import Units, counts_shares, is_per_share

OPENS = re.compile(
    r"(?:balances?,? )?(?:at )?(?:the )?beginning(?: of (?:the )?(?:year|period)| balances?)?|opening balances?",
    re.IGNORECASE,
)
CLOSES = re.compile(
    r"(?:balances?,? )?(?:at )?(?:the )?end(?: of (?:the )?(?:year|period))?|(?:ending|closing) balances?",
    re.IGNORECASE,
)
WHOLE = re.compile(
    r"total (?:(?:share|stock)(?:holders?|owners?)\s?['’]?s?['’]? )?equity(?:,? ending balances?)?", re.IGNORECASE
)
PARENTHESES = re.compile(r"\([^()]*\)")
SHARES = re.compile(r"\bshares\b", re.IGNORECASE)
LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Roll:
    """A component with its rows: the first is its beginning, the last its end."""

    name: str
    rows: tuple[Row, ...]


def rolled_facts(
    located: Located, grid: Grid, units: Units, year: Year, stated: Mapping[date, frozenset[Decimal]]
) -> list[StatementFact]:
    """What moved each component and what it came to, and total equity where the balance sheet states the same."""
    spans = _spans(grid, year)
    if not spans:
        return []
    rolls = [roll for roll in _rolls(grid.rows) if _holds(roll, spans)]
    facts = [fact for roll in rolls for fact in _facts(located, roll, spans, units)]
    return facts + list(_totals(located, grid.rows, spans, units, stated)) if rolls else []


def _spans(grid: Grid, year: Year) -> dict[int, Period]:
    """Columns of money with the period that they are about; none where two are about one period."""
    spans = {
        column: resolve(period, PeriodKind.DURATION, year.label, year.end, year.ends, year.last)
        for column, period in grid.periods.items()
        if column > 0 and not SHARES.search(grid.headers[column])
    }
    known = {column: period for column, period in spans.items() if period.end}
    return known if len(set(known.values())) == len(known) else {}


def _rolls(rows: Sequence[Row]) -> Iterator[Roll]:
    """Runs from a beginning to the next end below a heading without figures, one run a heading."""
    name, run = "", list[Row]()
    for row in rows:
        label = row.label.strip(" :")
        if not row.figures:
            name, run = label, []
        elif OPENS.fullmatch(label):
            run = [row]
        elif run and CLOSES.fullmatch(label):
            if name and len(name) <= LONGEST_NAME and not counts_shares(name):
                yield Roll(name, (*run, row))
            name, run = "", []
        elif run and not is_per_share(PARENTHESES.sub("", label)):
            run.append(row)


def _holds(roll: Roll, spans: Mapping[int, Period]) -> bool:
    """Whether the component rolls forward in every column of money, and holds anything at all."""
    used = [column for column in spans if any(_value(row, column) for row in roll.rows)]
    return bool(used) and all(_rolls_forward(roll, column) for column in used)


def _rolls_forward(roll: Roll, column: int) -> bool:
    *moved, end = roll.rows
    if column not in end.figures:
        return False
    step = Decimal(1).scaleb(-max(row.figures[column].amount.decimals for row in roll.rows if column in row.figures))
    return abs(sum((_value(row, column) for row in moved), Decimal(0)) - _value(end, column)) <= 2 * step


def _value(row: Row, column: int) -> Decimal:
    return row.figures[column].amount.value if column in row.figures else Decimal(0)


def _facts(located: Located, roll: Roll, spans: Mapping[int, Period], units: Units) -> Iterator[StatementFact]:
    *moved, end = roll.rows[1:]
    for row in moved:
        if row.label and row.label[0].isupper():
            yield from _row_facts(located, row, roll.name, spans, units)
    yield from _row_facts(located, end, roll.name, _days(spans), units)


def _row_facts(
    located: Located, row: Row, name: str, periods: Mapping[int, Period], units: Units
) -> Iterator[StatementFact]:
    for column, period in periods.items():
        if column in row.figures and not row.figures[column].amount.nil:
            yield equity_fact(located, row, column, name, period, units, balance=period.kind is PeriodKind.INSTANT)


def _days(spans: Mapping[int, Period]) -> dict[int, Period]:
    """The last days of the periods; the fiscal year that they fall in stays."""
    return {column: Period(PeriodKind.INSTANT, period.end, None, period.label_year) for column, period in spans.items()}


def _totals(
    located: Located,
    rows: Sequence[Row],
    spans: Mapping[int, Period],
    units: Units,
    stated: Mapping[date, frozenset[Decimal]],
) -> Iterator[StatementFact]:
    for row in (row for row in rows if WHOLE.fullmatch(row.label.strip(" :"))):
        known = {
            column: day
            for column, day in _days(spans).items()
            if day.end and _value(row, column) * units.scale in stated.get(day.end, frozenset())
        }
        yield from _row_facts(located, row, "", known, units)
