"""The columns of a statement of equity: its components, their total, and the names that are theirs beyond doubt."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations

from apps.statements.grid import Grid, Row
from apps.statements.ontology import Statement
from apps.statements.recognise import TITLES
from apps.statements.values.amounts import parse_amount
from apps.statements.values.units import parse_units

BALANCE = re.compile(r"(?:(?:beginning|ending|opening|closing) )?balances?\b", re.IGNORECASE)
TOTAL = re.compile(r"\btotal\b", re.IGNORECASE)
COUNTS = re.compile(r"\bshares$", re.IGNORECASE)
AMOUNT = re.compile(r"(?<!\s)\s++amounts?$", re.IGNORECASE)
PARENTHESES = re.compile(r"\([^)]*\)?")
NO_NAME = re.compile(r"\b(?:19|20)\d\d\b|\b(?:in )?(?:thousand|million|billion)s\b", re.IGNORECASE)
NOT_ALONE = frozenset({"par value", "at cost", "cost", "amount", "stated value", "value", "par"})
COMPONENTS = re.compile(
    r"retained earnings|accumulated (?:deficit|earnings)|earnings (?:reinvested|retained).*"
    r"|(?:additional )?paid[- ]in[- ]capital|capital surplus|capital in excess of par(?: value)?"
    r"|(?:accumulated )?other comprehensive (?:income|loss|earnings)(?: loss)?"
    r"|non ?-? ?controlling interests?|treasury (?:stock|shares)|(?:common|preferred) (?:stock|shares)",
    re.IGNORECASE,
)
FILER = re.compile(r"\bsubsidiaries$", re.IGNORECASE)  # its name over all columns, read as a line of the header
LONGEST_NAME = 80
LEAST_BALANCES = 2
MOST_LEFT_OUT = 5  # columns that are no parts: counts of shares, subtotals, what is not equity


@dataclass(frozen=True, slots=True)
class Columns:
    """parts add up to `total`; `names` are those parts and subtotals whose name is known, "" that of the total."""

    parts: tuple[int, ...]
    total: int
    names: dict[int, str]


def columns_of(grid: Grid) -> Columns | None:
    """The components, told by which columns add up to a total, the last one that calls itself so, in every balance."""
    used = {column for row in grid.rows for column, figure in row.figures.items() if figure.amount.value}
    names = {column: name for column, name in component_names(grid).items() if column in used}
    balances = balances_in(grid)
    if len(balances) < LEAST_BALANCES:
        return None
    totals = sorted((column for column, name in names.items() if TOTAL.search(name)), reverse=True)
    for total in totals:
        if parts := _parts(names, balances, total):
            return Columns(parts, total, _told(names, parts, total, balances))
    return None


def last_column(grid: Grid) -> Columns | None:
    """The total alone, where the header is lost: the last column, when enough of the others add up to it."""
    balances = balances_in(grid)
    columns = {column for row in grid.rows for column in row.figures}
    total = max(columns, default=0)
    if len(balances) < LEAST_BALANCES or not (parts := _parts(dict.fromkeys(columns, ""), balances, total)):
        return None
    return Columns(parts, total, {total: ""})


def balances_in(grid: Grid) -> list[Row]:
    return [row for row in grid.rows if row.figures and BALANCE.match(row.label)]


def adds_up(row: Row, parts: Sequence[int], total: int) -> bool:
    """Whether the parts of a row that has any, and a total, are the total; a rounding of two units is allowed."""
    amounts = [row.figures[column].amount for column in parts if column in row.figures]
    if total not in row.figures or not amounts:
        return False
    whole = row.figures[total].amount
    step = Decimal(1).scaleb(-max(amount.decimals for amount in (*amounts, whole)))
    return abs(sum(amount.value for amount in amounts) - whole.value) <= 2 * step


def component_names(grid: Grid) -> dict[int, str]:
    """The name over each column of figures, without titles and units; "" where there is none."""
    levels: dict[int, list[tuple[str, bool]]] = {column: [] for column in range(1, grid.table.columns)}
    for cells in _header_rows(grid):
        for column, text, own in cells:
            if column in levels:
                levels[column].append((text, own))
    return {column: _composed(texts) for column, texts in levels.items()}


def _header_rows(grid: Grid) -> Iterator[list[tuple[int, str, bool]]]:
    """Cells (column, text, whether of this column alone) of the rows above the figures that are no title.

    The last line of a header may have been read as the first row of the body: it holds words over the columns.
    """
    for index in sorted(grid.by_row):
        cells = [cell for cell in grid.by_row[index] if cell.column > 0]
        if index >= grid.table.header_rows and any(parse_amount(cell.text) is not None for cell in cells):
            return
        if any(TITLES[Statement.EQUITY].search(cell.text) for cell in cells):
            continue
        yield [
            (column, " ".join(cell.text.split()), cell.column_span == 1)
            for cell in cells
            if not parse_units(cell.text).declared and not (cell.column_span > 1 and FILER.search(cell.text))
            for column in range(cell.column, cell.column + cell.column_span)
        ]


def _composed(levels: Sequence[tuple[str, bool]]) -> str:
    """All levels of a header; its own one alone, where a heading above reaches over a component of another name."""
    own, every = _name(" ".join(text for text, own in levels if own)), _name(" ".join(text for text, _ in levels))
    return own if own != every and len(COMPONENTS.findall(every)) > 1 and COMPONENTS.search(own) else every


def _name(header: str) -> str:
    name = re.sub(r"(?<!\s)\s*+-\s++", "-", PARENTHESES.sub(" ", header))
    return AMOUNT.sub("", " ".join(name.split()))


def _parts(names: dict[int, str], balances: Sequence[Row], total: int) -> tuple[int, ...]:
    """The most columns that add up to `total` in every balance; none where several choices do."""
    others = [column for column in sorted(names) if column != total]
    plain = [column for column in others if not TOTAL.search(names[column]) and not COUNTS.search(names[column])]
    for left in ([column for column in others if column not in plain], *_left_out(others)):
        parts = tuple(column for column in others if column not in left)
        if len(parts) > 1 and all(adds_up(row, parts, total) for row in balances):
            return parts
    return ()


def _left_out(columns: Sequence[int]) -> Iterator[Collection[int]]:
    for size in range(min(MOST_LEFT_OUT, len(columns) - 1) + 1):
        yield from combinations(columns, size)


def _told(names: dict[int, str], parts: tuple[int, ...], total: int, balances: Sequence[Row]) -> dict[int, str]:
    told = {
        column: names[column] for column in (*parts, *_subtotals(names, parts, balances)) if _is_name(names[column])
    }
    unique = {column: name for column, name in told.items() if list(told.values()).count(name) == 1}
    return unique | {total: ""}


def _subtotals(names: dict[int, str], parts: tuple[int, ...], balances: Sequence[Row]) -> Iterator[int]:
    """Columns that call themselves totals and are that of a run of components to their left."""
    for column in (column for column, name in names.items() if TOTAL.search(name) and column not in parts):
        left = [part for part in parts if part < column]
        runs = (tuple(left[first:]) for first in range(len(left) - 1))
        if any(all(adds_up(row, run, column) for row in balances) for run in runs):
            yield column


def _is_name(name: str) -> bool:
    return bool(name) and len(name) <= LONGEST_NAME and not NO_NAME.search(name) and name.lower() not in NOT_ALONE
