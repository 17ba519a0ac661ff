"""Keeping the facts and checks of a version's primary statements."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from apps.documents.cover.periods import year_end
from apps.documents.models import DocumentVersion, Fact, StatementCheck, Table
from apps.documents.stored_files import opened
from apps.reading.inline_xbrl import NumericFact, tagged_facts
from apps.reading.markup import parse_html
from apps.reading.media import MediaType
from apps.reading.parsed import ParsedPage
from apps.statements.checks import run_checks
from apps.statements.convention import with_charges
from apps.statements.equity import equity_facts
from apps.statements.facts import StatementFact, Year, facts_in
from apps.statements.further import further_statements
from apps.statements.lines import lines_of
from apps.statements.outcomes import Outcome
from apps.statements.quarters import quarter_facts
from apps.statements.recognise import candidates, standing_together, tables_of
from apps.statements.segments import segment_facts
from apps.statements.sums import Sum, sums_of
from apps.statements.tagged import tagged_outcomes
from apps.statements.values.year_ends import year_ends

BATCH = 500


@dataclass(frozen=True, slots=True)
class Statements:
    """Everything that statements and segment tables say, and what adds up."""

    facts: tuple[StatementFact, ...]
    outcomes: tuple[Outcome, ...]


def read_statements(
    pages: Sequence[ParsedPage],
    fiscal_year: int | None,
    period_end: date | None,
    fiscal_period: str = "",
    tagged: Sequence[NumericFact] = (),
) -> Statements:
    """Recognise the statements of a filing and read their cells. fiscal_period: FY, Q1 to Q4. tagged: its own tags."""
    year = _year(pages, fiscal_year, period_end, fiscal_period)
    facts, sums = _stated(pages, year)
    facts = with_charges(facts)
    outcomes = [*run_checks(facts, sums), *tagged_outcomes(facts, tagged)]
    located = list(tables_of(pages))
    equity = equity_facts(located, year, frozenset((fact.page, fact.table) for fact in facts), facts)
    facts += equity + segment_facts(located, year, [*facts, *equity])
    facts += quarter_facts(located, year, facts)
    return Statements(tuple(facts), tuple(outcomes))


def _stated(pages: Sequence[ParsedPage], year: Year) -> tuple[list[StatementFact], list[Sum]]:
    """The facts and sums of the primary statements, then of those that state the same for other periods."""
    facts: list[StatementFact] = []
    sums: list[Sum] = []
    found = candidates(pages)
    primary = standing_together(found)
    for one in primary.values():
        lines = lines_of(one)
        facts += facts_in(lines, one.statement, year)
        sums += sums_of(lines, one.statement)
    for further in list(further_statements(found, primary, facts, year)):
        facts += further.facts
        sums += further.sums
    return facts, sums


def _year(pages: Sequence[ParsedPage], fiscal_year: int | None, period_end: date | None, fiscal_period: str) -> Year:
    if fiscal_year is None or period_end is None:
        return Year(fiscal_year, period_end)
    ends = year_ends([page.text for page in pages], fiscal_year, period_end)
    return Year(fiscal_year, period_end, year_end(period_end, fiscal_period), ends)


def markup_of(version: DocumentVersion) -> bytes:
    """The file of an HTML filing, where its filer may have tagged figures; nothing for other files."""
    if version.media_type != MediaType.HTML:
        return b""
    with opened(version.file) as file:
        return bytes(file.read())


def tagged_numbers(markup: bytes) -> tuple[NumericFact, ...]:
    """What the filer tagged in an HTML filing. The file was read once before, so it parses."""
    return tagged_facts(parse_html(markup)).numbers if markup else ()


def save_statements(version: DocumentVersion, statements: Statements) -> dict[str, int]:
    """Replace the facts and checks of the version; its tables must have been kept before."""
    version.checks.all().delete()
    version.facts.all().delete()
    tables = _tables_by_place(version)
    doubts = Counter(fact for outcome in statements.outcomes if not outcome.passed for fact in outcome.facts)
    rows = {
        fact: _fact_row(version, tables[fact.page, fact.table], fact, confidence(doubts[fact]))
        for fact in statements.facts
    }
    Fact.objects.bulk_create(rows.values(), batch_size=BATCH)
    for outcome in statements.outcomes:
        _save_check(version, outcome, [rows[fact] for fact in outcome.facts])
    failed = sum(not outcome.passed for outcome in statements.outcomes)
    return {"facts": len(rows), "checks": len(statements.outcomes), "failed_checks": failed}


def _tables_by_place(version: DocumentVersion) -> dict[tuple[int, int], Table]:
    """Tables by page and place among the tables of the page."""
    places: dict[tuple[int, int], Table] = {}
    count: dict[int, int] = {}
    for table in version.tables.order_by("ordinal").defer("grid"):
        place = count.get(table.page, 0)
        places[table.page, place] = table
        count[table.page] = place + 1
    return places


def confidence(failed: int) -> float:
    """How sure a fact is that takes part in so many checks that fail: each halves it, down to a quarter."""
    return max(0.25, 0.5**failed)


def _fact_row(version: DocumentVersion, table: Table, fact: StatementFact, sure: float) -> Fact:
    return Fact(
        version=version,
        table=table,
        statement=fact.statement,
        concept=fact.concept or "",
        label=fact.label[:300],
        months=fact.period.months,
        period_end=fact.period.end,
        label_year=fact.period.label_year,
        value=fact.value,
        unit=fact.unit,
        currency=fact.currency,
        scale=fact.scale,
        nil=fact.nil,
        charge=fact.charge,
        dimension=fact.dimension[:200],
        confidence=sure,
        page=fact.page,
        row=fact.row,
        column=fact.column,
        start=fact.cell.start,
        end=fact.cell.end,
        box=list(fact.cell.box or ()),
    )


def _save_check(version: DocumentVersion, outcome: Outcome, members: list[Fact]) -> None:
    check = StatementCheck.objects.create(
        version=version,
        name=outcome.check,
        period_end=outcome.period.end,
        months=outcome.period.months,
        difference=outcome.difference,
        tolerance=outcome.tolerance,
        passed=outcome.passed,
        note=outcome.note,
    )
    check.facts.set(members)
