"""Ratings from comparisons (Elo), and who meets whom."""

from collections.abc import Callable, Sequence

FIRST_RATING = 1500.0
STEP = 32.0  # most that one comparison moves
SCALE = 400.0
Places = tuple[int, int]


def rounds(players: int, most: int) -> list[list[Places]]:
    """At most `most` rounds in which everybody meets one other; `players` - 1 rounds are every pair once.

    The circle method: the first stays, the others move one place on. An odd one out rests.
    """
    ring = list(range(players + players % 2))
    played = []
    for _ in range(min(most, max(len(ring) - 1, 0))):
        half = len(ring) // 2
        pairs = zip(ring[:half], reversed(ring[half:]), strict=True)
        played.append([(min(pair), max(pair)) for pair in pairs if max(pair) < players])
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return played


def ratings(players: int, most: int, compare: Callable[[Sequence[Places]], Sequence[float]]) -> list[float]:
    """Of each player after `most` rounds. compare: of each pair of a round what the first of it wins, 0 to 1."""
    rated = [FIRST_RATING] * players
    for pairs in rounds(players, most):
        for (first, second), won in zip(pairs, compare(pairs), strict=True):
            move = STEP * (won - expected(rated[first], rated[second]))
            rated[first] += move
            rated[second] -= move
    return rated


def expected(first: float, second: float) -> float:
    """What a player of the rating `first` should win against one of `second`."""
    return float(1 / (1 + 10 ** ((second - first) / SCALE)))
