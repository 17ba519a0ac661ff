"""The filer's own tags (inline XBRL) as a cross-check of the figures read from cells."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from apps.reading.inline_xbrl import NumericFact
from apps.statements.facts import StatementFact
from apps.statements.ontology import concepts
from apps.statements.outcomes import Outcome, tagged_outcome

TAXONOMY = "us-gaap:"
DAYS_A_MONTH = 30.4375
Key = tuple[str, date | None, int | None]


def tagged_outcomes(facts: Sequence[StatementFact], numbers: Iterable[NumericFact]) -> Iterator[Outcome]:
    """Whether each consolidated figure equals a tag of the same item and period; the sign may be printed otherwise.

    Nothing for figures that the filer did not tag with a name known here.
    """
    stated: dict[Key, list[NumericFact]] = {}
    for number in numbers:
        if number.value is not None and not number.context.dimensions and number.name.startswith(TAXONOMY):
            stated.setdefault(_key_of(number), []).append(number)
    for fact in (fact for fact in facts if fact.concept and not fact.dimension and fact.period.end):
        values = [
            abs(number.value)
            for tag in concepts()[fact.concept or ""].tags
            for number in stated.get((tag, fact.period.end, fact.period.months), [])
            if number.value is not None
        ]
        if values:
            yield tagged_outcome(fact, values)


def _key_of(number: NumericFact) -> Key:
    start, end = number.context.start, number.context.end
    months = round((end - start).days / DAYS_A_MONTH) if start and end else None
    return number.name.removeprefix(TAXONOMY), end, months
