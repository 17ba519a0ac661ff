"""Figures that a filing states in two of its statements: they must agree."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from apps.statements.facts import StatementFact
from apps.statements.labels import normal_label
from apps.statements.ontology import Statement
from apps.statements.outcomes import Check, Outcome, outcome

EARNINGS = ("net_income", "net_income_common", "income_continuing")
MORE_THAN_CASH = ("restricted", "funds", "held for sale")

Span = tuple[date | None, int | None]


def repeated_outcomes(facts: Sequence[StatementFact]) -> list[Outcome]:
    """Net income by its name in the income and the cash flow statement; cash on the balance sheet and at the end."""
    standing = [fact for fact in facts if not fact.dimension and fact.period.end]
    return [*_earnings(standing), *_cash(standing)]


def _earnings(facts: Sequence[StatementFact]) -> Iterator[Outcome]:
    stated = _by_label_and_span(fact for fact in facts if fact.concept in EARNINGS)
    for fact in (fact for fact in facts if fact.concept == "cf_net_income"):
        other = stated.get((normal_label(fact.label), _span(fact)))
        if other and (fact.value < 0) == (other.value < 0):  # a loss may be printed without its sign
            yield outcome(Check.REPEATED, [fact], [other])


def _by_label_and_span(facts: Iterable[StatementFact]) -> dict[tuple[str, Span], StatementFact]:
    found: dict[tuple[str, Span], StatementFact] = {}
    for fact in facts:
        found.setdefault((normal_label(fact.label), _span(fact)), fact)
    return found


def _span(fact: StatementFact) -> Span:
    return fact.period.end, fact.period.months


def _cash(facts: Sequence[StatementFact]) -> Iterator[Outcome]:
    """Cash that includes what is restricted or held for sale is another figure."""
    held = {fact.period.end: fact for fact in facts if fact.concept == "cash" and fact.statement is Statement.BALANCE}
    apart = {fact.period.end for fact in facts if fact.concept == "cash_held_for_sale"}
    for fact in (fact for fact in facts if fact.concept == "cash_end" and fact.period.end not in apart):
        other = held.get(fact.period.end)
        label = fact.label.lower()
        if other and "cash" in label and not any(word in label for word in MORE_THAN_CASH):
            yield outcome(Check.REPEATED, [fact], [other])
