"""Filings of invented companies with statements of any lines, each printed figure a fact with its cell."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from hashlib import sha256
from typing import Any

from apps.accounts.models import User
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

Printed = Mapping[str, Mapping[int, str]]  # concept -> fiscal year -> as printed
SCALES = {"thousands": Decimal(1000), "millions": Decimal(10) ** 6, "": Decimal(1)}


def report(
    owner: User,
    company: str,
    year: int,
    lines: Printed,
    *,
    scale: str = "millions",
    currency: str = "USD",
    form: str = "10-K",
    period: str = "FY",
    end: date | None = None,
    months: int = 12,
    confidence: float = 1.0,
    visibility: str = Visibility.EVERYONE,
) -> DocumentVersion:
    """A published report of the year that states `lines`, a page for each of its statements."""
    version = _version(owner, company, year, form, period, end or date(year, 12, 31), visibility)
    for number, statement in enumerate(dict.fromkeys(concepts()[key].statement for key in lines)):
        own = {key: cells for key, cells in lines.items() if concepts()[key].statement is statement}
        _statement(version, number, statement, own, scale, currency, months, end or date(year, 12, 31), confidence)
    Document.objects.filter(pk=version.document_id).update(current=version)
    return version


def _version(
    owner: User, company: str, year: int, form: str, period: str, end: date, visibility: str
) -> DocumentVersion:
    name = f"{company.split()[0].lower()}_{year}{period if period != 'FY' else ''}_{form}"
    document = Document.objects.create(
        name=name,
        title=f"{form} - {period} {year} ({company})",
        company=Company.objects.get_or_create(name=company)[0],
        report_type=form,
        fiscal_year=year,
        fiscal_period=period,
        period_end=end,
        owner=owner,
        visibility=visibility,
    )
    return DocumentVersion.objects.create(
        document=document, sha256=sha256(name.encode()).hexdigest(), file_name=f"{name}.md", size=1, state=State.READY
    )


def _statement(
    version: DocumentVersion,
    number: int,
    statement: Statement,
    lines: Printed,
    scale: str,
    currency: str,
    months: int,
    end: date,
    confidence: float,
) -> None:
    text, grid, cells = f"{statement} ({currency} {scale})\n", [], []
    for row, (key, figures) in enumerate(lines.items()):
        text += f"{concepts()[key].name} "
        grid.append([{"text": concepts()[key].name, "start": len(text), "end": len(text)}])
        for column, (year, printed) in enumerate(figures.items(), start=1):
            cells.append((key, year, printed, row, column, len(text)))
            text += f"{printed}\n"
    page = Page.objects.create(version=version, number=number, width=612, height=792, text=text)
    page.runs = [[start, start + len(printed), 100.0, 50.0, 160.0, 60.0] for _, _, printed, _, _, start in cells]
    page.save()
    table = Table.objects.create(version=version, ordinal=number, page=number, caption=str(statement), grid=grid)
    _chunk(version, number, text, table)
    for key, year, printed, row, column, start in cells:
        unit, amount = concepts()[key].unit, parse_amount(printed)
        factor = SCALES[scale] if unit is not Unit.PER_SHARE else Decimal(1)
        instant = statement is Statement.BALANCE
        Fact.objects.create(
            version=version,
            table=table,
            statement=statement,
            concept=key,
            label=concepts()[key].name,
            months=None if instant else months,
            period_end=_moved(end, year - (version.document.fiscal_year or year)),
            label_year=year,
            value=(amount.value if amount else Decimal(0)) * factor,
            unit=unit,
            currency="" if unit is Unit.SHARES else currency,
            scale=factor,
            nil=amount is None,
            page=number,
            row=row,
            column=column,
            start=start,
            end=start + len(printed),
            confidence=confidence,
        )


def _moved(end: date, years: int) -> date:
    return end.replace(year=end.year + years, day=min(end.day, 28)) if years else end


def _chunk(version: DocumentVersion, ordinal: int, text: str, table: Table) -> None:
    made: dict[str, Any] = {"text": text, "view": text, "spans": [[ordinal, 0, len(text)]]}
    Chunk.objects.create(
        version=version,
        ordinal=ordinal,
        kind=ChunkKind.TABLE,
        page=ordinal,
        hash=sha256(f"{version.pk}{text}".encode()).hexdigest(),
        tokens=len(text.split()),
        first_token=0,
        table=table,
        **made,
    )
