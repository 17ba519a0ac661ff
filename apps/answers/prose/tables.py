"""Rows of the tables found, where what a question for words asks about stands in a table."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from apps.answers.gather import Passage
from apps.answers.intent import Intent
from apps.answers.prose.asked import Asked, Kind
from apps.answers.prose.settings import ProseSettings
from apps.answers.rows import RowHit, values_asked
from apps.answers.table_reading import Row, TableReading, Value
from apps.statements.ontology import Statement

MOST_VALUES, FIRST_LINES = 6, 3


@dataclass(frozen=True, slots=True)
class TableHit:
    """A table that speaks of what was asked. score: of the whole; rows: those shown, in their order."""

    passage: Passage
    rows: tuple[RowHit, ...]
    score: float
    terms: frozenset[str]


def table_evidence(
    intent: Intent,
    asked: Callable[[Passage], Asked],
    tables: Sequence[tuple[Passage, TableReading]],
    settings: ProseSettings,
) -> TableHit | None:
    """The table among `tables` (best first) that speaks most of the question, with the rows that do; or none."""
    best = max((passage.found.fused for passage, _ in tables), default=0.0)
    hits = [_hit(intent, asked(passage), passage, table, best, settings) for passage, table in tables]
    return max((hit for hit in hits if hit), key=lambda hit: hit.score, default=None)


def _hit(
    intent: Intent, asked: Asked, passage: Passage, table: TableReading, best: float, settings: ProseSettings
) -> TableHit | None:
    found = passage.found
    coverage, terms = asked.coverage(f"{table.source.caption} {found.text}", " ".join(found.section_path[-2:]))
    if coverage < settings.table_floor or not best:
        return None
    whole = asked.kind is Kind.MOST or found.rank <= settings.whole_tables
    rows = _rows(intent, asked, table, settings, whole=whole)
    return TableHit(passage, tuple(rows), coverage + found.fused / best, terms) if rows else None


def _rows(intent: Intent, asked: Asked, table: TableReading, settings: ProseSettings, *, whole: bool) -> list[RowHit]:
    """Rows whose labels speak of the question; where a table answers as a whole, its first rows."""
    scored = [(asked.coverage(f"{row.label} {row.parent}"), row, _values(intent, table, row)) for row in table.rows]
    held = [(own, row, values) for own, row, values in scored if values]
    named = [one for one in held if one[0][0] >= settings.row_floor]
    best = max((own[0] for own, _, _ in named), default=0.0)
    kept = [one for one in named if one[0][0] >= best - settings.margin]
    kept = held if whole and (asked.kind is Kind.MOST or not kept) else kept
    return [_row_hit(table, row, values, *own) for own, row, values in kept[: settings.rows]]


def _row_hit(table: TableReading, row: Row, values: tuple[Value, ...], score: float, words: frozenset[str]) -> RowHit:
    return RowHit(table, row, values, score, exact=False, words=words, order=(score,))


def _values(intent: Intent, table: TableReading, row: Row) -> tuple[Value, ...]:
    """Of the periods asked for; of a table that says of no figure when it is of all."""
    return (values_asked(intent, row) if table.dated else row.values)[:MOST_VALUES]


def rows_of_statement(
    intent: Intent, statement: Statement, tables: Sequence[tuple[Passage, TableReading]]
) -> tuple[RowHit, ...]:
    """The first lines of the first such statement among `tables`: what stands there where an item does not."""
    fitting = (table for _, table in tables if table.statement is statement)
    if (table := next(fitting, None)) is None:
        return ()
    held = [(row, values) for row in table.rows if (values := _values(intent, table, row))]
    return tuple(_row_hit(table, row, values, 0.0, frozenset()) for row, values in held[:FIRST_LINES])
