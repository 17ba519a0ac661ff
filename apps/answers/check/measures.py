"""The measures of an answer (A8): G, critical G, N, J, S_comp, coverage and resolution of citations."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from apps.answers.check.figures import Match
from apps.answers.check.findings import Finding, Grounded
from apps.answers.sources.tokens import Kind

WRONG = frozenset({Finding.PERIOD, Finding.SIGN, Finding.LINE})
WEIGHTS = (0.50, 0.25, 0.25)  # of G, J and N: paper 002, equation (1)


@dataclass(frozen=True, slots=True)
class Measures:
    """Shares from 0 to 1; 1 where there is nothing to count.

    grounded (G): of tokens that a cited source holds. critical: the same of numbers, dates, years, quarters and codes.
    numerical (N): of numbers that stand there in their unit and scale, for the period and in the sign that is said.
    in_form (J): 1 when the reply had the form asked for, after repairs; 0 else. What no model wrote is always in form.
    coverage: of sentences that name a source. resolution: of citations whose place was found in the store.
    """

    grounded: float
    critical: float
    numerical: float
    in_form: float
    coverage: float
    resolution: float
    tokens: int
    critical_tokens: int

    @property
    def composite(self) -> float:
        """S_comp = 0.50 G + 0.25 J + 0.25 N."""
        of_g, of_j, of_n = WEIGHTS
        return of_g * self.grounded + of_j * self.in_form + of_n * self.numerical


def measure(checked: Sequence[Grounded], *, in_form: bool, resolved: int, cited: int) -> Measures:
    """Measures over all sentences of an answer; `resolved` of its `cited` citations were found in the store."""
    hits = list(chain.from_iterable(one.hits for one in checked))
    critical = [hit for hit in hits if hit.token.critical]
    numbers = [
        (hit.match is not Match.ABSENT) and hit.token.text not in wrong
        for one in checked
        if (wrong := {found.at for found in one.found if found.finding in WRONG}) is not None
        for hit in one.hits
        if hit.token.kind is Kind.NUMBER
    ]
    return Measures(
        grounded=_share(hit.match is not Match.ABSENT for hit in hits),
        critical=_share(hit.match is not Match.ABSENT for hit in critical),
        numerical=_share(numbers),
        in_form=float(in_form),
        coverage=_share(bool(one.sentence.labels) for one in checked),
        resolution=resolved / cited if cited else 1.0,
        tokens=len(hits),
        critical_tokens=len(critical),
    )


def _share(outcomes: Iterable[bool]) -> float:
    counted = list(outcomes)
    return sum(counted) / len(counted) if counted else 1.0
