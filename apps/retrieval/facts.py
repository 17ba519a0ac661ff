"""The fact path: passages whose table rows state the items asked for, in the periods asked for (beyond 1).

Statement tables hardly resemble the words of a question; their typed facts say what they hold. Several items of one
question often stand in two statements: the page that states most of them comes first, then the one that states most of
the rest.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.db.models import Count

from apps.documents.models import Chunk, Fact
from apps.retrieval.intents import Intent
from apps.retrieval.ranked import Ranked, ranked
from apps.statements.ontology import Statement

YEAR = 12  # months
HALF_FIT = 0.5  # what a figure of another length of period counts
FIELDS = ("version_id", "page", "table_id", "concept", "label_year", "months", "start", "statement")


@dataclass(frozen=True, slots=True)
class Stated:
    """One cell: `start` is its place on the page."""

    version: int
    page: int
    table: int
    concept: str
    year: int | None
    months: int | None
    start: int
    statement: str


@dataclass(slots=True)
class StatedPage:
    """A page and the (item, year) pairs that it states, with how well: 1, or less for another length of period."""

    version: int
    page: int
    cells: list[Stated] = field(default_factory=list)
    covers: dict[tuple[str, int | None], float] = field(default_factory=dict)

    def gain(self, covered: set[tuple[str, int | None]]) -> float:
        return sum(fit for pair, fit in self.covers.items() if pair not in covered)


def fact_passages(versions: Sequence[int], intent: Intent) -> list[Ranked]:
    """Passages of the rows that state what `intent` asks for, best first; filings of one place in the order given.

    Consolidated figures alone: those of a segment or a component of equity are not what a plain question means.
    """
    if not intent.metrics or not versions:
        return []
    rows = Fact.objects.filter(version__in=versions, concept__in=intent.metrics, dimension="").order_by("pk")
    pages = _pages(_of_statements(intent, [Stated(*row) for row in rows.values_list(*FIELDS)]), intent)
    queues = [_ordered(pages.get(version, [])) for version in versions]
    deepest = max(map(len, queues), default=0)
    order = [queue[place] for place in range(deepest) for queue in queues if place < len(queue)]
    chunks = _chunks(page for page, _ in order)
    found = [(chunks[page.version, page.page], gain) for page, gain in order if (page.version, page.page) in chunks]
    return ranked(list(dict(reversed(found)).items())[::-1])


def stated_pages(versions: Sequence[int], statements: Sequence[Statement]) -> dict[tuple[int, str], tuple[int, int]]:
    """Where each statement of each version stands, as its facts tell: (version, statement) -> (passage, cells).

    In the order of `versions`, then of `statements`; a statement without facts has no place here.
    """
    facts = Fact.objects.filter(version__in=versions, statement__in=[*statements], dimension="")
    rows = facts.order_by().values_list("version", "statement", "table", "page").annotate(cells=Count("pk"))
    most: dict[tuple[int, str], tuple[int, int, int]] = {}
    for version, statement, table, page, cells in rows:
        most[version, statement] = max(most.get((version, statement), (0, 0, 0)), (cells, table, page))
    chunks = _first_chunks((table, page) for _, table, page in most.values())
    order = [(version, str(statement)) for version in versions for statement in statements]
    told = [(key, *most[key]) for key in order if key in most]
    return {key: (chunks[table, page], cells) for key, cells, table, page in told if (table, page) in chunks}


def _first_chunks(tables: Iterable[tuple[int, int]]) -> dict[tuple[int, int], int]:
    """The first passage of each table on its page."""
    wanted = set(tables)
    rows = Chunk.objects.filter(table__in={table for table, _ in wanted}, duplicate_of=None).order_by("-ordinal")
    return {
        (table, page): chunk
        for chunk, table, page in rows.values_list("pk", "table_id", "page")
        if (table, page) in wanted
    }


def _of_statements(intent: Intent, stated: list[Stated]) -> list[Stated]:
    """Of the statements that the question names, where they state anything of what it asks for."""
    named = [cell for cell in stated if cell.statement in intent.statements]
    return named or stated


def _pages(stated: Iterable[Stated], intent: Intent) -> dict[int, list[StatedPage]]:
    by_place: dict[tuple[int, int], StatedPage] = {}
    cells = list(stated)
    newest: dict[int, int] = defaultdict(int)
    for cell in cells:
        newest[cell.version] = max(newest[cell.version], cell.year or 0)
    for cell in cells:
        if fit := _fit(cell, intent, newest[cell.version]):
            page = by_place.setdefault((cell.version, cell.page), StatedPage(cell.version, cell.page))
            page.cells.append(cell)
            pair = (cell.concept, cell.year)
            page.covers[pair] = max(fit, page.covers.get(pair, 0.0))
    pages: dict[int, list[StatedPage]] = defaultdict(list)
    for page in by_place.values():
        pages[page.version].append(page)
    return pages


def _fit(cell: Stated, intent: Intent, newest: int) -> float:
    """How well a cell's period is the one asked for; 0: not at all. Nothing asked: the filing's newest, and the one
    before it where the question is about a change."""
    years = set(intent.years) or {newest, newest - 1 if intent.change else newest}
    if cell.year not in years and not _of_last(cell, intent, newest):
        return 0.0
    if cell.months is None:
        return 1.0
    return 1.0 if cell.months in _lengths(intent.quarter) else HALF_FIT


def _lengths(quarter: int | None) -> set[int]:
    """Months that figures asked for may cover: of the second quarter, it alone or the half year."""
    if quarter is None:
        return {YEAR}
    return {3} if 3 * quarter == YEAR else {3, 3 * quarter}


def _of_last(cell: Stated, intent: Intent, newest: int) -> bool:
    return bool(intent.last) and cell.year is not None and newest - (intent.last or 0) < cell.year <= newest


def _ordered(pages: list[StatedPage]) -> list[tuple[StatedPage, float]]:
    """The page that states most first, then always the one that adds most; what adds nothing comes last."""
    left, order = sorted(pages, key=lambda page: page.page), []
    covered: set[tuple[str, int | None]] = set()
    while left:
        best = max(left, key=lambda page: (page.gain(covered), len(page.covers), -page.page))
        order.append((best, best.gain(covered)))
        covered |= best.covers.keys()
        left.remove(best)
    return order


def _chunks(pages: Iterable[StatedPage]) -> dict[tuple[int, int], int]:
    """The passage of each page that holds most of its cells."""
    wanted = {(page.version, page.page): page for page in pages}
    tables = {cell.table for page in wanted.values() for cell in page.cells}
    rows = Chunk.objects.filter(table__in=tables, duplicate_of=None).order_by("pk")
    held: dict[tuple[int, int], dict[int, int]] = defaultdict(dict)
    for chunk, version, spans in rows.values_list("pk", "version_id", "spans"):
        for number, start, end in spans:
            if page := wanted.get((version, number)):
                cells = sum(start <= cell.start < end for cell in page.cells)
                held[version, number][chunk] = held[version, number].get(chunk, 0) + cells
    return {place: max(chunks, key=lambda chunk: (chunks[chunk], -chunk)) for place, chunks in held.items()}
