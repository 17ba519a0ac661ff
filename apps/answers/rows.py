"""Which table rows come closest to a question, by label, period of the column, and their table; ranked, never computed.

`asked_tables` answers before; this is asked only where no table says exactly what was asked.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from apps.answers.intent import Intent
from apps.answers.of_a_part import is_of_a_part
from apps.answers.table_reading import Row, TableReading, Value
from apps.answers.wording import label_topic, stems, topic, ways_to_say

CONTEXT_WEIGHT = 0.5  # a word found above the row counts half of one in its label


@dataclass(frozen=True, slots=True)
class Question:
    """The question as rows are compared with it: each way to say its topic, without the name of the filer."""

    ways: tuple[frozenset[str], ...]
    total: bool
    intent: Intent


@dataclass(frozen=True, slots=True)
class RowHit:
    """A row that fits. exact: its label is what was asked for. values: the cells of the periods asked for."""

    table: TableReading
    row: Row
    values: tuple[Value, ...]
    score: float
    exact: bool
    words: frozenset[str]
    order: tuple[float, ...]


def question_for(intent: Intent, filer: Iterable[str]) -> Question:
    """`intent` as asked of one filer: the words of its names say which filing, not which row."""
    names = {stem for name in filer for stem in stems(name)}
    ways = [way - names for way in ways_to_say(intent.core)]
    return Question(tuple(dict.fromkeys(way for way in ways if way)), "total" in stems(intent.core), intent)


def rank_rows(question: Question, tables: Sequence[TableReading], document_rank: int, floor: float) -> list[RowHit]:
    """The rows of one filing that score at least `floor` and have a value for a period asked for, best first."""
    hits = [hit for table in tables for row in table.rows if (hit := _hit(question, table, row, document_rank, floor))]
    return sorted(_uncontested(hits), key=lambda hit: hit.order, reverse=True)


def _uncontested(hits: list[RowHit]) -> list[RowHit]:
    """No row is exact where rows labelled alike say something else: each is of a part, which its table names. A primary
    statement is of the whole."""
    exact = [hit for hit in hits if hit.exact]
    whole = [hit for hit in exact if hit.table.statement]
    said = {tuple(value.full for value in hit.values) for hit in whole or exact}
    meant = (whole or exact) if len(said) == 1 else []
    return [hit if hit in meant or not hit.exact else replace(hit, exact=False) for hit in hits]


def _hit(question: Question, table: TableReading, row: Row, document_rank: int, floor: float) -> RowHit | None:
    score, exact, words = label_score(question, row, f"{row.parent} {table.source.caption}")
    values = values_asked(question.intent, row) if score >= floor else ()
    if not values:
        return None
    exact = exact and not is_of_a_part((row.parent, table.source.caption), question.intent.question)
    statement = question.intent.statement
    order = (
        float(exact),
        round(score, 2),
        float(statement is not None and table.statement is statement),
        float(table.statement is not None),
        float(len(values)),
        float(question.total == ("total" in stems(row.label))),
        float(-document_rank),
        float(-table.source.page),
    )
    return RowHit(table, row, values, score, exact, words, order)


def label_score(question: Question, row: Row, context: str) -> tuple[float, bool, frozenset[str]]:
    """Agreement of a row's label with the question (harmonic mean of both coverages), whether exact, and shared words.

    Words of the question that stand in the heading lines above the row count half.
    """
    label, above = label_topic(row.label), frozenset(topic(context))
    if not label:
        return 0.0, False, frozenset()
    scored = [(_agreement(way, label, above), label == way, label & way) for way in question.ways]
    return max(scored, key=lambda one: (one[1], one[0]), default=(0.0, False, frozenset()))


def _agreement(asked: frozenset[str], label: frozenset[str], above: frozenset[str]) -> float:
    shared = len(label & asked)
    if not shared:
        return 0.0
    precision = shared / len(label)
    recall = (shared + CONTEXT_WEIGHT * len((asked - label) & above)) / len(asked)
    return 2 * precision * recall / (precision + recall)


def values_asked(intent: Intent, row: Row) -> tuple[Value, ...]:
    """The cells of the periods asked for, in the order of the columns; without a period, that of the latest one.

    A cell a period, where columns are of periods; where what stands above says when, all of the row are of it.
    """
    dated = [value for value in row.values if value.period]
    if not dated and not intent.years:
        return row.values[:1]
    years = intent.years or (max(map(_year, dated)),)
    fitting = [[value for value in dated if _year(value) == year and _meant(intent, value)] for year in years]
    headed = any(value.headed for value in dated)
    return tuple(dict.fromkeys(value for found in fitting for value in (found[:1] if headed else found)))


def _year(value: Value) -> int:
    return (value.period.label_year if value.period else None) or 0


def _meant(intent: Intent, value: Value) -> bool:
    return not intent.years or _fits(intent.quarter, value)


def _fits(quarter: int | None, value: Value) -> bool:
    """A year means twelve months, or the point at its end; a quarter means three months, or the point at its end."""
    period = value.period
    if period is None:
        return False
    if period.months is not None:
        return period.months == (3 if quarter else 12) and value.quarter in {None, quarter or 4}
    return value.quarter in {None, quarter or 4}
