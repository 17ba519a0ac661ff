"""Looking figures up: one line of one filing for each item and period, or a reason why there is none."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from apps.answers.calculator.evaluation import Quantity, evaluate
from apps.answers.calculator.formula import Formula, FormulaError, Item
from apps.answers.calculator.formula import items as items_of
from apps.answers.calculator.periods import at_year, mapped
from apps.answers.figures.asked import Interim
from apps.answers.figures.books import Book, about_years, in_order, is_annual
from apps.answers.figures.dates import WEEK, year_end_before
from apps.answers.figures.meant import meant, same
from apps.answers.figures.signs import AFTER_TAX, STAND_INS, TELLING
from apps.documents.models import Fact, Form
from apps.documents.validation_report import kept_elsewhere
from apps.retrieval.filings import Filing
from apps.statements.ontology import Statement, Unit, concepts
from apps.statements.spent import SPENT

LEAST_CONFIDENCE = 0.5
YEAR = 12
DOMESTIC = frozenset({Form.TEN_K, Form.TEN_Q, Form.EIGHT_K})
DIMENSIONS = {
    Unit.MONEY: (1, 0),
    Unit.PER_SHARE: (1, -1),
    Unit.SHARES: (0, 1),
    Unit.PERCENT: (0, 0),
    Unit.COUNT: (0, 0),
}


class NotStatedError(FormulaError):
    """A figure that no filing states, or not clearly enough. str() says which, as a sentence."""


@dataclass(frozen=True, slots=True)
class Operand:
    """A figure in the sign in which it is meant, with the fact it is. currency: ISO 4217, or empty when not known.

    restated: what later filings say instead, as (value, name of the filing).
    """

    item: Item
    company: str
    value: Decimal
    fact: Fact
    filing: Filing
    currency: str
    restated: tuple[tuple[Decimal, str], ...] = ()
    title: str = ""

    @property
    def name(self) -> str:
        """Its own for a cell that is no item of a statement."""
        return self.title or concepts()[self.item.concept].name

    @property
    def quantity(self) -> Quantity:
        rate = self.fact.unit == Unit.PERCENT
        return Quantity(self.value / 100 if rate else self.value, *DIMENSIONS[Unit(self.fact.unit)])


@dataclass(slots=True)
class Ledger:
    """The facts of one filer. `first_year` says which filing is asked first; `used` collects what was looked up."""

    book: Book
    first_year: int
    quarter: Interim | None
    facts: dict[tuple[str, int], list[Fact]]
    used: dict[Item, Operand] = field(default_factory=dict)

    @classmethod
    def of(cls, book: Book, first_year: int, quarter: Interim | None, facts: Iterable[Fact]) -> "Ledger":
        kept: dict[tuple[str, int], list[Fact]] = defaultdict(list)
        for fact in facts:
            kept[fact.concept, fact.label_year or 0].append(fact)
        return cls(book, first_year, quarter, dict(kept))

    def resolved(self, formula: Formula) -> Formula:
        """`formula` with what stands in for each item that is not stated itself. Raises NotStatedError."""
        return mapped(formula, self._stated)

    def value(self, formula: Formula) -> Quantity:
        """The value of a resolved formula. Raises FormulaError."""
        return evaluate(formula, lambda item: self.operand(item).quantity)

    def _stated(self, item: Item) -> Formula:
        try:
            self.operand(item)
        except NotStatedError as missing:
            return self._stand_in(item, missing)
        return item

    def _stand_in(self, item: Item, missing: NotStatedError) -> Formula:
        for formula in STAND_INS.get(item.concept, ()):
            bound = at_year(formula, item.year or 0)
            try:
                for one in items_of(bound):
                    self.operand(one)
            except NotStatedError:
                continue
            if item.concept not in SPENT or self.value(bound).value > 0:  # what was spent is no gain
                return bound
        raise missing

    def operand(self, item: Item) -> Operand:
        """The line itself, of the best filing that states it clearly. Raises NotStatedError."""
        if item not in self.used:
            self.used[item] = self._found(item)
        return self.used[item]

    def _found(self, item: Item) -> Operand:
        stated = self.facts.get((item.concept, item.year or 0), [])
        unclear = False
        for filing in in_order(self.book, self.first_year, self.quarter):
            fitting = [fact for fact in stated if fact.version_id == filing.version and self._of_period(fact, filing)]
            fact = clear(fitting)
            if fact:
                return self._operand(item, fact, filing)
            unclear = unclear or bool(fitting)
        raise NotStatedError(self._reason(item, unclear=unclear))

    def _of_period(self, fact: Fact, filing: Filing) -> bool:
        if fact.statement == Statement.BALANCE or fact.months is None:
            if not self.quarter and not about_years(filing):
                return ends_year_before(fact, filing)
            return not self.quarter or fact.period_end is None or self._same_quarter(fact, filing)
        return fact.months == (self.quarter.months if self.quarter else YEAR) and (
            self.quarter is not None or about_years(filing)
        )

    def _same_quarter(self, fact: Fact, filing: Filing) -> bool:
        """A quarterly report states balances at its end, and at the end of the year before: only the first is meant."""
        if fact.period_end is None or filing.period_end is None:
            return False
        months = (filing.period_end.year - fact.period_end.year) * 12 + filing.period_end.month - fact.period_end.month
        return months % 12 in {0, 1, 11}

    def _operand(self, item: Item, fact: Fact, filing: Filing) -> Operand:
        currency = self.currency_of(fact, filing)
        restated = self._restated(item, fact, filing)
        return Operand(item, self.book.company, self._meant(fact), fact, filing, currency, restated)

    def currency_of(self, fact: Fact, filing: Filing) -> str:
        """Its own; where one statement leaves out the currency that the others of its filing name, theirs.

        Domestic registrants state amounts in US dollars unless they say otherwise (Regulation S-X, Rule 3-20).
        """
        if fact.currency:
            return fact.currency
        stated = (one for facts in self.facts.values() for one in facts if one.version_id == filing.version)
        named = {one.currency for one in stated if one.currency}
        if len(named) == 1:
            return named.pop()
        domestic = any(one.form in DOMESTIC for one in (filing, *self.book.filings))
        return "USD" if not named and domestic else ""

    def _restated(self, item: Item, stands: Fact, filing: Filing) -> tuple[tuple[Decimal, str], ...]:
        """What annual reports of later years state instead."""
        later = [f for f in self.book.filings if is_annual(f) and (f.year or 0) > (filing.year or 0)]
        told = []
        for other in sorted(later, key=lambda f: f.year or 0):
            stated = self.facts.get((item.concept, item.year or 0), [])
            fact = clear([one for one in stated if one.version_id == other.version and one.months == stands.months])
            if fact and not same(fact.value, stands.value, max(fact.scale, stands.scale)):
                told.append((self._meant(fact), other.name))
        return tuple(told)

    def _meant(self, fact: Fact) -> Decimal:
        return meant(fact, lambda *keys: self._beside(fact, keys))

    def _beside(self, fact: Fact, keys: Iterable[str]) -> list[Fact]:
        """Figures of the same table and year."""
        stated = (one for key in keys for one in self.facts.get((key, fact.label_year or 0), []))
        return [one for one in stated if one.table_id == fact.table_id and one.months == fact.months]

    def _reason(self, item: Item, *, unclear: bool) -> str:
        name = concepts()[item.concept].name
        period = f"{self.quarter} of fiscal {item.year}" if self.quarter else f"fiscal {item.year}"
        held = any(year == item.year for _, year in self.facts)
        if held and not any(key == item.concept for key, _ in self.facts):
            return f"The statements of {self.book.company} that are held present no {name[:1].lower()}{name[1:]}."
        if unclear:
            return f"{name} of {period} is not stated clearly: lines of {self.book.company} disagree."
        where = f"the statements read from the filings of {self.book.company} that are held"
        return " ".join(
            (f"{name} of {period} was not found in {where}.", *([] if held else self._elsewhere(item.year)))
        )

    def _elsewhere(self, year: int | None) -> Iterator[str]:
        """What annual reports of the year say that keep their statements in another document."""
        annual = [filing.version for filing in self.book.filings if filing.year == year and is_annual(filing)]
        for sentence in kept_elsewhere(annual):
            yield f"Its annual report keeps the statements in another document: “{sentence}”"


def ends_year_before(fact: Fact, filing: Filing) -> bool:
    """Whether a quarterly report states it at the end of the fiscal year before its own."""
    end = year_end_before(filing)
    return bool(
        end and fact.period_end and abs(fact.period_end - end) <= WEEK and fact.label_year == (filing.year or 0) - 1
    )


def clear(facts: Sequence[Fact]) -> Fact | None:
    """The one figure that `facts`, all of one filing, agree on; None when they do not, or when none is sure."""
    sure = [fact for fact in facts if fact.confidence >= LEAST_CONFIDENCE]
    if not sure:
        return None
    best = max(sure, key=lambda fact: (fact.confidence, -fact.page, -fact.row))
    rivals = [fact for fact in sure if fact.confidence == best.confidence]
    return best if all(same(fact.value, best.value, best.scale) for fact in rivals) else None


def needed(formulas: Iterable[Formula]) -> set[str]:
    """The concepts that may be looked up for these formulas, what stands in for them and what tells signs included."""
    direct = {item.concept for formula in formulas for item in items_of(formula)}
    instead = {item.concept for key in direct for formula in STAND_INS.get(key, ()) for item in items_of(formula)}
    signs = {"income_before_tax", *AFTER_TAX} if "income_tax" in direct else set()
    either_way = {"income_before_tax", "operating_income"} if "net_interest_expense" in direct | instead else set()
    return direct | instead | TELLING | signs | either_way
