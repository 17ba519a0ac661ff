"""Learning the weights that order passages, by Adam in numpy: as much belief as may be on pages that answer."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from apps.learning.ordering.examples import Example
from apps.retrieval.ordering.weights import Order, Weights

Numbers = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class OrderSettings:
    """batch: questions a step; decay: of the weights; seed: of the order of questions."""

    epochs: int = 8
    batch: int = 16
    rate: float = 1e-2
    decay: float = 1e-2
    seed: int = 7


@dataclass(frozen=True, slots=True)
class Batch:
    """rows of several questions; starts: where each begins; of: to which question a row belongs."""

    rows: Numbers
    right: Numbers
    starts: NDArray[np.int64]
    of: NDArray[np.int64]
    weights: Numbers


def fit(examples: Sequence[Example], settings: OrderSettings | None = None) -> Order:
    """Learns from the questions some of whose candidates answer. Raises ValueError where a kind has none."""
    settings, told = settings or OrderSettings(), [one for one in examples if one.right.any()]
    figures, words = ([one for one in told if one.numeric == kind] for kind in (True, False))
    if not figures or not words:
        raise ValueError("it takes questions for figures and for words with an answer among their candidates")
    return Order(told[0].names, _weights(figures, settings), _weights(words, settings))


def _weights(told: Sequence[Example], settings: OrderSettings) -> Weights:
    rng, rows = np.random.default_rng(settings.seed), np.concatenate([one.rows for one in told])
    spread = np.where(rows.std(axis=0) > 1e-6, rows.std(axis=0), 1.0).astype(np.float32)
    made = Weights(rows.mean(axis=0), spread, np.zeros(rows.shape[1], dtype=np.float32))
    known = [made.scaled(one.rows) for one in told]
    mean, square = np.zeros_like(made.weights), np.zeros_like(made.weights)
    steps = settings.epochs * -(-len(told) // settings.batch)
    batches = (one for _ in range(settings.epochs) for one in _batches(told, known, settings.batch, rng))
    for step, batch in enumerate(batches, start=1):
        slope = _slope(made.weights, batch) + settings.decay * made.weights
        mean += 0.1 * (slope - mean)
        square += 0.001 * (slope**2 - square)
        rate = settings.rate * (1 + np.cos(np.pi * step / steps)) / 2  # falls to 0 along a cosine
        made.weights[:] -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return made


def _batches(told: Sequence[Example], known: Sequence[Numbers], size: int, rng: np.random.Generator) -> Iterator[Batch]:
    order = rng.permutation(len(told))
    for start in range(0, len(order), size):
        chosen = order[start : start + size]
        lengths = [len(known[one]) for one in chosen]
        yield Batch(
            np.concatenate([known[one] for one in chosen]),
            np.concatenate([told[one].right for one in chosen]).astype(np.float32),
            np.concatenate([[0], np.cumsum(lengths)[:-1]]).astype(np.int64),
            np.repeat(np.arange(len(chosen)), lengths),
            np.array([told[one].asked.weight for one in chosen], dtype=np.float32),
        )


def _slope(weights: Numbers, batch: Batch) -> Numbers:
    """Of -log of the share that the softmax over a question's candidates gives to those that answer."""
    scores = batch.rows @ weights
    odds = np.exp(scores - np.maximum.reduceat(scores, batch.starts)[batch.of])
    every = odds / np.add.reduceat(odds, batch.starts)[batch.of]
    held = np.maximum(np.add.reduceat(odds * batch.right, batch.starts), 1e-12)
    right = odds * batch.right / held[batch.of]
    shares = batch.weights / batch.weights.sum()
    return np.asarray(batch.rows.T @ ((every - right) * shares[batch.of]), dtype=np.float32)
