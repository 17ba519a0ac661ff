"""The way to an answer, step by step: each step fails by its own rule and by no other."""

import pytest

from apps.answers.check.derivation import derivation
from apps.answers.check.findings import Finding, Found, Grounded
from apps.answers.check.measures import measure
from apps.answers.check.sources import Sentence
from apps.answers.check.trust import Case, Readings, Thresholds


def case(*findings: Finding, resolved: int = 1, **more: object) -> Case:
    found = tuple(Found(one, "", "") for one in findings)
    checked = (Grounded(Sentence("It grew.", (1,)), (), found),)
    measures = measure(checked, in_form=True, resolved=resolved, cited=1)
    return Case(measures, checked, Thresholds(), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "left"),
    [
        (case(), []),
        (case(Finding.FILER), ["entity"]),
        (case(Finding.UNCITED), ["source"]),
        (case(resolved=0), ["source"]),
        (case(Finding.PERIOD), ["period"]),
        (case(readings=Readings(unread=("burden",))), ["definition"]),
        (case(Finding.SIGN), ["formula"]),
        (case(rejected=1), ["formula"]),
        (case(Finding.FIGURE, missing=("Half.",)), ["result"]),
        (case(Finding.NAME, Finding.PERIOD), ["entity", "period"]),
    ],
)
def test_a_step_fails_by_its_own_rule(given: Case, left: list[str]) -> None:
    assert derivation(given) == {"score": 6 - len(left), "of": 6, "open": left}
