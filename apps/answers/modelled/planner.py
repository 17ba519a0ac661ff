"""Planning by a model (M3, V7): sub-questions that stand by themselves, where to look, what to compute."""

from dataclasses import replace
from json import dumps
from typing import Any

from pydantic import Field

from apps.answers.calculator.formula import FormulaError, items
from apps.answers.calculator.reading import read_formula
from apps.answers.intent import Intent
from apps.answers.modelled.caller import Caller, Exact
from apps.answers.modelled.translated import additions, in_english
from apps.answers.models import Answer, StageName
from apps.answers.planning import Plan, Source, SubQuestion
from apps.answers.tools.registry import ToolCall
from apps.answers.tools.road import offered
from apps.answers.wording import topic
from apps.inference.language import Role, data_block
from apps.retrieval.periods import read_periods
from apps.statements.ontology import concepts

EARLIER_CHARACTERS = 2000
FUNCTIONS = (
    "Functions that may be called for what filings do not hold, such as the price of a share on a day; list the calls "
    "in tools, with the ticker of a company that the question names, and leave tools empty for everything else:"
)
AROUND = 5  # years around those asked for that a part may name


class Proposed(Exact):
    """One question of the plan."""

    question: str = Field(max_length=400)
    program: str = Field(max_length=400)


class AskedTool(Exact):
    """A call of a function (V12). arguments: a JSON object as text, as in the OpenAI protocol."""

    name: str = Field(max_length=40)
    arguments: str = Field(max_length=400)


class PlanReply(Exact):
    """What the model is asked for."""

    source: Source
    questions: list[Proposed] = Field(min_length=1, max_length=8)


class ToolPlanReply(PlanReply):
    """The same where functions are offered."""

    tools: list[AskedTool] = Field(max_length=4)


class ShortProposed(Proposed):
    """The same in few words."""

    question: str = Field(max_length=200)
    program: str = Field(max_length=80)


class ShortPlanReply(PlanReply):
    """Asked for where replies must be short."""

    questions: list[ShortProposed] = Field(min_length=1, max_length=2)  # type: ignore[assignment]  # of a kind with it


def with_parts(by_rules: Plan, intent: Intent, caller: Caller, typed: str, earlier: Answer | None) -> Plan:
    """The rules' plan with what a model adds to it. typed: the question before it was completed."""
    if not caller.may(Role.PLANNER, rules_suffice=intent.figures.computes):
        return by_rules
    functions = [] if caller.narrow(Role.PLANNER) else offered()
    shape: type[PlanReply] = ToolPlanReply if functions else PlanReply
    shape = ShortPlanReply if caller.narrow(Role.PLANNER) else shape
    told = f"{FUNCTIONS}\n{dumps(functions)}\n\n" if functions else ""
    material = told + _material(typed, intent.question, earlier, caller.room(Role.PLANNER, shape, "plan") - len(told))
    reply = caller.ask(StageName.PLAN, Role.PLANNER, shape, "plan", material)
    return _adopted(by_rules, reply, typed, earlier) if reply else by_rules


def _material(typed: str, question: str, earlier: Answer | None, room: int) -> str:
    """What does not change from question to question stands first: servers read it once."""
    told = [data_block("question", typed)]
    if question != typed:
        told.append(data_block("question as the program reads it", question))
    if earlier:
        told.append(data_block("conversation", _told(earlier)))
    items = _items(f"{typed} {question}", room - sum(map(len, told)))
    return "\n\n".join([f"Items that a program may name: {items}", *told])


def _items(question: str, room: int) -> str:
    """All of them where they fit; else those that the question has a word of, as many as fit."""
    names = sorted(concepts())
    if len(", ".join(names)) > room:
        said = set(topic(question))
        names = [name for name in names if said & set(topic(name.replace("_", " ")))]
    while names and len(", ".join(names)) > room:
        names.pop()
    return ", ".join(names) or "none"


def _told(earlier: Answer) -> str:
    answer = str(earlier.result.get("answer", ""))
    return f"Question: {earlier.question}\nAnswer: {answer}"[:EARLIER_CHARACTERS]


def _adopted(by_rules: Plan, reply: PlanReply, typed: str, earlier: Answer | None) -> Plan:
    """Without questions about something else or of years that nobody named, and without formulas we cannot read."""
    known = "\n".join([by_rules.question, typed, _told(earlier) if earlier else ""])
    parts: list[SubQuestion] = []
    left_out: list[str] = []
    for proposed in reply.questions[: by_rules.settings.subquestions]:
        question, program = " ".join(proposed.question.split()), proposed.program.strip()
        if problem := foreign(question, known):
            left_out.append(f"{question[:120]}: {problem}")
            continue
        if program and (problem := _unreadable(program)):
            left_out.append(f"{program[:120]}: {problem}")
            program = ""
        parts.append(SubQuestion(question, program))
    source = reply.source if earlier else Source.FILINGS
    asked = reply.tools if isinstance(reply, ToolPlanReply) and len(parts) <= 1 else []
    by_rules = replace(by_rules, asked=tuple(ToolCall(one.name, one.arguments) for one in asked))
    return replace(by_rules, source=source, left_out=tuple(left_out), **_as_parts(by_rules.question, parts))


def _as_parts(question: str, parts: list[SubQuestion]) -> dict[str, Any]:
    """A single part is the question in other words; only where it differs it is searched for as well."""
    alone = parts[0].program if len(parts) == 1 else ""
    others = [part for part in parts if part.question.lower() != question.lower()]
    return {"parts": tuple(others), "program": alone if not others else ""}


def foreign(question: str, known: str) -> str:
    """Why a model's question is no part of what was asked, "" where it may be one.

    A translation (V7) shares no words with what was asked in another language: it may add no name and no number.
    """
    if in_english(known):
        if not set(topic(question)) & set(topic(known)):
            return "it is about something else"
    elif added := additions(question, known):
        return f"it names {added}, which was not asked about"
    said = set(read_periods(known).years)
    near = {year + away for year in said for away in range(-AROUND, 2)}
    return "" if set(read_periods(question).years) <= near else "it names a year that was not asked for"


def _unreadable(program: str) -> str:
    """A model's program is parsed into our formulas and nothing else; never executed (H4)."""
    try:
        return "" if any(items(read_formula(program))) else "it looks nothing up"
    except FormulaError as error:
        return str(error)
