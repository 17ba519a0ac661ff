"""What stands beside each other at the top: no text twice, many sections, every filing that the question needs."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Scored(Generic[Item]):
    item: Item
    score: float


def without_repeats(
    scored: Sequence[Scored[Item]], text: Callable[[Item], str]
) -> tuple[list[Scored[Item]], dict[str, int]]:
    """The first of each text, in order, and how many more there were of each text that came again."""
    kept: dict[str, Scored[Item]] = {}
    repeats: dict[str, int] = defaultdict(int)
    for entry in scored:
        key = text(entry.item)
        if key in kept:
            repeats[key] += 1
        kept.setdefault(key, entry)
    return list(kept.values()), dict(repeats)


def spread(scored: Sequence[Scored[Item]], group: Callable[[Item], Hashable], decay: float) -> list[Scored[Item]]:
    """Each further item of a group counts `decay` times less than the one before; best first again."""
    seen: dict[Hashable, int] = defaultdict(int)
    weighed = []
    for entry in sorted(scored, key=lambda entry: -entry.score):
        place = group(entry.item)
        weighed.append(Scored(entry.item, entry.score * decay ** seen[place]))
        seen[place] += 1
    return sorted(weighed, key=lambda entry: -entry.score)


def in_turn(scored: Sequence[Scored[Item]], group: Callable[[Item], Hashable], groups: int) -> list[Scored[Item]]:
    """The best of each group, then the second best of each, as far as `groups` times the rounds go; then as they come.

    For questions that compare: no company may take all places at the top.
    """
    queues: dict[Hashable, list[Scored[Item]]] = defaultdict(list)
    for entry in scored:
        queues[group(entry.item)].append(entry)
    if len(queues) < groups or groups < 2:
        return list(scored)
    longest = max(map(len, queues.values()))
    return [queue[place] for place in range(longest) for queue in queues.values() if place < len(queue)]
