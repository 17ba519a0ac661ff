"""The order of a run, which needs no torch; and the parts of its loss, which do."""

from math import log2
from pathlib import Path
from typing import Any

import pytest

from apps.learning.groups import Group
from apps.learning.training.batches import steps
from apps.learning.training.settings import LAMBDA, LOSSES, TrainingSettings
from tests.inference.tiny import needs, tiny_cross_encoder


def some(count: int) -> list[Group]:
    return [Group(f"q{at}", ("word " * (at % 7 + 1),), (3,), "x") for at in range(count)]


def test_every_group_is_learned_from_once_and_those_of_like_length_together() -> None:
    groups = some(50)
    plan = steps(groups, questions=4, window=24, seed=1)
    assert sorted(at for step in plan for at in step) == list(range(50))
    spread = [len({len(groups[at].texts[0]) for at in step}) for step in plan]
    assert max(spread) <= 3


def test_the_seed_decides_the_order() -> None:
    groups = some(30)
    assert steps(groups, questions=4, window=10, seed=1) == steps(groups, questions=4, window=10, seed=1)
    assert steps(groups, questions=4, window=10, seed=1) != steps(groups, questions=4, window=10, seed=2)


def test_settings_have_a_digest_of_all_they_say() -> None:
    assert TrainingSettings("base").digest() == TrainingSettings("base").digest()
    assert TrainingSettings("base").digest() != TrainingSettings("base", rate=5e-5).digest()


def lost(
    grades: tuple[int, ...], logits: list[float], monkeypatch: pytest.MonkeyPatch, **told: Any
) -> tuple[float, Any]:
    """The loss of one group with these scores, and the slope of each."""
    import torch

    from apps.learning.training import cross_encoder

    given = torch.tensor(logits, requires_grad=True)
    monkeypatch.setattr(cross_encoder, "scores", lambda run, pairs: given)
    run = cross_encoder.Run(TrainingSettings("", **told), None, None, None)
    loss = cross_encoder.loss_of(run, [Group("q", tuple(map(str, range(len(grades)))), grades, "x")])
    loss.backward()
    return float(loss.detach()), given.grad


@needs("torch", "sentence_transformers")
def test_lambda_loss_goes_by_the_order_of_all_grades(monkeypatch: pytest.MonkeyPatch) -> None:
    only = {"positive": 0.0, "loss": LAMBDA}
    alike, _ = lost((3, 2, 0), [2.0, 1.0, -1.0], monkeypatch, **only)
    swapped, slope = lost((3, 2, 0), [2.0, -1.0, 1.0], monkeypatch, **only)
    by_answer = [lost((3, 2, 0), scores, monkeypatch)[0] for scores in ([2.0, 1.0, -1.0], [2.0, -1.0, 1.0])]
    assert by_answer[0] == pytest.approx(by_answer[1]), "today's loss does not tell support from what is off the topic"
    assert swapped > alike and slope[1] < slope[2]


@needs("torch", "sentence_transformers")
def test_lambda_loss_is_that_of_the_paper(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one pair: weight 10 x NDCG-Loss2 + LambdaRank, times the logarithm of the odds."""
    binary, _ = lost((3, 0), [1.0, 0.0], monkeypatch, listwise=0.0)
    found, _ = lost((3, 0), [1.0, 0.0], monkeypatch, loss=LAMBDA)
    first, second = log2(2), log2(3)
    weight = 11 * (1 / first - 1 / second)  # the gain of the one answer is 1
    assert found - binary == pytest.approx(weight * log2(1 + 2.718281828**-1), rel=1e-4)


@needs("torch", "sentence_transformers")
def test_a_question_whose_texts_have_one_grade_alone_adds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    plain, _ = lost((0, 0), [1.0, 0.0], monkeypatch, listwise=0.0)
    assert lost((0, 0), [1.0, 0.0], monkeypatch, loss=LAMBDA)[0] == pytest.approx(plain)


@needs("torch", "sentence_transformers")
@pytest.mark.parametrize("loss", LOSSES)
def test_a_run_learns_by_either_loss(loss: str, tmp_path: Path) -> None:
    from apps.learning.training.cross_encoder import train

    groups = [Group("Why did sales fall?", ("a strike", "the port", "rain"), (3, 2, 0), "x")] * 4
    told = TrainingSettings(tiny_cross_encoder(tmp_path / "base"), epochs=0, steps=50, rate=1e-3, loss=loss)
    run = train(groups, told, tmp_path / "out", resume=False, tell=lambda line: None)
    assert run.losses[1][1] < run.losses[0][1]


@needs("torch", "transformers")
def test_on_a_cpu_alone_attention_runs_as_plain_products_while_learning(tmp_path: Path) -> None:
    import torch

    from apps.learning.training.cross_encoder import start

    run = start(TrainingSettings(tiny_cross_encoder(tmp_path / "base"), epochs=0, steps=25))
    assert (run.network.config._attn_implementation == "eager") is not torch.cuda.is_available()
