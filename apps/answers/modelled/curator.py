"""The curation loop by a model (H3, M5): which passages help, do they answer, what is still to be asked."""

from collections.abc import Sequence
from dataclasses import replace

from pydantic import Field

from apps.accounts.models import User
from apps.answers.curate import Curated, Selection, strangers_in
from apps.answers.figures.lines import Calculation
from apps.answers.gather import Evidence, Passage, gather
from apps.answers.intent import Intent
from apps.answers.modelled.caller import Caller, Exact
from apps.answers.modelled.context import fitting, shown
from apps.answers.modelled.planner import foreign
from apps.answers.models import StageName
from apps.answers.planning import Plan
from apps.answers.subquestions import merged
from apps.inference.language import Role, data_block


class CurationReply(Exact):
    """What the model is asked for. relevant: numbers of passages as shown to it."""

    relevant: list[int] = Field(max_length=20)
    answerable: bool
    missing: str = Field(max_length=400)
    question: str = Field(max_length=400)


class ShortCurationReply(CurationReply):
    """Asked for where replies must be short."""

    relevant: list[int] = Field(max_length=5)
    missing: str = Field(max_length=120)
    question: str = Field(max_length=120)


def select(
    curated: Curated, intent: Intent, plan: Plan, evidence: Evidence, figures: Calculation, asker: User, caller: Caller
) -> Curated:
    """The rules' choice with a model's selection of passages beside it; alone where the model is not asked or fails."""
    suffices = bool(figures.lines) or bool(curated.rows and curated.rows[0].exact and intent.wants_figure)
    if strangers_in(evidence) or not evidence.passages or not caller.may(Role.CURATOR, rules_suffice=suffices):
        return curated
    selection = Loop(plan, asker, caller).run(intent.question, evidence)
    return replace(curated, selection=selection) if selection else curated


class Loop:
    """At most `curation_rounds` rounds; after the last one what it chose and what it found last are kept."""

    def __init__(self, plan: Plan, asker: User, caller: Caller) -> None:
        self.plan, self.asker, self.caller = plan, asker, caller
        self.rounds: list[dict[str, object]] = []
        self._most = plan.settings.curator_characters

    def run(self, question: str, evidence: Evidence) -> Selection | None:
        settings = self.plan.settings
        shown_now = self._fitting(question, evidence.passages)
        chosen: tuple[Passage, ...] = ()
        asked = {question.lower()}
        for _ in range(settings.curation_rounds):
            reply = self._ask(question, shown_now, evidence)
            if reply is None:
                break
            chosen = self._chosen(reply, shown_now)
            wanted = " ".join(reply.question.split())
            if reply.answerable or not wanted or wanted.lower() in asked or foreign(wanted, question):
                return Selection(chosen, evidence, tuple(self.rounds))
            asked.add(wanted.lower())
            evidence, fresh = self._search(wanted, evidence, shown_now)
            shown_now = self._fitting(question, (*chosen, *fresh))
        kept = shown_now[: settings.relevant_most]
        return Selection(kept, evidence, tuple(self.rounds)) if self.rounds else None

    def _ask(self, question: str, passages: Sequence[Passage], evidence: Evidence) -> CurationReply | None:
        if not self.caller.may(Role.CURATOR):
            return None
        material = f"{data_block('question', question)}\n\n{shown(passages, evidence.filings, self._most)}"
        return self.caller.ask(StageName.CURATE, Role.CURATOR, self._shape, "curate", material)

    @property
    def _shape(self) -> type[CurationReply]:
        return ShortCurationReply if self.caller.narrow(Role.CURATOR) else CurationReply

    def _fitting(self, question: str, passages: Sequence[Passage]) -> tuple[Passage, ...]:
        """What the model can see of them at once, and no more than it is to see."""
        settings = self.plan.settings
        room = self.caller.room(Role.CURATOR, self._shape, "curate") - len(data_block("question", question))
        kept, self._most = fitting(passages[: settings.curator_passages], settings.curator_characters, room)
        return kept

    def _chosen(self, reply: CurationReply, passages: Sequence[Passage]) -> tuple[Passage, ...]:
        """Numbers of passages that were not shown mean nothing."""
        numbers = [number for number in dict.fromkeys(reply.relevant) if 1 <= number <= len(passages)]
        most = self.plan.settings.relevant_most
        self.rounds.append(
            {
                "shown": len(passages),
                "relevant": numbers[:most],
                "answerable": reply.answerable,
                "missing": reply.missing,
            }
        )
        return tuple(passages[number - 1] for number in numbers[:most])

    def _search(
        self, wanted: str, evidence: Evidence, before: Sequence[Passage]
    ) -> tuple[Evidence, tuple[Passage, ...]]:
        """What the complementary question finds besides; the search sees only what the asker may see."""
        found = gather(replace(self.plan, question=wanted), self.asker)
        known = {passage.found.chunk_id for passage in before}
        fresh = tuple(passage for passage in found.passages if passage.found.chunk_id not in known)
        self.rounds[-1] |= {"question": wanted, "found": len(fresh)}
        return merged([evidence, found]), fresh
