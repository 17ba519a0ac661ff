"""The stations of the road: each adds its part to the road and tells, as plain data, what it saw and chose.

They know nothing of leases, rows or who listens. A deterministic way leads through all of them; a model, where one is
configured, is asked beside it and never makes an answer worse.
"""

from typing import Any

from apps.answers.check.trust import Readings
from apps.answers.compose.compose import compose
from apps.answers.compose.declining import put_off
from apps.answers.compose.quotations import choose
from apps.answers.compute.computing import compute
from apps.answers.judge.configured import configured_judge
from apps.answers.modelled.curator import select
from apps.answers.modelled.planner import planned
from apps.answers.modelled.refereeing import referee_of
from apps.answers.modelled.second_reader import checked_twice
from apps.answers.modelled.writer import write_with_model
from apps.answers.run import remembering
from apps.answers.run.being_read import waited_for
from apps.answers.run.parts import computed_parts, each, together
from apps.answers.run.road import Road
from apps.answers.sources.candidate import CandidateKind
from apps.answers.sources.evidence import gather, merged
from apps.answers.sources.passages import sentences
from apps.questions.query import Intent
from apps.questions.sentence import sentence

WORDS = frozenset({Intent.TEXT, Intent.BRIEF})
MOST_READINGS = 3  # other readings that are named


def recall(road: Road) -> dict[str, Any]:
    """How the question is read; and a verified cell of the memory bank, where one answers it already."""
    return road.seen_reading() | remembering.recall(road)


def plan(road: Road) -> dict[str, Any]:
    """A model may read the question otherwise, split it, or find that the conversation holds the evidence."""
    return planned(road)


def search(road: Road) -> dict[str, Any]:
    """Passages and filings for what is asked."""
    if not road.evidence.passages:
        settings = road.settings.search
        referee = referee_of(road.caller, settings)
        whole = gather(road.reading, road.asker, road.scope, settings, referee)
        parts = each(road.parts, lambda part: gather(part.reading, road.asker, road.scope, settings))
        road.evidence = merged([whole, *parts])
    return road.evidence.seen()


def calculate(road: Road) -> dict[str, Any]:
    """Figures, a verdict or a table, of facts and cells, and prices. A word that nobody read forbids all of them."""
    outcome = compute(road.query, road.scope, road.asker, road.settings.restated, road.providers)
    road.outcome = outcome = outcome if outcome.found else together(outcome, computed_parts(road))
    return {
        "computed": [f"{one.name} {one.period}: {one.shown.text}" for one in outcome.figures],
        "figures": len(outcome.operands),
        "table": outcome.grid.title if outcome.grid else "",
        "missing": [*outcome.missing, *outcome.ambiguous],
        "tools": [call.told or call.problem for call in road.calls.made.values()],
    }


def judge(road: Road) -> dict[str, Any]:
    """Sentences that may answer, as far as figures do not: by rules, then by a trained judge where there is one."""
    if road.outcome and road.outcome.found and road.query.intent not in WORDS:
        return {"sentences": 0}
    text = road.settings.text
    told = sentences(road.evidence, road.query, most=text.judged, passages=text.passages)
    verdicts = configured_judge().judge(road.reading.question, road.query, [one.candidate for one in told])
    road.told, road.verdicts = tuple(told), tuple(verdicts)
    road.choice = choose(told, verdicts, threshold=text.accept, most=text.quoted, shown=text.closest)
    return _judged(road) | select(road)


def write(road: Road) -> dict[str, Any]:
    """The draft by rules, or a model's around it; put off where a file that it needs is still being read."""
    if road.remembered:
        road.draft, road.outcome = road.remembered.draft, road.remembered.outcome
        return road.draft.seen()
    draft = compose(road.reading, road.evidence, road.outcome, road.choice)
    unread = waited_for(road.reading, road.asker, road.scope, found=bool(draft.claims or draft.outcome))
    road.draft = put_off(unread) if unread else write_with_model(road, draft)
    return road.draft.seen()


def check(road: Road) -> dict[str, Any]:
    if road.draft is None:
        raise ValueError("there is nothing to check before a draft was written")
    road.checked = checked_twice(road, road.draft, readings_of(road))
    return road.checked.seen()


def readings_of(road: Road) -> Readings:
    """What trust must know of how the question was read."""
    others = [one for one in road.reading.alternatives[1 : 1 + MOST_READINGS] if one.query != road.query]
    return Readings(
        unread=tuple(token.text for token in road.query.unread),
        others=tuple(sentence(one.query) for one in others),
        taken=(*(f"“{one.asked}” was taken to be the line “{one.label}”." for one in road.query.taken), *_doubts(road)),
    )


def _doubts(road: Road) -> tuple[str, ...]:
    """What cells of tables leave open."""
    operands = road.outcome.operands if road.outcome else ()
    cells = (one for one in operands if one.candidate.kind is CandidateKind.CELL)
    return tuple(dict.fromkeys(says for one in cells for says in one.says))


def _judged(road: Road) -> dict[str, Any]:
    return {
        "sentences": len(road.told),
        "refused": sum(bool(one.refused) for one in road.verdicts),
        "accepted": len(road.choice.told) if road.choice.accepted else 0,
        "judged": road.choice.judged,
    }
