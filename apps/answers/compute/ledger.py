"""Looking figures of statements up: one cell of one filing for each item and period, or a reason why there is none.

Of several filings that state a figure the one on the last period asked about wins, for every operand; what the others
say is told.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from apps.answers.compute.books import SOME_DAYS, Book, about_years, is_annual, near
from apps.answers.compute.missing import AmbiguousError, MissingError
from apps.answers.compute.operands import Operand, Restated
from apps.answers.compute.signs import BESIDE, meant, same
from apps.answers.sources.candidate import Candidate, CandidateKind, Place, Quantity, Span
from apps.documents.models import Fact, Form
from apps.retrieval.filings import Filing
from apps.statements.ontology import Statement, Unit, concepts

LEAST_CONFIDENCE = 0.5
DOMESTIC = frozenset({Form.TEN_K, Form.TEN_Q, Form.EIGHT_K})
FIELDS = (
    *("id", "version_id", "table_id", "statement", "concept", "label", "months", "period_end", "label_year", "value"),
    *("unit", "currency", "scale", "nil", "page", "start", "end", "confidence", "row", "column", "charge", "box"),
    "dimension",
)


@dataclass(slots=True)
class Ledger:
    """The consolidated facts of one filer, loaded by concept as they are needed. wanted: every period of the query."""

    book: Book
    wanted: tuple[Span, ...]
    reports: tuple[str, ...] = ()  # forms that the query names: asked first
    report_years: tuple[int, ...] = ()  # and the fiscal years of those reports
    facts: dict[str, list[Fact]] = field(default_factory=dict)

    def load(self, keys: Iterable[str]) -> None:
        """Everything of these concepts in one query; what is not loaded is loaded when it is looked up."""
        missing = {*keys, *BESIDE} - self.facts.keys()
        if not missing:
            return
        found: dict[str, list[Fact]] = {key: [] for key in missing}
        versions = [filing.version for filing in self.book.filings]
        for fact in Fact.objects.filter(version__in=versions, concept__in=missing, dimension="").only(*FIELDS):
            found[fact.concept].append(fact)
        self.facts.update(found)

    def find(self, concept: str, span: Span) -> Operand:
        """The line itself, of the best filing that states it clearly. Raises MissingError, AmbiguousError."""
        self.load([concept])
        every = [fact for fact in self.facts[concept] if of_span(fact, span, self.book)]
        own = [fact for fact in every if fact.statement == concepts()[concept].statement]
        stated = own or every  # the roll of equity repeats balances and net income
        return self.choose(stated, concepts()[concept].name, span)

    def choose(self, stated: Sequence[Fact], name: str, span: Span) -> Operand:
        """One of `stated`, all of one figure."""
        clearly: list[tuple[Fact, Filing]] = []
        unclear: list[Fact] = []
        for filing in self._in_order():
            fitting = [fact for fact in stated if fact.version_id == filing.version]
            if fact := clear(fitting):
                clearly.append((fact, filing))
            unclear += fitting if fitting and not fact else []
        if clearly:
            return self._operand(clearly, name, span)
        if sure := [fact for fact in unclear if fact.confidence >= LEAST_CONFIDENCE]:
            raise AmbiguousError(self._disagreeing(name, span, sure))
        raise MissingError(self._not_found(name, span))

    def _in_order(self) -> list[Filing]:
        """Reports that are named before all, then those about whole years, by how far they are from the last period."""
        return sorted(self.book.filings, key=lambda one: (self._unnamed(one), not about_years(one), *self._away(one)))

    def _unnamed(self, filing: Filing) -> tuple[bool, bool, bool]:
        """What is no report of the filer, a note or a model of somebody's own, comes last."""
        of_another_year = bool(self.report_years) and filing.year not in self.report_years
        return bool(self.reports) and filing.form not in self.reports, of_another_year, filing.form == Form.OTHER

    def _away(self, filing: Filing) -> tuple[int, bool, int]:
        """How far from the last period asked about: its own filing, then later, then earlier ones."""
        last = max((span.end for span in self.wanted if span.end), default=None)
        if filing.period_end is None or last is None:
            return 10**6, not is_annual(filing), filing.version
        days = (filing.period_end - last).days
        return (days if days >= -SOME_DAYS.days else 10**5 - days), not is_annual(filing), filing.version

    def _operand(self, clearly: Sequence[tuple[Fact, Filing]], name: str, span: Span) -> Operand:
        fact, filing = clearly[0]
        value = self.meant(fact)
        others = [
            Restated(self.meant(other), where.name, _recency(where) > _recency(filing))
            for other, where in clearly[1:]
            if not same(other.value, fact.value, max(other.scale, fact.scale))
        ]
        return Operand(self.candidate(fact, filing, span), value, name, span, tuple(others))

    def candidate(self, fact: Fact, filing: Filing, span: Span) -> Candidate:
        return Candidate(
            kind=CandidateKind.FACT,
            text="",
            label=fact.label,
            quantity=Quantity(fact.value, Unit(fact.unit), self.currency_of(fact, filing), Decimal(fact.scale)),
            period=span,
            filer=self.book.filer,
            concept=fact.concept,
            part=fact.dimension,
            place=place_of(fact, filing),
            source=filing.name,
            confidence=fact.confidence,
            charge=bool(fact.charge),
        )

    def currency_of(self, fact: Fact, filing: Filing) -> str:
        """Its own; where one statement leaves out the currency that the others of its filing name, theirs.

        Domestic registrants state amounts in US dollars unless they say otherwise (Regulation S-X, Rule 3-20).
        """
        if fact.currency or fact.unit in {Unit.SHARES, Unit.COUNT, Unit.PERCENT}:
            return fact.currency if fact.unit in {Unit.MONEY, Unit.PER_SHARE} else ""
        stated = (one for facts in self.facts.values() for one in facts if one.version_id == filing.version)
        named = {one.currency for one in stated if one.currency}
        if len(named) == 1:
            return named.pop()
        domestic = any(one.form in DOMESTIC for one in (filing, *self.book.filings))
        return "USD" if not named and domestic else ""

    def meant(self, fact: Fact) -> Decimal:
        self.load(BESIDE)
        return meant(fact, lambda *keys: self._beside(fact, keys))

    def _beside(self, fact: Fact, keys: Iterable[str]) -> list[Fact]:
        stated = (one for key in keys for one in self.facts.get(key, []))
        return [
            one
            for one in stated
            if one.table_id == fact.table_id and (one.months, one.label_year) == (fact.months, fact.label_year)
        ]

    def _not_found(self, name: str, span: Span) -> str:
        company = self.book.filer.name
        years = sorted({filing.year for filing in self.book.filings if filing.year})
        if span.year and years and span.year > years[-1]:
            return f"No filing of {company} that is held is of {span.label}; the latest is of fiscal {years[-1]}."
        return f"{name} of {span.label} was not found in the filings of {company} that are held."

    def _disagreeing(self, name: str, span: Span, facts: Sequence[Fact]) -> str:
        values = list(dict.fromkeys(f"{fact.value / fact.scale:,f}".rstrip("0").rstrip(".") for fact in facts))
        return (
            f"{name} of {span.label} is not stated clearly: lines of {self.book.filer.name} disagree"
            f" ({' and '.join(values[:3])})."
        )


def of_span(fact: Fact, span: Span, book: Book) -> bool:
    """Whether a fact is of the period: a balance of its last day, anything else of its months."""
    if fact.period_end is None or span.end is None:
        return fact.label_year == span.year and fact.months in {None, span.months or 12} and span.months in {None, 12}
    if not near(fact.period_end, span.end):
        return False
    return fact.months is None or fact.statement == Statement.BALANCE or fact.months == _months(span, book)


def _months(span: Span, book: Book) -> int | None:
    """What was earned "at" the end of a year is what was earned in it."""
    if span.months is None and span.year and span.end and near(book.year_end(span.year), span.end):
        return 12
    return span.months


def place_of(fact: Fact, filing: Filing) -> Place:
    return Place(
        filing.uid,
        fact.version_id,
        fact.page,
        ((fact.start, fact.end),),
        tuple(fact.box or ()),
        fact.table_id,
        fact.row,
        fact.column,
    )


def clear(facts: Sequence[Fact]) -> Fact | None:
    """The one figure that `facts`, all of one filing, agree on; None when they do not, or when none is sure."""
    sure = [fact for fact in facts if fact.confidence >= LEAST_CONFIDENCE]
    if not sure:
        return None
    best = max(sure, key=lambda fact: (fact.confidence, -fact.page, -fact.row))
    rivals = [fact for fact in sure if fact.confidence == best.confidence]
    return best if all(same(fact.value, best.value, best.scale) for fact in rivals) else None


def _recency(filing: Filing) -> tuple[str, str, int]:
    return str(filing.period_end or filing.year or ""), str(filing.filed or ""), filing.version
