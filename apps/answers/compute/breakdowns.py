"""What a printed table breaks a figure down into: lines that add up to one below them, or tables titled by each part.

Which lines belong together is not read from words but added up; words tell what is broken down, and by what.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import takewhile

from apps.answers.compute.cells import Cells
from apps.answers.compute.grids import ROUNDING, Cell, Line, ReadTable
from apps.answers.compute.labels import KIND_WORDS, KINDS_OF_PART, MOVES, PLACES, names_line, spoken, words_of
from apps.answers.compute.operands import Operand
from apps.answers.compute.signs import same
from apps.answers.sources.candidate import Place, Span
from apps.documents.models import Form
from apps.questions.labels import bare, words
from apps.questions.slots import Dimension

Names = frozenset[frozenset[str]]
LEAST, MOST = 2, 30  # parts of one breakdown
WHOLE = frozenset(("total", "consolidated", "company"))  # over the column of all parts, and before their sum's name
NEARLY = Decimal("0.03")  # by how much parts that are printed apart may miss the whole
OF_ANY_KIND = frozenset[str]().union(*KIND_WORDS.values())
OF_EITHER_SIGN = words("income loss profit earnings gain result translation adjustment change")  # lines of either sign
OTHER = words("other")  # "Other current liabilities" are some of the current liabilities
ASIDE = frozenset(("other", "corporate", "elimination", "unallocated", "all"))  # parts that are none of the kind


@dataclass(frozen=True, slots=True)
class Addend:
    """A line that adds up with others, and the cell of it that does."""

    line: Line
    cell: Cell

    @property
    def value(self) -> Decimal:
        return self.cell.amount.value


@dataclass(frozen=True, slots=True)
class Breakdown:
    """Lines of one column and the line of their sum."""

    table: ReadTable
    parts: tuple[Addend, ...]
    total: Addend

    @property
    def heading(self) -> tuple[str, ...]:
        return self.parts[0].line.above[-1:]


def breakdown(
    cells: Cells, labels: Sequence[str], dimension: Dimension, span: Span, known: Names, whole: Decimal | None
) -> list[Operand]:
    """Every part of the first table that breaks the figure down so; empty where none does.

    labels: what the figure is called. known: the names of parts that the filer tells of elsewhere, as words. whole: the
    figure of the whole filer, where it is known; the lines of a total add up to that.
    """
    tables = [one for label in labels for one in cells.tables(words(label), span) if one.filing.form != Form.OTHER]
    tables = list({one.table.pk: one for one in tables}.values())
    for table in tables:
        for found in _fitting(table, labels, dimension, span, known):
            if dimension is Dimension.LINE and not _comes_to(found.total, table, whole):
                continue
            if operands := _operands(found, span, known):
                return operands
    return _titled_by_part(tables, labels, dimension, span, whole) if whole else []


def _fitting(
    table: ReadTable, labels: Sequence[str], dimension: Dimension, span: Span, known: Names
) -> Iterator[Breakdown]:
    """Those of the figure and of the kind that is asked for, the widest first."""
    found = [one for column in _columns(table, span) for one in _added_up(table, column)]
    for one in sorted(found, key=lambda one: -len(one.parts)):
        if len(one.parts) <= MOST and _is_of(one, labels) and _is_by(one, dimension, known):
            yield one


def _comes_to(total: Addend, table: ReadTable, whole: Decimal | None) -> bool:
    quantity = table.quantity(total.line, total.cell)
    return whole is not None and quantity is not None and same(quantity.value, whole, quantity.scale)


def _columns(table: ReadTable, span: Span) -> list[list[Addend]]:
    """The cells of the period down each column that is of no part, or of all of them."""
    columns: dict[int, list[Addend]] = {}
    for line in table.lines:
        for cell in line.cells.values():
            if table.is_of(line, cell, span) and words(table.name(line, cell)) <= WHOLE and not line.ratio:
                columns.setdefault(cell.column, []).append(Addend(line, cell))
    return list(columns.values())


def _added_up(table: ReadTable, column: Sequence[Addend]) -> Iterator[Breakdown]:
    """Down a column: the fewest lines above one that add up to it stand for it from there on."""
    standing: list[Addend] = []
    for one in column:
        count = _addends(standing, one)
        if count:
            yield Breakdown(table, tuple(standing[-count:]), one)
            standing = standing[:-count]
        standing.append(one)


def is_deducted(table: ReadTable, part: Place, whole: Decimal) -> bool:
    """Whether a line is taken off the whole, which is what all lines above it in the same sum come to.

    "Interest incurred 70", below it "Interest capitalized (12)". A loss among results is none: it may be a gain.
    """
    lines = [line for line in table.lines if not line.ratio and part.column in line.cells]
    own = next((line for line in lines if line.cells[part.column].row == part.row), None)
    if own is None or words(own.label) & OF_EITHER_SIGN or any(cell.amount.value > 0 for cell in own.cells.values()):
        return False
    for sum_ in _added_up(table, [Addend(line, line.cells[part.column]) for line in lines]):
        above = list(takewhile(lambda one: one.line is not own, sum_.parts))
        values = [quantity.value for one in above if (quantity := table.quantity(one.line, one.cell))]
        if 0 < len(above) == len(values) < len(sum_.parts) and sum(values) == whole:
            return True
    return False


def _addends(standing: Sequence[Addend], total: Addend) -> int:
    """How many of the last lines add up to this one; none of them alone is it already."""
    added, told = Decimal(0), 0
    for count, one in enumerate(reversed(standing), start=1):
        added, told = added + one.value, told + bool(one.value)
        if told >= LEAST and abs(added - total.value) <= ROUNDING * (told > LEAST) and total.value:
            return count
    return 0


def _is_of(found: Breakdown, labels: Sequence[str]) -> bool:
    """By the name of the sum, by the heading over the parts, or by what stands over the table."""
    own = bare(found.total.line.label)
    named = words(own) - WHOLE - KINDS_OF_PART - OF_ANY_KIND
    said = [words(one.line.label) for one in found.parts]
    figure = words_of(labels) | WHOLE | KINDS_OF_PART | OF_ANY_KIND
    more = [one for one in said for label in labels if words(label) <= one and one - words(label) != OTHER]
    if more or any(one & MOVES or one <= figure for one in said):
        return False  # a reconciliation of the figure itself: "Total segment income", less what is of no segment
    over = found.table.about | words_of(found.heading)
    if any(names_line(label, own) is not None for label in labels):
        return True
    shorter = words(own) <= WHOLE or (named and any(named <= words(label) for label in labels))
    return bool(shorter) and any(words(label) <= named | over for label in labels)


def _is_by(found: Breakdown, dimension: Dimension, known: Names) -> bool:
    """By the heading, else by the sum's name or the table's words; of places also by the parts' own names."""
    if dimension in {Dimension.ANY, Dimension.LINE}:
        return True
    names = [words(_name(found, one, known)) for one in found.parts]
    plain = [one for one in names if not one & ASIDE] or names
    placed = 2 * sum(bool(one & PLACES) for one in plain) >= len(plain)
    if dimension is Dimension.GEOGRAPHY and placed:
        return True
    kinds = KIND_WORDS[dimension]
    table = found.table
    over = (*found.heading, found.total.line.label, table.caption, table.intro, *reversed(table.section))
    told = next((said for text in over if (said := spoken(text) & OF_ANY_KIND)), frozenset())
    if dimension is Dimension.SEGMENT and 2 * sum(one in known for one in plain) > len(plain):
        return bool(told & kinds) or not told
    return bool(told & kinds) and not (placed and dimension is Dimension.SEGMENT)


def _name(found: Breakdown, one: Addend, known: Names) -> str:
    """Without "total" before it; with the first line of a label that is printed on two, where that is a known name."""
    label = bare(one.line.label)
    joined = " ".join((*one.line.above[-1:], label))
    if one is found.parts[0] and words(joined) in known:
        return joined
    first, _, rest = label.partition(" ")
    return rest if first.lower() in WHOLE and rest else label


def _operands(found: Breakdown, span: Span, known: Names) -> list[Operand]:
    made = [_operand(found.table, one, _name(found, one, known), span) for one in found.parts]
    return [one for one in made if one] if all(made) else []


def _operand(table: ReadTable, one: Addend, name: str, span: Span) -> Operand | None:
    candidate = replace(table.candidate(one.line, one.cell, span), part=name)
    return Operand(candidate, candidate.quantity.value, name, span) if candidate.quantity else None


def _titled_by_part(
    tables: Iterable[ReadTable], labels: Sequence[str], dimension: Dimension, span: Span, whole: Decimal
) -> list[Operand]:
    """The same line of tables of one filing that are titled by the parts: those make up about the whole."""
    by_filing: dict[int, dict[str, Operand]] = {}
    for table in tables:
        own, title = by_filing.setdefault(table.filing.version, {}), table.caption or " ".join(table.section[-1:])
        if title and title not in own and (one := _line_of(table, labels, title, span)):
            own[title] = one
    for titled in by_filing.values():
        placed = {title: one for title, one in titled.items() if words(title) & PLACES}
        if dimension is not Dimension.GEOGRAPHY:
            placed = {title: one for title, one in titled.items() if title not in placed}
        found = list(placed.values())
        if len(found) >= LEAST and abs(sum(one.value for one in found) - whole) <= NEARLY * abs(whole):
            return found
    return []


def _line_of(table: ReadTable, labels: Sequence[str], title: str, span: Span) -> Operand | None:
    for line in table.lines:
        if any(names_line(label, line.label) in {0, 1} for label in labels):
            for cell in line.cells.values():
                if table.is_of(line, cell, span) and not words(table.name(line, cell)):
                    return _operand(table, Addend(line, cell), title, span)
    return None
