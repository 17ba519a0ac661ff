"""How a question of a conversation is read: the reading that was chosen, or its words after those before it (M8)."""

from dataclasses import replace

from pydantic import ValidationError

from apps.answers.models import Answer
from apps.questions.query import Alternative, Query, Reading, from_json
from apps.retrieval.found import Scope
from apps.retrieval.reading import read_for

CHOSEN = "chosen by the asker"
REMEMBERED = 8  # questions of a conversation that a follow-up may reach back to


def reading_of(answer: Answer, scope: Scope) -> Reading:
    """A reading that its asker chose stands as it is."""
    if answer.query is not None and (chosen := query_of(answer)):
        return Reading(answer.question, (Alternative(chosen, CHOSEN),))
    return read_for(answer.asker, scope, answer.question, earlier=earlier_of(answer))


def chosen(reading: Reading) -> Query | None:
    """The query that the asker chose, where the question is read so."""
    first = reading.alternatives[0]
    return first.query if first.reason == CHOSEN else None


def honoring(reading: Reading, stands: Query | None) -> Reading:
    """Where a reading of other words leaves open what the asker chose, or says otherwise, the choice stands."""
    if stands is None:
        return reading
    first = reading.alternatives[0]
    kept, *others = (_honoring(one, stands) for one in first.query.asks)
    kept = replace(kept, tokens=first.query.tokens, also=tuple(others))
    return replace(reading, alternatives=(replace(first, query=kept), *reading.alternatives[1:]))


def _honoring(query: Query, stands: Query) -> Query:
    within = bool(query.filers) and set(query.filers) <= set(stands.filers)
    named, years = {one.year for one in query.periods.listed}, {one.year for one in stands.periods.listed}
    source = query if query.reports or query.report_years else stands
    return replace(
        query,
        filers=query.filers if within or not stands.filers else stands.filers,
        periods=query.periods if (named and named <= years) or not years else stands.periods,
        part=query.part or stands.part,
        reports=source.reports,
        report_years=source.report_years,
    )


def was_chosen(answer: Answer) -> bool:
    """Whether its asker chose how it is read; of a question that waits still, any reading that it has was chosen."""
    readings = answer.trace.get("readings") if answer.trace else None
    return readings[0]["reason"] == CHOSEN if readings else answer.query is not None


def earlier_of(answer: Answer) -> Reading | None:
    """How the last question before it that could be read was read; only of the asker's own."""
    at = answer.follows
    for _ in range(REMEMBERED):
        if at is None or at.asker_id != answer.asker_id:
            return None
        if not at.result.get("unclear") and (query := query_of(at)):
            return Reading(at.question, (Alternative(query),))
        at = at.follows
    return None


def query_of(answer: Answer) -> Query | None:
    """None for an answer of an older release, or one that was never read."""
    try:
        return from_json(answer.query) if answer.query else None
    except ValidationError:
        return None
