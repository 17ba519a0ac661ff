"""What a share costs and how many there are: the price from a source of market data, the count from a cover."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from decimal import Decimal

from apps.accounts.models import User
from apps.answers.compute.books import SOME_DAYS, Book, is_periodic
from apps.answers.compute.contexts import Context
from apps.answers.compute.fiscal import told
from apps.answers.compute.missing import MissingError, UnavailableError
from apps.answers.compute.operands import Operand
from apps.answers.compute.tree import Leaf, Operation, Tree, leaves
from apps.answers.sources.candidate import Candidate, CandidateKind, Quantity, Span
from apps.answers.sources.cover import COVER_PAGES, shares_on_cover
from apps.answers.sources.market.calls import Call, Calls, plain
from apps.answers.sources.market.prices import MarketError
from apps.answers.sources.market.source import NONE
from apps.documents.company_names import profile
from apps.documents.enrichment.entities import tickers
from apps.documents.models import Document, Page
from apps.questions.expressions import Operator
from apps.questions.outside import OUTSIDE, SHARE_PRICE, SHARES_OUTSTANDING
from apps.statements.ontology import Unit

NEAR = timedelta(days=7)  # between a price and a count of shares, in which splits need no look
COUNTING = frozenset({Unit.PER_SHARE, Unit.SHARES})


@dataclass(slots=True)
class Shares:
    """Prices and counts of shares for one asker: of a filer whose documents the asker may see, by their ticker."""

    asker: User
    calls: Calls
    symbols: dict[int, str] = field(default_factory=dict)
    items: frozenset[str] = frozenset({SHARE_PRICE, SHARES_OUTSTANDING})

    def operand(self, item: str, context: Context) -> Operand:
        return self._price(context) if item == SHARE_PRICE else _count(context)

    def counted_alike(self, trees: Sequence[Tree], book: Book) -> tuple[Tree, ...]:
        """Prices in the shares of what stands beside them, else in those of the first price."""
        every = [operand for tree in trees for operand in leaves(tree)]
        prices = [one for one in every if _is_price(one)]
        counted = next((one for one in every if one.unit in COUNTING and not _is_price(one)), None)
        if not prices or (counted is None and len(prices) < 2):
            return tuple(trees)
        basis = _counted_on(counted, book) if counted else prices[0].span.end
        return tuple(self._counted(tree, basis, book) for tree in trees) if basis else tuple(trees)

    def _price(self, context: Context) -> Operand:
        on = (context.priced or context.span).end
        if on is None and self.calls.source is not None:
            name = context.book.filer.name
            raise MissingError(f"On which day the share of {name} is to be priced is not known.")
        return self.price(context.book, on or date.min)

    def price(self, book: Book, on: date) -> Operand:
        """The close of a day. Raises UnavailableError without a source, MissingError for what it does not tell."""
        if self.calls.source is None:
            raise UnavailableError("a share price", NONE)
        try:
            call = self.calls.close(self._symbol(book), on)
        except MarketError as error:
            raise MissingError(str(error)) from error
        instead = f", the last trading day up to {told(on)}," if call.on != on else ""
        says = f"The share price is that of the close of {told(call.on)}{instead} from {call.source} [{call.label}]."
        return _given(SHARE_PRICE, call, Quantity(call.value, Unit.PER_SHARE, call.currency), book, says)

    def _symbol(self, book: Book) -> str:
        """As far as filings that the asker may see tell it. Raises MissingError."""
        if book.key not in self.symbols:
            self.symbols[book.key] = _stated_symbol(book, self.asker)
        if not self.symbols[book.key]:
            name = book.filer.name
            raise MissingError(
                f"No filing of {name} that is held names its ticker symbol, so no price can be looked up."
            )
        return self.symbols[book.key]

    def _counted(self, tree: Tree, basis: date, book: Book) -> Tree:
        """A price after a split, times the shares that each old one became, is the price of an old one; and back."""
        match tree:
            case Leaf(operand=operand) if _is_price(operand) and operand.span.end:
                return self._in_shares_of(basis, operand, operand.span.end, book)
            case Operation(operator=operator, left=left, right=right):
                return Operation(operator, self._counted(left, basis, book), self._counted(right, basis, book))
        return tree

    def _in_shares_of(self, basis: date, price: Operand, on: date, book: Book) -> Tree:
        first, last = sorted((on, basis))
        if last - first <= NEAR:
            return Leaf(price)
        try:
            call = self.calls.splits(self._symbol(book), first, last)
        except MarketError as error:
            raise MissingError(str(error)) from error
        if not call.value:
            return Leaf(replace(price, says=(*price.says, call.told)))
        if call.value == 1:
            return Leaf(price)
        says = f"Shares were split meanwhile: {call.value.normalize():f} for each one held [{call.label}]."
        factor = Leaf(_given("split", call, Quantity(call.value, Unit.COUNT), book, says))
        return Operation(Operator.MULTIPLY if on > basis else Operator.DIVIDE, Leaf(price), factor)


def _is_price(operand: Operand) -> bool:
    return operand.candidate.kind is CandidateKind.PRICE and operand.candidate.concept == SHARE_PRICE


def _given(concept: str, call: Call, quantity: Quantity, book: Book, says: str) -> Operand:
    name = OUTSIDE.get(concept, "Shares that one became")
    span = Span(None, call.on, call.on.year, told(call.on))
    candidate = Candidate(
        kind=CandidateKind.PRICE,
        text=plain(call.value) if concept == SHARE_PRICE else f"{call.value.normalize():f}",
        label=name,
        quantity=quantity,
        period=span,
        filer=book.filer,
        concept=concept,
        source=call.source,
        call=call.label,
        digest=call.digest,
    )
    return Operand(candidate, call.value, name, span, says=(says,))


def _counted_on(operand: Operand, book: Book) -> date | None:
    """The day as of which its shares are counted: a cover names it; statements are restated for splits until they are
    filed (SEC, Staff Accounting Bulletin topic 4.C).
    """
    place, own = operand.candidate.place, operand.candidate.period
    filing = next((one for one in book.filings if place and one.version == place.version), None)
    if operand.candidate.concept == SHARES_OUTSTANDING and own and own.end:
        return own.end
    return (filing.filed or filing.period_end) if filing else operand.span.end


def _count(context: Context) -> Operand:
    """Of the newest report on a period that had ended by then. Raises MissingError: it states no count, or several."""
    book, on = context.book, (context.priced or context.span).end
    ended = [one for one in book.filings if is_periodic(one) and one.period_end]
    ended = [one for one in ended if on is None or (one.period_end or on) <= on + SOME_DAYS]
    newest = max(ended, key=lambda one: (one.period_end or date.min, one.filed or date.min), default=None)
    count = shares_on_cover(newest.version) if newest else None
    if newest is None or count is None:
        raise MissingError(f"No cover of a filing of {book.filer.name} states one count of shares outstanding.")
    day = count.on or newest.filed or newest.period_end
    name = OUTSIDE[SHARES_OUTSTANDING]
    span = Span(None, day, newest.year, told(day) if day else "as the cover says")
    candidate = Candidate(
        kind=CandidateKind.CELL,
        text=count.printed,
        label=name,
        quantity=Quantity(count.value, Unit.SHARES, "", Decimal(1)),
        period=span,
        filer=book.filer,
        concept=SHARES_OUTSTANDING,
        place=count.at(newest.uid, newest.version),
        source=newest.name,
    )
    return Operand(candidate, count.value, name, span)


def _stated_symbol(book: Book, asker: User) -> str:
    """As metadata say it, else the one symbol that first pages print beside that word or an exchange."""
    rows = Document.objects.visible_to(asker).filter(current__in=[filing.version for filing in book.filings])
    held = list(rows.select_related("company"))
    if not held or not held[0].company:
        return ""
    return profile(held[0].company, held).ticker or _on_covers([filing.version for filing in book.filings])


def _on_covers(versions: Sequence[int]) -> str:
    pages = Page.objects.filter(version__in=versions, number__lt=COVER_PAGES).values_list("text", flat=True)
    found = {ticker for text in pages for ticker in tickers(text)}
    return found.pop() if len(found) == 1 else ""
