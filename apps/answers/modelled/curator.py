"""The curation loop by a model (H3, M5): which passages help, do they answer, what is still to be asked."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pydantic import Field

from apps.answers.modelled.calculations import MOST, NOTHING, Wanted, carried_out, line_told
from apps.answers.modelled.caller import WRITING, Exact
from apps.answers.modelled.context import fitting, shown
from apps.answers.modelled.planner import foreign, replanned
from apps.answers.modelled.selection import Selection
from apps.answers.models import StageName
from apps.answers.run.reading import chosen, honoring
from apps.answers.sources.evidence import Evidence, Passage, gather, merged
from apps.answers.tools.desk import Desk, ToolError
from apps.inference.language import Role, data_block
from apps.questions.sentence import sentence
from apps.retrieval.found import Scope
from apps.retrieval.reading import read_for

if TYPE_CHECKING:  # the road holds what is selected here
    from apps.answers.run.road import Road


class Curated(Exact):
    """What the model is asked for. relevant: numbers of passages as shown to it. company, years: filters (M4)."""

    relevant: list[int] = Field(max_length=20)
    answerable: bool
    missing: str = Field(max_length=400)
    question: str = Field(max_length=400)
    company: str = Field(default="", max_length=120)
    years: list[int] = Field(default=[], max_length=8)


class CurationReply(Curated):
    """calculate: what the answer needs computed over cells of the tables that were shown."""

    calculate: list[Wanted] = Field(default=[], max_length=MOST)


class ShortCurationReply(Curated):
    """Asked for where replies must be short."""

    @property
    def calculate(self) -> list[Wanted]:
        return []

    relevant: list[int] = Field(max_length=5)
    missing: str = Field(max_length=120)
    question: str = Field(max_length=120)


def select(road: "Road") -> dict[str, Any]:
    """A model's selection of passages, where one is asked; the rules' choice stands beside it."""
    suffices = bool(road.own and road.own.whole)
    evidence = road.evidence
    if evidence.strangers or not evidence.passages or not road.caller.may(Role.CURATOR, rules_suffice=suffices):
        return {}
    road.selection = Loop(road).run(road.reading.question, evidence)
    if road.selection is None:
        return {}
    road.evidence = road.selection.evidence
    return {"selection": road.selection.seen()}


class Loop:
    """At most `curation_rounds` rounds, and calls enough to write; after the last one what it chose and what it found
    last are kept."""

    def __init__(self, road: "Road") -> None:
        self.road, self.settings, self.caller = road, road.settings, road.caller
        self.rounds: list[dict[str, object]] = []
        self._most = self.settings.curator_characters
        self._replanned = False
        self._desk = Desk(road.asker, road.scope)
        self._done = NOTHING
        self._further: list[str] = []  # complementary questions

    def run(self, question: str, evidence: Evidence) -> Selection | None:
        settings = self.settings
        shown_now = self._fitting(question, evidence.passages)
        chosen: tuple[Passage, ...] = ()
        asked = {question.lower()}
        for _ in range(settings.curation_rounds):
            reply = self._ask(question, shown_now, evidence)
            if reply is None:
                break
            chosen = self._chosen(reply, shown_now)
            self._done += carried_out(self._desk, reply.calculate)
            wanted = " ".join(reply.question.split())
            if not chosen and not reply.answerable and not self._replanned and self.caller.may_still(reserve=WRITING):
                evidence, anew = self._again(reply, question, evidence, shown_now)
                if anew:
                    shown_now = anew
                    if self.caller.may_still(reserve=WRITING):
                        continue
                    break  # whoever writes chooses among them
            if (
                reply.answerable
                or not wanted
                or wanted.lower() in asked
                or foreign(wanted, question, sentence(self.road.query))
            ):
                return Selection(chosen, evidence, tuple(self.rounds), self._done)
            asked.add(wanted.lower())
            self._further.append(wanted)
            evidence, fresh = self._search(reply, wanted, evidence, shown_now)
            shown_now = self._fitting(question, (*chosen, *fresh))
            if not self.caller.may_still(reserve=WRITING):
                break
        kept = shown_now[: settings.relevant_most]
        return Selection(kept, evidence, tuple(self.rounds), self._done) if self.rounds else None

    def _ask(
        self, question: str, passages: Sequence[Passage], evidence: Evidence
    ) -> CurationReply | ShortCurationReply | None:
        if not self.caller.may(Role.CURATOR):
            return None
        words = "\n".join([self.road.words, *self._further])
        least = self.settings.curator_least
        told = shown(passages, evidence.filings, self._most, self._desk, words, least)
        refused = (self.road.refused + self._done).blocks()
        figures = self.road.outcome.figures if self.road.outcome else ()
        computed = [data_block("computed by the program", "\n".join(map(line_told, figures)))] if figures else []
        material = "\n\n".join([data_block("question", question), *computed, *refused, told])
        return self.caller.ask(StageName.CURATE, Role.CURATOR, self._shape, "curate", material)

    @property
    def _shape(self) -> type[CurationReply] | type[ShortCurationReply]:
        return ShortCurationReply if self.caller.narrow(Role.CURATOR) else CurationReply

    def _fitting(self, question: str, passages: Sequence[Passage]) -> tuple[Passage, ...]:
        """What the model can see of them at once, and no more than it is to see."""
        settings = self.settings
        room = self.caller.room(Role.CURATOR, self._shape, "curate") - len(data_block("question", question))
        kept, self._most = fitting(passages[: settings.curator_passages], settings.curator_characters, room)
        return kept

    def _chosen(self, reply: Curated, passages: Sequence[Passage]) -> tuple[Passage, ...]:
        """Numbers of passages that were not shown mean nothing."""
        numbers = [number for number in dict.fromkeys(reply.relevant) if 1 <= number <= len(passages)]
        most = self.settings.relevant_most
        self.rounds.append(
            {
                "shown": len(passages),
                "relevant": numbers[:most],
                "answerable": reply.answerable,
                "missing": reply.missing,
            }
        )
        return tuple(passages[number - 1] for number in numbers[:most])

    def _again(
        self, reply: Curated, question: str, evidence: Evidence, before: Sequence[Passage]
    ) -> tuple[Evidence, tuple[Passage, ...]]:
        """What a new plan finds where nothing that was shown is of use (M5); no passages where there is none."""
        self._replanned, road = True, self.road
        parts = replanned(road, reply.missing)
        found = [gather(part.reading, road.asker, road.scope, self.settings.search) for part in parts]
        known = {passage.found.chunk_id for passage in before}
        fresh = [one for one in merged(found).passages if one.found.chunk_id not in known] if found else []
        self.rounds[-1] |= {"replanned": [part.reading.question for part in parts], "found": len(fresh)}
        return merged([evidence, *found]), self._fitting(question, fresh) if fresh else ()

    def _search(
        self, reply: Curated, wanted: str, evidence: Evidence, before: Sequence[Passage]
    ) -> tuple[Evidence, tuple[Passage, ...]]:
        """What the complementary question finds besides; the search sees only what the asker may see."""
        road = self.road
        scope = self._scope(reply)
        reading = read_for(road.asker, scope, wanted)
        narrowed = scope != road.scope  # by what the model names, which the search has to follow
        reading = reading if narrowed else honoring(reading, chosen(road.reading))
        found = gather(reading, road.asker, scope, self.settings.search)
        known = {passage.found.chunk_id for passage in before}
        fresh = tuple(passage for passage in found.passages if passage.found.chunk_id not in known)
        self.rounds[-1] |= {"question": wanted, "found": len(fresh)}
        return merged([evidence, found]), fresh

    def _scope(self, reply: Curated) -> Scope:
        """The asker's, narrowed as far as the filters name what lies in it."""
        scope = self.road.scope
        try:
            filers = Desk(self.road.asker, scope).filers(reply.company) if reply.company.strip() else ()
        except ToolError:
            filers = ()
        companies = tuple(one.uid for one in filers) or scope.companies
        years = tuple(year for year in reply.years if not scope.years or year in scope.years) or scope.years
        return replace(scope, companies=companies, years=years)
