"""The shipped model of phrases, as the reader of questions asks it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from apps.inference.phrase_model import Meaning, phrase_model


@dataclass(frozen=True, slots=True)
class ModelMeanings:
    """Without the model nothing is meant."""

    @property
    def said_of(self) -> Mapping[str, frozenset[str]]:
        model = phrase_model()
        return dict(zip(model.measures, model.words, strict=True)) if model else {}

    def of(self, phrases: Sequence[str]) -> Sequence[Meaning]:
        return _meanings(tuple(phrases))


@lru_cache(maxsize=64)
def _meanings(phrases: tuple[str, ...]) -> Sequence[Meaning]:
    """Asked twice of each question: once to be sure, once to offer."""
    model = phrase_model()
    return model.meanings(phrases) if model else ()
