"""Each question of a plan walks the search and the calculator; what they bring is put together (V7).

The parts of a plan go side by side: on two busy cores three of them took two thirds of the time that they take in turn.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TypeVar

from django.db import connection

from apps.accounts.models import User
from apps.answers.calculator.reading import read_formula
from apps.answers.figures.asked import FigureQuestion, Relation, Wanted
from apps.answers.figures.calculate import MOST_LINES, calculate
from apps.answers.figures.form import read_form
from apps.answers.figures.lines import Calculation
from apps.answers.gather import Evidence, gather
from apps.answers.intent import Intent, read_question
from apps.answers.planning import Plan
from apps.retrieval.found import SearchResult

PARALLEL = 4  # parts at once, each with a database connection
Part = TypeVar("Part")
Made = TypeVar("Made")
PROPOSED = "The formula was proposed by a language model; look at it before you rely on it."


def gather_parts(plan: Plan, asker: User, whole: Evidence) -> Evidence:
    """`whole` with what the parts of the plan find besides, in turn: each part's best come before any part's second."""
    found = each(plan.parts, lambda part: gather(replace(plan, question=part.question), asker))
    return merged([whole, *found])


def each(parts: Sequence[Part], do: Callable[[Part], Made]) -> list[Made]:
    """`do` of every part, in their order, several at once; what one of them raises is raised.

    Within a transaction one after the other: other connections do not see what it has not committed.
    """
    if len(parts) < 2 or connection.in_atomic_block:
        return [do(part) for part in parts]
    with ThreadPoolExecutor(max_workers=PARALLEL, thread_name_prefix="part") as pool:
        return list(pool.map(lambda part: _alone(do, part), parts))


def _alone(do: Callable[[Part], Made], part: Part) -> Made:
    """In a thread, which gives its connection back."""
    try:
        return do(part)
    finally:
        connection.close()


def merged(found: Sequence[Evidence]) -> Evidence:
    """Passages in turn, each once, ranked anew; the trace is that of the first."""
    if len(found) == 1:
        return found[0]
    longest = max(len(one.passages) for one in found)
    rows = [one.passages[place] for place in range(longest) for one in found if place < len(one.passages)]
    once = {passage.found.chunk_id: passage for passage in rows}.values()
    passages = tuple(replace(one, found=replace(one.found, rank=rank)) for rank, one in enumerate(once, start=1))
    by_version = {filing.version_id: filing for one in found for filing in one.filings}
    order = dict.fromkeys(passage.found.version_id for passage in passages)
    filings = tuple(
        replace(by_version[pk], rank=rank) for rank, pk in enumerate(pk for pk in order if pk in by_version)
    )
    result = SearchResult(tuple(one.found for one in passages), found[0].result.trace)
    return Evidence(result, filings, passages)


def calculate_parts(plan: Plan, intent: Intent, asker: User, whole: Calculation) -> Calculation:
    """What the calculator makes of the question by itself stands; else of its parts, else of the formulas proposed."""
    if whole.lines:
        return whole
    asked = [(read_question(part.question), part.program) for part in plan.parts]
    done = each(asked, lambda part: calculate(part[0].figures, part[0].question, plan.scope, asker))
    if any(one.lines for one in done):
        return together([one for one in done if one.lines], whole)
    programs = [(intent, plan.program), *asked]
    of_years = [(one, program) for one, program in programs if program and one.quarter is None]
    proposed = [_proposed(one, program, plan, asker) for one, program in of_years]
    return together([one for one in proposed if one.lines], whole)


def together(done: Sequence[Calculation], otherwise: Calculation) -> Calculation:
    """One calculation with all their lines; only those of the first one's quarter go into one sheet."""
    if not done:
        return otherwise
    first = done[0]
    if len(done) == 1:
        return first
    fitting = [one for one in done if one.question.quarter == first.question.quarter]
    lines = [line for one in fitting for line in one.lines]
    missing = dict.fromkeys(sentence for one in fitting for sentence in one.missing)
    return Calculation(first.question, tuple(lines[:MOST_LINES]), tuple(missing), parts=tuple(fitting))


def _proposed(intent: Intent, program: str, plan: Plan, asker: User) -> Calculation:
    """A model's formula over stated figures of whole years. That it is a model's is said in the answer."""
    name = intent.core.strip(" ?.") or program
    wanted = Wanted(name[:80], (read_formula(program),))
    question = FigureQuestion(
        Relation.STATED_FORMULA,
        (wanted,),
        years=intent.years,
        form=read_form(intent.question),
        says=PROPOSED,
    )
    return calculate(question, intent.question, plan.scope, asker)
