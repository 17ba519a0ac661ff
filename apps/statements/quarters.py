"""The quarters of a year, as annual reports summarize them ("Selected quarterly data, unaudited").

Which columns are the quarters of which year is not believed but proved: the four figures of a line add up to what the
income statement states for the whole year. Lines that do not add up (earnings per share) stand beside ones that do.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from apps.statements.facts import StatementFact, Year, units_of_part
from apps.statements.grid import Grid, Row
from apps.statements.ontology import Statement, Unit, concept_of, concepts
from apps.statements.outcomes import last_place
from apps.statements.recognise import Located, text_above
from apps.statements.values.periods import MONTHS, Period, PeriodKind

QUARTERS, MONTHS_EACH, A_YEAR = 4, 3, 12
QUARTERLY = re.compile(r"\bquarter", re.IGNORECASE)
ORDINAL = re.compile(
    r"\b(?:(first|1st|Q1|1Q)|(second|2nd|Q2|2Q)|(third|3rd|Q3|3Q)|(fourth|4th|Q4|4Q))\b", re.IGNORECASE
)
ENDS = re.compile(rf"\b({'|'.join(MONTHS)})\.?\s+(\d{{1,2}})\b", re.IGNORECASE)
ROUNDINGS = Decimal("2.5")  # units in the last place by which four printed quarters may miss their year
NEARLY, CENT = Decimal("0.1"), Decimal("0.02")  # by how much four quarters per share may
BEGUN = 10  # days of a month in which a quarter that ends with the month before may end


@dataclass(frozen=True, slots=True)
class Proved:
    """A line whose figures in `columns`, of the first quarter to the fourth, add up to the year that is stated."""

    row: int
    columns: tuple[int, ...]
    year: StatementFact
    scale: Decimal


def quarter_facts(located: Iterable[Located], year: Year, facts: Sequence[StatementFact]) -> list[StatementFact]:
    """The figures of quarters that no fact is about yet. facts: those of the statements."""
    years = [
        fact
        for fact in facts
        if fact.statement is Statement.INCOME and fact.concept and fact.period.months == A_YEAR and not fact.dimension
    ]
    known = {(fact.concept, fact.period.months, fact.period.end) for fact in facts}
    found: dict[tuple[str | None, date | None], StatementFact] = {}
    for part in located:
        if years and QUARTERLY.search(f"{part.table.caption} {text_above(part)} {_heads(part)}"):
            for fact in _Summary(part, year, years).facts():
                if (fact.concept, MONTHS_EACH, fact.period.end) not in known:
                    found.setdefault((fact.concept, fact.period.end), fact)
    return list(found.values())


def _heads(part: Located) -> str:
    return " ".join(cell.text for cell in part.table.cells if cell.row <= part.table.header_rows)


class _Summary:
    """One table of quarters. years: what the income statement states of whole years."""

    def __init__(self, part: Located, year: Year, years: Sequence[StatementFact]) -> None:
        self.part, self.year = part, year
        self.grid = Grid(part.table)
        self.rows = self.grid.rows
        self.by_concept: dict[str, list[StatementFact]] = {}
        for fact in years:
            self.by_concept.setdefault(fact.concept or "", []).append(fact)

    def facts(self) -> Iterator[StatementFact]:
        groups = list(_groups(_ordinals(self.grid, self.rows, self.year.last or self.year.end)))
        proved = [one for place in range(len(self.rows)) for one in self._proved(place, groups)]
        for group in groups:
            own = [one for one in proved if one.columns == group]
            for place, row in enumerate(self.rows):
                concept = _concept(row)
                beside = self._beside(place, own) if concept and set(group) <= set(row.figures) else None
                if concept and beside and self._fits(row, concept[0], group, beside):
                    yield from self._line(row, concept, beside)

    def _proved(self, place: int, groups: Sequence[tuple[int, ...]]) -> Iterator[Proved]:
        row = self.rows[place]
        found = _concept(row)
        if found is None or concepts()[found[0]].unit is not Unit.MONEY:
            return
        declared = units_of_part(self.part)
        for group in (one for one in groups if set(one) <= set(row.figures)):
            total = _total(row, group)
            fitting = [
                Proved(place, group, fact, scale)
                for fact in self.by_concept.get(found[0], ())
                for scale in {fact.scale, *([declared.scale] if declared.declared else [])}
                if total and _adds_up(total, scale, fact)
            ]
            if len({(one.year.period.end, one.scale) for one in fitting}) == 1:
                yield fitting[0]

    def _beside(self, place: int, proved: Sequence[Proved]) -> Proved | None:
        """Of the line itself, else of the nearest lines that are proved: above and below, of one year."""
        near = [one for one in proved if not self._parted(one.row, place)]
        above = max((one for one in near if one.row <= place), key=lambda one: one.row, default=None)
        below = min((one for one in near if one.row >= place), key=lambda one: one.row, default=None)
        if above and below:
            return above if above.year.period.end == below.year.period.end else None
        return above or below

    def _parted(self, one: int, other: int) -> bool:
        """Whether a row without figures that names a year stands between."""
        between = self.rows[min(one, other) + 1 : max(one, other)]
        return any(not row.figures and re.search(r"\b(?:19|20)\d\d\b", row.label) for row in between)

    def _fits(self, row: Row, concept: str, group: tuple[int, ...], beside: Proved) -> bool:
        """Nothing that is stated of the whole year speaks against it; what is added per share is so nearly."""
        stated = [one for one in self.by_concept.get(concept, ()) if one.period.end == beside.year.period.end]
        total = _total(row, group)
        if concepts()[concept].unit is Unit.PER_SHARE:
            return all(abs(total - one.value) <= NEARLY * abs(one.value) + CENT for one in stated)
        return concepts()[concept].unit is Unit.MONEY and all(_adds_up(total, beside.scale, one) for one in stated)

    def _line(self, row: Row, concept: tuple[str, int], beside: Proved) -> Iterator[StatementFact]:
        name, rank = concept
        unit, whole = concepts()[name].unit, beside.year.period
        charge = any(one.charge for one in self.by_concept.get(name, ()) if one.period.end == whole.end)
        for number, column in enumerate(beside.columns, start=1):
            figure = row.figures[column]
            if whole.end is None or figure.amount.percent:
                continue
            scale = Decimal(1) if unit is Unit.PER_SHARE else beside.scale
            yield StatementFact(
                statement=Statement.INCOME,
                concept=name,
                rank=rank,
                label=row.label,
                period=_quarter(whole, whole.end, number),
                value=figure.amount.value * scale,
                unit=unit,
                currency=figure.amount.currency or beside.year.currency,
                scale=scale,
                page=self.part.page.number,
                table=self.part.index,
                row=row.index,
                column=column,
                cell=figure.cell,
                nil=figure.amount.nil,
                charge=charge,
            )


def _concept(row: Row) -> tuple[str, int] | None:
    return concept_of(row.label, Statement.INCOME) if row.figures and row.label else None


def _quarter(whole: Period, last: date, number: int) -> Period:
    end = _months_before(last, MONTHS_EACH * (QUARTERS - number))
    return Period(PeriodKind.DURATION, end, MONTHS_EACH, whole.label_year, number)


def _total(row: Row, group: Iterable[int]) -> Decimal:
    return sum((row.figures[column].amount.value for column in group), Decimal(0))


def _adds_up(total: Decimal, scale: Decimal, whole: StatementFact) -> bool:
    return abs(total * scale - whole.value) <= ROUNDINGS * last_place(whole)


def _ordinals(grid: Grid, rows: Sequence[Row], year_end: date | None) -> Mapping[int, int]:
    """The number of the quarter that each column of figures is of, as far as its header says it."""
    columns = sorted({column for row in rows for column in row.figures})
    told = {column: number for column in columns if (number := _ordinal(grid.headers.get(column, ""), year_end))}
    size, left = divmod(len(columns), QUARTERS)
    if not left and size > 1 and list(told) == columns[::size]:  # each stands over the first of its own columns
        return {column: told[columns[place - place % size]] for place, column in enumerate(columns)}
    return told


def _ordinal(header: str, year_end: date | None) -> int | None:
    if match := ORDINAL.search(header):
        return next(number for number in range(1, QUARTERS + 1) if match[number])
    named = ENDS.search(header)
    if named is None or year_end is None or len(ENDS.findall(header)) > 1:
        return None
    month = MONTHS[named[1].lower()] - (int(named[2]) <= BEGUN)
    last = year_end.month - (year_end.day <= BEGUN)
    return (month - last - 1) % A_YEAR // MONTHS_EACH + 1


def _groups(ordinals: Mapping[int, int]) -> Iterator[tuple[int, ...]]:
    """Columns of the first quarter to the fourth, of one year after the other."""
    by_number = [[column for column, number in ordinals.items() if number == one] for one in range(1, QUARTERS + 1)]
    if len({len(columns) for columns in by_number}) == 1:
        yield from zip(*by_number, strict=True)


def _months_before(day: date, months: int) -> date:
    """About the same day so many months earlier; the last of a month stays the last."""
    years, month = divmod(day.month - 1 - months, A_YEAR)
    first = date(day.year + years + (month + 1) // A_YEAR, (month + 1) % A_YEAR + 1, 1)  # of the month that follows
    end = first - timedelta(days=1)
    is_last = (day + timedelta(days=1)).month != day.month
    return end if is_last or day.day > end.day else end.replace(day=day.day)
