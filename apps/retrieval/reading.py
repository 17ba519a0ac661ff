"""What a question says about where to look: companies, periods, reports, statements, words. No model (R2, in small)."""

from dataclasses import dataclass
from datetime import date

from apps.documents.statements.ontology import Statement
from apps.retrieval.filers import WORD, Register
from apps.retrieval.forms import forms_named
from apps.retrieval.periods import read_periods
from apps.retrieval.statements import statements_needed
from apps.retrieval.unheld import unheld_companies
from apps.retrieval.wording import Wording, word


@dataclass(frozen=True, slots=True)
class Reading:
    """companies: keys of the register; unheld: what looks like a company's name and names none that is held."""

    wording: Wording
    companies: frozenset[int] = frozenset()
    company_names: tuple[str, ...] = ()
    unheld: tuple[str, ...] = ()
    years: tuple[int, ...] = ()
    quarter: int | None = None
    forms: frozenset[str] = frozenset()
    dates: tuple[date, ...] = ()
    statements: tuple[Statement, ...] = ()

    @property
    def asks_for_year(self) -> bool:
        """The question is about whole years: annual reports state those best."""
        return bool(self.years) and not (self.quarter or self.forms or self.dates)


def read(question: str, register: Register) -> Reading:
    """Never fails: what is not said stays empty."""
    mentions = register.mentions(question)
    words = [match[0] for match in WORD.finditer(question)]
    named = tuple(" ".join(words[mention.start : mention.end]) for mention in mentions)
    companies = frozenset[int]().union(*(mention.filers for mention in mentions))
    periods = read_periods(question)
    return Reading(
        wording=word(question, named),
        companies=companies,
        company_names=tuple(sorted(register.filers[pk].name for pk in companies)),
        unheld=() if companies else tuple(unheld_companies(question)),
        years=periods.years,
        quarter=periods.quarter,
        forms=forms_named(question),
        dates=periods.dates,
        statements=statements_needed(question),
    )
