"""Of tables that print one line with two figures: which one the filer's statements bear out, and which two are one."""

from collections.abc import Sequence
from decimal import Decimal

from apps.answers.compute.books import near
from apps.answers.compute.grids import STATEMENTS, ReadTable
from apps.answers.sources.candidate import Span
from apps.documents.models import Fact
from apps.questions.labels import words
from apps.statements.ontology import Unit

LEAST_DIGITS = 1000  # in the units of the statement: a smaller figure is met by chance
ALONE = frozenset(("parent", "condensed", "registrant"))
LEAST_ROWS = 2  # of one table in two reports


def of_one_kind(one: ReadTable, other: ReadTable) -> bool:
    """Whether two filings print the same table: most words over it are the same, or most of its rows."""
    first, second = one.about, other.about
    return 2 * len(first & second) >= len(first | second) or _same_rows(one, other)


def _same_rows(one: ReadTable, other: ReadTable) -> bool:
    first, second = ({words(line.label) for line in table.lines} - {frozenset()} for table in (one, other))
    return len(first & second) >= LEAST_ROWS and 2 * len(first & second) >= max(len(first), len(second))


def borne_out(tables: Sequence[ReadTable], span: Span) -> list[bool]:
    """For each, whether it prints a figure of its filing's own statements of that day or time.

    A long filing holds statements of others, too, whose tables look alike and add up to other figures; those of the
    parent alone share some with the whole and are none of it.
    """
    stated = {table.filing.version: _stated(table.filing.version, span) for table in tables}
    return [
        table.about.isdisjoint(ALONE) and not stated[table.filing.version].isdisjoint(_printed(table, span))
        for table in tables
    ]


def _stated(version: int, span: Span) -> frozenset[Decimal]:
    facts = Fact.objects.filter(version=version, dimension="", statement__in=STATEMENTS, unit=Unit.MONEY)
    rows = facts.exclude(period_end=None).values_list("value", "scale", "period_end")
    return frozenset(
        abs(value)
        for value, scale, end in rows
        if span.end and end and near(end, span.end) and abs(value) >= LEAST_DIGITS * scale
    )


def _printed(table: ReadTable, span: Span) -> frozenset[Decimal]:
    cells = ((line, cell) for line in table.lines for cell in line.cells.values() if table.is_of(line, cell, span))
    found = (table.quantity(line, cell) for line, cell in cells)
    return frozenset(abs(one.value) for one in found if one and one.unit is Unit.MONEY)
