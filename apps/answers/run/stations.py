"""The stations of the road: each adds its part to the road and tells, as plain data, what it saw and chose.

They know nothing of leases, rows or who listens. A deterministic way leads through all of them; a model, where one is
configured, is asked beside it and never makes an answer worse.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain
from typing import Any

from apps.answers.check.instructions import speaks_to_models
from apps.answers.check.reasons import explained, of_its_change
from apps.answers.check.trust import Readings
from apps.answers.compose.compose import FIGURES, compose, resolved
from apps.answers.compose.declining import put_off
from apps.answers.compose.quotations import as_offered, choose
from apps.answers.compute.books import shelf
from apps.answers.compute.closest import ClosestTable, closest_tables
from apps.answers.compute.computing import compute
from apps.answers.compute.outcome import Outcome, told_together
from apps.answers.compute.schedules import falling_due
from apps.answers.judge.configured import configured_judge
from apps.answers.judge.figures import is_judged, likely
from apps.answers.judge.quotations import judged
from apps.answers.loop.looping import Loop, looked
from apps.answers.modelled.curator import select
from apps.answers.modelled.planner import planned
from apps.answers.modelled.queries import BY_MODEL
from apps.answers.modelled.refereeing import referee_of
from apps.answers.modelled.second_reader import checked_twice
from apps.answers.modelled.writer import write_with_model
from apps.answers.run import remembering
from apps.answers.run.being_read import waited_for
from apps.answers.run.parts import computed_parts, each, together
from apps.answers.run.reading import chosen
from apps.answers.run.road import WORDS, Road
from apps.answers.run.settings import RoadKind
from apps.answers.sources.candidate import CandidateKind
from apps.answers.sources.evidence import gather, merged
from apps.answers.sources.passages import continued, sentences
from apps.documents.embedders import without_vectors
from apps.inference.language import Role
from apps.questions.due import due_of, left_open
from apps.questions.query import FIGURES_TELL, Alternative, Intent, Reading, Taken
from apps.questions.ratios import needs_price
from apps.questions.semantic import taken_to_mean, unsaid
from apps.questions.sentence import sentence
from apps.questions.slots import Filer
from apps.retrieval.parser import parsed_for
from apps.retrieval.reading import register_for

LIKELY = "A trained model gives these figures a {:.0%} chance of being what you asked for: check them first."
DOUBTED = (
    "Read as “{}”, there are figures, but a trained judge gives them only a {:.0%} chance of being what you asked for."
    " If they are, confirm that under “Change the reading”."
)
LEFT_OUT = "“{}” is not in this reading, and not answered."
BY_PARSER = "as a trained parser reads it"
BY_SCHEDULE = "a schedule of what falls due answers it"
TABLED = FIGURES | {Intent.LIST}
MOST_READINGS = 3  # other readings that are named
SPARE = 3  # times as many sentences as passages that are offered: several may stand in one passage


def recall(road: Road) -> dict[str, Any]:
    """How the question is read; and a verified cell of the memory bank, where one answers it already."""
    return road.seen_reading() | remembering.recall(road)


def plan(road: Road) -> dict[str, Any]:
    """A model may read the question otherwise, split it, or find that the conversation holds the evidence. What the
    rules compute is left to them.

    How it reads the whole question is a reading like the others: it is shown, and the asker may choose it.
    """
    if road.query.intent in FIGURES_TELL and road.query.measures and not road.query.unread:
        road.own = computed(road)
    seen = planned(road)
    read = [Alternative(part.query, BY_MODEL) for part in road.parts if part.query is not None]
    if len(road.parts) == 1 and read and read[0].query != road.query:
        road.reading = replace(road.reading, alternatives=(*road.reading.alternatives, *read))
    return seen


def search(road: Road) -> dict[str, Any]:
    """Passages and filings for what is asked."""
    if not road.evidence.passages:
        settings = road.settings.search
        referee = referee_of(road.caller, settings, sentence(road.query))
        parts = each(road.parts, lambda part: gather(part.reading, road.asker, road.scope, settings))
        whole = [] if _named_by_plan(road) else [gather(road.reading, road.asker, road.scope, settings, referee)]
        road.evidence = merged([*whole, *parts])
    return road.evidence.seen()


def _named_by_plan(road: Road) -> bool:
    """Whether only the plan says whose filings are meant: the question as it was asked finds those of others."""
    named = [part.reading.query.filers for part in road.parts]
    return not road.query.filers and bool(named) and all(isinstance(one, Filer) for one in chain(*named)) and all(named)


def calculate(road: Road) -> dict[str, Any]:
    """Figures, a verdict or a table, of facts and cells, and prices.

    A word that nobody read forbids all of them.
    """
    road.own = own = _as_likely(road, road.own or computed(road))
    road.outcome = outcome = own if own.whole else together(own, computed_parts(road))
    if found := _otherwise(road):
        road.own = road.outcome = outcome = found
    return {
        "computed": [f"{one.name} {one.period}: {one.shown.text}" for one in outcome.figures],
        "figures": len(outcome.operands),
        "table": outcome.grid.title if outcome.grid else "",
        "missing": [*outcome.missing, *outcome.ambiguous, *road.refused.refused],
        "tools": [call.told or call.problem for call in road.calls.made.values()],
    }


def _as_likely(road: Road, own: Outcome) -> Outcome:
    """With how likely its figures are what was asked, and without them where that is too little.

    A reading that the asker chose, or that takes more than the company from an earlier question, is not doubted.
    """
    if own.asks:
        asks = [_as_likely(road, one) for one in own.asks]
        chances = [one.likely for one in asks if one.likely is not None]
        return replace(told_together(own.query, asks), likely=min(chances, default=None))
    leans = set(road.reading.carried) - {"company"}
    if chosen(road.reading) is not None or leans or not is_judged(own):
        return own
    probability = likely(own, road.evidence.passages, road.tries)
    if probability is None or probability >= road.settings.figures:
        return replace(own, likely=probability)
    return Outcome(own.query, missing=(DOUBTED.format(sentence(own.query), probability),))


def _scheduled(road: Road) -> Outcome | None:
    """What falls due, where a schedule prints it; it is shown how the question was read for that."""
    due = due_of(road.query) if chosen(road.reading) is None else None
    found = falling_due(due, road.query, shelf(road.asker, road.scope)) if due else None
    if found:
        more, read = left_open(road.query), Alternative(found.query, BY_SCHEDULE)
        road.reading = replace(road.reading, alternatives=(read, *road.reading.alternatives))
        found = replace(found, missing=(LEFT_OUT.format(more),)) if more else found
    return found


def _otherwise(road: Road) -> Outcome | None:
    """Where the rules leave something open: what a schedule prints, or what another reading comes to.

    How the question was read for it is then its reading.
    """
    found = road.outcome is not None and road.outcome.found
    if not found and (due := _scheduled(road)):
        return due
    asked = road.reading
    for reading in _parsed(road) if not found or road.query.left_open else ():
        road.reading = reading
        if (judged := _as_likely(road, computed(road))).whole:
            return replace(judged, missing=tuple(map(LEFT_OUT.format, unsaid(asked.query, road.query))))
    road.reading = asked
    return None


def _parsed(road: Road) -> Iterator[Reading]:
    """As the trained parser may read the question; a model that plans or looks reads it itself."""
    models = road.caller.looks or road.caller.knows(Role.PLANNER)
    asked, least = road.reading, road.settings.parsed
    may = not models and least <= 1 and chosen(asked) is None
    for query in parsed_for(road.asker, road.scope, asked, least) if may else ():
        read = Alternative(taken_to_mean(asked.question, query), BY_PARSER)
        yield replace(asked, alternatives=(read, *asked.alternatives))


def computed(road: Road) -> Outcome:
    """What the rules make of the question as it is read."""
    return compute(road.query, road.scope, road.asker, road.providers)


def _read_by_model(road: Road, outcome: Outcome | None) -> Reading:
    """Where an answer rests on figures of a model's query of the whole question, it is how the question was read."""
    whole = road.parts[0].query if len(road.parts) == 1 else None
    if whole is None or outcome is None or outcome.query != whole:
        return road.reading
    others = [one for one in road.reading.alternatives if one.query != whole]
    return replace(road.reading, alternatives=(Alternative(whole, BY_MODEL), *others))


def judge(road: Road) -> dict[str, Any]:
    """Sentences that may answer, as far as figures do not: by rules, then by a trained judge where there is one."""
    figures = bool(road.own and road.own.found) and road.query.intent not in WORDS
    if road.settled or (figures and not road.caller.has(Role.CURATOR)):
        return {"sentences": 0}
    text = road.settings.text
    model = configured_judge()
    every = sentences(road.evidence, road.query, passages=text.passages, silent=model is not None)
    names = register_for(road.asker, road.scope)
    told, verdicts = explained(road.reading.question, road.query, _change(road), every, names)
    if not told:
        order = [one.found.chunk_id for one in road.evidence.passages[: text.passages]]
        told, verdicts = judged(model, road.reading.question, road.query, every, order, text.judged, text.number)
    road.told, road.verdicts = tuple(told), tuple(verdicts)
    least = text.least(figures=road.query.intent in FIGURES_TELL)
    choice = choose(told, verdicts, threshold=least, most=text.quoted, shown=SPARE * text.closest)
    offered = as_offered(choice, text.closest)
    road.choice = offered if offered.accepted else replace(offered, told=continued(offered.told))
    road.tables = _closest_tables(road)
    return _seen(road) | select(road)


def _closest_tables(road: Road) -> tuple[ClosestTable, ...]:
    """Of a question for figures or a table that neither figures nor a quotation answer; prices stand in no filing."""
    priced = any(map(needs_price, road.query.measures))
    asks = road.query.intent in TABLED and resolved(road.query) and not (road.reading.unclear or priced)
    if not asks or road.choice.accepted or (road.outcome and road.outcome.found) or not road.settings.text.tables:
        return ()
    text = road.settings.text
    held, least = shelf(road.asker, road.scope), (text.table_share, text.table_words)
    found = closest_tables(road.query, road.evidence, held, text.tables, *least)
    return tuple(one for one in found if not speaks_to_models(one.grid.words))


def _change(road: Road) -> Outcome | None:
    """The change of which a reason may be asked for; only what is asked for is told."""
    asked = of_its_change(road.query)
    change = compute(asked, road.scope, road.asker) if asked else None
    return change if change and change.found else road.own


def turns(road: Road) -> Iterator[Callable[[], dict[str, Any]]]:
    """The turns of a model that looks for itself, where the road is its, and the rules leave something to it."""
    if road.settings.road is not RoadKind.LOOP or road.settled:
        return
    if not road.caller.has(Role.WRITER) or waited_for(road.reading, road.asker, road.scope, found=False):
        return
    road.loop = Loop.begun(road)
    yield from road.loop.turns()


def write(road: Road) -> dict[str, Any]:
    """The draft by rules, or a model's; put off where a file that it needs is still being read.

    Where a model writes, what a plan's questions gave is evidence to it alone.
    """
    if road.remembered:
        road.draft, road.outcome = road.remembered.draft, road.remembered.outcome
        return road.draft.seen()
    writes = road.caller.knows(Role.WRITER)
    draft = compose(road.reading, road.evidence, road.own if writes else road.outcome, road.choice, road.tables)
    unread = waited_for(road.reading, road.asker, road.scope, found=bool(draft.claims or draft.outcome))
    led = looked(road.loop, draft) if road.loop else None
    road.draft = put_off(unread) if unread else led or write_with_model(road, draft)
    road.reading = _read_by_model(road, road.draft.outcome)
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
        taken=(*map(_taken, road.query.taken), *_likely(road), *_doubts(road), *_unembedded(road)),
    )


def _taken(one: Taken) -> str:
    what = f"mean {one.label}" if one.meaning else f"be the line “{one.label}”"
    return f"“{one.asked}” was taken to {what}."


def _likely(road: Road) -> tuple[str, ...]:
    """How likely the figures are what was asked, where that is not sure."""
    found = road.outcome
    if found is None or found.likely is None:
        return ()
    sure = found.likely >= road.settings.trust.computed_high
    return () if sure else (LIKELY.format(found.likely),)


def _doubts(road: Road) -> tuple[str, ...]:
    """What cells of tables leave open, and names that were taken for longer ones."""
    operands = road.outcome.operands if road.outcome else ()
    printed = (one for one in operands if one.candidate.kind in (CandidateKind.CELL, CandidateKind.FACT))
    return tuple(dict.fromkeys(says for one in printed for says in one.says))


def _unembedded(road: Road) -> tuple[str, ...]:
    """Filings that were searched before their vectors were there: passages that only read like the question lack."""
    if road.evidence is None or road.outcome is not None:
        return ()
    versions = without_vectors(filing.version_id for filing in road.evidence.filings)
    return tuple(f"{name} is still being indexed: it was searched by facts and words alone." for name in versions)


def _seen(road: Road) -> dict[str, Any]:
    return {
        "sentences": len(road.told),
        "refused": sum(bool(one.refused) for one in road.verdicts),
        "accepted": len(road.choice.told) if road.choice.accepted else 0,
        "judged": road.choice.judged,
        "tables": [one.grid.title for one in road.tables],
    }
