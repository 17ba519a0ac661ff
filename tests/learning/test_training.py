"""The order of a run, which needs no torch."""

from apps.learning.groups import Group
from apps.learning.training.batches import steps
from apps.learning.training.settings import TrainingSettings


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
