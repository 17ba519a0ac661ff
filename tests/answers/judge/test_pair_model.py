"""A trained judge: a model whose scores are made probabilities, where one is set."""

import logging
from collections.abc import Iterator
from dataclasses import replace
from math import log

import pytest
from django.test import override_settings

from apps.answers.judge import configured
from apps.answers.judge.configured import configured_judge, judges
from apps.answers.judge.judge import Judged
from apps.answers.judge.pair_model import Calibration, PairJudge, in_context
from apps.answers.judge.signs import ENOUGH, Signs, Standing, leads, logit, signs
from apps.answers.run.settings import TextSettings
from apps.inference.errors import ModelUnavailable
from apps.inference.packed_pairs import SHIPPED, Card
from tests.answers.asked import Scripted, says, told

STRIKE = says("Sales grew after the strike.")
WEATHER = says("The weather was mild.")


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    configured._configured.cache_clear()
    yield
    configured._configured.cache_clear()


def test_a_judge_gives_a_probability_for_each_in_their_order() -> None:
    judged = PairJudge(Scripted(strike=0.9, weather=0.2)).judge("Why?", told(WEATHER, STRIKE))

    assert [one.candidate for one in judged] == [WEATHER, STRIKE]
    assert [round(one.answers or 0, 6) for one in judged] == [0.2, 0.9]
    assert {one.by for one in judged} == {"scripted"}


@pytest.mark.parametrize(
    ("answers", "refused", "accepted"), [(0.8, "", True), (0.79, "", False), (None, "", False), (1.0, "No.", False)]
)
def test_the_threshold_is_reached_and_nothing_refused(answers: float | None, refused: str, accepted: bool) -> None:
    assert Judged(STRIKE, answers, refused).accepted(0.8) is accepted


def test_a_calibration_keeps_the_order_and_stays_a_probability() -> None:
    plain, steep = Calibration(), Calibration({"score": (2.0, 0.5)}, shift=-1.0)

    assert plain.probability(Signs(logit(0.7))) == pytest.approx(0.7)
    assert steep.probability(Signs(0.0)) < 0.5 < steep.probability(Signs(2.0))
    for one in (plain, steep):
        said = [one.probability(Signs(score)) for score in (-99.0, -2.0, 0.0, 0.2, 5.0, 99.0)]
        assert said == sorted(said) and said[0] > 0 and said[-1] < 1


def test_what_nobody_knows_is_as_it_usually_is() -> None:
    of = Calibration({"score": (1.0, 0.0), "passage": (0.5, -2.0), "covers": (3.0, 0.4)})
    plain = of.probability(Signs(1.0))
    assert plain == of.probability(Signs(1.0, passage=-2.0, covers=0.4))
    assert of.probability(Signs(1.0, passage=-1.0)) > plain > of.probability(Signs(1.0, covers=0.1))


def test_a_lead_over_the_others_makes_surer() -> None:
    assert leads([0.9], ["A strike."]) == [0.0] and leads([], []) == []
    assert leads([0.7, 0.7], ["A strike.", "Mild weather."]) == [0.0, 0.0]
    first, second, third = leads([0.5, 0.9, 0.2], ["A strike.", "Mild weather.", "Lower prices."])
    assert second == pytest.approx(logit(0.9)) and first == pytest.approx(-second) and third < first
    sure = Calibration({"score": (1.0, 0.0), "lead": (1.0, 0.0)})
    judged = PairJudge(Scripted(strike=0.9, weather=0.2), sure).judge("?", told(STRIKE, WEATHER))
    alone = PairJudge(Scripted(strike=0.9), sure).judge("?", told(STRIKE))
    assert judged[0].answers != alone[0].answers


def test_what_its_passage_scores_counts() -> None:
    judge = PairJudge(Scripted(strike=0.6, weather=0.5), Calibration({"score": (1.0, 0.0), "passage": (1.0, 0.0)}))
    low, high = (replace(one, passage=at) for one, at in zip(told(STRIKE, WEATHER), (0.4, 0.9), strict=True))
    first, second = judge.judge("?", [low, high])
    assert first.answers == pytest.approx(0.5) and (second.answers or 0) > 0.8


def test_the_same_said_again_is_no_rival() -> None:
    again = "Sales of lanterns grew after the strike of the foundry ended."
    first, second, other = leads([0.9, 0.88, 0.5], [again, f"{again} In 2022.", "The weather was mild."])
    assert first == pytest.approx(logit(0.9)) and second == pytest.approx(logit(0.88))
    assert other == pytest.approx(-logit(0.9))


def test_the_model_that_ships_believes_no_score_without_a_lead() -> None:
    card, accept = Card.of(SHIPPED), TextSettings().accept
    ships = Calibration(card.weights, card.shift)
    sure = logit(0.99)
    told = Signs(sure, 4.0, sure, ENOUGH, passage_lead=4.0, said=0.8, best=sure, length=4.5, asked=10)
    assert ships.probability(replace(told, lead=0.0, passage_lead=0.0)) < accept < ships.probability(told)
    assert ships.probability(replace(told, asked=30)) < ships.probability(told)
    (alone,) = signs("Why?", [0.99], ["A strike."], [Standing(0.9)])
    assert (alone.lead, alone.covers) == (0.0, ENOUGH)


def test_of_its_passage_counts_how_far_it_is_before_the_others() -> None:
    texts, standings = ["The strike ended.", "Sales.", "Rain."], [Standing(0.5, 0.9), Standing(0.5, 0.5), Standing(0.5)]
    first, second, unknown = signs("Why did the strike end?", [0.5] * 3, texts, standings)

    assert first.passage_lead == pytest.approx(logit(0.9)) == -(second.passage_lead or 0)
    assert unknown.passage_lead is None
    assert first.said > second.said == 0
    assert (first.length, first.asked) == (pytest.approx(log(4)), 5)


def test_a_quotation_alone_has_no_passage_to_be_before() -> None:
    (alone,) = signs("Why?", [0.9], ["A strike."], [Standing(0.9, 0.9)])

    assert alone.passage_lead is None
    assert alone.best == alone.score


def test_a_model_reads_of_whom_of_when_and_under_which_heading() -> None:
    under = replace(STRIKE, above=("Part II", "Results"))

    assert in_context(under) == "Quillmark Foundry. FY 2023. Results. Sales grew after the strike."
    assert in_context(replace(STRIKE, filer=None, period=None)) == "Sales grew after the strike."


def test_without_a_model_the_rules_judge_alone() -> None:
    with override_settings(JUDGE_MODEL=""):
        assert configured_judge() is None and judges() == ["rules"]


def test_a_model_that_is_set_judges_after_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(configured, "judge_model", lambda: Scripted(strike=0.5))
    with override_settings(JUDGE_MODEL="some/judge", JUDGE_SLOPE=1.0, JUDGE_SHIFT=3.0):
        judge = configured_judge()
        assert judge is configured_judge() and judges() == ["rules", "scripted"]

    assert judge
    (judged,) = judge.judge("Why?", told(STRIKE))
    assert judged.answers is not None and judged.answers > 0.9


def test_a_model_that_cannot_be_loaded_leaves_the_rules_and_is_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def gone() -> Scripted:
        raise ModelUnavailable("no such folder")

    monkeypatch.setattr(configured, "judge_model", gone)
    with override_settings(JUDGE_MODEL="nowhere"), caplog.at_level(logging.WARNING):
        assert configured_judge() is None

    assert "no such folder" in caplog.text
