"""Writing by a model (A7, M7): sentences over numbered sources, each with the places behind it.

What was computed is given as sources of its own, which an answer holds as far as its sentences cite them: what is said
is decided once, by whoever writes. Only what the rules compute where figures are asked for leads whatever is written.
Numbers of sources that it was not given are dropped. Nothing is left out for what it says: the next stage checks it and
marks what the sources do not bear out.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from apps.answers.check.faults import SHOWN, at_once, faults_of
from apps.answers.check.left_open import left_open
from apps.answers.compose.draft import Claim, Draft, Written
from apps.answers.compose.figures import computed
from apps.answers.compute.figures import Figure
from apps.answers.compute.outcome import Outcome
from apps.answers.modelled.calculations import NOTHING, Calculations, beside, carried_out, line_told
from apps.answers.modelled.caller import Caller, let_go
from apps.answers.modelled.context import MARKS, fitting, shown
from apps.answers.modelled.neighbours import with_neighbours, with_table
from apps.answers.modelled.places import place_of
from apps.answers.modelled.replies import AnswerReply, ShortAnswerReply, said_so_far, statements, unstated
from apps.answers.models import StageName, Status
from apps.answers.run.settings import PipelineSettings
from apps.answers.sources.evidence import Passage
from apps.answers.tools.desk import Desk
from apps.inference.language import Role, data_block
from apps.questions.query import Intent

if TYPE_CHECKING:  # the road holds what is written here
    from apps.answers.run.road import Road

ALONE = "The language model could not be used, so this answer was made without it: {problem}."
CLOSED = "Nothing more is computed: answer from what stands here, and say in `missing` what is open."
DISAGREES = "The language model's list of figures does not agree with its sentences."
UNCITABLE = "a cell of it lies in no passage, so that it could not be cited"
UNANSWERED = "The language model found no answer in the passages; this is what the rules found."


@dataclass(frozen=True, slots=True)
class Sources:
    """What the writer may cite, numbered from 1: passages first, then lines of the calculator.

    most: characters that it sees of each passage. refused: calculations that came to nothing, with their reasons.
    decided: what the lines say of the question, "" where they decide nothing.
    """

    passages: tuple[Passage, ...]
    lines: tuple[Figure, ...] = ()
    most: int = 2000
    refused: Calculations = NOTHING
    decided: str = ""

    @property
    def count(self) -> int:
        return len(self.passages) + len(self.lines)

    def line(self, number: int) -> Figure | None:
        """The line of the calculator that a number names."""
        at = number - 1 - len(self.passages)
        return self.lines[at] if 0 <= at < len(self.lines) else None


def write_with_model(road: "Road", by_rules: Draft) -> Draft:
    """The draft of the rules, or the one that a model writes instead of it or around its figures.

    Where a model was to be asked and failed, the rules' draft stands and says so.
    """
    caller, question = road.caller, road.reading.question
    sources = sources_of(road)
    if not sources.count or not caller.may(Role.WRITER, rules_suffice=road.settled):
        return _noted(by_rules, *([ALONE.format(problem=caller.told)] if caller.gave_up else caller.left_out))
    desk = Desk(road.asker, road.scope)
    done = road.refused + (road.selection.calculations if road.selection else NOTHING)
    sources = _with(done, _fitting(sources, question, road.settings, caller), road)
    reply = _asked(road, sources, by_rules, desk)
    wanted = set[str]()
    while reply and caller.may_still() and (new := {one.expression for one in reply.calculate} - wanted):
        wanted |= new
        desk.results = {f"k{at}": line for at, line in enumerate(sources.lines, start=1)}
        sources = _with(carried_out(desk, reply.calculate), sources, road)
        reply = _asked(road, sources, by_rules, desk)
    if reply is None:
        return _noted(by_rules, ALONE.format(problem=caller.told))
    draft = _noted(_open(drafted(road, by_rules, reply, sources), reply), *caller.left_out)
    return _noted(replace(draft, in_form=False), DISAGREES) if draft.written and unstated(reply) else draft


def _with(done: Calculations, sources: Sources, road: "Road") -> Sources:
    """What a model asked for, as further sources, as far as it can be cited."""
    if computed(Outcome(road.query, done.figures)) is None:
        lost = Calculations(refused=tuple(f"{one.name}: {UNCITABLE}" for one in done.figures))
        return replace(sources, refused=sources.refused + done + lost)
    return replace(sources, lines=(*sources.lines, *done.figures), refused=sources.refused + done)


def _form(caller: Caller) -> tuple[type[AnswerReply] | type[ShortAnswerReply], str]:
    """The shape to ask for, and its prompt."""
    return (ShortAnswerReply, "write_short") if caller.narrow(Role.WRITER) else (AnswerReply, "write")


def _fitting(sources: Sources, question: str, settings: PipelineSettings, caller: Caller) -> Sources:
    """What the model can see of them at once, with what stands beside them (V9); the calculator's lines always."""
    if not sources.passages:
        return sources
    room = caller.room(Role.WRITER, *_form(caller)) - len("".join([data_block("question", question), *_lines(sources)]))
    kept, most = fitting(sources.passages, settings.writer_characters, room)
    left = room - sum(min(len(one.found.text), most) + MARKS for one in kept)
    return replace(sources, passages=with_neighbours(kept, most, min(left, settings.writer_beside)), most=most)


def _asked(road: "Road", sources: Sources, by_rules: Draft, desk: Desk) -> AnswerReply | None:
    caller, question, filings = road.caller, road.reading.question, road.evidence.filings
    shape, prompt = _form(caller)
    told = shown(sources.passages, filings, sources.most, desk, road.words) if sources.passages else ""
    blocks = [data_block("question", question), *([told] if told else []), *_lines(sources), *sources.refused.blocks()]
    blocks += [data_block("what the calculator decides", sources.decided)] if sources.decided else []
    last = not caller.may_still(reserve=1)
    blocks += [data_block("calculator closed", CLOSED)] if last else []
    check = _check(road, sources, by_rules, last=last)
    reply = caller.ask(
        StageName.WRITE, Role.WRITER, shape, prompt, "\n\n".join(blocks), lambda said: check(said.kept()), said_so_far
    )
    return reply.kept() if reply else None


def sources_of(road: "Road") -> Sources:
    """The passages chosen by the curator, else the best that were found; none where the filer is not held. With what
    was computed of the question, or of the questions of a plan, where it can be cited.
    """
    outcome = road.outcome if road.outcome and computed(road.outcome) else None
    passages = () if road.evidence.strangers else road.evidence.passages
    passages = road.selection.passages if road.selection else passages
    decided = outcome.headline if outcome and outcome.verdict and not _supposed_by_a_plan(road, outcome) else ""
    listed = outcome.grid.table if outcome and outcome.grid else None
    kept = with_table(passages[: road.settings.relevant_most], listed, road.evidence.passages)
    return Sources(kept, outcome.figures if outcome else (), decided=decided)


def _supposed_by_a_plan(road: "Road", outcome: Outcome) -> bool:
    """What the words of a plan's question suppose, its asker may not."""
    return bool(outcome.verdict and outcome.verdict.premise and not (road.own and road.own.verdict))


def drafted(road: "Road", by_rules: Draft, reply: AnswerReply, sources: Sources) -> Draft:
    """The model's sentences with a claim for each place behind them, and the lines of the calculator that they cite.

    Where they answer nothing the rules' draft stands; where the rules lead, their figures, whatever is written.
    """
    told = list(statements(reply))
    numbers = dict.fromkeys(number for _, named in told for number in named)
    lines = tuple(line for number in numbers if (line := sources.line(number)))
    leads = by_rules.outcome is not None and (road.settled or road.query.intent is Intent.BRIEF)
    base = beside(by_rules, lines) if leads else _around(road, lines)
    claims, written = list(base.claims), []
    for text, named in told:
        cites = [place for number in named for place in _cited(number, text, sources, claims)]
        written.append(Written(text, tuple(dict.fromkeys(cites))))
    if not leads and not (reply.answerable and (claims or lines)):
        return _noted(by_rules, UNANSWERED)
    otherwise = None if leads else by_rules
    return replace(base, claims=tuple(claims), written=tuple(written), otherwise=otherwise)


def _around(road: "Road", lines: tuple[Figure, ...]) -> Draft:
    """What sentences that cite these lines are put around: no figure besides, and no word but what is to be known of
    those that a plan's questions gave."""
    known = road.outcome if road.outcome and set(lines) & set(road.outcome.figures) else Outcome(road.query)
    told = Outcome(known.query, lines, known.verdict, notes=known.notes)
    base = replace(computed(told) or Draft(Status.WRITTEN), status=Status.WRITTEN)
    return replace(base, value=None, unit=None) if road.query.intent is Intent.TEXT else base


def _open(draft: Draft, reply: AnswerReply) -> Draft:
    """With what the writer says is missing, where its sentences stand."""
    told = left_open(reply.missing)
    if not told or not draft.written:
        return draft
    return _noted(replace(draft, missing=(*draft.missing, told)), told)


def _cited(number: int, text: str, sources: Sources, claims: list[Claim]) -> list[int]:
    """The positions of the claims behind a source's number, made where there are none; nothing for one not given."""
    if not 1 <= number <= sources.count:
        return []
    if line := sources.line(number):
        return [place for place, claim in enumerate(claims) if claim.operand in line.operands]
    place = place_of(text, sources.passages[number - 1])
    known = next((at for at, claim in enumerate(claims) if claim.anchor == place and not claim.operand), None)
    if known is None:
        claims.append(Claim(text, place))
        known = len(claims) - 1
    return [known]


def _noted(draft: Draft, *notes: str) -> Draft:
    return replace(draft, notes=(*draft.notes, *notes))


def _lines(sources: Sources) -> list[str]:
    """Each with the number under which it is cited and the id with which it is computed with."""
    told = ((at, f"k{at}: {line_told(line)}") for at, line in enumerate(sources.lines, start=1))
    return [data_block(f"calculator {len(sources.passages) + at}", text) for at, text in told]


def _check(road: "Road", sources: Sources, by_rules: Draft, *, last: bool) -> Callable[[AnswerReply], str]:
    """What a reply must have. What the checks find in its sentences goes back once, and is marked if it stays.

    last: it is not asked again, whatever it wants computed.
    """
    told: list[str] = []

    def check(reply: AnswerReply) -> str:
        if (reply.calculate and not last) or (not reply.answerable and not reply.summary.strip()):
            return ""  # it is asked again with the results; and a plain no needs no words
        if not reply.summary.strip():
            return "summary is empty"
        if told or not road.caller.may_mend() or not (wrong := _wrong(reply, sources, by_rules, road)):
            return ""
        told.extend(wrong)
        return "; ".join(wrong if road.caller.may_still(reserve=2) else [*wrong, CLOSED])

    return check


def _wrong(reply: AnswerReply, sources: Sources, by_rules: Draft, road: "Road") -> list[str]:
    """Every fault at once: each time that a reply goes back costs a whole call."""
    found = list[str]()
    for text, numbers in statements(reply):
        if reply.answerable and not numbers:
            found.append(f"this sentence names no source: {text[:SHOWN]}")
        strange = [number for number in numbers if not 1 <= number <= sources.count]
        found += [f"there is no source {number}: only 1 to {sources.count} were given" for number in strange[:1]]
    if not found:
        found = faults_of(drafted(road, by_rules, reply, sources), road.asker)
        let_go()
    return at_once([*found, *filter(None, [unstated(reply)])])
