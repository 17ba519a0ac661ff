"""Uploaded -> Normalized: read the file and keep its pages and tables. Also the way back, from rows to plain data."""

import os
from collections.abc import Iterable
from dataclasses import asdict, replace
from typing import Any

from django.conf import settings
from django.db import connection

from apps.documents.models import DocumentVersion, Page, Table
from apps.documents.outcome import Outcome
from apps.documents.stored_files import on_disk
from apps.reading.confinement import Bounds
from apps.reading.media import MediaType
from apps.reading.parsed import (
    Block,
    BlockKind,
    Cell,
    Continues,
    ParsedDocument,
    ParsedPage,
    ParsedTable,
    Progress,
    Run,
)
from apps.reading.reader import PdfReader, read_confined

BATCH = 200


def reading_bounds() -> Bounds:
    """What reading one file, or analysing it, may take."""
    seconds = settings.FILE_SECONDS
    return Bounds(settings.FILE_MEMORY_BYTES, cpu_seconds=seconds, wall_seconds=seconds)


def normalize(version: DocumentVersion, progress: Progress) -> Outcome:
    """Read the version's file, in a process of its own; raises FileRefused for a file that cannot be read."""
    release_connection()
    with on_disk(version.file) as path:
        parsed = read_confined(path, version.media_type, _bounds(version), progress, pdf_reader())
    tables = sum(len(page.tables) for page in parsed.pages)
    return Outcome(
        save=lambda: {"pages": len(parsed.pages), "tables": tables} | save_parsed(version, parsed),
        fields={"page_count": len(parsed.pages), "parser": parsed.parser[:100]},
        detail={"parser": parsed.parser, "warnings": list(parsed.warnings), "file_title": parsed.title},
    )


def pdf_reader() -> PdfReader:
    return PdfReader(settings.PDF_READER == "docling", settings.DOCLING_MODELS, settings.DOCLING_DEVICE)


def _bounds(version: DocumentVersion) -> Bounds:
    """Docling's models use many threads, and a GPU's memory is mapped into the reader's: the container bounds that."""
    bounds = reading_bounds()
    if version.media_type != MediaType.PDF or not pdf_reader().docling:
        return bounds
    return replace(bounds, memory_bytes=0, cpu_seconds=bounds.cpu_seconds * len(os.sched_getaffinity(0)))


def release_connection() -> None:
    """Hold no connection while a parser or a model works; inside a transaction (tests) it must stay."""
    if not connection.in_atomic_block:
        connection.close()


def save_parsed(version: DocumentVersion, parsed: ParsedDocument) -> dict[str, int]:
    version.pages.all().delete()
    version.tables.all().delete()
    first = 0
    pages, tables = [], []
    for page in parsed.pages:
        pages.append(_page_row(version, page, first))
        tables += [_table_row(version, page.number, first + offset, table) for offset, table in enumerate(page.tables)]
        first += len(page.tables)
    Page.objects.bulk_create(pages, batch_size=BATCH)
    Table.objects.bulk_create(tables, batch_size=BATCH)
    _link(parsed, tables)
    return {"characters": sum(len(page.text) for page in parsed.pages)}


def _link(parsed: ParsedDocument, rows: list[Table]) -> None:
    """Point every continuation at the part before it, now that both have a key."""
    tables = [(page.number, index, table) for page in parsed.pages for index, table in enumerate(page.tables)]
    by_place = {(page, index): row for (page, index, _), row in zip(tables, rows, strict=True)}
    linked = []
    for page, index, table in tables:
        if table.continues:
            row = by_place[page, index]
            row.continues = by_place[table.continues.page, table.continues.index]
            linked.append(row)
    Table.objects.bulk_update(linked, ["continues"], batch_size=BATCH)


def _page_row(version: DocumentVersion, page: ParsedPage, first_table: int) -> Page:
    return Page(
        version=version,
        number=page.number,
        label=page.label[:100],
        width=page.width,
        height=page.height,
        text=page.text,
        runs=[[run.start, run.end, *(round(side, 1) for side in run.box)] for run in page.runs],
        blocks=[_block_json(block, first_table) for block in page.blocks],
    )


def _block_json(block: Block, first_table: int) -> dict[str, Any]:
    table = None if block.table is None else first_table + block.table
    return {"kind": block.kind, "start": block.start, "end": block.end, "level": block.level, "table": table}


def _table_row(version: DocumentVersion, page: int, ordinal: int, table: ParsedTable) -> Table:
    return Table(
        version=version,
        ordinal=ordinal,
        page=page,
        caption=table.caption[:500],
        units=table.units[:200],
        header_rows=table.header_rows,
        grid=_grid(table),
        box=list(table.box or ()),
        footnotes=[list(note) for note in table.footnotes],
    )


def _grid(table: ParsedTable) -> list[list[dict[str, Any] | None]]:
    grid: list[list[dict[str, Any] | None]] = [[None] * table.columns for _ in range(table.rows)]
    for cell in table.cells:
        kept = asdict(cell)
        row, column = kept.pop("row"), kept.pop("column")
        grid[row][column] = kept
    return grid


def parsed_pages(version: DocumentVersion) -> list[ParsedPage]:
    """The pages of a version as plain data again, each with its tables."""
    tables: dict[int, list[ParsedTable]] = {}
    firsts: dict[int, int] = {}  # ordinal of the first table of each page
    parts: dict[int | None, Continues] = {}  # by key: what a table that goes on with it says
    for row in version.tables.order_by("ordinal"):
        before = parts.get(row.continues_id)
        table = _parsed_table(row, before)
        own = tables.setdefault(row.page, [])
        firsts.setdefault(row.page, row.ordinal)
        parts[row.pk] = Continues(row.page, len(own), before.first if before else table)
        own.append(table)
    pages = version.pages.order_by("number")
    return [_parsed_page(page, tables.get(page.number, []), firsts.get(page.number, 0)) for page in pages]


def _parsed_page(page: Page, tables: list[ParsedTable], first: int) -> ParsedPage:
    return ParsedPage(
        number=page.number,
        text=page.text,
        blocks=tuple(_parsed_block(block, first) for block in page.blocks),
        runs=tuple(Run(start, end, (x0, y0, x1, y1)) for start, end, x0, y0, x1, y1 in page.runs),
        tables=tuple(tables),
        width=page.width,
        height=page.height,
        label=page.label,
    )


def _parsed_block(block: dict[str, Any], first_table: int) -> Block:
    table = None if block["table"] is None else block["table"] - first_table
    return Block(BlockKind(block["kind"]), block["start"], block["end"], block["level"], table)


def _parsed_table(table: Table, continues: Continues | None) -> ParsedTable:
    return ParsedTable(
        cells=tuple(_cells(table.grid)),
        rows=len(table.grid),
        columns=len(table.grid[0]) if table.grid else 0,
        header_rows=table.header_rows,
        caption=table.caption,
        units=table.units,
        continues=continues,
        footnotes=tuple((start, end) for start, end in table.footnotes or ()),
    )


def _cells(grid: list[list[dict[str, Any] | None]]) -> Iterable[Cell]:
    for row, cells in enumerate(grid):
        for column, cell in enumerate(cells):
            if cell is not None:
                box = cell["box"]
                yield Cell(**cell | {"row": row, "column": column, "box": tuple(box) if box else None})
