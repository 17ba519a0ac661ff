"""The calculator as a tool (H4, V12): a formula in our own language over a filer's figures and earlier results.

The formula is parsed, never executed. Every operand is a cell of a filing that the asker may see, the count of shares
on its cover, or a figure of an earlier result of this answer; a number that a caller makes up has no way in.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from django.utils import timezone
from pydantic import Field

from apps.answers.calculator.evaluation import Quantity, evaluate
from apps.answers.calculator.formula import Formula, FormulaError, Item
from apps.answers.calculator.formula import items as items_of
from apps.answers.calculator.periods import at_year, mapped
from apps.answers.calculator.reading import bare_name, read_formula
from apps.answers.figures.books import Book, books, facts_of, is_annual
from apps.answers.figures.calculate import one_currency
from apps.answers.figures.ledger import Ledger, NotStatedError, Operand, needed
from apps.answers.tools.cover import Count, shares_on_cover
from apps.answers.tools.market.metrics import SHARES
from apps.answers.tools.registry import Arguments, Context, Tool
from apps.answers.tools.results import Figure, Result, ToolError
from apps.retrieval.filings import Filing
from apps.statements.ontology import concepts

KIND, SOURCE = "Calculation", "calculator"
MOST_FORMULAS, MOST_DRAWN = 12, 6


class DrawnArgument(Arguments):
    name: str = Field(description="The name by which the formula calls it", pattern=r"^[a-z][a-z_]{1,39}$")
    result: str = Field(description="The label of an earlier result, such as T1", pattern=r"^T\d{1,3}$")
    figure: str = Field(description="The name of a figure of that result, such as close", max_length=40)


class CalculateArguments(Arguments):
    formulas: list[str] = Field(
        description="Formulas with + - * / ( ), average(), sum(), growth(), abs() over statement items and drawn "
        "names; the first whose figures are all stated is used",
        min_length=1,
        max_length=MOST_FORMULAS,
    )
    company: str | None = Field(description="The filer whose figures are used; null for none", max_length=200)
    fiscal_year: int | None = Field(description="As the filer labels it; null without a filer", ge=1900, le=2200)
    drawn: list[DrawnArgument] = Field(description="Figures of earlier results", max_length=MOST_DRAWN)


@dataclass(frozen=True, slots=True)
class Drawn:
    """An operand that a tool gave. label: of its result (T1)."""

    label: str
    figure: Figure


@dataclass(frozen=True, slots=True)
class Operands:
    """Everything behind a formula: cells of filings, the count on a cover, figures of tools."""

    cells: tuple[Operand, ...] = ()
    drawn: tuple[tuple[Item, Drawn], ...] = ()
    count: Count | None = None

    def value(self, formula: Formula) -> Quantity:
        """Raises FormulaError: a figure that is not among them, units that do not go together, a division by zero."""
        known = {operand.item: operand.quantity for operand in self.cells}
        known |= {item: one.figure.quantity for item, one in self.drawn}
        if self.count:
            known[Item(SHARES)] = Quantity(self.count.value, 0, 1)

        def looked_up(item: Item) -> Quantity:
            if item not in known:
                raise FormulaError("A figure of the formula is missing.")
            return known[item]

        return evaluate(formula, looked_up)


@dataclass(frozen=True, slots=True)
class Worked:
    """A formula and what it gives. year: the fiscal year of the cells, as the filer labels it."""

    formula: Formula
    quantity: Quantity
    operands: Operands
    currency: str
    company: str
    year: int | None
    filing: Filing | None = None  # the one whose cover has the count


def _run(given: CalculateArguments, context: Context) -> Result:
    drawn = {one.name: Drawn(one.result, _figure(one, context)) for one in given.drawn}
    if taken := drawn.keys() & (concepts().keys() | {SHARES}):
        raise ToolError(f"The name {min(taken)} is that of a statement item.")
    names = {bare_name(name): Item(name) for name in (*drawn, SHARES)}
    try:
        formulas = [read_formula(text, names) for text in given.formulas]
        worked = _worked(formulas, drawn, _figures_of(given, formulas, drawn, context))
    except FormulaError as error:
        raise ToolError(str(error)) from error
    arguments = given.model_dump(mode="json")
    return Result("calculate", arguments, KIND, SOURCE, timezone.now(), told=f"{worked.quantity.value}", found=worked)


def _figure(one: DrawnArgument, context: Context) -> Figure:
    if one.result not in context.earlier:
        raise ToolError(f"There is no result {one.result}.")
    return context.earlier[one.result].figure(one.figure)


@dataclass(frozen=True, slots=True)
class Figures:
    """Where the figures of one filer's year come from; all of it empty where no filer is asked about."""

    ledger: Ledger | None = None
    year: int | None = None
    count: Count | None = None
    filing: Filing | None = None


def _figures_of(
    given: CalculateArguments, formulas: Iterable[Formula], drawn: Mapping[str, Drawn], context: Context
) -> Figures:
    if given.company is None or given.fiscal_year is None:
        return Figures()
    book, year = _book(given.company, context), given.fiscal_year
    bound = [mapped(at_year(formula, year), _without(drawn)) for formula in formulas]
    stated = {item for formula in bound for item in items_of(formula) if item.concept in concepts()}
    years = {item.year or 0 for item in stated} | {year}
    facts = facts_of(book.filings, needed(stated), years | {one - 1 for one in years})
    filing = next((one for one in book.filings if one.year == year and is_annual(one)), None)
    counted = any(item.concept == SHARES for formula in bound for item in items_of(formula))
    count = shares_on_cover(filing.version) if filing and counted else None
    return Figures(Ledger.of(book, year, None, facts), year, count, filing)


def _book(company: str, context: Context) -> Book:
    """The filer of exactly this name among those that the asker may see."""
    for book in books(company, context.asker, context.scope):
        if book.company.casefold() == company.casefold():
            return book
    raise ToolError("No filing of that company is held.")


def _without(drawn: Mapping[str, Drawn]) -> Callable[[Item], Formula]:
    """Drawn figures have no fiscal year."""
    return lambda item: Item(item.concept) if item.concept in drawn or item.concept == SHARES else item


def _worked(formulas: Iterable[Formula], drawn: Mapping[str, Drawn], figures: Figures) -> Worked:
    """By the first formula whose figures are all there. Raises FormulaError: why the first one fails."""
    reasons: list[FormulaError] = []
    for formula in formulas:
        try:
            return _one(formula, drawn, figures)
        except FormulaError as error:
            reasons.append(error)
    raise reasons[0]


def _one(formula: Formula, drawn: Mapping[str, Drawn], figures: Figures) -> Worked:
    bound = mapped(at_year(formula, figures.year) if figures.year else formula, _without(drawn))
    resolved = mapped(bound, lambda item: _resolved(item, drawn, figures))
    items = list(dict.fromkeys(items_of(resolved)))
    cells = (
        tuple(figures.ledger.operand(item) for item in items if item.concept in concepts()) if figures.ledger else ()
    )
    used = tuple((item, drawn[item.concept]) for item in items if item.concept in drawn)
    operands = Operands(cells, used, figures.count if Item(SHARES) in items else None)
    return Worked(
        formula=resolved,
        quantity=operands.value(resolved),
        operands=operands,
        currency=_currency(cells, [one for _, one in used]),
        company=figures.ledger.book.company if figures.ledger else "",
        year=figures.year,
        filing=figures.filing,
    )


def _resolved(item: Item, drawn: Mapping[str, Drawn], figures: Figures) -> Formula:
    if item.concept in drawn:
        return item
    if item.concept == SHARES:
        if figures.count is None:
            raise NotStatedError("The cover of the filing states no single count of shares outstanding.")
        return item
    if figures.ledger is None:
        raise NotStatedError("The formula needs figures of a filer, and none is named.")
    return figures.ledger.resolved(item)


def _currency(cells: Iterable[Operand], drawn: Iterable[Drawn]) -> str:
    """That of all amounts. Raises NotStatedError where there are several: a price in one, statements in another."""
    stated = one_currency(cells)
    found = {one.figure.currency for one in drawn if one.figure.currency} | ({stated} if stated else set())
    if len(found) > 1:
        told = ", ".join(sorted(found))
        raise NotStatedError(f"The price and the statements are in different currencies ({told}).")
    return found.pop() if found else ""


CALCULATOR = Tool(
    "calculate",
    "Compute a formula over statement items of one filer and year and over figures of earlier results.",
    CalculateArguments,
    _run,
)
