"""Statements beside the primary ones: the same lines for other periods, in tables or on pages of their own.

A release prints thirteen weeks, then fifty-two; a report of nine months a page for the quarter and a page for the
year so far; a table of five years repeats the statement and goes further back.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from apps.statements.facts import StatementFact, Year, facts_in
from apps.statements.labels import normal_label
from apps.statements.lines import lines_of
from apps.statements.ontology import Statement
from apps.statements.recognise import LOOK_ALIKE, TITLES, Candidates, StatementTables, heading_of
from apps.statements.sums import Sum, sums_of
from apps.statements.values.periods import Period

ALIKE = Decimal("0.75")  # of the lines of a further statement, how many the primary one has as well
OF_OTHERS = re.compile(r"\bnon[- ]?gaap\b|\badjusted\b|\bexcluding\b|\bconstant currenc", re.IGNORECASE)
NEXT_PAGE = 1
Stated = Mapping[tuple[str, Period], set[Decimal]]


@dataclass(frozen=True, slots=True)
class Further:
    """What one further statement says of periods that no statement before it is about, and its sums."""

    facts: tuple[StatementFact, ...]
    sums: tuple[Sum, ...]


def further_statements(
    candidates: Candidates, primary: Mapping[Statement, StatementTables], facts: Sequence[StatementFact], year: Year
) -> Iterator[Further]:
    """The further statements of each primary one, the best first. facts: those of the primary statements.

    Only with the primary statement's own lines, under its title or right behind it, and only where every figure that
    both state is the same: the statements of a parent, an affiliate or another measure are none.
    """
    taken = {place for found in primary.values() for place in found.places}
    for statement, stands in primary.items():
        known = [fact for fact in facts if fact.statement is statement]
        places = set(stands.places)
        for candidate in sorted(candidates[statement], key=lambda one: (-one.score, one.page)):
            if candidate.places & taken or not _is_one(candidate, places):
                continue
            lines = lines_of(candidate)
            if more := _more(facts_in(lines, statement, year), known):
                yield Further(tuple(more), tuple(sums_of(lines, statement)))
                known += more
                places |= candidate.places
                taken |= candidate.places


def _is_one(candidate: StatementTables, places: Collection[tuple[int, int]]) -> bool:
    """Under the title of the statement, or without any heading of its own right behind one that is known."""
    heading = heading_of(candidate.parts[0])
    if LOOK_ALIKE.search(heading) or OF_OTHERS.search(heading):
        return False
    return bool(TITLES[candidate.statement].search(heading)) or _follows(candidate, places)


def _follows(candidate: StatementTables, places: Collection[tuple[int, int]]) -> bool:
    page, index = candidate.parts[0].place
    return (page, index - 1) in places or (not index and any(number == page - NEXT_PAGE for number, _ in places))


def _more(facts: Sequence[StatementFact], known: Sequence[StatementFact]) -> list[StatementFact]:
    """The facts about periods that are new; none where the lines or the figures are not those of the statement."""
    stated: dict[tuple[str, Period], set[Decimal]] = {}
    for fact in known:
        stated.setdefault(_key(fact), set()).add(fact.value)
    periods = {fact.period for fact in known}
    if not _same_lines(facts, {label for label, _ in stated}) or _contradicts(facts, stated):
        return []
    return [fact for fact in facts if fact.period not in periods and fact.period.end and not fact.dimension]


def _key(fact: StatementFact) -> tuple[str, Period]:
    return normal_label(fact.label), fact.period


def _same_lines(facts: Iterable[StatementFact], known: Collection[str]) -> bool:
    labels = {normal_label(fact.label) for fact in facts}
    return bool(labels) and len(labels & {*known}) >= ALIKE * len(labels)


def _contradicts(facts: Iterable[StatementFact], stated: Stated) -> bool:
    """Whether a figure of a line and period that both state is another one here."""
    return any(fact.value not in stated.get(_key(fact), {fact.value}) for fact in facts)
