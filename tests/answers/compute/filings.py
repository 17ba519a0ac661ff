"""Filings of an invented company whose statements and tables queries are computed from."""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from apps.accounts.models import User
from apps.answers.compute.computing import compute
from apps.answers.compute.outcome import Outcome
from apps.documents.models import Chunk, ChunkKind, Company, DocumentVersion, Fact, Page, Section, Table
from apps.questions.expressions import Expression
from apps.questions.query import Intent, Query
from apps.questions.slots import Filer, Period, PeriodKind, Periods
from apps.retrieval.found import Scope
from apps.statements.ontology import Statement, Unit, concepts
from apps.statements.values.amounts import parse_amount
from tests.answers.statements import report

COMPANY = "Quillmark Foundry"
LINES = {
    "revenue": {2023: "1,600", 2022: "1,400", 2021: "1,000"},
    "cost_of_revenue": {2023: "(900)", 2022: "(840)", 2021: "(620)"},
    "operating_income": {2023: "240", 2022: "182", 2021: "90"},
    "income_before_tax": {2023: "215", 2022: "180", 2021: "80"},
    "income_tax": {2023: "55", 2022: "39", 2021: "92"},
    "net_income": {2023: "160", 2022: "141", 2021: "(12)"},
    "eps_diluted": {2023: "2.35", 2022: "2.07", 2021: "(0.18)"},
    "cash": {2023: "150", 2022: "130"},
    "current_assets": {2023: "700", 2022: "650"},
    "inventories": {2023: "210", 2022: "190"},
    "property_plant_equipment": {2023: "900", 2022: "760"},
    "total_assets": {2023: "2,200", 2022: "1,800"},
    "accounts_payable": {2023: "120", 2022: "100"},
    "current_liabilities": {2023: "500", 2022: "520"},
    "current_long_term_debt": {2023: "60", 2022: "50"},
    "long_term_debt": {2023: "540", 2022: "500"},
    "total_equity": {2023: "900", 2022: "700"},
    "operating_cash_flow": {2023: "310", 2022: "250", 2021: "130"},
    "depreciation_amortization": {2023: "80", 2022: "70", 2021: "60"},
    "capital_expenditures": {2023: "(95)", 2022: "(88)", 2021: "(40)"},
    "dividends_paid": {2023: "(40)", 2022: "(30)", 2021: "—"},
}


def annual(owner: User, company: str = COMPANY, year: int = 2023, **given: Any) -> DocumentVersion:
    lines = given.pop("lines", LINES)
    return report(owner, company, year, lines, **given)


def filer(company: str = COMPANY) -> Filer:
    row = Company.objects.get(name=company)
    return Filer(row.uid, row.name)


def years(*told: int, whole: bool = False) -> Periods:
    return Periods(tuple(Period(PeriodKind.YEAR, year=year) for year in told), whole)


def asked(*measures: Expression, of: Sequence[str] = (COMPANY,), intent: Intent = Intent.FIGURE, **slots: Any) -> Query:
    return Query(intent, measures=measures, filers=tuple(filer(name) for name in of), **slots)


def computed(asker: User, *measures: Expression, scope: Scope | None = None, **slots: Any) -> Outcome:
    return compute(asked(*measures, **slots), scope or Scope(), asker)


def only(outcome: Outcome) -> tuple[Decimal, str]:
    """The value and the unit of its single figure."""
    assert len(outcome.figures) == 1, (outcome.missing, outcome.ambiguous)
    shown = outcome.figures[0].shown
    return shown.value, shown.unit


def table(
    version: DocumentVersion,
    caption: str,
    rows: Sequence[Sequence[str]],
    *,
    units: str = "",
    header_rows: int = 1,
    section: Sequence[str] = (),
    spans: Mapping[tuple[int, int], int] | None = None,
) -> Table:
    """A table on a page of its own. spans: how many columns the cell of a row and column stands over."""
    number = Page.objects.filter(version=version).count()
    text, grid = f"{caption}\n{units}\n", []
    for row, printed in enumerate(rows):
        cells: list[dict[str, Any] | None] = []
        for column, words in enumerate(printed):
            span = (spans or {}).get((row, column), 1)
            place = {"start": len(text), "end": len(text) + len(words), "box": [10.0, 20.0, 30.0, 40.0]}
            cells.append({"text": words, **place, "column_span": span} if words else None)
            text += f"{words} "
        grid.append(cells)
        text += "\n"
    Page.objects.create(version=version, number=number, width=612, height=792, text=text)
    made = Table.objects.create(
        version=version, ordinal=number, page=number, caption=caption, units=units, header_rows=header_rows, grid=grid
    )
    _chunk(version, made, number, text, section)
    return made


def sentences(version: DocumentVersion, text: str, *, section: Sequence[str] = ()) -> Page:
    """A page of prose, and the passage that it is."""
    number = Page.objects.filter(version=version).count()
    page = Page.objects.create(version=version, number=number, width=612, height=792, text=text)
    _chunk(version, None, number, text, section)
    return page


def _chunk(version: DocumentVersion, made: Table | None, number: int, text: str, path: Sequence[str]) -> None:
    section = None
    if path:
        given = {"ordinal": number, "level": len(path), "title": path[-1], "path": list(path), "page": number}
        section = Section.objects.create(version=version, **given)
    Chunk.objects.create(
        version=version,
        section=section,
        table=made,
        ordinal=number + 100,
        kind=ChunkKind.TABLE if made else ChunkKind.TEXT,
        page=number,
        spans=[[number, 0, len(text)]],
        text=text,
        view=" ".join([*path, text]),
        hash=f"{version.pk}-{number}",
        tokens=len(text.split()),
        first_token=0,
    )


def parts(
    version: DocumentVersion,
    concept: str,
    members: Mapping[str, Mapping[int, str]],
    *,
    caption: str = "Reportable segments",
    section: Sequence[str] = ("Note 12 - Segments",),
) -> Table:
    """A table of members with a fact for each of its figures, in millions of dollars."""
    told = sorted({year for cells in members.values() for year in cells}, reverse=True)
    head = ["", *(str(year) for year in told)]
    body = [[name, *(cells.get(year, "") for year in told)] for name, cells in members.items()]
    made = table(version, caption, [head, *body], units="(in millions)", section=section)
    for row, (name, cells) in enumerate(members.items(), start=1):
        for year in cells:
            _part_fact(version, made, concept, name, year, row, told.index(year) + 1)
    return made


def _part_fact(
    version: DocumentVersion, made: Table, concept: str, member: str, year: int, row: int, column: int
) -> None:
    cell = made.grid[row][column]
    amount = parse_amount(cell["text"])
    end = version.document.period_end or date(year, 12, 31)
    Fact.objects.create(
        version=version,
        table=made,
        statement=Statement.SEGMENT,
        concept=concept,
        label=member,
        dimension=member,
        months=None if concepts()[concept].statement is Statement.BALANCE else 12,
        period_end=end.replace(year=end.year + year - (version.document.fiscal_year or year)),
        label_year=year,
        value=(amount.value if amount else Decimal(0)) * 10**6,
        unit=Unit.MONEY,
        currency="USD",
        scale=Decimal(10**6),
        page=made.page,
        row=row,
        column=column,
        start=cell["start"],
        end=cell["end"],
    )


def line(version: DocumentVersion, label: str, figures: Mapping[int, str], *, statement: str = "income") -> None:
    """A printed line of a statement that the ontology does not know, a fact for each year."""
    made = Table.objects.filter(version=version, caption=statement).first()
    assert made is not None
    page = Page.objects.get(version=version, number=made.page)
    row = 100 + Fact.objects.filter(table=made).count()
    for column, (year, printed) in enumerate(figures.items(), start=1):
        start = len(page.text)
        page.text += f"{printed}\n"
        amount = parse_amount(printed)
        end = version.document.period_end or date(year, 12, 31)
        Fact.objects.create(
            version=version,
            table=made,
            statement=statement,
            label=label,
            months=None if statement == "balance" else 12,
            period_end=end.replace(year=end.year + year - (version.document.fiscal_year or year)),
            label_year=year,
            value=(amount.value if amount else Decimal(0)) * 10**6,
            unit=Unit.MONEY,
            currency="USD",
            scale=Decimal(10**6),
            page=made.page,
            row=row,
            column=column,
            start=start,
            end=start + len(printed),
        )
    page.save()
