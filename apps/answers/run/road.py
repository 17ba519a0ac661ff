"""What is known of a question so far: one object that every stage adds to."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from apps.accounts.models import User
from apps.answers.check.citations import Checked
from apps.answers.compose.draft import Draft
from apps.answers.compose.quotations import Choice
from apps.answers.compute.books import shelf
from apps.answers.compute.closest import ClosestTable
from apps.answers.compute.outcome import Outcome
from apps.answers.compute.programs.choice import Tries
from apps.answers.compute.programs.trying import tries_of
from apps.answers.compute.shares import Shares
from apps.answers.judge.judge import Judged
from apps.answers.modelled.calculations import NOTHING, Calculations
from apps.answers.modelled.caller import Caller
from apps.answers.modelled.planner import PlannedPart
from apps.answers.modelled.selection import Selection
from apps.answers.models import Answer
from apps.answers.run.settings import PipelineSettings
from apps.answers.sources.evidence import Evidence
from apps.answers.sources.market.calls import Calls
from apps.answers.sources.passages import Told
from apps.memory.models import Cell
from apps.questions.query import Intent, Query, Reading
from apps.questions.sentence import sentence
from apps.retrieval.found import Scope, SearchResult, SearchTrace

if TYPE_CHECKING:  # the loop walks on the road
    from apps.answers.loop.looping import Loop

WORDS = frozenset({Intent.TEXT, Intent.BRIEF})


def nothing_yet() -> Evidence:
    return Evidence(SearchResult((), SearchTrace("", (), 0, 0)))


@dataclass(frozen=True, slots=True)
class Remembered:
    """A verified cell that answers, the draft that tells it, and the outcome behind it where the calculator agrees."""

    cell: Cell
    draft: Draft
    outcome: Outcome | None


@dataclass(slots=True)
class Road:
    """answer, asker, scope, settings stand from the start; each stage fills in its own part and reads the others'.

    own: what the rules compute of the question as it was asked. outcome: the same or, where that is nothing, what they
    compute of a plan's questions: evidence for whoever writes, and no answer by itself.
    """

    answer: Answer
    asker: User
    scope: Scope
    settings: PipelineSettings
    caller: Caller
    reading: Reading
    parts: tuple[PlannedPart, ...] = ()
    refused: Calculations = NOTHING  # programs of the plan that came to nothing, with their reasons
    evidence: Evidence = field(default_factory=nothing_yet)
    own: Outcome | None = None
    outcome: Outcome | None = None
    told: tuple[Told, ...] = ()
    verdicts: tuple[Judged, ...] = ()
    choice: Choice = field(default_factory=Choice)
    tables: tuple[ClosestTable, ...] = ()  # where nothing answers a question for figures
    selection: Selection | None = None
    remembered: Remembered | None = None
    near: tuple[Cell, ...] = ()  # of the memory bank: they are like what is asked, and only offered
    loop: "Loop | None" = None
    draft: Draft | None = None
    checked: Checked | None = None
    calls: Calls = field(default_factory=Calls.configured)
    walked: tuple[Query, Evidence, Tries | None] | None = None  # as `tries` keeps them

    @property
    def providers(self) -> tuple[Shares, ...]:
        """Of what no statement states, for the asker and within the budget of this answer."""
        return (Shares(self.asker, self.calls),)

    @property
    def found(self) -> Checked:
        """What came of the road. Raises ValueError before its end."""
        if self.checked is None:
            raise ValueError("the road was not walked to its end")
        return self.checked

    @property
    def settled(self) -> bool:
        """Whether the rules answer: they computed all that was asked for, and words were not."""
        return bool(self.own and self.own.whole) and self.query.intent not in WORDS

    @property
    def tries(self) -> Tries | None:
        """Every program over the tables found, walked once for a query."""
        if self.walked is None or self.walked[0] is not self.query or self.walked[1] is not self.evidence:
            tries = tries_of(self.query, self.evidence, shelf(self.asker, self.scope))
            self.walked = (self.query, self.evidence, tries)
        return self.walked[2]

    @property
    def query(self) -> Query:
        return self.reading.query

    @property
    def words(self) -> str:
        """What is asked, as it was and as a plan says it: by these, what a model is shown is chosen."""
        return "\n".join(dict.fromkeys([self.reading.question, *(part.reading.question for part in self.parts)]))

    def seen_reading(self) -> dict[str, Any]:
        """What was understood, for the stage's row."""
        return {
            "intent": self.query.intent,
            "read_as": sentence(self.query),
            "unread": [token.text for token in self.query.unread],
            "alternatives": len(self.reading.alternatives) - 1,
            "carried": list(self.reading.carried),
            "unclear": self.reading.unclear,
        }
