"""What a judge says of a candidate."""

from dataclasses import dataclass

from apps.answers.sources.candidate import Candidate

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
