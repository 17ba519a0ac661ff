"""The gate: a candidate becomes active only where it beats the active model on questions of filers it never saw."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

SAMPLES = 10_000
LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Verdict:
    """difference: mean of candidate minus active; low, high: its interval by paired bootstrap."""

    questions: int
    difference: float
    low: float
    high: float

    @property
    def passes(self) -> bool:
        return self.low > 0

    def told(self) -> str:
        margin = f"{self.difference:+.3f} ({self.low:+.3f} to {self.high:+.3f}, {self.questions} questions)"
        if self.passes:
            return f"Better than the active model: {margin}."
        return f"Not shown to be better: {margin}; the interval's lower end lacks {-self.low:.3f}."

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "passes": self.passes, "told": self.told()}


def compare(active: Sequence[float], candidate: Sequence[float], *, seed: int = 7) -> Verdict:
    """Of the same questions in the same order, a measure of each. Raises ValueError where there are none."""
    if len(active) != len(candidate) or not active:
        raise ValueError("the gate compares the same questions, at least one")
    differences = np.asarray(candidate, dtype=float) - np.asarray(active, dtype=float)
    draws = np.random.default_rng(seed).integers(0, len(differences), (SAMPLES, len(differences)))
    means = differences[draws].mean(axis=1)
    low, high = np.quantile(means, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Verdict(len(differences), float(differences.mean()), float(low), float(high))
