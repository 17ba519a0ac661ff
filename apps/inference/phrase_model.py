"""What a phrase is likely to mean: the embedded model's token vectors, pooled, under one trained linear layer.

The layer knows some items and ratios by phrases that people wrote (apps/learning/data). It always names one of these:
a phrase that means none of them gets a low probability, and the caller decides how much is enough.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from django.conf import settings
from numpy.typing import NDArray

from apps.inference.embedding import embedder
from apps.inference.errors import ModelUnavailable
from apps.inference.minilm import MiniLM
from apps.inference.packed import unit
from apps.inference.packed_weights import unpack
from apps.inference.pinned import checked

SHIPPED = Path(__file__).parent / "data" / "phrases" / "head.npz"
SHA256 = "4396a29dbdad523d5f2bb5aa294a5ee6461cd18b9c26100baf738856b15c45e5"
TEXTS = ("measures", "words")
SHARPNESS = np.float32(8.0)  # of the vectors under the layer, as in training
Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Meaning:
    """measure: the key of an item, ratio or row. probability: calibrated on phrases that were held out."""

    measure: str
    probability: float


@dataclass(frozen=True, slots=True)
class PhraseModel:
    weight: Array
    bias: Array
    measures: tuple[str, ...]
    words: tuple[frozenset[str], ...]  # of each measure, the stems of what it was trained on
    model: MiniLM

    def meanings(self, phrases: Sequence[str]) -> list[Meaning]:
        """The likeliest of each phrase."""
        if not phrases:
            return []
        states = self.model.hidden(phrases)
        vectors = np.stack([pooled(one) for one in states]) * SHARPNESS
        logits: Array = np.asarray(vectors @ self.weight.T + self.bias, dtype=np.float32)
        chances = _softmax(logits)
        best = chances.argmax(axis=1)
        return [Meaning(self.measures[at], float(row[at])) for at, row in zip(best, chances, strict=True)]


def pooled(states: Array) -> Array:
    """(tokens, d), special tokens at both ends, to one vector (2 d): their mean, and the largest of each component."""
    inner = states[1:-1] if len(states) > 2 else states
    halves: Array = unit(np.stack([states.mean(axis=0), inner.max(axis=0)])).reshape(-1)
    return halves


def _softmax(logits: Array) -> Array:
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    chances: Array = raised / raised.sum(axis=1, keepdims=True)
    return chances


@cache
def phrase_model() -> PhraseModel | None:
    """None where the embedded model is not the one in use, or cannot be loaded: then no phrase is guessed at."""
    try:
        model = embedder()
        return _loaded(model) if isinstance(model, MiniLM) else None
    except ModelUnavailable:
        return None


def _loaded(model: MiniLM) -> PhraseModel:
    own = Path(settings.PHRASE_MODEL) if settings.PHRASE_MODEL else None
    if own and not own.is_file():
        raise ModelUnavailable(f"FINRAG_PHRASE_MODEL names {own}, which is no file")
    with np.load(own or checked(SHIPPED, SHA256, "restore it from the repository"), allow_pickle=False) as file:
        arrays = unpack({name: file[name] for name in file.files if name not in TEXTS})
        measures, words = (tuple(map(str, file[name])) for name in TEXTS)
    return PhraseModel(
        arrays["weight"], arrays["bias"], measures, tuple(frozenset(one.split()) for one in words), model
    )
