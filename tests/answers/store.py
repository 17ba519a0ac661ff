"""A filing of an invented company in the store, ready to be asked: real passages, a real table, real vectors."""

import uuid
from datetime import date
from decimal import Decimal
from hashlib import sha256
from typing import Any

from apps.accounts.models import User
from apps.documents import index
from apps.documents.models import (
    Chunk,
    ChunkKind,
    Company,
    Document,
    DocumentVersion,
    Fact,
    Page,
    State,
    Table,
    Visibility,
)
from apps.statements.ontology import Statement, Unit, concepts
from apps.statements.values.amounts import parse_amount

ROWS = (
    ("Years Ended December 31,", "2023", "2022"),
    ("Net sales", "$1,577", "$1,402"),
    ("Cost of sales", "(901)", "(840)"),
    ("Operating income", "214", "188"),
    ("Provision for income taxes", "45", "40"),
    ("Net income", "$160", "$141"),
    ("Diluted net income per share", "$2.35", "$2.07"),
)
CONCEPTS = ("", "revenue", "cost_of_revenue", "operating_income", "income_tax", "net_income", "eps_diluted")
CAPTION, UNITS = "CONSOLIDATED STATEMENTS OF INCOME", "(in millions, except per share data)"
PROSE = (
    "Our foundries ship cast turbine housings to ferry operators in eleven ports.",
    "Net sales grew because freight volumes in the northern ports recovered after the strike.",
    "At December 31, 2023, we employed 1,240 people.",
)
LINE, LEFT, RIGHT = 14.0, 72.0, 540.0


def hold(
    owner: User, company: str = "Quillmark Foundry", year: int = 2023, visibility: str = Visibility.EVERYONE
) -> DocumentVersion:
    """An annual report with one page of prose and one with an income statement, indexed and published."""
    version = _version(owner, company, year, visibility)
    _prose(version)
    _statement(version, year)
    index.index(version, lambda done, total: None).save()
    index.publish(version, lambda done, total: None).save()
    version.refresh_from_db()
    return version


def _version(owner: User, company: str, year: int, visibility: str) -> DocumentVersion:
    filer = Company.objects.get_or_create(name=company)[0]
    name = f"{company.split()[0].lower()}_{year}_10K"
    document = Document.objects.create(
        name=name,
        title=f"10-K - FY{year} ({company})",
        company=filer,
        report_type="10-K",
        fiscal_year=year,
        fiscal_period="FY",
        period_end=date(year, 12, 31),
        owner=owner,
        team=owner.team,
        visibility=visibility,
    )
    return DocumentVersion.objects.create(
        document=document,
        sha256=uuid.uuid4().hex * 2,
        file_name=f"{name}.md",
        media_type="text/markdown",
        size=1,
        state=State.READY,
        page_count=2,
    )


def _prose(version: DocumentVersion) -> None:
    text = " ".join(PROSE)
    runs = [[0, len(text), LEFT, 72.0, RIGHT, 86.0]]
    block = {"kind": "paragraph", "start": 0, "end": len(text), "level": 0, "table": None}
    Page.objects.create(version=version, number=0, width=612, height=792, text=text, runs=runs, blocks=[block])
    _chunk(version, 0, ChunkKind.TEXT, 0, text, None)


def _statement(version: DocumentVersion, year: int) -> None:
    """The table stands on page 1, a line a row, its years counted back from `year`."""
    text, grid = f"{CAPTION}\n{UNITS}\n", []
    runs: list[list[float]] = [
        [0, len(CAPTION), LEFT, 70.0, RIGHT, 80.0],
        [len(CAPTION) + 1, len(text) - 1, LEFT, 84.0, RIGHT, 94.0],
    ]
    for number, (label, *cells) in enumerate(ROWS):
        printed = [label, *(cells if number else [str(year), str(year - 1)])]
        row: list[dict[str, Any]] = []
        for column, words in enumerate(printed):
            top = 100 + number * LINE
            box = [LEFT + 200 * column, top, LEFT + 200 * column + 120, top + 10]
            row.append({"text": words, "start": len(text), "end": len(text) + len(words), "box": box, "column_span": 1})
            runs.append([len(text), len(text) + len(words), *box])
            text += words + (" " if column < 2 else "\n")
        grid.append(row)
    Page.objects.create(version=version, number=1, width=612, height=792, text=text, runs=runs)
    table = Table.objects.create(
        version=version, ordinal=0, page=1, caption=CAPTION, units=UNITS, header_rows=1, grid=grid
    )
    _chunk(version, 1, ChunkKind.TABLE, 1, text.rstrip(), table)
    _facts(version, table, year)


def _facts(version: DocumentVersion, table: Table, year: int) -> None:
    """Each figure of the statement with its cell, as the reading of statements leaves it."""
    for number, (row, concept) in enumerate(zip(table.grid, CONCEPTS, strict=True)):
        for column, cell in enumerate(row[1:], start=1):
            if concept:
                _fact(version, table, concept, year + 1 - column, number, column, cell)


def _fact(
    version: DocumentVersion, table: Table, concept: str, year: int, row: int, column: int, cell: dict[str, Any]
) -> None:
    unit = concepts()[concept].unit
    scale = Decimal(10) ** 6 if unit is Unit.MONEY else Decimal(1)
    amount = parse_amount(cell["text"])
    Fact.objects.create(
        version=version,
        table=table,
        statement=Statement.INCOME,
        concept=concept,
        label=ROWS[row][0],
        months=12,
        period_end=date(year, 12, 31),
        label_year=year,
        value=(amount.value if amount else Decimal(0)) * scale,
        unit=unit,
        currency="USD",
        scale=scale,
        page=1,
        row=row,
        column=column,
        start=cell["start"],
        end=cell["end"],
        box=cell["box"],
    )


def _chunk(version: DocumentVersion, ordinal: int, kind: str, page: int, text: str, table: Table | None) -> None:
    Chunk.objects.create(
        version=version,
        ordinal=ordinal,
        kind=kind,
        page=page,
        spans=[[page, 0, len(text)]],
        text=text,
        view=text,
        hash=sha256(f"{version.pk}{text}".encode()).hexdigest(),
        tokens=len(text.split()),
        first_token=0,
        table=table,
    )
