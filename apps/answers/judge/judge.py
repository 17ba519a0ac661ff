"""The protocol of judges, and what each says of a candidate."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from apps.answers.sources.candidate import Candidate
from apps.answers.sources.passages import Told
from apps.questions.query import Query

RULES = "rules"  # the name of the judge that no model stands behind


@dataclass(frozen=True, slots=True)
class Judged:
    """answers: the probability that the candidate answers the query; None where nobody could tell.

    refused: why it cannot answer, one sentence; "" where nothing speaks against it. by: the judge that spoke last.
    """

    candidate: Candidate
    answers: float | None = None
    refused: str = ""
    by: str = RULES

    def accepted(self, threshold: float) -> bool:
        return not self.refused and self.answers is not None and self.answers >= threshold


class Judge(Protocol):
    """Judges sentences for one query. Never raises for what a candidate says."""

    @property
    def name(self) -> str: ...

    def judge(self, question: str, query: Query, told: Sequence[Told]) -> list[Judged]:
        """One verdict for each, in their order."""
        ...


@dataclass(frozen=True, slots=True)
class Panel:
    """Several judges one after the other: what one refuses the next does not see."""

    judges: tuple[Judge, ...]
    name: str = "panel"

    def judge(self, question: str, query: Query, told: Sequence[Told]) -> list[Judged]:
        return self._said(self.judges, question, query, told)

    @property
    def trained(self) -> Judge | None:
        """The judge that a model stands behind, where there is one."""
        return next((one for one in self.judges if one.name != RULES), None)

    def by_rules(self, question: str, query: Query, told: Sequence[Told]) -> list[Judged]:
        """What the judges say that no model stands behind."""
        return self._said([one for one in self.judges if one.name == RULES], question, query, told)

    def _said(self, judges: Sequence[Judge], question: str, query: Query, told: Sequence[Told]) -> list[Judged]:
        verdicts = [Judged(one.candidate) for one in told]
        for judge in judges:
            open_ = [at for at, verdict in enumerate(verdicts) if not verdict.refused]
            said = judge.judge(question, query, [told[at] for at in open_])
            for at, verdict in zip(open_, said, strict=True):
                verdicts[at] = _after(verdicts[at], verdict)
        return verdicts


def _after(before: Judged, now: Judged) -> Judged:
    """What a later judge says counts; what it leaves open stays as it was."""
    return now if now.refused or now.answers is not None else before
