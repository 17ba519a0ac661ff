"""A score made a probability (Platt), and the threshold from which a text counts as an answer."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

ROUNDS = 50
HALVINGS = 20
BINS = 10
Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Fitted:
    """slope, shift: probability = sigmoid(slope * logit + shift)."""

    slope: float
    shift: float


@dataclass(frozen=True, slots=True)
class Threshold:
    """accept: least probability with the precision wanted; recall at it. accept 1.0: nothing reaches the precision."""

    accept: float
    precision: float
    recall: float


@dataclass(frozen=True, slots=True)
class Bin:
    """Of a reliability diagram: what was said and what came true."""

    said: float
    true: float
    count: int


def fit(logits: Sequence[float], right: Sequence[bool]) -> Fitted:
    """Raises ValueError unless both kinds are there."""
    slope, shift = fit_all(np.asarray(logits, dtype=float)[:, None], right)
    return Fitted(slope, shift)


def fit_all(inputs: Numbers, right: Sequence[bool]) -> tuple[float, ...]:
    """A weight for each column, the shift last: by Newton's method, with Platt's smoothed targets.

    Raises ValueError unless both kinds are there.
    """
    truth = np.asarray(right, dtype=bool)
    if not truth.any() or truth.all():
        raise ValueError("a calibration needs texts that answer and texts that do not")
    positive, negative = truth.sum(), (~truth).sum()
    targets = np.where(truth, (positive + 1) / (positive + 2), 1 / (negative + 2))
    rows = np.concatenate([inputs, np.ones((len(truth), 1))], axis=1)
    weights = np.zeros(rows.shape[1])
    weights[0] = 1.0
    for _ in range(ROUNDS):
        said = _sigmoid(rows @ weights)
        gradient = rows.T @ (said - targets)
        curve = rows.T @ (rows * (said * (1 - said))[:, None]) + 1e-6 * np.eye(rows.shape[1])
        weights = _nearer(rows, targets, weights, np.linalg.solve(curve, gradient))
    return tuple(map(float, weights))


def _nearer(inputs: Numbers, targets: Numbers, weights: Numbers, step: Numbers) -> Numbers:
    """As much of the step as makes the loss smaller: a whole one may leap over the minimum."""
    before = _loss(inputs, targets, weights)
    for halvings in range(HALVINGS):
        nearer: Numbers = weights - step / 2**halvings
        if _loss(inputs, targets, nearer) < before:
            return nearer
    return weights


def _loss(inputs: Numbers, targets: Numbers, weights: Numbers) -> float:
    logits = inputs @ weights
    return float((np.logaddexp(0, logits) - targets * logits).sum())


def threshold(said: Sequence[float], right: Sequence[bool], *, precision: float) -> Threshold:
    """The one of best recall among those whose acceptances are right often enough."""
    order = np.argsort(-np.asarray(said), kind="stable")
    truth = np.asarray(right, dtype=bool)[order]
    found = truth.cumsum()
    exact = found / np.arange(1, len(truth) + 1)
    good = np.flatnonzero(exact >= precision)
    if not len(good):
        return Threshold(1.0, 0.0, 0.0)
    last = int(good[-1])
    return Threshold(float(np.asarray(said)[order][last]), float(exact[last]), float(found[last] / max(1, truth.sum())))


def reliability(said: Sequence[float], right: Sequence[bool]) -> list[Bin]:
    """In tenths of probability; tenths that nothing fell into are left out."""
    values, truth = np.asarray(said, dtype=float), np.asarray(right, dtype=bool)
    places = np.minimum((values * BINS).astype(int), BINS - 1)
    return [
        Bin(float(values[places == at].mean()), float(truth[places == at].mean()), int((places == at).sum()))
        for at in range(BINS)
        if (places == at).any()
    ]


def _sigmoid(values: Numbers) -> Numbers:
    result: Numbers = 1 / (1 + np.exp(-values.clip(-60, 60)))
    return result
