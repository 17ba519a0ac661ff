"""Cells arranged as pages and exports show them: questions down; periods, companies or filings across."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Count, QuerySet

from apps.accounts.models import User
from apps.documents.models import Company, Document
from apps.memory.circles import circles_of
from apps.memory.models import CanonicalQuestion, Cell, CellStatus, Grid, Topic
from apps.memory.slots import PeriodSlot
from apps.memory.sparkline import Sparkline, sparkline

Place = tuple[int, Hashable]  # key of a question, key of a column


@dataclass(frozen=True, slots=True)
class Column:
    key: Hashable
    name: str
    uid: str = ""
    beside: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    question: CanonicalQuestion
    cells: tuple[Cell | None, ...]
    line: Sparkline | None

    @property
    def unit(self) -> str:
        """Of the row's figures, where they share one."""
        units = {cell.unit for cell in self.cells if cell and cell.text}
        return units.pop() if len(units) == 1 else ""


@dataclass(frozen=True, slots=True)
class CellTable:
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]

    @property
    def groups(self) -> list[tuple[str, list[Row]]]:
        """Rows by topic, in the order in which they come."""
        found: dict[str, list[Row]] = {}
        for row in self.rows:
            found.setdefault(Topic(row.question.topic).label, []).append(row)
        return list(found.items())

    def counts(self) -> dict[str, int]:
        """How many cells have each status."""
        found = dict.fromkeys(CellStatus.values, 0)
        for row in self.rows:
            for cell in row.cells:
                found[cell.status if cell else CellStatus.EMPTY] += 1
        return found


def cells_of(user: User) -> QuerySet[Cell]:
    cells = Cell.objects.visible_to(user).select_related("question", "company", "document")
    return cells.annotate(places=Count("evidence"))


def company_table(
    user: User, company: Company, periods: Sequence[PeriodSlot], circle: str, sort: str = ""
) -> CellTable:
    """Question x period, the newest period first; the line over each row goes from the oldest to the newest."""
    columns = [Column((one.kind, one.year, one.number), str(one)) for one in periods]
    cells = cells_of(user).filter(company=company, document=None, circle=circle, question__key__isnull=False)
    at: dict[Place, Cell] = {(cell.question_id, (cell.period_kind, cell.year, cell.number)): cell for cell in cells}
    return _table(_shipped(), columns, at, sort, lines=True)


def period_table(
    user: User, companies: Sequence[Company], period: PeriodSlot, circle: str, sort: str = ""
) -> CellTable:
    """Question x company for a period."""
    columns = [Column(company.pk, company.name, str(company.uid)) for company in companies]
    cells = cells_of(user).filter(company__in=companies, document=None, circle=circle)
    cells = cells.filter(period_kind=period.kind, year=period.year, number=period.number)
    at: dict[Place, Cell] = {(cell.question_id, cell.company_id): cell for cell in cells}
    return _table(_shipped(), columns, at, sort, lines=False)


def grid_table(user: User, grid: Grid, sort: str = "") -> CellTable:
    """An own grid: question x filing, of the filings that `user` may see."""
    seen = grid.documents.filter(pk__in=Document.objects.visible_to(user))
    documents = seen.select_related("company").order_by("company__name", "-fiscal_year", "name")
    columns = [Column(one.pk, str(one), str(one.uid), one.company.name if one.company else "") for one in documents]
    cells = cells_of(user).filter(document__in=seen, circle=grid.circle)
    at: dict[Place, Cell] = {(cell.question_id, cell.document_id): cell for cell in cells}
    questions = [row.question for row in grid.gridquestion_set.select_related("question")]
    return _table(questions, columns, at, sort, lines=False)


def _shipped() -> list[CanonicalQuestion]:
    return list(CanonicalQuestion.objects.exclude(key=None))


def _table(
    questions: Iterable[CanonicalQuestion],
    columns: Sequence[Column],
    at: Mapping[Place, Cell],
    sort: str,
    *,
    lines: bool,
) -> CellTable:
    rows = [_row(question, columns, at, lines=lines) for question in questions]
    return CellTable(tuple(columns), tuple(_sorted(rows, sort)))


def _row(question: CanonicalQuestion, columns: Sequence[Column], at: Mapping[Place, Cell], *, lines: bool) -> Row:
    cells = tuple(at.get((question.pk, column.key)) for column in columns)
    values = [cell.value if cell else None for cell in reversed(cells)]
    return Row(question, cells, sparkline(values) if lines else None)


def _sorted(rows: Sequence[Row], sort: str) -> Sequence[Row]:
    """By name, or by the figures of a column ("2", "-2"): rows without one come last."""
    column = sort.removeprefix("-")
    if column == "name":
        return sorted(rows, key=lambda row: row.question.name.lower(), reverse=sort.startswith("-"))
    if not column.isdecimal() or len(column) > 3 or not rows or int(column) >= len(rows[0].cells):
        return rows
    held = [row for row in rows if (cell := row.cells[int(column)]) and cell.value is not None]
    held.sort(key=lambda row: _value(row.cells[int(column)]), reverse=sort.startswith("-"))
    return [*held, *(row for row in rows if row not in held)]


def _value(cell: Cell | None) -> Decimal:
    return cell.value if cell and cell.value is not None else Decimal(0)


def short(cell: Cell) -> str:
    """The value as a grid prints it, its unit standing elsewhere: money and shares in millions."""
    if cell.value is None:
        return cell.text
    value = cell.value
    if cell.unit == "%":
        return f"{value:,.1f}%"
    if abs(value) >= 100_000:
        return f"{value / 1_000_000:,.1f}".removesuffix(".0") if abs(value) >= 1_000_000 else f"{value:,.0f}"
    return f"{value.normalize():,f}" if value == value.to_integral_value() else f"{value:,.2f}"


def narrowest(user: User, circle: str) -> str:
    """The circle that is asked for, where the user is part of it; else everyone's."""
    return circle if circle in circles_of(user) else circles_of(user)[0]
