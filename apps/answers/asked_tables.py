"""Where no statement answers: the tables of the filing that the question is of are asked, and must agree (H4).

A figure is given only where the words of the question name its cells completely, where it is said what they count, and
where no other table of the filing that is named as well says otherwise. Everything else is left to the passages.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from apps.accounts.models import User
from apps.answers.asked_pairs import pair_of
from apps.answers.figures.altering import left_out
from apps.answers.figures.asked import FigureQuestion, Relation
from apps.answers.figures.books import Book, books, in_order
from apps.answers.figures.calculate import label_shift
from apps.answers.figures.dates import in_periods_of
from apps.answers.figures.form import AskedForm
from apps.answers.figures.from_cells import Asking, calculation_of
from apps.answers.figures.lines import Calculation
from apps.answers.figures.reading import of_periods
from apps.answers.figures.relations import in_prose
from apps.answers.gather import fiscal_year_end
from apps.answers.intent import Intent
from apps.answers.of_a_part import keeps_to_a_part
from apps.answers.table_questions.asked import Kind
from apps.answers.table_questions.fiscal import Asked, Calendar
from apps.answers.table_questions.grids import read_stored
from apps.answers.table_questions.headers import is_units
from apps.answers.table_questions.kinds import kind_of, without_names
from apps.answers.table_questions.naming import is_printed
from apps.answers.table_questions.pairs import Pair, pair_asked
from apps.answers.table_questions.ranking import GROWTH
from apps.answers.table_questions.resolving import Finding, Resolver, TableQuestion
from apps.documents.models import Chunk, DocumentVersion, Fact, Table
from apps.retrieval.found import Scope
from apps.statements.ontology import Statement

FILINGS_ASKED = 3
PATH_READ = 2  # headings above a table, the nearest ones
FEWEST_PARTS = 2  # that a whole is told by
SAME = Decimal("0.005")  # by how much figures of several tables may differ: they are rounded otherwise
PRIMARY = tuple(one for one in Statement if one is not Statement.SEGMENT)
OVER_TIME = frozenset({Kind.CHANGE, Kind.GROWTH})


@dataclass(frozen=True, slots=True)
class Told:
    """What one table answers."""

    table: Table
    finding: Finding
    calculation: Calculation


def ask_tables(intent: Intent, figures: Calculation, scope: Scope, asker: User) -> Calculation:
    """`figures` where they answer, or where no table does; else what the tables of one filing agree on."""
    if figures.lines or in_prose(intent.core):
        return figures
    opened = books(intent.question, asker, scope)
    if len(opened) != 1 or (asked := _asked(intent, opened[0])) is None:
        return figures
    question, form = asked
    pair = pair_asked(question.plain)
    for filing in in_order(opened[0], question.periods[-1].year, form.quarter)[:FILINGS_ASKED]:
        asking = Asking(form, opened[0].company, filing)
        told = _told(question, asking)
        if told:
            return _accounting(_agreed(told), intent) or figures
        if pair and (found := _paired(pair, question, asking)):
            return found
    return figures


def _paired(pair: Pair, question: TableQuestion, asking: Asking) -> Calculation | None:
    """Each half as a question of its own, whose tables must agree."""
    halves = [replace(question, kind=Kind.LOOKUP, text=half, whole=half) for half in (pair.first, pair.second)]
    forms = [
        replace(asking, form=replace(asking.form, asked=half, form=AskedForm())) for half in (pair.first, pair.second)
    ]
    told = [_told(half, one) for half, one in zip(halves, forms, strict=True)]
    if not all(one and _agreed(one) for one in told):
        return None
    first, second = ([one.calculation for one in half] for half in told)
    return pair_of(pair, first, second, asking.form)


def _accounting(found: Calculation | None, intent: Intent) -> Calculation | None:
    """None where the question has a word that makes another figure of the cells' ("per employee") and they do not."""
    operands = [operand for line in found.lines for operand in line.operands] if found else []
    names = [f"{operand.name} {operand.fact.label}" for operand in operands]
    return None if left_out(FigureQuestion(Relation.LOOKUP, asked=intent.core), " ".join(names)) else found


def _asked(intent: Intent, book: Book) -> tuple[TableQuestion, FigureQuestion] | None:
    """The question as tables are asked it, and with its periods in the filer's own years; None where it is no such."""
    text = without_names(intent.core, book.names)
    kind = kind_of(text)
    form = in_periods_of(book, of_periods(FigureQuestion(Relation.LOOKUP, asked=intent.core), intent.question))
    if kind is None or form is None:
        return None
    newest = book.newest_year()
    years = form.years or ((newest,) if newest and not form.last else ())
    if not years:
        return None
    shift = label_shift(book, years)
    years = _stretch(kind, text, tuple(year + shift for year in years))
    periods = tuple(
        Asked(year, form.quarter.quarter if form.quarter else None, form.quarter.months if form.quarter else 0)
        for year in years
    )
    if kind is Kind.AVERAGE and len(periods) == 1:
        kind = Kind.LOOKUP  # of a line that is called an average itself: "average daily rate"
    return TableQuestion(kind, text, periods, intent.core), replace(form, years=years, asked=text)


def _stretch(kind: Kind, text: str, years: tuple[int, ...]) -> tuple[int, ...]:
    """A change is between the first and the last of the years; from the year before where only one is named."""
    if kind in OVER_TIME or (kind is Kind.WHICH_ITEM and GROWTH.search(text)):
        return (years[0] if len(years) > 1 else years[-1] - 1, years[-1])
    return years


def _told(question: TableQuestion, asking: Asking) -> list[Told]:
    version = DocumentVersion.objects.select_related("document").get(pk=asking.filing.version)
    calendar = Calendar(version.document.fiscal_year, fiscal_year_end(version.document))
    told = []
    for table, about in _tables(version.pk, question):
        caption = f"{table.caption} {_stub(table)}".strip()
        read = read_stored(table.grid, table.headed.header_rows, caption, table.units, " ".join(about))
        read = replace(read, heading=about[-1] if about else "")
        finding = Resolver(read, question, calendar).find()
        calculation = calculation_of(finding, read, table, asking) if finding else None
        if finding and calculation and not keeps_to_a_part(finding, read, table, question.whole):
            told.append(Told(table, finding, calculation))
    return told


def _tables(version: int, question: TableQuestion) -> Iterable[tuple[Table, list[str]]]:
    """The tables that may say what is asked, each with the headings above it. Two queries."""
    paths = dict(Chunk.objects.filter(version=version, table__isnull=False).values_list("table", "section__path"))
    roots = [word[: max(3, len(word) - 1)] for word in question.phrase.wanted if is_printed(word)]
    for table in Table.objects.filter(version=version).select_related("continues"):
        about = list(paths.get(table.pk) or [])[-PATH_READ:]
        text = f"{' '.join(about)} {table.caption} {_words(table)}".lower()
        if all(root in text for root in roots):
            yield table, about


def _stub(table: Table) -> str:
    """What stands over the labels of a table's rows: "Aircraft deliveries"."""
    heads = table.headed.grid[: table.headed.header_rows]
    return " ".join(row[0]["text"] for row in heads if row and row[0] and not is_units(row[0]["text"]))


def _words(table: Table) -> str:
    return " ".join(cell["text"] for row in table.grid for cell in row if cell)


def _agreed(told: Sequence[Told]) -> Calculation | None:
    """The calculation of the table that says most plainly what is asked; None where others say otherwise."""
    plain = [one for one in told if one.finding.plainly] or list(told)
    first = plain[0].calculation
    if all(_same(first, other.calculation) for other in plain[1:]):
        return first
    if own := _in_statements(plain):
        return own
    return _whole([one.calculation for one in plain])


def _in_statements(told: Sequence[Told]) -> Calculation | None:
    """What the primary statements say: of the filer, where tables of its segments say otherwise. One query."""
    keys = [one.table.pk for one in told]
    of_statements = set(
        Fact.objects.filter(table__in=keys, statement__in=PRIMARY, dimension="").values_list("table", flat=True)
    )
    own = [one.calculation for one in told if one.table.pk in of_statements]
    return own[0] if own and all(_same(own[0], other) for other in own[1:]) else None


def _whole(found: Sequence[Calculation]) -> Calculation | None:
    """The one whose figures are the sums of what the others say: the filer's own, beside those of its parts."""
    different: list[Calculation] = []
    for one in found:
        if not any(_same(one, other) for other in different):
            different.append(one)
    if len(different) < FEWEST_PARTS + 1 or len({len(_operands(one)) for one in different}) > 1:
        return None
    return next((one for one in different if _adds_up(one, [other for other in different if other is not one])), None)


def _adds_up(whole: Calculation, parts: Sequence[Calculation]) -> bool:
    """Whether every figure behind `whole` is the sum of those behind `parts`."""
    sums = [sum(values, Decimal(0)) for values in zip(*map(_operands, parts), strict=True)]
    own = _operands(whole)
    return all(value for value in own) and all(map(_near, own, sums))


def _operands(calculation: Calculation) -> list[Decimal]:
    return [operand.quantity.value for line in calculation.lines for operand in line.operands]


def _same(first: Calculation, other: Calculation) -> bool:
    """Whether both state the same figures: of the same items where the question asks which."""
    if len(first.lines) != len(other.lines):
        return first.question.relation is Relation.LARGEST and first.lines[0].wanted.name == other.lines[0].wanted.name
    return all(
        mine.quantity.unit == theirs.quantity.unit and _near(mine.quantity.value, theirs.quantity.value)
        for mine, theirs in zip(first.lines, other.lines, strict=True)
    )


def _near(first: Decimal, other: Decimal) -> bool:
    return abs(first - other) <= SAME * max(abs(first), abs(other))
