"""Pages as a model reads them: sentences with ids, and tables as grids whose cells have ids."""

from collections.abc import Iterator, Sequence
from typing import Any

from apps.answers.compute.grids import ReadTable
from apps.answers.sources.candidate import Place
from apps.answers.sources.tables import stored_table
from apps.answers.tools.desk import Desk, Given, ToolError
from apps.answers.tools.shapes import ReadPages
from apps.documents.models import Page, Table
from apps.retrieval.filings import Filing
from apps.retrieval.sentences import breaks

MOST_PAGES = 3
MOST_CHARACTERS = 24_000  # of one reading
LABEL = 160
Extent = tuple[int, int]


def read_pages(desk: Desk, asked: ReadPages) -> Given:
    """Raises ToolError for pages that are none."""
    filing = desk.filing(asked.filing)
    first, last = asked.first, min(asked.last, asked.first + MOST_PAGES - 1)
    pages = list(Page.objects.filter(version=filing.version, number__gte=first - 1, number__lte=last - 1))
    if not pages:
        raise ToolError(f"{filing.name} has no page {first}.")
    tables = tables_of(filing.version, [page.number for page in pages])
    own = {page.number: [one for one in tables if one.table.page == page.number] for page in pages}
    told = "\n\n".join(page_told(desk, filing, page, own[page.number]) for page in pages)
    cut = "\n[cut here: read fewer pages]" if len(told) > MOST_CHARACTERS else ""
    where = f"page {first}" if len(pages) == 1 else f"pages {first}-{pages[-1].number + 1}"
    step = f"read {where} of {filing.name}"
    return Given(told[:MOST_CHARACTERS] + cut, step, f"{where} of {filing.name}, {len(told)} characters")


def tables_of(version: int, numbers: Sequence[int]) -> list[ReadTable]:
    rows = Table.objects.filter(version=version, page__in=numbers).select_related(
        "version__document__company", "continues"
    )
    return [stored_table(table) for table in rows.order_by("ordinal")]


def page_told(desk: Desk, filing: Filing, page: Page, tables: Sequence[ReadTable]) -> str:
    """A page in reading order: what stands outside of tables as sentences, each table in its place."""
    label = f" (printed number {page.label})" if page.label else ""
    told = [f"== {filing.name}, page {page.number + 1}{label}"]
    at = 0
    for table, (start, end) in sorted(_placed(tables), key=lambda one: one[1]):
        told += sentences_told(desk, filing, page, at, max(at, start))
        told.append(grid_told(desk, table))
        at = max(at, end)
    told += sentences_told(desk, filing, page, at, len(page.text))
    return "\n".join(told)


def _placed(tables: Sequence[ReadTable]) -> Iterator[tuple[ReadTable, Extent]]:
    for table in tables:
        cells = [cell for row in table.table.grid for cell in row if cell]
        if cells:
            yield table, (min(cell["start"] for cell in cells), max(cell["end"] for cell in cells))


def sentences_told(desk: Desk, filing: Filing, page: Page, start: int, end: int) -> list[str]:
    """The sentences and headings of a stretch of a page, a line each, with ids."""
    return [
        f"{desk.sentence(Place(filing.uid, filing.version, page.number, ((first, last),)))}: "
        f"{' '.join(page.text[first:last].split())}"
        for first, last in bounds(page.text, start, end)
    ]


def bounds(text: str, start: int, end: int) -> Iterator[Extent]:
    """Characters of each sentence or line of `text` between start and end; none is left out."""
    at = start
    for last, begin in breaks(text, start, end):
        yield from _trimmed(text, at, last)
        at = begin
    yield from _trimmed(text, at, end)


def _trimmed(text: str, start: int, end: int) -> Iterator[Extent]:
    piece = text[start:end]
    first = start + len(piece) - len(piece.lstrip())
    last = start + len(piece.rstrip())
    if any(letter.isalnum() for letter in text[first:last]):
        yield first, last


def grid_told(desk: Desk, table: ReadTable, only: frozenset[int] | None = None) -> str:
    """A table with its caption, its units and its columns; only: rows to show, None for all.

    A cell's id is that of the table with row and column.
    """
    stored, columns = table.table, _columns(table)
    title = " ".join((table.caption or (table.section[-1] if table.section else "")).split())
    units = " ".join((stored.units or stored.headed.units).split())
    head = f"table t{stored.pk} | {title[:LABEL]} | {units}"
    if not table.lines:
        return "\n".join([head, _plain(desk, table)])
    told = [f"{head} | the id of a cell is t{stored.pk}_ROW_COLUMN"]
    told.append(" | ".join(["row", "", *(f"{at}: {_header(table, at)}" for at in columns)]))
    above: tuple[str, ...] = ()
    for line in table.lines:
        if only is not None and line.index not in only:
            continue
        if line.above != above and line.above:
            told.append(f"   {line.above[-1][:LABEL]}")
        above = line.above
        for cell in line.cells.values():
            desk.cell(table, line, cell)
        shown = [line.cells[at].printed if at in line.cells else "" for at in columns]
        told.append(" | ".join([str(line.index), line.label[:LABEL], *(" ".join(one.split()) for one in shown)]))
    return "\n".join(told)


def _columns(table: ReadTable) -> list[int]:
    return sorted({at for line in table.lines for at in line.cells})


def _header(table: ReadTable, column: int) -> str:
    headers = (line.headers.get(column, "") for line in table.lines)
    return " ".join(next(filter(None, headers), "").split())[:LABEL]


def _plain(desk: Desk, table: ReadTable) -> str:
    """A table without numbers, as it stands; each row has an id, as sentences have."""
    return "\n".join(filter(None, (_row(desk, table, row) for row in table.table.grid)))


def _row(desk: Desk, table: ReadTable, row: Sequence[dict[str, Any] | None]) -> str:
    cells = [cell for cell in row if cell and cell["text"].strip()]
    if not cells:
        return ""
    extent = (min(cell["start"] for cell in cells), max(cell["end"] for cell in cells))
    place = Place(table.filing.uid, table.filing.version, table.table.page, (extent,))
    told = " | ".join(" ".join(cell["text"].split()) if cell else "" for cell in row)
    return f"{desk.sentence(place)}: {told}"
