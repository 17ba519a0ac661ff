"""The calculate stage: figures looked up and computed from the facts of filings, or what is missing for them (H4)."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from apps.accounts.models import User
from apps.answers.calculator.catalogue import Shown
from apps.answers.calculator.formula import Formula, FormulaError, Function
from apps.answers.calculator.formula import items as items_of
from apps.answers.calculator.periods import at_year, over_years, shifted
from apps.answers.figures.altering import altering, other_currency, unaccounted
from apps.answers.figures.asked import FUNCTIONS, Direction, FigureQuestion, Relation, Wanted
from apps.answers.figures.books import Book, about_years, books, facts_of
from apps.answers.figures.conditions import Kind, read_condition
from apps.answers.figures.dates import in_periods_of
from apps.answers.figures.form import Stated, shown_as, state
from apps.answers.figures.largest import largest_lines
from apps.answers.figures.ledger import Ledger, NotStatedError, Operand, needed
from apps.answers.figures.lines import Calculation, Computed
from apps.answers.figures.unread import unread_words
from apps.retrieval.found import Scope
from apps.statements.ontology import Unit

MOST_LINES = 12
NO_ORDER = "No balance sheet that is held tells by its order which lines those are."
TURNS = frozenset({Direction.UP, Direction.DOWN, Direction.EITHER})
# For what these suppose, the year before has to be seen.
DIRECTIONS = dict.fromkeys((Kind.TURNED, Kind.EITHER, Kind.CHANGED_BY, Kind.MULTIPLIED, Kind.YEARS), Direction.EITHER)


@dataclass(slots=True)
class Accounts:
    """One filer's ledger and the years that are to be shown, as the filer labels them.

    shift: from the question's label of a year to the filer's, for a filer who calls the year by another number.
    """

    question: FigureQuestion  # in the filer's own periods
    ledger: Ledger
    years: tuple[int, ...]
    shift: int = 0
    missing: list[str] = field(default_factory=list)


def calculate(question: FigureQuestion, text: str, scope: Scope, asker: User) -> Calculation:
    """Compute what `question`, read from `text`, asks for, of facts that `asker` may see in `scope`. Never guesses."""
    if not question.computes:
        held = f"“{question.held_back}” stands in no consolidated statement" if question.held_back else ""
        return Calculation(question, passed_over=held or "no figure is asked for")
    opened = books(text, asker, scope)
    if not opened:
        return Calculation(question, passed_over="no filer is named, or more than one may be meant")
    if left := _unread(question, opened):
        return Calculation(question, passed_over=f"“{', '.join(left)}” may ask for something narrower")
    if altered := altering(question):
        return Calculation(question, passed_over=unaccounted(altered))
    return _in_currency(_calculated(_supposing(question, opened), opened), text)


def _in_currency(calculation: Calculation, text: str) -> Calculation:
    """Nothing where another currency is asked for than the figures are stated in: no rate is known."""
    words = other_currency(text, (line.currency for line in calculation.lines))
    if not words:
        return calculation
    return Calculation(calculation.question, missing=(unaccounted([words]),))


def _unread(question: FigureQuestion, opened: tuple[Book, ...]) -> tuple[str, ...]:
    """Nothing a question says beside a formula that it states itself can narrow what is meant."""
    if question.wanted and question.wanted[0].stated:
        return ()
    names = tuple(name for book in opened for name in book.names)
    return unread_words(question.asked, names, opened[0].searched)


def _supposing(question: FigureQuestion, opened: tuple[Book, ...]) -> FigureQuestion:
    """With what a yes or no question supposes, and with the years that decide it."""
    if question.relation is not Relation.YES_NO:
        return question
    names = [name for book in opened for name in book.names]
    condition = read_condition(question.asked, names, len(question.wanted))
    direction = DIRECTIONS.get(condition.kind) if condition else question.direction
    return replace(question, condition=condition, direction=direction)


def _calculated(question: FigureQuestion, opened: tuple[Book, ...]) -> Calculation:
    if question.part:
        largest = tuple(line for book in opened for line in _largest(question, book))
        return Calculation(question, largest, () if largest else (NO_ORDER,))
    periods = [(book, in_periods_of(book, question)) for book in opened]
    accounts = [one for book, own in periods if own and (one := _accounts(own, book))]
    lines = [line for one in accounts for wanted in question.wanted for line in _lines(one.question, wanted, one)]
    missing = [_no_such_end(question, book) for book, own in periods if own is None]
    missing += [f"{name} is not in this answer: ask for it in a question of its own." for name in question.also]
    missing += [sentence for one in accounts for sentence in one.missing]
    first = accounts[0].question if accounts else question
    return Calculation(first, tuple(lines[:MOST_LINES]), tuple(dict.fromkeys(missing)))


def _no_such_end(question: FigureQuestion, book: Book) -> str:
    days = " or ".join(f"{day:%B} {day.day}, {day.year}" for day in question.dates)
    return f"No filing of {book.company} that is held has a period that ends on {days}."


def _accounts(question: FigureQuestion, book: Book) -> Accounts | None:
    """The facts of all years that any alternative may need; None when nothing says which year is meant."""
    years = years_meant(question, book)
    if not years:
        return None
    shift = label_shift(book, years)
    years = tuple(year + shift for year in years)
    formulas = [shifted(formula, shift) for wanted in question.wanted for formula in wanted.formulas]
    bound = [at_year(formula, year) for formula in formulas for year in years]
    wanted_years = {item.year or 0 for formula in bound for item in items_of(formula)} | set(years)
    wanted_years |= {year - 1 for year in wanted_years}
    facts = facts_of(book.filings, needed(bound), wanted_years)
    told = [_called_otherwise(book, max(years), shift)] if shift else []
    return Accounts(question, Ledger.of(book, max(years), question.quarter, facts), years, shift, told)


def _called_otherwise(book: Book, year: int, shift: int) -> str:
    """That no filing of the year asked about is held by the filer's own count, and which year stands for it."""
    return f"{book.company} has no fiscal {year - shift} here: this is its fiscal {year}, which may be meant."


def _largest(question: FigureQuestion, book: Book) -> list[Computed]:
    years = years_meant(question, book)
    return largest_lines(question, book, max(years) + label_shift(book, years)) if years else []


def years_meant(question: FigureQuestion, book: Book) -> tuple[int, ...]:
    """The years to show: those asked for, the newest without any, and the year before where a change is asked for."""
    years = question.years or _latest(question, book)
    if not years:
        return ()
    if question.relation in {Relation.CAGR, Relation.GROWTH, Relation.CHANGE, Relation.AVERAGE}:
        return _stretch(question, years)
    if question.relation is Relation.YES_NO and question.direction in TURNS and len(years) == 1:
        return (years[0] - 1, years[0])
    return years


def _latest(question: FigureQuestion, book: Book) -> tuple[int, ...]:
    """The newest year, or as many up to it as "the last three years" says."""
    newest = book.newest_year()
    return tuple(range(newest - (question.last or 1) + 1, newest + 1)) if newest else ()


def label_shift(book: Book, years: tuple[int, ...]) -> int:
    """0 where the filer has reports on the last of `years` by its own label; else to the year that may be called so.

    A year that ends in January 2023 is fiscal 2022 for one filer and 2023 for another; people use either number.
    """
    last = max(years)
    reports = [filing for filing in book.filings if about_years(filing)]
    if any(filing.year == last for filing in reports):
        return 0
    called = [filing.year for filing in reports if filing.year and last in filing.years]
    return max(called) - last if called else 0


def _stretch(question: FigureQuestion, years: tuple[int, ...]) -> tuple[int, ...]:
    """An average is over every year; a change is between the first and the last."""
    first, last = years[0], years[-1]
    if question.relation is Relation.AVERAGE:
        first = last - (question.span or 2) + 1 if first == last else first
        return tuple(range(first, last + 1)) if len(years) <= 2 else years
    if first == last:
        first = last - (question.span or 1)
    return first, last


def _lines(question: FigureQuestion, wanted: Wanted, accounts: Accounts) -> list[Computed]:
    """The figure of every year, and the one over the years where the question relates them."""
    yearly = [line for year in accounts.years if (line := _attempt(question, wanted, accounts, (year,)))]
    function = _function(question, accounts)
    if function is None:
        return yearly
    if len(yearly) < len(accounts.years):
        return []
    related = over_years(function, [line.formula for line in yearly], accounts.years[-1] - accounts.years[0])
    whole = _computed(question, wanted, accounts, yearly, related)
    shown = [] if wanted.is_item and question.relation is not Relation.YES_NO else yearly
    return shown + ([whole] if whole else [])


def _function(question: FigureQuestion, accounts: Accounts) -> Function | None:
    """What relates the years; whether something rose or fell is decided by its change."""
    turned = question.relation is Relation.YES_NO and question.direction in TURNS and len(accounts.years) > 1
    return Function.CHANGE if turned else FUNCTIONS.get(question.relation)


def _attempt(question: FigureQuestion, wanted: Wanted, accounts: Accounts, years: tuple[int, ...]) -> Computed | None:
    """By the first alternative whose figures are all stated."""
    reasons = []
    for formula in wanted.formulas:
        moved = shifted(formula, years[0] - accounts.years[-1] + accounts.shift)
        try:
            resolved = accounts.ledger.resolved(at_year(moved, years[0]))
            return _finished(question, wanted, accounts, years, resolved)
        except FormulaError as error:
            reasons.append(str(error))
    accounts.missing.extend(reasons[:1])
    return None


def _computed(
    question: FigureQuestion, wanted: Wanted, accounts: Accounts, yearly: list[Computed], formula: Formula
) -> Computed | None:
    try:
        return _finished(question, wanted, accounts, accounts.years, formula, tuple(line.stated for line in yearly))
    except FormulaError as error:
        accounts.missing.append(str(error))
        return None


def _finished(
    question: FigureQuestion,
    wanted: Wanted,
    accounts: Accounts,
    years: tuple[int, ...],
    formula: Formula,
    ends: tuple[Stated, ...] = (),
) -> Computed:
    """Raises FormulaError: a division by zero, currencies or units that do not go together."""
    operands = tuple(accounts.ledger.operand(item) for item in dict.fromkeys(items_of(formula)))
    currency = one_currency(operands)
    quantity = accounts.ledger.value(formula)
    function_shown = Shown.PERCENT if question.relation in {Relation.GROWTH, Relation.CAGR} and ends else wanted.shown
    shown = shown_as(quantity, function_shown, question.form)
    points = bool(ends) and question.relation in {Relation.CHANGE, Relation.YES_NO} and shown is Shown.PERCENT
    stated = state(quantity, shown, question.form, currency, points=points)
    return Computed(wanted, accounts.ledger.book.company, years, formula, quantity, stated, operands, currency, ends)


def one_currency(operands: Iterable[Operand]) -> str:
    """The currency of all amounts among them. Raises NotStatedError when there are several."""
    found = {operand.currency for operand in operands if operand.fact.unit != Unit.SHARES and operand.currency}
    if len(found) > 1:
        raise NotStatedError(f"The figures are stated in different currencies ({', '.join(sorted(found))}).")
    return found.pop() if found else ""
