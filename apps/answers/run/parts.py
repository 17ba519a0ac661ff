"""Parts that a model split a question into: each walks the search and the calculator by itself (V7).

They go side by side: on two busy cores three of them took two thirds of the time that they take in turn.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import TypeVar

from django.db import connection

from apps.accounts.acting import carried
from apps.answers.compute.computing import compute
from apps.answers.compute.outcome import Outcome
from apps.answers.modelled.calculations import NOTHING, Calculations
from apps.answers.modelled.planner import PlannedPart
from apps.answers.run.road import Road
from apps.questions.expressions import Stated, in_percent
from apps.questions.formulas import parse
from apps.questions.query import Intent, Query, Shown
from apps.questions.ratios import ratios
from apps.questions.sentence import sentence

PARALLEL = 4  # parts at once, each with a database connection
READ_AS = "Read by a language model as: {query}. Look at this reading before you rely on it."
NOT_BOUND = "the program cannot bind it"
PROPOSED = "The formula was proposed by a language model; look at it before you rely on it."
Given = TypeVar("Given")
Made = TypeVar("Made")


def computed_parts(road: Road) -> list[Outcome]:
    """What the calculator makes of each part: as it was read, else by the formula that the model proposed."""
    tried = each(road.parts, lambda part: _part(road, part))
    road.refused = sum((refused for _, refused in tried), road.refused)
    found = [outcome for outcome, _ in tried]
    if not any(one.found for one in found):
        return []
    missing = [sentence for one in found if not one.found for sentence in one.missing]
    first, *others = [one for one in found if one.found]
    return [replace(first, missing=tuple(dict.fromkeys([*first.missing, *missing]))), *others]


def _part(road: Road, part: PlannedPart) -> tuple[Outcome, Calculations]:
    """As the rules read it, else as the model does, else by its formula; what none binds says what is missing.

    And why the formula came to nothing, for the models that come after.
    """
    by_rules = _computed(road, part.reading.query)
    if by_rules.found:
        return by_rules, NOTHING
    if part.query is not None and (by_model := _computed(road, part.query)).found:
        return replace(by_model, notes=(*by_model.notes, READ_AS.format(query=sentence(part.query)))), NOTHING
    if not part.program:
        return by_rules, NOTHING
    by_formula = _computed(road, _proposed(part.reading.query, part.program))
    if by_formula.found:
        return replace(by_formula, notes=(*by_formula.notes, PROPOSED)), NOTHING
    return by_rules, Calculations(refused=(f"{part.program}: {' '.join(by_formula.missing) or NOT_BOUND}",))


def _computed(road: Road, query: Query) -> Outcome:
    return compute(query, road.scope, road.asker, road.providers)


def together(whole: Outcome, parts: Sequence[Outcome]) -> Outcome:
    """One outcome with the figures of `whole` and all parts; `whole` where there are none."""
    if not parts:
        return whole
    figures = tuple(dict.fromkeys(figure for one in (whole, *parts) for figure in one.figures))
    return replace(
        parts[0],
        figures=figures,
        headline=" ".join(one.headline for one in parts if one.headline),
        notes=tuple(dict.fromkeys(note for one in parts for note in one.notes)),
        missing=tuple(dict.fromkeys(sentence for one in parts for sentence in one.missing)),
    )


def _proposed(query: Query, program: str) -> Query:
    """Times 100, a formula is told in percent."""
    formula = parse(program, ratios())
    ratio = in_percent(formula)
    form = replace(query.form, shown=Shown.PERCENT) if ratio else query.form
    return replace(query, intent=Intent.FIGURE, measures=(Stated("", ratio or formula),), form=form, tokens=())


def each(given: Sequence[Given], do: Callable[[Given], Made]) -> list[Made]:
    """`do` of each, in their order, several at once; what one of them raises is raised.

    Within a transaction one after the other: other connections do not see what it has not committed.
    """
    if len(given) < 2 or connection.in_atomic_block:
        return [do(one) for one in given]
    with ThreadPoolExecutor(max_workers=PARALLEL, thread_name_prefix="part") as pool:
        return list(pool.map(carried(partial(_alone, do)), given))


def _alone(do: Callable[[Given], Made], one: Given) -> Made:
    """In a thread, which gives its connection back."""
    try:
        return do(one)
    finally:
        connection.close()
