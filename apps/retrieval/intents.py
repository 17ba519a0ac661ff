"""What a question says about where to look and what for: one explicit, deterministic object (R2). No model."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from apps.questions.filers import Register
from apps.retrieval.forms import forms_named
from apps.retrieval.metrics import read_metrics
from apps.retrieval.periods import read_periods
from apps.retrieval.relations import Manner, Relation, read_manner
from apps.retrieval.subjects import titles_for
from apps.retrieval.unheld import unheld_companies
from apps.retrieval.wording import Wording, word
from apps.statements.ontology import Statement, concepts

PROSE = frozenset({Relation.WHY, Relation.LIST})


@dataclass(frozen=True, slots=True)
class Intent:
    """companies: keys of the register; unheld: what looks like a company's name and names none that is held.

    metrics: concepts asked for, operands of ratios first. partial: of a part of the company, or adjusted: the primary
    statements do not hold it. last: years back from the newest filing. titles: words of the titles of sections that
    treat the subject. Nothing stands twice.
    """

    wording: Wording
    companies: frozenset[int] = frozenset()
    company_names: tuple[str, ...] = ()
    unheld: tuple[str, ...] = ()
    alike: tuple[str, ...] = ()  # names of filers held that are spelled almost like those
    ambiguous: tuple[tuple[str, ...], ...] = ()  # names of filers of which the question does not say which it means
    metrics: tuple[str, ...] = ()
    partial: bool = False
    years: tuple[int, ...] = ()
    quarter: int | None = None
    dates: tuple[date, ...] = ()
    last: int | None = None
    year_end: bool = False
    forms: frozenset[str] = frozenset()
    statements: tuple[Statement, ...] = ()
    titles: tuple[str, ...] = ()
    manner: Manner = field(default_factory=Manner)

    @property
    def asks_for_year(self) -> bool:
        """The question is about whole years: annual reports state those best."""
        return bool(self.years) and not (self.quarter or self.forms or self.dates)

    @property
    def guided(self) -> bool:
        """What was expected of one whole year is asked for."""
        return self.manner.guided and len(self.years) == 1 and self.asks_for_year

    @property
    def foretold(self) -> tuple[int, ...]:
        """The years whose filings say what was expected of those asked for."""
        return tuple(sorted({year - back for year in self.years for back in (0, 1)}))

    @property
    def dated(self) -> bool:
        """The question says which period it means."""
        return bool(self.years or self.dates)

    @property
    def keywords(self) -> tuple[str, ...]:
        """The words searched for, each once."""
        return tuple(dict.fromkeys(self.wording.words.lower().split()))

    @property
    def from_statements(self) -> bool:
        """What is asked for stands in the primary statements: no cause, no list, no part of the company."""
        return bool(self.metrics) and not self.partial and self.manner.relation not in PROSE

    def shown(self) -> dict[str, list[str]]:
        """For the trace (R4): what was understood, field by field; nothing where nothing was said."""
        manner = self.manner
        said: dict[str, Sequence[object]] = {
            "companies": self.company_names,
            "companies spelled alike": self.alike,
            "companies in doubt": [" or ".join(names) for names in self.ambiguous],
            "metrics": [concepts()[key].name for key in self.metrics],
            "fiscal years": self.years,
            "quarter": [f"Q{self.quarter}"] if self.quarter else [],
            "dates": [day.isoformat() for day in self.dates],
            "last years": [self.last] if self.last else [],
            "relation": [manner.relation],
            "unit": [manner.unit] if manner.unit else [],
            "decimals": [manner.decimals] if manner.decimals is not None else [],
            "formula": [manner.formula] if manner.formula else [],
            "statements": self.statements,
            "reports": sorted(self.forms),
            "numeric": ["yes"] if manner.numeric else [],
            "keywords": self.keywords,
        }
        return {name: [str(value) for value in values] for name, values in said.items() if values}


def read(question: str, register: Register, wanted: Sequence[str] = ()) -> Intent:
    """Never fails: what is not said stays empty. wanted: concepts that the asker needs besides those named."""
    mentions = register.mentions(question)
    named = tuple(mention.text for mention in mentions)
    companies = frozenset(filer.pk for mention in mentions for filer in mention.filers)
    periods, wording = read_periods(question), word(question, named)
    metrics = read_metrics(question, wording.core)
    manner = read_manner(question, wording.core, metrics=bool(metrics.items), ratio=bool(metrics.operands))
    known = [key for key in wanted if key in concepts()]
    unheld = () if companies else tuple(unheld_companies(question))
    return Intent(
        wording=wording,
        companies=companies,
        company_names=tuple(sorted(register.filers[pk].name for pk in companies)),
        unheld=unheld,
        alike=tuple(dict.fromkeys(name for one in unheld for name in register.spelled_like(one))),
        ambiguous=tuple(
            dict.fromkeys(tuple(filer.name for filer in mention.filers) for mention in mentions if mention.ambiguous)
        ),
        metrics=tuple(dict.fromkeys((*known, *metrics.concepts))),
        partial=metrics.partial,
        years=periods.years,
        quarter=periods.quarter,
        dates=periods.dates,
        last=periods.last,
        year_end=periods.year_end,
        forms=forms_named(question),
        statements=metrics.statements_of(manner.relation in PROSE)
        or tuple(dict.fromkeys(concepts()[key].statement for key in known)),
        titles=titles_for(wording.core),
        manner=manner,
    )
