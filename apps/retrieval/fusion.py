"""Reciprocal rank fusion (A6): each path adds weight / (k + rank), and the filing's own weight scales the sum."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from apps.retrieval.found import Path, PathScore
from apps.retrieval.ranked import Ranked


@dataclass(frozen=True, slots=True)
class Fused:
    chunk: int
    score: float
    paths: dict[Path, PathScore]


def fuse(paths: Mapping[Path, Sequence[Ranked]], weights: Mapping[Path, float], k: int) -> list[Fused]:
    """Every passage that any path found, best first; equal scores by the passage's own order."""
    scores: dict[int, float] = defaultdict(float)
    places: dict[int, dict[Path, PathScore]] = defaultdict(dict)
    for path, found in paths.items():
        for place in found:
            scores[place.chunk] += weights.get(path, 1.0) / (k + place.rank)
            places[place.chunk][path] = PathScore(place.rank, place.score)
    order = sorted(scores, key=lambda chunk: (-scores[chunk], chunk))
    return [Fused(chunk, scores[chunk], places[chunk]) for chunk in order]
