"""Comparing models, and making scores probabilities."""

import random

import pytest

from apps.learning.calibration import Fitted, fit, reliability, threshold
from apps.learning.gate import compare
from apps.learning.groups import Group
from apps.learning.measuring import Scored, calibrated, figures, ranks


def test_what_is_better_on_nearly_every_question_passes() -> None:
    verdict = compare([0.5, 0.33, 0.5, 0.25] * 10, [1.0, 1.0, 0.5, 1.0] * 10)
    assert verdict.passes and verdict.low > 0.3
    assert verdict.told().startswith("Better than the active model: +")


def test_a_difference_of_chance_does_not_pass_and_is_told() -> None:
    verdict = compare([1.0, 0.5, 1.0, 0.5], [0.5, 1.0, 1.0, 1.0])
    assert verdict.difference > 0 and not verdict.passes
    assert verdict.told().startswith("Not shown to be better") and f"lacks {-verdict.low:.3f}" in verdict.told()


def test_the_same_questions_are_compared() -> None:
    with pytest.raises(ValueError, match="the same questions"):
        compare([1.0], [1.0, 0.5])
    with pytest.raises(ValueError, match="the same questions"):
        compare([], [])


def drawn(count: int) -> tuple[list[float], list[bool]]:
    """Logits that are twice as sure as they may be."""
    rng = random.Random(5)
    logits = [rng.gauss(0, 2) for _ in range(count)]
    return logits, [rng.random() < 1 / (1 + 2.718281828 ** (-logit / 2)) for logit in logits]


def test_an_oversure_model_is_made_less_sure() -> None:
    fitted = fit(*drawn(4000))
    assert fitted.slope == pytest.approx(0.5, abs=0.08) and fitted.shift == pytest.approx(0, abs=0.15)


def test_scores_far_apart_do_not_run_away() -> None:
    fitted = fit([-9.0, -9.0, -8.0, 7.0, 8.0, 9.0], [False, False, True, False, True, True])
    assert 0 < fitted.slope < 2


def test_a_calibration_needs_both_kinds() -> None:
    with pytest.raises(ValueError, match="that do not"):
        fit([1.0, 2.0], [True, True])


def test_the_threshold_is_the_lowest_that_is_right_often_enough() -> None:
    found = threshold([0.9, 0.8, 0.7, 0.6, 0.5], [True, True, False, True, False], precision=0.75)
    assert (found.accept, found.precision, found.recall) == (0.6, 0.75, 1.0)


def test_where_nothing_is_right_often_enough_nothing_is_accepted() -> None:
    assert threshold([0.9, 0.8], [False, True], precision=0.9).accept == 1.0


def test_a_reliability_diagram_counts_what_fell_into_each_tenth() -> None:
    low, high = reliability([0.05, 0.05, 1.0], [False, True, True])
    assert (low.said, low.true, low.count) == (0.05, 0.5, 2)
    assert (high.said, high.true, high.count) == (1.0, 1.0, 1)


def test_ranks_are_of_the_best_answer_and_ties_count_against_it() -> None:
    group = Group("Why?", ("a", "b", "c"), (0, 3, 0), "x")
    none = Group("Why?", ("a",), (0,), "x")
    told = [Scored(group, (0.9, 0.5, 0.1)), Scored(group, (0.5, 0.5, 0.1)), Scored(none, (0.9,))]
    assert ranks(told) == [0.5, 0.5]


def test_figures_tell_rank_threshold_and_reliability() -> None:
    group = Group("Why?", ("a", "b"), (3, 0), "x")
    told = [Scored(group, (0.9, 0.2)), Scored(group, (0.8, 0.1)), Scored(group, (0.3, 0.6))]
    found = figures(told, calibrated(told))
    assert found["mrr"]["mean"] == pytest.approx((1 + 1 + 0.5) / 3)
    assert found["judge"]["precision"] == 1.0 and found["judge"]["recall"] == pytest.approx(2 / 3)
    assert sum(one["count"] for one in found["reliability"]) == 6
    assert figures(told, Fitted(1.0, 0.0))["questions"] == 3
