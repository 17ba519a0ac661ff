"""The gather stage: what the search found, with the places of passages; on demand, the tables of the best filings."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any

from apps.accounts.models import User
from apps.answers.planning import Plan
from apps.answers.table_questions.fiscal import DAYS_IN_QUARTER
from apps.answers.table_reading import Source, TableReading, read_table
from apps.documents.models import Chunk, Document, DocumentVersion, Fact, Table
from apps.retrieval.found import Found, SearchResult
from apps.retrieval.reranking.referee import Referee
from apps.retrieval.search import search
from apps.statements.ontology import Statement


@dataclass(frozen=True, slots=True)
class Filing:
    """A document version among the finds. rank counts from 0; names are those of its filer.

    years: every number that people may call its fiscal year by, the filer's own first.
    """

    version_id: int
    rank: int
    name: str
    title: str
    names: tuple[str, ...]
    fiscal_year: int | None
    years: frozenset[int] = frozenset()
    tables: tuple[TableReading, ...] = ()


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage found, with its places: spans are [page, start, end] as in `Chunk.spans`."""

    found: Found
    spans: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True, slots=True)
class Evidence:
    result: SearchResult
    filings: tuple[Filing, ...] = ()
    passages: tuple[Passage, ...] = field(default=())

    def seen(self) -> dict[str, Any]:
        trace = self.result.trace
        return {
            "documents_searched": trace.documents_searched,
            "passages_searched": trace.passages_searched,
            "terms": list(trace.terms),
            "filters": trace.filters,
            "relaxed": list(trace.relaxed),
            "found": len(self.result.candidates),
            "documents": [filing.name for filing in self.filings],
        }


def gather(plan: Plan, asker: User, referee: Referee | None = None) -> Evidence:
    """Search for the question. Only what `asker` may see is ever looked at. referee: decides in a tournament (R3)."""
    thresholds = plan.settings.search
    return evidence_of(search(plan.question, viewer=asker, scope=plan.scope, settings=thresholds, referee=referee))


def evidence_of(result: SearchResult) -> Evidence:
    """What a search found, with the filings and the places of passages. Two queries."""
    order = list(dict.fromkeys(found.version_id for found in result.candidates))
    return Evidence(result, _filings(order), _passages(result.candidates))


def _passages(candidates: Iterable[Found]) -> tuple[Passage, ...]:
    by_id = {found.chunk_id: found for found in candidates}
    spans = dict(Chunk.objects.filter(pk__in=by_id).values_list("pk", "spans"))
    return tuple(Passage(found, _span_tuples(spans[pk])) for pk, found in by_id.items() if pk in spans)


def _span_tuples(spans: list[list[int]]) -> tuple[tuple[int, int, int], ...]:
    return tuple((page, start, end) for page, start, end in spans)


def with_tables(evidence: Evidence, documents_read: int) -> Evidence:
    """The same with all tables of the best `documents_read` filings read."""
    tables = _tables([filing.version_id for filing in evidence.filings[:documents_read]])
    return replace(
        evidence,
        filings=tuple(replace(filing, tables=tables.get(filing.version_id, ())) for filing in evidence.filings),
    )


def tables_found(passages: Sequence[Passage]) -> list[tuple[Passage, TableReading]]:
    """The tables of those of `passages` that hold one, in their order, each once. Four queries."""
    held = dict(Chunk.objects.filter(pk__in=[one.found.chunk_id for one in passages]).values_list("pk", "table"))
    read = _read(Table.objects.filter(pk__in=[table for table in held.values() if table]))
    by_id = {table.source.table_id: table for table in read}
    once = {held.get(one.found.chunk_id): one for one in reversed(passages)}
    return [(one, by_id[table]) for table, one in reversed(once.items()) if table in by_id]


def _filings(order: list[int]) -> tuple[Filing, ...]:
    versions = DocumentVersion.objects.select_related("document__company").in_bulk(order)
    return tuple(_filing(versions[pk], rank) for rank, pk in enumerate(order) if pk in versions)


def _filing(version: DocumentVersion, rank: int) -> Filing:
    document, company = version.document, version.document.company
    names = (company.name, company.ticker, *company.aliases) if company else ()
    return Filing(
        version_id=version.pk,
        rank=rank,
        name=document.name,
        title=document.title or document.name,
        names=tuple(name for name in names if name),
        fiscal_year=document.fiscal_year,
        years=frozenset(filter(None, (document.fiscal_year, *document.metadata.get("years", ())))),
    )


def _tables(versions: list[int]) -> dict[int, tuple[TableReading, ...]]:
    read: dict[int, list[TableReading]] = {pk: [] for pk in versions}
    for table in _read(Table.objects.filter(version__in=versions).order_by("version", "ordinal")):
        read[table.source.version_id].append(table)
    return {pk: tuple(tables) for pk, tables in read.items()}


def _read(rows: Iterable[Table]) -> list[TableReading]:
    tables = list(rows)
    by_id = DocumentVersion.objects.select_related("document").in_bulk({table.version_id for table in tables})
    facts = Fact.objects.filter(version__in=by_id).order_by().values_list("table", "statement").distinct()
    statements = {table: Statement(statement) for table, statement in facts}
    return [_reading(table, by_id[table.version_id], statements.get(table.pk)) for table in tables]


def _reading(table: Table, version: DocumentVersion, statement: Statement | None) -> TableReading:
    document = version.document
    source = Source(
        table_id=table.pk,
        version_id=version.pk,
        page=table.page,
        caption=table.caption,
        units=table.units,
        fiscal_year=document.fiscal_year,
        year_end=fiscal_year_end(document),
    )
    return read_table(source, table.grid, table.header_rows, statement)


def fiscal_year_end(document: Document) -> date | None:
    """The last day of the fiscal year that the filing is of or in: a first quarter ends about nine months before it."""
    quarter = document.fiscal_period.removeprefix("Q")
    if document.period_end is None or not quarter.isdigit():
        return document.period_end
    return document.period_end + timedelta(days=round((4 - int(quarter)) * DAYS_IN_QUARTER))
