"""The outcome of the checks as it is kept: the shape of `Answer.result["validation"]` (A8, A9)."""

from collections.abc import Iterable
from typing import TypedDict

from apps.answers.check.figures import Match
from apps.answers.check.findings import Grounded
from apps.answers.check.trust import Case, judge


class ShownReason(TypedDict):
    rule: str
    trust: str
    text: str


class ShownMark(TypedDict):
    """What is wrong at which words of a sentence; `at` is empty when it concerns the whole sentence."""

    finding: str
    at: str
    why: str


class ShownSentence(TypedDict):
    """citations: labels, 0 for the calculator. rounded: figures whose source prints more digits."""

    text: str
    citations: list[int]
    supported: bool
    rounded: list[str]
    marks: list[ShownMark]


class ShownMeasures(TypedDict):
    """G, critical_G, N, J, S_comp, coverage and resolution from 0 to 1; counts of tokens."""

    G: float
    critical_G: float
    N: float
    J: float
    S_comp: float
    coverage: float
    resolution: float
    tokens: int
    critical_tokens: int


class Validation(TypedDict):
    """trust: how far the answer is borne out, null when it states nothing ("Not found")."""

    trust: str | None
    reasons: list[ShownReason]
    measures: ShownMeasures
    sentences: list[ShownSentence]


def report(case: Case, *, states: bool) -> Validation:
    """The verdict on `case`; states: whether the answer states anything that can be trusted or not."""
    trust, reasons = judge(case)
    return Validation(
        trust=trust if states else None,
        reasons=[ShownReason(rule=one.rule, trust=one.trust, text=one.text) for one in reasons if states],
        measures=_measures(case),
        sentences=_sentences(case.checked),
    )


def _measures(case: Case) -> ShownMeasures:
    measures = case.measures
    return ShownMeasures(
        G=round(measures.grounded, 4),
        critical_G=round(measures.critical, 4),
        N=round(measures.numerical, 4),
        J=measures.in_form,
        S_comp=round(measures.composite, 4),
        coverage=round(measures.coverage, 4),
        resolution=round(measures.resolution, 4),
        tokens=measures.tokens,
        critical_tokens=measures.critical_tokens,
    )


def _sentences(checked: Iterable[Grounded]) -> list[ShownSentence]:
    return [
        ShownSentence(
            text=one.sentence.text,
            citations=list(one.sentence.labels),
            supported=one.supported,
            rounded=[hit.token.text for hit in one.hits if hit.match is Match.ROUNDED],
            marks=[ShownMark(finding=found.finding, at=found.at, why=found.why) for found in one.found],
        )
        for one in checked
    ]
