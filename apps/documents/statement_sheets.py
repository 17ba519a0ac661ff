"""The facts of one filing as its statements print them: lines by columns of periods, and what was checked of them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date

from apps.documents import printed_figures
from apps.documents.fact_grid import Placed, Row, Shown, arrange
from apps.documents.models import Fact, StatementCheck
from apps.documents.printed_figures import Units, units_in_words, units_of
from apps.statements.labels import normal_label
from apps.statements.ontology import Statement, concepts

TITLES = {
    Statement.INCOME: "Income statement",
    Statement.BALANCE: "Balance sheet",
    Statement.CASH_FLOW: "Cash flow statement",
    Statement.EQUITY: "Statement of equity",
    Statement.SEGMENT: "Segments, regions and products",
}
QUARTERLY, QUARTERS, MONTHS_OF_A_QUARTER = "Quarters, as summarized", 4, 3
PRIMARY = frozenset({Statement.INCOME, Statement.BALANCE, Statement.CASH_FLOW})


@dataclass(frozen=True, slots=True)
class Column:
    """A period. `occurrence` counts equal periods that stand side by side, as after a restatement."""

    statement: Statement
    months: int | None
    end: date | None
    year: int | None
    occurrence: int = 0

    @property
    def span(self) -> str:
        if self.months:
            return f"{self.months} months to"
        return "at" if self.statement == Statement.BALANCE else ""

    @property
    def name(self) -> str:
        return self.end.isoformat() if self.end else str(self.year or "")


@dataclass(frozen=True, slots=True)
class Line:
    """A row as the filer words it; `concept` is our name for it, empty where it has none or says the same.

    part: the segment or component that the row is about, empty for the whole company.
    """

    label: str
    concept: str
    part: str
    cells: tuple[Shown | None, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """One statement. quarters: the table of a year's quarters that an annual report summarizes beside it."""

    statement: Statement
    units: str
    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    quarters: bool = False

    @property
    def title(self) -> str:
        return QUARTERLY if self.quarters else TITLES[self.statement]

    @property
    def anchor(self) -> str:
        return "quarters" if self.quarters else self.statement.value


@dataclass(frozen=True, slots=True)
class ShownCheck:
    """A self-check with its members; `difference` is empty when it holds, `note` where its size tells nothing."""

    name: str
    period: str
    passed: bool
    difference: str
    note: str
    units: str
    members: tuple[Shown, ...]


def sheets(facts: Iterable[Fact]) -> list[Sheet]:
    """One sheet for each statement among `facts`, which must come in reading order."""
    every = list(facts)
    summaries = _summaries(every)
    by_statement: dict[tuple[Statement, bool], list[Fact]] = {}
    for fact in every:
        by_statement.setdefault((Statement(fact.statement), fact.table_id in summaries), []).append(fact)
    kinds = [(statement, quarters) for statement in Statement for quarters in (False, True)]
    return [sheet(kind[0], by_statement[kind], quarters=kind[1]) for kind in kinds if kind in by_statement]


def _summaries(facts: Iterable[Fact]) -> frozenset[int]:
    """The tables of income statements that tell of all quarters of a year, and of nothing else."""
    ends: dict[int, set[date | None]] = {}
    others: set[int] = set()
    for fact in facts:
        if fact.statement == Statement.INCOME and fact.months == MONTHS_OF_A_QUARTER and not fact.dimension:
            ends.setdefault(fact.table_id, set()).add(fact.period_end)
        else:
            others.add(fact.table_id)
    return frozenset(table for table, told in ends.items() if len(told) >= QUARTERS and table not in others)


def sheet(statement: Statement, facts: list[Fact], *, quarters: bool = False) -> Sheet:
    units = units_of(facts)
    grid = arrange(_placed(statement, facts))
    lines = tuple(_line(row, units) for row in grid.rows)
    return Sheet(statement, units_in_words(units, facts), grid.columns, lines, quarters)


Place = tuple[int, int, str]  # table, row and part of the company


def _placed(statement: Statement, facts: Iterable[Fact]) -> Iterator[Placed[Place, Column]]:
    """Facts by row of their table, and in each row by period; equal periods in one row are told apart by place."""
    taken: set[tuple[Place, Column]] = set()
    every = list(facts)
    same = _same_lines(statement, every)
    for fact in every:
        row = _place(fact)
        row = same.get(row, row)
        column = _column(statement, fact)
        while (row, column) in taken:
            column = replace(column, occurrence=column.occurrence + 1)
        taken.add((row, column))
        yield row, column, fact


def _place(fact: Fact) -> Place:
    return fact.table_id, fact.row, fact.dimension


def _column(statement: Statement, fact: Fact) -> Column:
    return Column(statement, fact.months, fact.period_end, fact.label_year)


def _same_lines(statement: Statement, facts: Iterable[Fact]) -> dict[Place, Place]:
    """For rows of a statement that is printed again for other periods, the row of the first that says the same.

    A table about a period that stands already goes on with the statement; its rows are rows of their own.
    """
    if statement not in PRIMARY:
        return {}
    tables: dict[int, dict[Place, Fact]] = {}
    periods: dict[int, set[Column]] = {}
    for fact in facts:
        tables.setdefault(fact.table_id, {}).setdefault(_place(fact), fact)
        periods.setdefault(fact.table_id, set()).add(_column(statement, fact))
    same: dict[Place, Place] = {}
    lines: dict[tuple[str, int], Place] = {}
    stated: set[Column] = set()
    for table, rows in tables.items():
        again = not periods[table] & stated
        for line, place in _numbered(rows):
            if again and line in lines:
                same[place] = lines[line]
            lines.setdefault(line, place)
        stated |= periods[table]
    return same


def _numbered(rows: Mapping[Place, Fact]) -> Iterator[tuple[tuple[str, int], Place]]:
    """Rows by their label, and which one of those with this label in this part they are."""
    met: Counter[str] = Counter()
    for place, fact in rows.items():
        name = f"{normal_label(fact.label)}|{fact.unit}|{fact.dimension}"
        yield (name, met[name]), place
        met[name] += 1


def _line(row: Row[Place], units: Units) -> Line:
    facts = [place[0] if place else None for place in row.places]
    shown = zip(facts, printed_figures.texts(facts, units), strict=True)
    cells = tuple(Shown(fact, text) if fact else None for fact, text in shown)
    part = row.first.dimension
    label = "" if row.first.label.casefold() == part.casefold() else row.first.label
    return Line(label, _concept_name(row.first), part, cells)


def _concept_name(fact: Fact) -> str:
    known = concepts().get(fact.concept)
    return known.name if known and known.name.casefold() != fact.label.casefold() else ""


def checks(found: Iterable[StatementCheck], currency: str = "") -> list[ShownCheck]:
    """The self-checks for the screen, those that fail first. `currency` is the filing's: few rows print one."""
    return sorted((_check(check, currency) for check in found), key=lambda shown: shown.passed)


def _check(check: StatementCheck, currency: str) -> ShownCheck:
    facts = list(check.facts.all())
    units = replace(units_of(facts), currency=currency)
    value = printed_figures.plain(check.difference / units.money)
    return ShownCheck(
        name=check.name,
        period=_period(check.months, check.period_end),
        passed=check.passed,
        difference="" if check.passed else f"{value:,f}",
        note=check.note,
        units=units_in_words(units, facts),
        members=tuple(Shown(fact, printed_figures.text(fact, units)) for fact in facts),
    )


def _period(months: int | None, end: date | None) -> str:
    span = f"{months} months to " if months else ""
    return f"{span}{end.isoformat()}" if end else ""
