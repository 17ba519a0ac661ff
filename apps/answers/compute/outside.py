"""Items that no statement states: who provides them, and for which days and fiscal years."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Protocol

from django.utils import timezone

from apps.answers.compute.books import Book
from apps.answers.compute.contexts import Context
from apps.answers.compute.fiscal import Resolved, span_at, spans_of, told
from apps.answers.compute.missing import MissingError
from apps.answers.compute.operands import Operand
from apps.answers.compute.tree import Leaf, Tree, leaves
from apps.answers.sources.candidate import Span
from apps.questions.expressions import At, Expression, Item, OverTime, Ratio, Row, walk
from apps.questions.outside import OUTSIDE, SHARE_PRICE
from apps.questions.query import Query
from apps.questions.ratios import RatioDefinition, items_of, needs_price
from apps.questions.slots import Period, PeriodKind, Periods
from apps.statements.ontology import Statement, Unit, concepts

YEARS = range(3)  # an annual report states up to two years before its own
LATEST = frozenset({PeriodKind.ANY, PeriodKind.INSTANT})
FLOWING = frozenset({Unit.MONEY, Unit.PER_SHARE})


class Provider(Protocol):
    """Where items come from that are no concept of statements."""

    @property
    def items(self) -> frozenset[str]: ...

    def operand(self, item: str, context: Context) -> Operand:
        """Raises MissingError."""
        ...

    def counted_alike(self, trees: Sequence[Tree], book: Book) -> tuple[Tree, ...]:
        """The trees with figures per share in the shares of one day: a split between two of them is taken out."""
        ...


def days_of(periods: Periods, book: Book) -> Resolved:
    """When shares are priced: on the very days that are asked for, today where none is; else at the ends of periods.

    Raises MissingError.
    """
    today = Period(PeriodKind.INSTANT, end=timezone.now().date())
    listed = tuple(today if _latest(period) else period for period in periods.listed) or (today,)
    days = [period.end for period in listed if period.end]
    if len(days) < len(listed):
        return spans_of(replace(periods, listed=listed), book)
    return Resolved(tuple(Span(None, day, book.year_of(day), told(day)) for day in sorted(days)))


def told_in_filings(query: Query) -> bool:
    """Whether a price stands beside words that name no item: the price of a dividend's shares, of a graph, of options
    is one that filings tell, and no market.
    """
    return any(isinstance(node, Row) for measure in query.measures for node in walk(measure))


def _latest(period: Period) -> bool:
    return period.relative and not period.back and period.kind in LATEST


def statements_at(span: Span, book: Book) -> Span:
    """Whose figures stand beside the price of a day: the newest fiscal year's that had ended by then."""
    if span.months is not None or span.end is None:
        return span
    year = _year_before(span.end, book)
    return span_at(12, book.year_end(year), book) if year else span


def _year_before(day: date, book: Book) -> int | None:
    stated = {filing.year - back for filing in book.annual if filing.year for back in YEARS}
    return max((year for year in stated if book.year_end(year) <= day), default=None)


def beside_price(expression: Expression, context: Context) -> Context:
    """The context of figures that stand beside a price: those of the fiscal year that had ended by its day."""
    if context.priced or isinstance(expression, OverTime | At) or not needs_price(expression):
        return context
    return replace(context, span=statements_at(context.span, context.book), priced=context.span)


def check_whole_years(measure: RatioDefinition, context: Context) -> None:
    """Flows of less than a year beside a price make a multiple that nobody means. Raises MissingError."""
    if context.priced is None or context.span.months in {None, 12}:
        return
    kinds = [concepts()[item] for item in items_of(Ratio(measure.key)) if item in concepts()]
    if any(one.unit in FLOWING and one.statement is not Statement.BALANCE for one in kinds):
        raise MissingError(f"{measure.name} is computed on figures of whole fiscal years.")


@dataclass(frozen=True, slots=True)
class Outside:
    """The providers that are there, as a binder asks them."""

    providers: tuple[Provider, ...] = ()

    def leaf(self, item: str, context: Context) -> Tree:
        """Raises MissingError."""
        provider = self._of(item)
        if provider is None or context.part:
            of = " of a part of the company" if context.part else ""
            raise MissingError(f"{OUTSIDE[item]}{of}: nothing that is set up here states it.")
        return Leaf(provider.operand(item, context))

    def priced(self, found: Tree, formula: Expression, context: Context) -> tuple[Tree, str]:
        """What is computed from a price, in shares of one day; and of when the figures beside it are, where it was
        asked otherwise.
        """
        if context.priced is None or not needs_price(formula):
            return found, ""
        other = context.span != context.priced and any(one.span == context.span for one in leaves(found))
        says = f"Figures of the statements are those of {context.span.label}." if other else ""
        return self.counted_alike(formula, (found,), context.book)[0], says

    def counted_alike(self, formula: Expression, trees: tuple[Tree, ...], book: Book) -> tuple[Tree, ...]:
        """Only where the price itself stands in the formula: ratios within it have seen to their own."""
        provider = self._of(SHARE_PRICE)
        direct = not {Item(SHARE_PRICE), Ratio(SHARE_PRICE)}.isdisjoint(walk(formula))
        return provider.counted_alike(trees, book) if provider and direct else trees

    def _of(self, item: str) -> Provider | None:
        return next((one for one in self.providers if item in one.items), None)
