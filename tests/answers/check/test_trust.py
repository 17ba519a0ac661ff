"""Measures, and the table of rules that turns them into a degree of trust."""

from dataclasses import replace
from decimal import Decimal

import pytest

from apps.answers.check.grounded import ground
from apps.answers.check.measures import Measures, measure
from apps.answers.check.report import report
from apps.answers.check.sources import Printed, Sentence, Source, ready
from apps.answers.check.trust import RULES, Case, Thresholds, judge
from apps.answers.models import Trust

SOURCE = Source(1, "Net sales 1,577", "2023", (Printed(Decimal(1577), Decimal(1577) * 10**6, "USD", (2023,), 12),))
PERFECT = Measures(1, 1, 1, 1, 1, 1, 4, 2)


def case_of(text: str, labels: tuple[int, ...] = (1,), *, in_form: bool = True) -> Case:
    checked = (ground(Sentence(text, labels), [ready(SOURCE)] if labels else [], {}),)
    return Case(measure(checked, in_form=in_form, resolved=1, cited=1), checked, Thresholds())


@pytest.mark.parametrize(
    ("text", "trust"),
    [
        ("Net sales were $1,577 million in 2023.", Trust.HIGH),
        ("Net sales were $1.6 billion in 2023.", Trust.MEDIUM),
        ("Net sales were $1,999 million in 2023.", Trust.CRITICAL),
        ("Net sales were $1,577 million in 2021.", Trust.CRITICAL),
        ("Whales sing of net sales beneath distant northern icebergs.", Trust.REVIEW),
    ],
)
def test_the_trust_in_a_sentence(text: str, trust: Trust) -> None:
    assert judge(case_of(text))[0] is trust


def test_the_measures_are_those_of_the_paper() -> None:
    measures = case_of("Net sales were $1,577 million, not $1,999 million.", in_form=False).measures

    assert (measures.grounded, measures.critical, measures.numerical) == (0.75, 0.5, 0.5)
    assert measures.composite == pytest.approx(0.5 * 0.75 + 0.25 * 0 + 0.25 * 0.5)


@pytest.mark.parametrize(
    ("case", "trust"),
    [
        (Case(replace(PERFECT, resolution=0.5), (), Thresholds()), Trust.CRITICAL),
        (Case(replace(PERFECT, in_form=0), (), Thresholds()), Trust.REVIEW),
        (Case(replace(PERFECT, grounded=0.4), (), Thresholds()), Trust.REVIEW),
        (Case(replace(PERFECT, grounded=0.7), (), Thresholds()), Trust.LOW),
        (Case(replace(PERFECT, grounded=0.9), (), Thresholds()), Trust.HIGH),
        (Case(PERFECT, (), Thresholds(), contradicted=("They disagree.",)), Trust.REVIEW),
        (Case(PERFECT, (), Thresholds(), restated=("It is restated.",)), Trust.MEDIUM),
        (Case(PERFECT, (), Thresholds(), rejected=1), Trust.MEDIUM),
        (Case(PERFECT, (), Thresholds(), closest=True), Trust.LOW),
        (Case(PERFECT, (), Thresholds(), unsure=True), Trust.REVIEW),
        (Case(PERFECT, (), Thresholds()), Trust.HIGH),
    ],
)
def test_each_rule(case: Case, trust: Trust) -> None:
    assert judge(case)[0] is trust


def test_an_uncited_sentence_must_be_reviewed_and_says_so() -> None:
    case = case_of("Nobody knows.", ())
    told = report(case, states=True)

    assert told["trust"] == Trust.REVIEW
    assert not told["sentences"][0]["supported"] and told["reasons"][0]["rule"] == "sentence without a source"


def test_the_worst_reasons_come_first() -> None:
    order = [list(Trust).index(rule.trust) for rule in RULES]
    assert order == sorted(order, reverse=True)
