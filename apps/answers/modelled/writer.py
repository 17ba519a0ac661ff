"""Writing by a model (A7, M7): sentences over numbered sources, each with the places behind it.

A calculator's figures are given as sources of their own and lead the answer in the program's words: the model only adds
to them. Numbers of sources that it was not given are dropped. Nothing is left out for what it says: the next stage
checks it and marks what the sources do not bear out.
"""

from dataclasses import dataclass, replace
from typing import Any

from apps.answers.claims import Claim, Draft, Written
from apps.answers.curate import Curated
from apps.answers.figures.lines import Calculation, Computed
from apps.answers.figures.sheet import in_figures, in_words, period_text
from apps.answers.gather import Evidence, Passage
from apps.answers.intent import Intent
from apps.answers.modelled.caller import Caller
from apps.answers.modelled.context import shown
from apps.answers.modelled.places import place_of
from apps.answers.modelled.replies import AnswerReply, statements
from apps.answers.models import StageName, Status
from apps.answers.pipeline import PipelineSettings
from apps.documents.modelled.verbatim import figures as figures_in
from apps.inference.language import Role, data_block

ALONE = "The language model could not be used, so this answer was made without it: {problem}"
UNANSWERED = "The language model found no answer in the passages; this is what the rules found."


@dataclass(frozen=True, slots=True)
class Sources:
    """What the writer may cite, numbered from 1: passages first, then lines of the calculator."""

    passages: tuple[Passage, ...]
    lines: tuple[Computed, ...] = ()

    @property
    def count(self) -> int:
        return len(self.passages) + len(self.lines)

    def text(self, number: int) -> str:
        if number <= len(self.passages):
            found = self.passages[number - 1].found
            return " ".join([*found.section_path, found.text])
        return _told(self.lines[number - 1 - len(self.passages)])


def write_with_model(
    by_rules: Draft,
    intent: Intent,
    evidence: Evidence,
    figures: Calculation,
    curated: Curated,
    settings: PipelineSettings,
    caller: Caller,
) -> Draft:
    """The draft of the rules, or the one that a model writes instead of it or around its figures.

    Where a model was to be asked and failed, the rules' draft stands and says so.
    """
    suffices = bool(by_rules.calculation) or by_rules.value is not None
    sources = sources_of(by_rules, figures, curated, evidence, settings)
    if not sources.count or not caller.may(Role.WRITER, rules_suffice=suffices):
        return _noted(by_rules, ALONE.format(problem=caller.problem)) if caller.gave_up else by_rules
    material = f"{data_block('question', intent.question)}\n\n{_material(sources, evidence, settings)}"
    reply = caller.ask(
        StageName.WRITE, Role.WRITER, AnswerReply, "write", material, check=_check(sources, intent.question)
    )
    if reply is None:
        return _noted(by_rules, ALONE.format(problem=caller.problem))
    return drafted(by_rules, reply, sources)


def sources_of(
    by_rules: Draft, figures: Calculation, curated: Curated, evidence: Evidence, settings: PipelineSettings
) -> Sources:
    """The passages chosen by the curator, else the best that were found; none where the filer is not held."""
    lines = figures.lines if by_rules.calculation else ()
    if curated.selection:
        return Sources(curated.selection.passages[: settings.relevant_most], lines)
    nothing = by_rules.status is Status.NOT_FOUND and not curated.considered
    return Sources(() if nothing else evidence.passages[: settings.relevant_most], lines)


def drafted(by_rules: Draft, reply: AnswerReply, sources: Sources) -> Draft:
    """The model's sentences with a claim for each place behind them; around computed figures, after their operands."""
    base = by_rules.claims if by_rules.calculation else ()
    claims, written = list(base), []
    for text, numbers in statements(reply):
        cites: list[int] = []
        for number in numbers:
            cites += _cited(number, text, sources, by_rules, claims)
        written.append(Written(text, tuple(dict.fromkeys(cites))))
    if by_rules.calculation:
        return replace(by_rules, claims=tuple(claims), written=tuple(written))
    if not reply.answerable or not claims:
        return _noted(by_rules, UNANSWERED)
    return Draft(Status.WRITTEN, tuple(claims), written=tuple(written))


def _cited(number: int, text: str, sources: Sources, by_rules: Draft, claims: list[Claim]) -> list[int]:
    """The positions of the claims behind a source's number, made where there are none; nothing for one not given."""
    if not 1 <= number <= sources.count:
        return []
    if number > len(sources.passages):
        line = sources.lines[number - 1 - len(sources.passages)]
        facts = {operand.fact.pk for operand in line.operands}
        return [
            place for place, claim in enumerate(by_rules.claims) if claim.operand and claim.operand.fact.pk in facts
        ]
    place = place_of(text, sources.passages[number - 1])
    known = next((at for at, claim in enumerate(claims) if claim.place == place and not claim.operand), None)
    if known is None:
        claims.append(Claim(text, place))
        known = len(claims) - 1
    return [known]


def _noted(draft: Draft, note: str) -> Draft:
    return replace(draft, words=f"{draft.words} {note}".strip())


def _material(sources: Sources, evidence: Evidence, settings: PipelineSettings) -> str:
    blocks = [shown(sources.passages, evidence.filings, settings.writer_characters)] if sources.passages else []
    first = len(sources.passages) + 1
    blocks += [data_block(f"calculator {at}", _told(line)) for at, line in enumerate(sources.lines, start=first)]
    return "\n\n".join(blocks)


def _told(line: Computed) -> str:
    period = period_text(line.years, None)
    formula = "" if line.verbatim else f" = {in_words(line.formula)} = {in_figures(line)}"
    return f"{line.wanted.name} of {line.company}, {period}: {line.stated.text}{formula}"


def _check(sources: Sources, question: str) -> Any:
    """What a reply must have; what is wrong in its sentences is said once, and marked in the answer if it stays."""
    told: list[str] = []

    def check(reply: AnswerReply) -> str:
        if not reply.summary.strip():
            return "summary is empty"
        if told or not (wrong := _wrong(reply, sources, question)):
            return ""
        told.append(wrong)
        return wrong

    return check


def _wrong(reply: AnswerReply, sources: Sources, question: str) -> str:
    for text, numbers in statements(reply):
        if reply.answerable and not numbers:
            return f"this sentence names no source: {text[:200]}"
        if strange := [number for number in numbers if not 1 <= number <= sources.count]:
            return f"there is no source {strange[0]}: only 1 to {sources.count} were given"
        known = figures_in(" ".join([question, *(sources.text(number) for number in numbers)]))
        if invented := sorted(figures_in(text) - known):
            return f"{invented[0]} stands in no source that its sentence names: {text[:200]}"
    return ""
