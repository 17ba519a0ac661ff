"""What segments, regions and products contribute: tables of notes as facts with a dimension.

Only where nothing is left to guess: the table says that it is about segments, names its item, its units and its
periods, the parts add up to the total that it prints, and that is the total of the consolidated statements, or the
parts are known from a table where it is.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from apps.statements.facts import StatementFact, Year, units_of_part
from apps.statements.grid import Grid, Row
from apps.statements.labels import normal_label
from apps.statements.ontology import Statement, Unit
from apps.statements.recognise import Located, text_above
from apps.statements.segment_chains import Found, proven_parts
from apps.statements.segment_words import (
    NO_PART,
    PERIOD_WORDS,
    TOTAL,
    is_sum,
    item_named,
    part_name,
    resolved,
)
from apps.statements.values.periods import Period, parse_period
from apps.statements.values.units import Units, parse_units

ABOUT = re.compile(
    r"\bsegments?\b|\bgeograph|\bby (?:region|country|product|major product|type|category|source)|\bdisaggregat",
    re.IGNORECASE,
)
NOT_ABOUT = re.compile(
    r"\bpro[- ]?forma\b|\bpercent|\bbacklog\b|\bdiscontinued\b|\badjusted\b|\bunconsolidated\b|\bjoint ventures?\b|"
    r"\bcore\b|\bconstant currency\b",
    re.IGNORECASE,
)
ABOVE = 200  # characters above a table that introduce it
RECONCILED = Decimal("0.03")
SCALES = (Decimal(1), Decimal(10) ** 3, Decimal(10) ** 6)
TELLING = 1000  # a total as printed that is no accident where it is that of the statements


@dataclass(frozen=True, slots=True)
class Part:
    """A figure of one part: whose, of which item, of which period. whole: the printed total of all parts."""

    located: Located
    units: Units
    whole: Decimal
    name: str
    item: str
    period: Period
    row: Row
    column: int


Totals = dict[tuple[str | None, date | None, int | None], Decimal]


def segment_facts(located: Iterable[Located], year: Year, primary: Sequence[StatementFact]) -> list[StatementFact]:
    """The facts of all tables about segments, given those of the primary statements."""
    taken = {(fact.page, fact.table) for fact in primary}
    tables = _tables(located, taken)
    parts = [part for table in tables for part in _parts(table, year)]
    totals = {(fact.concept, fact.period.end, fact.period.months): fact.value for fact in primary if not fact.dimension}
    of_company = {part.name for part in parts if part.item == "revenue" and _is_whole(part, totals)}
    kept = [part for part in parts if _is_whole(part, totals) or (part.item != "revenue" and part.name in of_company)]
    proven = (known for table in tables for part in _proven(table, year) if (known := _as_stated(part, totals)))
    told = (part for part in (*proven, *kept) if not parse_units(part.row.label).declared)  # "Assets (in billions)"
    by_cell = {(part.located.place, part.row.index, part.column): _fact(part) for part in told}
    return [by_cell[place] for place in sorted(by_cell)]


def _tables(located: Iterable[Located], taken: Collection[tuple[int, int]]) -> list[Located]:
    """The tables about segments, and those that follow one of them, as wide, without words of their own."""
    found: list[Located] = []
    for table in located:
        if table.place in taken:
            continue
        if _is_about_segments(table) or (found and _goes_on(found[-1], table)):
            found.append(table)
    return found


def _goes_on(last: Located, table: Located) -> bool:
    beside = table.place == (last.page.number, last.index + 1)
    return beside and table.table.columns == last.table.columns and not text_above(table).strip()


def _is_whole(part: Part, totals: Totals) -> bool:
    """Whether the parts are those of the whole company: what is reconciled below such tables is a few per cent."""
    stated = totals.get((part.item, part.period.end, part.period.months))
    return (
        part.units.declared
        and stated is not None
        and abs(part.whole * part.units.scale - stated) <= abs(stated) * RECONCILED
    )


def _as_stated(part: Part, totals: Totals) -> Part | None:
    """The part, where the total is the very figure of the statements; that tells the scale if the table does not."""
    stated = totals.get((part.item, part.period.end, part.period.months))
    if not stated or abs(part.whole) < (1 if part.units.declared else TELLING):
        return None
    scales = [part.units.scale] if part.units.declared else SCALES
    exponent = part.whole.as_tuple().exponent
    step = Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0)
    fitting = (scale for scale in scales if abs(abs(part.whole) * scale - abs(stated)) <= step * scale)
    scale = next(fitting, None)
    return replace(part, units=replace(part.units, scale=scale)) if scale else None


def _is_about_segments(located: Located) -> bool:
    introduced = f"{located.table.caption} {text_above(located)[-ABOVE:]}"
    return bool(ABOUT.search(introduced)) and not NOT_ABOUT.search(introduced)


def _parts(located: Located, year: Year) -> Iterator[Part]:
    units = units_of_part(located)
    if not units.declared:
        return
    grid = Grid(located.table)
    found = [*_by_rows(grid, year), *_by_columns(grid, year)]
    yield from (Part(located, units, *rest) for rest in found)


def _proven(located: Located, year: Year) -> Iterator[Part]:
    units = units_of_part(located)
    yield from (Part(located, units, *rest) for rest in proven_parts(Grid(located.table), year))


def _by_rows(grid: Grid, year: Year) -> Iterator[Found]:
    """Parts in rows, periods in columns: an item as heading, its parts, and their total."""
    item = item_named(grid.headers.get(0, ""))
    group: list[Row] = []
    for row in grid.rows:
        if not row.figures:
            item, group = item_named(row.label) or (item if not group and not row.label else None), []
            continue
        total = bool(TOTAL.fullmatch(normal_label(row.label)))
        named = item_named(row.label)
        if group and (total or named) and (known := named or item) and item in {None, known}:
            yield from _group(group, row, known, grid, year)
        group = [] if total or named else [*group, row]


def _group(rows: list[Row], total: Row, item: str, grid: Grid, year: Year) -> Iterator[Found]:
    columns = {column: period for column, period in _periods(grid, item, year).items() if column in total.figures}
    if len(rows) < 2 or not columns or any(_odd(row.label) for row in rows):
        return
    if all(_adds_up(rows, total, column) for column in columns):
        for row in rows:
            if not NO_PART.search(row.label):
                for column, period in columns.items():
                    if column in row.figures:
                        whole = total.figures[column].amount.value
                        yield whole, part_name(row.label), item, period, row, column


def _odd(label: str) -> bool:
    return not label or parse_period(label) is not None


def _periods(grid: Grid, item: str, year: Year) -> dict[int, Period]:
    """Columns with a period that is known to the day; none twice, so that each is all there is of its period."""
    periods = {column: resolved(period, item, year) for column, period in grid.periods.items() if column > 0}
    known = {column: period for column, period in periods.items() if period.end}
    return known if len(set(known.values())) == len(known) else {}


def _adds_up(rows: Sequence[Row], total: Row, column: int) -> bool:
    figures = [row.figures[column] for row in rows if column in row.figures]
    return is_sum(figures, total.figures[column])


def _by_columns(grid: Grid, year: Year) -> Iterator[Found]:
    """Parts in columns with a total at the right; the period in the header or in a heading above the rows."""
    names = {column: part_name(PERIOD_WORDS.sub(" ", text)) for column, text in grid.headers.items() if column > 0}
    total = max(names, default=0)
    parts = [column for column, name in names.items() if column != total and name]
    if (
        not total
        or not TOTAL.fullmatch(normal_label(names[total]))
        or not names[total]
        or len(set(names.values())) != len(names)
    ):
        return
    period = _one_period(grid)
    for row in grid.rows:
        if not row.figures:
            period = parse_period(row.label) or period
            continue
        item = item_named(row.label)
        if not item or not period or total not in row.figures or not (known := resolved(period, item, year)).end:
            continue
        if is_sum([row.figures[column] for column in parts if column in row.figures], row.figures[total]):
            for column in parts:
                if column in row.figures and not NO_PART.search(names[column]):
                    yield row.figures[total].amount.value, names[column], item, known, row, column


def _one_period(grid: Grid) -> Period | None:
    """The period that all columns share, or that the caption alone names."""
    periods = set(grid.periods.values())
    if len(periods) == 1:
        return next(iter(periods))
    return None if periods else parse_period(grid.table.caption)


def _fact(part: Part) -> StatementFact:
    located, units = part.located, part.units
    figure = part.row.figures[part.column]
    return StatementFact(
        statement=Statement.SEGMENT,
        concept=part.item,
        rank=0,
        label=part.row.label,
        period=part.period,
        value=figure.amount.value * units.scale,
        unit=Unit.MONEY,
        currency=figure.amount.currency or units.currency,
        scale=units.scale,
        page=located.page.number,
        table=located.index,
        row=part.row.index,
        column=part.column,
        cell=figure.cell,
        nil=figure.amount.nil,
        dimension=part.name,
    )
