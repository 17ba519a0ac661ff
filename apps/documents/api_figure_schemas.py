"""What the API of tables and facts takes and gives. Pages count from 0; boxes are [x0, y0, x1, y1] in points."""

import uuid
from datetime import date
from decimal import Decimal
from typing import Annotated, Any, Self

from django.db.models import Q
from ninja import Schema
from pydantic import Field

from apps.documents.api_schemas import Limit, Offset
from apps.documents.models import Fact, StatementCheck, Table
from apps.documents.printed_figures import plain

Words = Annotated[str, Field(max_length=200, pattern=r"^[^\x00]*$")]


class TableOut(Schema):
    """A table. continues: the table whose next part this is, None for a first part."""

    id: uuid.UUID
    page: int
    caption: str
    units: str
    rows: int
    columns: int
    header_rows: int
    box: list[float]
    continues: uuid.UUID | None

    @classmethod
    def of(cls, table: Table) -> Self:
        return cls(**_described(table))


def _described(table: Table) -> dict[str, Any]:
    return {
        "id": table.uid,
        "page": table.page,
        "caption": table.caption,
        "units": table.units,
        "rows": len(table.grid),
        "columns": max((len(row) for row in table.grid), default=0),
        "header_rows": table.header_rows,
        "box": table.box,
        "continues": table.continues.uid if table.continues else None,
    }


class TablesOut(Schema):
    tables: list[TableOut]
    count: int


class CellOut(Schema):
    """A cell. start, end: offsets into the page's text; box: empty for sources without geometry."""

    text: str
    start: int
    end: int
    box: list[float]
    row_span: int
    column_span: int


def _cell(cell: dict[str, Any]) -> CellOut:
    return CellOut(**cell | {"box": cell["box"] or []})


class GridOut(TableOut):
    """A table with its cells by rows; null where a spanning cell covers the place, or nothing stands."""

    cells: list[list[CellOut | None]]

    @classmethod
    def of(cls, table: Table) -> Self:
        cells = [[_cell(cell) if cell else None for cell in row] for row in table.grid]
        return cls(cells=cells, **_described(table))


class FactFilters(Schema):
    """statement: income, balance, cash-flow, equity, ...; concept: key of the ontology; year: the filer's fiscal year;
    dimension: "" for consolidated figures alone, a segment's name for its own; left out: all."""

    statement: Annotated[str, Field(max_length=12, pattern=r"^[a-z-]*$")] | None = None
    concept: Annotated[str, Field(max_length=64, pattern=r"^[a-z0-9_]*$")] | None = None
    year: Annotated[int, Field(ge=1900, le=2100)] | None = None
    dimension: Words | None = None
    offset: Offset = 0
    limit: Limit = 100

    def conditions(self) -> Q:
        wanted = {
            "statement": self.statement,
            "concept": self.concept,
            "label_year": self.year,
            "dimension": self.dimension,
        }
        return Q(**{field: value for field, value in wanted.items() if value is not None})


class FactOut(Schema):
    """One figure. value: whole units (dollars, shares), sign as printed; months: null for an instant."""

    id: uuid.UUID
    statement: str
    concept: str
    label: str
    dimension: str
    months: int | None
    period_end: date | None
    fiscal_year: int | None
    value: Decimal
    unit: str
    currency: str
    scale: Decimal
    nil: bool
    confidence: float
    table: uuid.UUID
    page: int
    row: int
    column: int
    start: int
    end: int
    box: list[float]

    @classmethod
    def of(cls, fact: Fact) -> Self:
        same = ("statement", "concept", "label", "dimension", "months", "period_end", "unit", "currency", "nil")
        place = ("confidence", "page", "row", "column", "start", "end", "box")
        given = {name: getattr(fact, name) for name in (*same, *place)}
        given |= {"value": plain(fact.value), "scale": plain(fact.scale)}
        return cls(id=fact.uid, fiscal_year=fact.label_year, table=fact.table.uid, **given)


class FactsOut(Schema):
    facts: list[FactOut]
    count: int


class CheckOut(Schema):
    """A self-check. difference and tolerance in whole units; facts: ids of its members.

    note: what the size of the difference tells of its cause, "" where it tells nothing.
    """

    name: str
    period_end: date | None
    months: int | None
    passed: bool
    difference: Decimal
    tolerance: Decimal
    note: str
    facts: list[uuid.UUID]

    @classmethod
    def of(cls, check: StatementCheck) -> Self:
        return cls(
            name=check.name,
            period_end=check.period_end,
            months=check.months,
            passed=check.passed,
            difference=plain(check.difference),
            tolerance=plain(check.tolerance),
            note=check.note,
            facts=[fact.uid for fact in check.facts.all()],
        )


class ChecksOut(Schema):
    checks: list[CheckOut]
    count: int
