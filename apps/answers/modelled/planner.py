"""Planning by a model (M3, V7): sub-questions that stand by themselves, where to look, what to compute."""

import json
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BeforeValidator, Field

from apps.answers.modelled.calculations import Calculations
from apps.answers.modelled.caller import Exact
from apps.answers.modelled.conversation import already_found
from apps.answers.modelled.queries import Unbound, bound, years_of
from apps.answers.modelled.query_form import as_written, draft_of, filled, unfolded
from apps.answers.modelled.translated import additions, in_english, years_named
from apps.answers.models import Answer, StageName
from apps.answers.run.reading import chosen, honoring
from apps.inference.language import Role, data_block
from apps.questions.expressions import Item, Ratio, Row, walk
from apps.questions.formulas import FormulaError, parse
from apps.questions.query import FIGURES_TELL, Query, Reading, TextKind
from apps.questions.ratios import ratios
from apps.questions.sentence import sentence
from apps.questions.slots import Filer
from apps.retrieval.filings import register
from apps.retrieval.reading import read_for
from apps.retrieval.stems import stems
from apps.statements.ontology import concepts

if TYPE_CHECKING:  # the road holds what is planned here
    from apps.answers.run.road import Road

EARLIER_CHARACTERS = 2000
MOST_FILERS, MOST_ITEMS = 60, 2400  # names; characters
NEAREST = 20  # items that the question has a word of, those first that it has most of
COMMONEST = ("revenue", "cost_of_revenue", "gross_profit", "operating_income", "net_income", "total_assets", "equity")
AROUND = 5  # years around those asked for that a part may name


class Source(StrEnum):
    """Where the evidence comes from: filings are searched; the conversation holds what was found before (M8)."""

    FILINGS = "filings"
    CONVERSATION = "conversation"


class Proposed(Exact):
    """One question of the plan."""

    question: str = Field(max_length=400)
    program: str = Field(max_length=400)
    query: Annotated[Query | None, BeforeValidator(unfolded)] = None


class PlanReply(Exact):
    """What the model is asked for."""

    source: Source
    questions: list[Proposed] = Field(min_length=1, max_length=8)

    @classmethod
    def model_json_schema(cls, *given: Any, **named: Any) -> dict[str, Any]:
        return as_written(super().model_json_schema(*given, **named))


class Worded(Exact):
    """One question of a plan without a query of it: a tree of measures would be most of the prompt."""

    question: str = Field(max_length=400)
    program: str = Field(max_length=400)

    @property
    def query(self) -> None:
        return None


class WordedPlanReply(PlanReply):
    """Asked for where the rules know the filer, understood every word, and know what kind of words answers."""

    questions: list[Worded] = Field(min_length=1, max_length=8)  # type: ignore[assignment]  # read alike


class ShortProposed(Worded):
    """The same in few words."""

    question: str = Field(max_length=200)
    program: str = Field(max_length=80)


class ShortPlanReply(PlanReply):
    """Asked for where replies must be short."""

    questions: list[ShortProposed] = Field(min_length=1, max_length=2)  # type: ignore[assignment]  # read alike


@dataclass(frozen=True, slots=True)
class PlannedPart:
    """A question of the plan. program: the formula that the model proposes for it, in our language, or "".

    query: as the model reads it, bound; None where it has nothing to add to the rules' reading.
    """

    reading: Reading
    program: str = ""
    query: Query | None = None


def planned(road: "Road") -> dict[str, Any]:
    """Parts that a model splits the question into; none by rules, which read the question whole."""
    caller = road.caller
    if not caller.may(Role.PLANNER, rules_suffice=bool(road.own and road.own.whole)):
        return {"questions": [road.reading.question]}
    shape = _shape(road)
    earlier = road.answer.follows
    material = _material(road, caller.room(Role.PLANNER, shape, "plan"))
    reply = caller.ask(StageName.PLAN, Role.PLANNER, shape, "plan", material)
    return _adopted(road, reply, earlier) if reply else {"questions": [road.reading.question]}


def replanned(road: "Road", missing: str) -> tuple[PlannedPart, ...]:
    """Other questions than those whose passages are all of no use (M5); none where no model plans."""
    caller = road.caller
    if not caller.may(Role.PLANNER):
        return ()
    shape, before = _shape(road), [part.reading.question for part in road.parts] or [road.reading.question]
    vain = "\n\n".join([data_block("searched in vain", "\n".join([*before, missing])), *road.refused.blocks()])
    material = _material(road, caller.room(Role.PLANNER, shape, "plan") - len(vain))
    reply = caller.ask(StageName.CURATE, Role.PLANNER, shape, "plan", f"{material}\n\n{vain}")
    if reply is None:
        return ()
    _adopted(road, reply, road.answer.follows)
    return tuple(part for part in road.parts if part.reading.question not in before)


def _shape(road: "Road") -> type[PlanReply]:
    if road.caller.narrow(Role.PLANNER):
        return ShortPlanReply
    query = road.query
    known = bool(query.filers) and all(isinstance(one, Filer) for one in query.filers)
    sure = query.text_kind is not TextKind.WHAT  # which is also what a question is that nothing else fits
    return WordedPlanReply if known and sure and not query.unread and query.intent not in FIGURES_TELL else PlanReply


def _material(road: "Road", room: int) -> str:
    """What does not change from question to question stands first: servers read it once."""
    question, earlier = road.answer.question, road.answer.follows
    told = [data_block("question", question)]
    if earlier:
        told.append(data_block("conversation", _told(earlier)))
    if stands := chosen(road.reading):
        told.append(data_block("how the asker says it is to be read", sentence(stands)))
    draft = data_block("draft", json.dumps(draft_of(road.query), separators=(",", ":")))
    held = data_block("filers held", _filers(road))
    told = [held, *told, draft] if len(held) + len(draft) + sum(map(len, told)) < room // 2 else told
    items = _items(question, min(room - sum(map(len, told)), MOST_ITEMS))
    return "\n\n".join([f"Items that a program or a query may name, among others: {items}", *told])


def _filers(road: "Road") -> str:
    """Those that are named, and then all others as far as they fit."""
    known = sorted(one.name for one in register(road.asker, road.scope).filers.values())
    said = stems(road.answer.question)
    near = [name for name in known if said & stems(name)]
    return "; ".join(dict.fromkeys([*near, *known[:MOST_FILERS]]))


def _items(question: str, room: int) -> str:
    """Those that the question has a word of, and the commonest; of a question in another language all, as they fit."""
    said, every = stems(question), sorted({*concepts(), *ratios()})
    near = [name for name in every if said & stems(name.replace("_", " "))]
    near = sorted(near, key=lambda name: -len(said & stems(name.replace("_", " "))))[:NEAREST]
    names = list(dict.fromkeys([*near, *COMMONEST, *([] if in_english(question) else every)]))
    while names and len(", ".join(names)) > room:
        names.pop()
    return ", ".join(names) or "none"


def _told(earlier: Answer) -> str:
    answer = str(earlier.result.get("answer", ""))
    return f"Question: {earlier.question}\nAnswer: {answer}"[:EARLIER_CHARACTERS]


def _adopted(road: "Road", reply: PlanReply, earlier: Answer | None) -> dict[str, Any]:
    """Without questions about something else or of years that nobody named, and without formulas we cannot read."""
    known = "\n".join([road.reading.question, road.answer.question, _told(earlier) if earlier else ""])
    read_as, stands = sentence(road.query), chosen(road.reading)
    parts: list[PlannedPart] = []
    left_out: list[str] = []
    for proposed in reply.questions[: road.settings.subquestions]:
        question, program = " ".join(proposed.question.split()), proposed.program.strip()
        if problem := foreign(question, known, read_as):
            left_out.append(f"{question[:120]}: {problem}")
            continue
        if program and (problem := _unreadable(program)):
            left_out.append(f"{program[:120]}: {problem}")
            road.refused += Calculations(refused=(left_out[-1],))
            program = ""
        reading = honoring(read_for(road.asker, road.scope, question), stands)
        wanted = filled(proposed.query, reading.query) if proposed.query else None
        query, problem = _bound(wanted, f"{known}\n{read_as}", road)
        left_out += [f"{question[:120]}: {problem}"] if problem else []
        parts.append(PlannedPart(reading, program, query if stands is None else None))
    road.parts = tuple(parts)
    if reply.source is Source.CONVERSATION and (found := already_found(road.reading.question, earlier, road.asker)):
        road.evidence = found
    return {"questions": [part.reading.question for part in parts], "source": reply.source, "left_out": left_out}


def _bound(query: Query | None, known: str, road: "Road") -> tuple[Query | None, str]:
    """The query as it can be computed, or why it cannot be bound."""
    if query is None:
        return None, ""
    try:
        found = bound(query, road.asker, road.scope)
    except Unbound as problem:
        return None, str(problem)
    near = _near(known)
    return (
        (found, "") if years_of(found) <= near or not near else (None, "its query names a year that was not asked for")
    )


def _near(known: str) -> frozenset[int]:
    return frozenset(year + away for year in years_named(known) for away in range(-AROUND, 2))


def foreign(question: str, known: str, read_as: str = "") -> str:
    """Why a model's question is no part of what was asked, "" where it may be one.

    read_as: how the program read it; "fy23" names a year, and a short name a filer, as much as when they are spelled
    out. A translation (V7) shares no words with what was asked in another language: it may add no name and no number.
    """
    both = f"{known}\n{read_as}"
    if in_english(known):
        if not stems(question) & stems(both):
            return "it is about something else"
    elif added := additions(question, both):
        return f"it names {added}, which was not asked about"
    return "" if years_named(question) <= _near(both) else "it names a year that was not asked for"


def _unreadable(program: str) -> str:
    """A model's program is parsed into our formulas and nothing else; never executed (H4)."""
    try:
        looked_up = any(isinstance(one, (Item, Ratio, Row)) for one in walk(parse(program, ratios())))
    except FormulaError as error:
        return str(error)
    return "" if looked_up else "it looks nothing up"
