"""The order in which groups are learned from: the same for the same seed, those of like length together."""

import random
from collections.abc import Sequence

from apps.learning.groups import Group
from apps.learning.training.settings import TrainingSettings


def steps(groups: Sequence[Group], *, questions: int, window: int, seed: int) -> list[tuple[int, ...]]:
    """The numbers of the groups of each step of an epoch: every group once."""
    rng = random.Random(seed)  # noqa: S311 - an order, not a secret
    order = list(range(len(groups)))
    rng.shuffle(order)
    found: list[tuple[int, ...]] = []
    for start in range(0, len(order), window):
        near = sorted(order[start : start + window], key=lambda at: _length(groups[at]))
        cut = [tuple(near[first : first + questions]) for first in range(0, len(near), questions)]
        rng.shuffle(cut)
        found += cut
    return found


def plan(groups: Sequence[Group], settings: TrainingSettings) -> list[tuple[int, ...]]:
    """The steps of a whole run. Raises ValueError where it would have no end, or nothing to learn from."""
    if not groups or not (settings.epochs or settings.steps):
        raise ValueError("a training needs groups, and a number of epochs or of steps")
    found: list[tuple[int, ...]] = []
    epoch = 0
    while epoch < settings.epochs or (not settings.epochs and len(found) < settings.steps):
        found += steps(groups, questions=settings.questions, window=settings.window, seed=settings.seed + epoch)
        epoch += 1
    return found[: settings.steps or None]


def _length(group: Group) -> int:
    return max(map(len, group.texts), default=0)
