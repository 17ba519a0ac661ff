"""Planning by a model (M3, V7): sub-questions that stand by themselves, where to look, what to compute."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from pydantic import Field

from apps.answers.modelled.caller import Exact
from apps.answers.modelled.conversation import already_found
from apps.answers.modelled.translated import additions, in_english, years_named
from apps.answers.models import Answer, StageName
from apps.inference.language import Role, data_block
from apps.questions.expressions import Item, walk
from apps.questions.formulas import FormulaError, parse
from apps.questions.query import Intent, Reading
from apps.retrieval.reading import read_for
from apps.retrieval.stems import stems
from apps.statements.ontology import concepts

if TYPE_CHECKING:  # the road holds what is planned here
    from apps.answers.run.road import Road

COMPUTED = frozenset({Intent.FIGURE, Intent.VERDICT, Intent.RANKING, Intent.LIST})
EARLIER_CHARACTERS = 2000
AROUND = 5  # years around those asked for that a part may name


class Source(StrEnum):
    """Where the evidence comes from: filings are searched; the conversation holds what was found before (M8)."""

    FILINGS = "filings"
    CONVERSATION = "conversation"


class Proposed(Exact):
    """One question of the plan."""

    question: str = Field(max_length=400)
    program: str = Field(max_length=400)


class PlanReply(Exact):
    """What the model is asked for."""

    source: Source
    questions: list[Proposed] = Field(min_length=1, max_length=8)


class ShortProposed(Proposed):
    """The same in few words."""

    question: str = Field(max_length=200)
    program: str = Field(max_length=80)


class ShortPlanReply(PlanReply):
    """Asked for where replies must be short."""

    questions: list[ShortProposed] = Field(min_length=1, max_length=2)  # type: ignore[assignment]  # of a kind with it


@dataclass(frozen=True, slots=True)
class PlannedPart:
    """A question of the plan. program: the formula that the model proposes for it, in our language, or ""."""

    reading: Reading
    program: str = ""


def planned(road: "Road") -> dict[str, Any]:
    """Parts that a model splits the question into; none by rules, which read the question whole."""
    caller, query = road.caller, road.query
    suffices = query.intent in COMPUTED and bool(query.measures) and not query.unread
    if not caller.may(Role.PLANNER, rules_suffice=suffices):
        return {"questions": [road.reading.question]}
    shape = ShortPlanReply if caller.narrow(Role.PLANNER) else PlanReply
    earlier = road.answer.follows
    material = _material(road.answer.question, earlier, caller.room(Role.PLANNER, shape, "plan"))
    reply = caller.ask(StageName.PLAN, Role.PLANNER, shape, "plan", material)
    return _adopted(road, reply, earlier) if reply else {"questions": [road.reading.question]}


def _material(question: str, earlier: Answer | None, room: int) -> str:
    """What does not change from question to question stands first: servers read it once."""
    told = [data_block("question", question)]
    if earlier:
        told.append(data_block("conversation", _told(earlier)))
    items = _items(question, room - sum(map(len, told)))
    return "\n\n".join([f"Items that a program may name: {items}", *told])


def _items(question: str, room: int) -> str:
    """All of them where they fit; else those that the question has a word of, as many as fit."""
    names = sorted(concepts())
    if len(", ".join(names)) > room:
        said = stems(question)
        names = [name for name in names if said & stems(name.replace("_", " "))]
    while names and len(", ".join(names)) > room:
        names.pop()
    return ", ".join(names) or "none"


def _told(earlier: Answer) -> str:
    answer = str(earlier.result.get("answer", ""))
    return f"Question: {earlier.question}\nAnswer: {answer}"[:EARLIER_CHARACTERS]


def _adopted(road: "Road", reply: PlanReply, earlier: Answer | None) -> dict[str, Any]:
    """Without questions about something else or of years that nobody named, and without formulas we cannot read."""
    known = "\n".join([road.reading.question, road.answer.question, _told(earlier) if earlier else ""])
    parts: list[PlannedPart] = []
    left_out: list[str] = []
    for proposed in reply.questions[: road.settings.subquestions]:
        question, program = " ".join(proposed.question.split()), proposed.program.strip()
        if problem := foreign(question, known):
            left_out.append(f"{question[:120]}: {problem}")
            continue
        if program and (problem := _unreadable(program)):
            left_out.append(f"{program[:120]}: {problem}")
            program = ""
        parts.append(PlannedPart(read_for(road.asker, road.scope, question), program))
    road.parts = tuple(parts)
    if reply.source is Source.CONVERSATION and (found := already_found(road.reading.question, earlier, road.asker)):
        road.evidence = found
    return {"questions": [part.reading.question for part in parts], "source": reply.source, "left_out": left_out}


def foreign(question: str, known: str) -> str:
    """Why a model's question is no part of what was asked, "" where it may be one.

    A translation (V7) shares no words with what was asked in another language: it may add no name and no number.
    """
    if in_english(known):
        if not stems(question) & stems(known):
            return "it is about something else"
    elif added := additions(question, known):
        return f"it names {added}, which was not asked about"
    near = {year + away for year in years_named(known) for away in range(-AROUND, 2)}
    return "" if years_named(question) <= near else "it names a year that was not asked for"


def _unreadable(program: str) -> str:
    """A model's program is parsed into our formulas and nothing else; never executed (H4)."""
    try:
        looked_up = any(isinstance(one, Item) for one in walk(parse(program)))
    except FormulaError as error:
        return str(error)
    return "" if looked_up else "it looks nothing up"
