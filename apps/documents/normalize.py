"""Uploaded -> Normalized: read the file and keep its pages and tables. Also the way back, from rows to plain data."""

from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.db import connection

from apps.documents.models import DocumentVersion, Page, Table
from apps.documents.outcome import Outcome
from apps.documents.parsing.parsed import (
    Block,
    BlockKind,
    Cell,
    ParsedDocument,
    ParsedPage,
    ParsedTable,
    Progress,
    Run,
)

BATCH = 200


def normalize(version: DocumentVersion, progress: Progress) -> Outcome:
    """Read the version's file; raises FileRefused for a file that cannot be read."""
    from apps.documents.parsing.reader import read  # heavy; web processes never read

    release_connection()
    parsed = read(Path(version.file.path), version.media_type, progress)
    tables = sum(len(page.tables) for page in parsed.pages)
    return Outcome(
        save=lambda: {"pages": len(parsed.pages), "tables": tables} | _save(version, parsed),
        fields={"page_count": len(parsed.pages), "parser": parsed.parser[:100]},
        detail={"parser": parsed.parser, "warnings": list(parsed.warnings), "file_title": parsed.title},
    )


def release_connection() -> None:
    """Hold no connection while a parser or a model works; inside a transaction (tests) it must stay."""
    if not connection.in_atomic_block:
        connection.close()


def _save(version: DocumentVersion, parsed: ParsedDocument) -> dict[str, int]:
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
    return {"characters": sum(len(page.text) for page in parsed.pages)}


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
    tables: dict[int, list[Table]] = {}
    for table in version.tables.order_by("ordinal"):
        tables.setdefault(table.page, []).append(table)
    return [_parsed_page(page, tables.get(page.number, [])) for page in version.pages.order_by("number")]


def _parsed_page(page: Page, tables: list[Table]) -> ParsedPage:
    first = tables[0].ordinal if tables else 0
    return ParsedPage(
        number=page.number,
        text=page.text,
        blocks=tuple(_parsed_block(block, first) for block in page.blocks),
        runs=tuple(Run(start, end, (x0, y0, x1, y1)) for start, end, x0, y0, x1, y1 in page.runs),
        tables=tuple(_parsed_table(table) for table in tables),
        width=page.width,
        height=page.height,
        label=page.label,
    )


def _parsed_block(block: dict[str, Any], first_table: int) -> Block:
    table = None if block["table"] is None else block["table"] - first_table
    return Block(BlockKind(block["kind"]), block["start"], block["end"], block["level"], table)


def _parsed_table(table: Table) -> ParsedTable:
    return ParsedTable(
        cells=tuple(_cells(table.grid)),
        rows=len(table.grid),
        columns=len(table.grid[0]) if table.grid else 0,
        header_rows=table.header_rows,
        caption=table.caption,
        units=table.units,
    )


def _cells(grid: list[list[dict[str, Any] | None]]) -> Iterable[Cell]:
    for row, cells in enumerate(grid):
        for column, cell in enumerate(cells):
            if cell is not None:
                box = cell["box"]
                yield Cell(**cell | {"row": row, "column": column, "box": tuple(box) if box else None})
