"""What a query says about where to look and what for: one explicit, deterministic object (R2). No text is read here."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from apps.questions.expressions import At, Item, Ratio, Row, walk
from apps.questions.query import Comparison, Query, TextKind
from apps.questions.query import Intent as Asks
from apps.questions.ratios import ratios
from apps.questions.slots import Filer, Period, PeriodKind, UnresolvedFiler
from apps.retrieval.learnt import names
from apps.retrieval.topics import topics_in
from apps.retrieval.wording import Wording, word
from apps.statements.ontology import Statement, concepts

NUMERIC = frozenset({Asks.FIGURE, Asks.VERDICT, Asks.RANKING, Asks.LIST})
LONGEST_RANGE = 15  # years; a longer one is no range of filings
QUARTERS = {PeriodKind.QUARTER: 1, PeriodKind.HALF: 2, PeriodKind.NINE_MONTHS: 3}


@dataclass(frozen=True, slots=True)
class Intent:
    """companies: keys of the register; unheld: names of filers of which nothing is held; alike: held ones like them.

    metrics: concepts asked for, operands of ratios first. partial: of a part of the company, or adjusted: the primary
    statements do not hold it. reported: years of the reports that are named. last: years back from the newest filing.
    titles: words of the titles of sections that treat the subject. names: words written as a name that nothing else
    explains. numeric: figures are asked for. change: between periods. non_gaap: a measure that filers define
    themselves. event: something that is reported on the day. ahead: what is to come, or how things stand now. risk:
    what might happen. Nothing stands twice.
    """

    wording: Wording
    companies: frozenset[int] = frozenset()
    company_names: tuple[str, ...] = ()
    unheld: tuple[str, ...] = ()
    alike: tuple[str, ...] = ()
    metrics: tuple[str, ...] = ()
    partial: bool = False
    years: tuple[int, ...] = ()
    reported: tuple[int, ...] = ()
    quarter: int | None = None
    dates: tuple[date, ...] = ()
    last: int | None = None
    forms: frozenset[str] = frozenset()
    statements: tuple[Statement, ...] = ()
    titles: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    asks: Asks = Asks.TEXT
    numeric: bool = False
    change: bool = False
    non_gaap: bool = False
    event: bool = False
    ahead: bool = False
    risk: bool = False

    @property
    def asks_for_year(self) -> bool:
        """The question is about whole years: annual reports state those best."""
        return bool(self.years) and not (self.quarter or self.forms or self.dates)

    @property
    def guided(self) -> bool:
        """What was expected of one whole year is asked for."""
        return self.ahead and len(self.years) == 1 and self.asks_for_year and not self.reported

    @property
    def foretold(self) -> tuple[int, ...]:
        """The years whose filings say what was expected of those asked for."""
        return tuple(sorted({year - back for year in self.years for back in (0, 1)}))

    @property
    def dated(self) -> bool:
        """The question says which period it means."""
        return bool(self.years or self.dates or self.reported)

    @property
    def keywords(self) -> tuple[str, ...]:
        """The words searched for, each once."""
        return tuple(dict.fromkeys(self.wording.words.lower().split()))

    @property
    def from_statements(self) -> bool:
        """What is asked for stands in the primary statements: no cause, no list, no part of the company."""
        return bool(self.metrics) and not self.partial and self.asks in NUMERIC and self.asks is not Asks.LIST

    def shown(self) -> dict[str, list[str]]:
        """For the trace (R4): what was understood, field by field; nothing where nothing was said."""
        said: dict[str, Sequence[object]] = {
            "asks for": [self.asks],
            "companies": self.company_names,
            "companies spelled alike": self.alike,
            "metrics": [concepts()[key].name for key in self.metrics],
            "fiscal years": self.years,
            "reports on": self.reported,
            "quarter": [f"Q{self.quarter}"] if self.quarter else [],
            "dates": [day.isoformat() for day in self.dates],
            "last years": [self.last] if self.last else [],
            "statements": self.statements,
            "reports": sorted(self.forms),
            "keywords": self.keywords,
        }
        return {name: [str(value) for value in values] for name, values in said.items() if values}


def intent_of(query: Query, question: str, companies: Mapping[UUID, int], wanted: Sequence[str] = ()) -> Intent:
    """Never fails: what is not said stays empty.

    companies: keys of the register by the filers' uids. wanted: concepts needed besides those that the query names.
    """
    periods, filers = list(_periods(query)), _filers(query)
    topics = topics_in(query)
    keys = _concepts(query)
    known = [key for key in (*wanted, *keys) if key in concepts()]
    unresolved = [one for one in query.filers if isinstance(one, UnresolvedFiler)]
    unheld = tuple(one.text for one in unresolved if not one.candidates)
    may = [other for one in unresolved for other in one.candidates]
    held = [one for one in (*filers, *may) if one.uid in companies]
    prose = query.intent in {Asks.TEXT, Asks.BRIEF}
    return Intent(
        wording=word(query, question, topics, known),
        companies=frozenset(companies[one.uid] for one in held),
        company_names=tuple(sorted({one.name for one in held})),
        unheld=unheld,
        metrics=tuple(dict.fromkeys(known)),
        partial=any(ask.part for ask in query.asks) or topics.non_gaap or _has_part(query),
        years=tuple(sorted(_years(query, periods))),
        reported=tuple(sorted({year for ask in query.asks for year in ask.report_years})),
        quarter=next((found for one in periods if (found := _quarter(one))), None),
        dates=tuple(dict.fromkeys(one.end for one in periods if one.end)),
        last=max((one.back + 1 for one in periods if one.back is not None), default=None),
        forms=frozenset(report for ask in query.asks for report in ask.reports),
        statements=_statements(query, known, prose),
        titles=topics.titles,
        names=names(query.tokens, unheld),
        asks=query.intent,
        numeric=query.intent in NUMERIC,
        change=any(getattr(one, "function", "") in {"change", "growth"} for one in _nodes(query)),
        non_gaap=topics.non_gaap,
        event=query.text_kind is TextKind.EVENT or topics.event,
        ahead=query.text_kind is TextKind.OUTLOOK or query.estimate or topics.outlook,
        risk=query.text_kind is TextKind.RISK or topics.risk,
    )


def _nodes(query: Query) -> Iterable[object]:
    """Every node of what is measured, compared and ranked by."""
    for one in query.asks:
        compared = (one.condition.left, one.condition.right) if isinstance(one.condition, Comparison) else ()
        ordered = (one.order.by,) if one.order else ()
        for root in (*one.measures, *compared, *ordered):
            if not isinstance(root, str):
                yield from walk(root)


def _concepts(query: Query) -> list[str]:
    """Concepts of the ratios first, then those named; what may stand for a row comes last."""
    nodes = list(_nodes(query))
    of_ratios = [
        leaf.concept
        for one in nodes
        if isinstance(one, Ratio) and one.key in ratios()
        for formula in ratios()[one.key].formulas
        for leaf in walk(formula)
        if isinstance(leaf, Item)
    ]
    named = [one.concept for one in nodes if isinstance(one, Item)]
    alike = [one.like for one in nodes if isinstance(one, Row) and one.like]
    return list(dict.fromkeys((*of_ratios, *named, *alike)))


def _filers(query: Query) -> list[Filer]:
    named = list(dict.fromkeys(one for ask in query.asks for one in ask.filers if isinstance(one, Filer)))
    return named + [one.filer for one in _nodes(query) if isinstance(one, At) and one.filer]


def _has_part(query: Query) -> bool:
    return any(isinstance(one, At) and one.part is not None for one in _nodes(query))


def _periods(query: Query) -> Iterable[Period]:
    yield from dict.fromkeys(one for ask in query.asks for one in ask.periods.listed)
    yield from (one.period for one in _nodes(query) if isinstance(one, At) and one.period)


def _years(query: Query, periods: Sequence[Period]) -> set[int]:
    """Those named and, of a stretch, those between; the year of a day."""
    named = {year for one in periods if (year := one.year or (one.end.year if one.end else None))}
    if query.periods.whole and named and max(named) - min(named) < LONGEST_RANGE:
        return set(range(min(named), max(named) + 1))
    return named


def _quarter(period: Period) -> int | None:
    """Which quarter's report states it: of a half the last of its quarters."""
    if period.kind is PeriodKind.INSTANT:
        return period.number
    each = QUARTERS.get(period.kind)
    if each is None:
        return None
    return each if period.kind is PeriodKind.NINE_MONTHS else each * (period.number or 1)


def _statements(query: Query, known: Sequence[str], prose: bool) -> tuple[Statement, ...]:
    """The statement named, else those in which the items stand; none where words or a part are asked for."""
    if query.statement:
        return (Statement(query.statement),)
    if prose or query.part:
        return ()
    return tuple(dict.fromkeys(concepts()[key].statement for key in known))
