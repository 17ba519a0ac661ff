"""A second reader of what a model wrote: the judge looks at question, sentences and cited sources.

It can only lower the trust that the checks arrived at (A8). Its own words are shown to nobody: it chooses among reasons
that the program words.
"""

from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING

from pydantic import Field

from apps.answers.check.citations import Checked
from apps.answers.check.report import ShownReason, Validation
from apps.answers.check.trust import ORDER, Readings
from apps.answers.compose.draft import Draft
from apps.answers.modelled.caller import Exact
from apps.answers.modelled.standing import DOUBTED, checked
from apps.answers.models import StageName, Status, Trust
from apps.documents.models import Chunk
from apps.inference.language import Role, data_block

if TYPE_CHECKING:  # the road holds what is read here
    from apps.answers.run.road import Road

RULE = "second reader"
UNREAD = "A second model was to read this answer and could not: {problem}."
UNANSWERED = "A second model that read the answer finds that it does not answer the question."
DOUBT = "A second model that read the answer doubts “{text}”: {why}."
SHORT = 90  # characters of a sentence by which a reason names it
LEAST, MOST = 200, 1500  # characters of the passage around a quote
MARKS = 150  # characters that a source takes besides


class Why(StrEnum):
    """What may be wrong with a sentence."""

    NOT_STATED = "not stated"
    CONTRADICTED = "contradicted"
    PERIOD = "another period"
    COMPANY = "another company"
    STRONGER = "stronger"


TOLD = {
    Why.NOT_STATED: "the cited places do not say so",
    Why.CONTRADICTED: "the cited places say otherwise",
    Why.PERIOD: "the cited places speak of another period",
    Why.COMPANY: "the cited places speak of another company",
    Why.STRONGER: "it claims more than the cited places do",
}
if set(TOLD) != set(Why):
    raise RuntimeError("every doubt needs its words")


class Doubt(Exact):
    """A sentence, by its number, that does not follow from what it cites."""

    sentence: int
    why: Why


class JudgeReply(Exact):
    """What the judge is asked for."""

    doubts: list[Doubt] = Field(max_length=12)
    answers: bool


def checked_twice(road: "Road", draft: Draft, readings: Readings) -> Checked:
    """The draft after its checks and, where a model's sentences stand and there is a judge, after a second reading.

    A judge that fails changes nothing but a note.
    """
    caller, question = road.caller, road.reading.question
    found = checked(draft, road.asker, road.settings.trust, readings)
    if not _to_be_read(found) or not caller.may(Role.JUDGE):
        return found
    material = _material(found, question, caller.room(Role.JUDGE, JudgeReply, "judge"))
    count = len(found.written)
    reply = caller.ask(
        StageName.VALIDATE, Role.JUDGE, JudgeReply, "judge", material, lambda said: _strange(said, count)
    )
    if reply is None:
        notes = (*found.draft.notes, UNREAD.format(problem=caller.told))
        return replace(found, draft=replace(found.draft, notes=notes))
    return replace(found, validation=lowered(found.validation, list(reasons(reply, found))))


def _to_be_read(found: Checked) -> bool:
    """Only what a model wrote and the checks let stand; what they refused is marked already."""
    return bool(found.written) and found.validation["trust"] is not None and DOUBTED not in found.draft.notes


def reasons(reply: JudgeReply, found: Checked) -> tuple[ShownReason, ...]:
    """What lowers the trust. Figures that the program found answer by themselves, whatever is written around them."""
    told = []
    for one in {doubt.sentence: doubt for doubt in reversed(reply.doubts)}.values():
        text = _short(found.written[one.sentence - 1].text)
        told.append(ShownReason(rule=RULE, trust=Trust.REVIEW, text=DOUBT.format(text=text, why=TOLD[one.why])))
    if not reply.answers and found.draft.status is Status.WRITTEN:
        told.append(ShownReason(rule=RULE, trust=Trust.LOW, text=UNANSWERED))
    return tuple(told)


def lowered(validation: Validation, more: list[ShownReason]) -> Validation:
    """The same with further reasons, worst first; the trust is the lowest of all, and so never higher than before."""
    every = sorted([*validation["reasons"], *more], key=lambda one: -ORDER.index(Trust(one["trust"])))
    degrees = [Trust(validation["trust"] or Trust.HIGH), *(Trust(one["trust"]) for one in more)]
    return {**validation, "trust": max(degrees, key=ORDER.index), "reasons": every}


def _short(text: str) -> str:
    return text if len(text) <= SHORT else f"{text[:SHORT].rsplit(' ', 1)[0]} …"


def _strange(said: JudgeReply, count: int) -> str:
    strange = [one.sentence for one in said.doubts if not 1 <= one.sentence <= count]
    return f"there is no sentence {strange[0]}: only 1 to {count} were given" if strange else ""


def _material(found: Checked, question: str, room: int) -> str:
    """Question, sentences, and each source once, in as much of its passage as fits."""
    told = [data_block("question", question)]
    if found.draft.words and found.draft.status is not Status.WRITTEN:
        told.append(data_block("figures that the program computed and that lead the answer", found.draft.words))
    for number, one in enumerate(found.written, start=1):
        cites = ", ".join(map(str, one.labels)) or "none"
        told.append(data_block(f"sentence {number}, citing sources: {cites}", one.text))
    return "\n\n".join([*told, *_sources(found, room - sum(map(len, told)))])


def _sources(found: Checked, room: int) -> list[str]:
    """The quotes behind the sentences, each within its passage. One query."""
    labels = {label for one in found.written for label in one.labels}
    cited = [one for one in found.cited if one.label in labels]
    rows = Chunk.objects.select_related("version__document").in_bulk({one.claim.anchor.chunk_id for one in cited})
    quoted = sum(len(one.quote) for one in cited)
    each = min(MOST, max(LEAST, (room - quoted) // max(1, len(cited)) - MARKS))
    blocks = []
    for one in cited:
        chunk = rows[one.claim.anchor.chunk_id]
        document = chunk.version.document
        where = f"({document.title or document.name}, page {one.claim.anchor.page + 1})"
        around = f"quoted: {one.quote}\nin this passage: {chunk.text[:each]}"
        blocks.append(data_block(f"source {one.label}", f"{where}\n{around}"))
    return blocks
