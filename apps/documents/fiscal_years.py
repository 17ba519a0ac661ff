"""To which fiscal year a figure belongs, among the filings of one company."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date

from apps.documents.models import Fact, Form
from apps.statements.ontology import Statement

INTERIM = {"Q1", "Q2", "Q3", "H1"}


def annual(facts: Sequence[Fact]) -> list[tuple[Fact, int]]:
    """The facts about whole fiscal years, or the ends of them, each with its year; in the order given.

    Facts need `version` and its `document` loaded.
    """
    years = fiscal_years(facts)
    return [(fact, year) for fact in facts if (year := _year(fact, years))]


def fiscal_years(facts: Iterable[Fact]) -> dict[date, int]:
    """The days on which fiscal years end, with the year as most annual filings label it."""
    labels: dict[date, Counter[int]] = {}
    for fact in facts:
        if fact.period_end and _is_annual(fact):
            labels.setdefault(fact.period_end, Counter())[fact.label_year or fact.period_end.year] += 1
    return {end: counted.most_common(1)[0][0] for end, counted in labels.items()}


def _is_annual(fact: Fact) -> bool:
    """Twelve months, or an instant, in a filing about a whole year: a quarterly one may state twelve months to June."""
    document = fact.version.document
    interim = document.report_type == Form.TEN_Q or document.fiscal_period in INTERIM
    return not interim and (fact.months == 12 or _is_instant(fact))


def _is_instant(fact: Fact) -> bool:
    return fact.months is None and fact.statement == Statement.BALANCE


def _year(fact: Fact, years: dict[date, int]) -> int | None:
    """The fiscal year that the figure belongs to, None for other periods; interim filings repeat year-end balances."""
    if fact.period_end and (_is_annual(fact) or _is_instant(fact)):
        return years.get(fact.period_end)
    return fact.label_year if _is_annual(fact) else None
