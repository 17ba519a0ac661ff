"""The statements over years as a reader wants to see them: one or all, and in which order their rows stand."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from apps.documents.company_years import YearRow, YearTable
from apps.statements.ontology import Statement

LABEL, CHANGE = "label", "change"


@dataclass(frozen=True, slots=True)
class Wish:
    """What of a company's statements is shown. sort: "" for the order of a report, "label", "change" or a fiscal year.

    Made by `wish`, so that what is not understood counts as not asked for and an old link still works.
    """

    statement: Statement | None = None
    sort: str = ""
    descending: bool = False

    def query(self, *, statement: str | None = None, sort: str | None = None) -> str:
        """The query string of this wish with another statement or another sort."""
        shown = (self.statement or "") if statement is None else statement
        order = self.text if sort is None else sort
        return "&".join(f"{name}={value}" for name, value in (("statement", shown), ("sort", order)) if value)

    @property
    def text(self) -> str:
        return f"-{self.sort}" if self.descending else self.sort

    def after(self, column: str) -> str:
        """The sort that a click on a column's head asks for: its own order, then the other, then that of a report."""
        first, second = (column, f"-{column}") if column == LABEL else (f"-{column}", column)
        return {first: second, second: ""}.get(self.text, first)


def wish(statement: str, sort: str) -> Wish:
    column = sort.removeprefix("-")
    known = column in {LABEL, CHANGE} or (column.isdecimal() and len(column) == 4)
    wanted = Statement(statement) if statement in set(Statement) else None
    return Wish(wanted, column if known else "", known and sort.startswith("-"))


def arranged(tables: Sequence[YearTable], wanted: Wish) -> list[YearTable]:
    """The tables that are wanted, the rows of each in the order that is wanted; rows without a value come last."""
    kept = [table for table in tables if wanted.statement in {None, table.statement}]
    return [replace(table, rows=_sorted(table, wanted)) for table in kept] if wanted.sort else kept


def _sorted(table: YearTable, wanted: Wish) -> tuple[YearRow, ...]:
    if wanted.sort == LABEL:
        return tuple(sorted(table.rows, key=lambda row: row.concept.name.casefold(), reverse=wanted.descending))
    value = _value_in(table, wanted.sort)
    known = [(number, row) for row in table.rows if (number := value(row)) is not None]
    known.sort(key=lambda pair: pair[0], reverse=wanted.descending)
    return (*(row for _, row in known), *(row for row in table.rows if value(row) is None))


def _value_in(table: YearTable, column: str) -> Callable[[YearRow], Decimal | None]:
    """How a row is weighed: by its change, or by its figure for a year in whole units."""
    if column == CHANGE:
        return lambda row: row.change
    place = table.years.index(int(column)) if int(column) in table.years else None
    return lambda row: cell.fact.value if place is not None and (cell := row.cells[place]) else None
