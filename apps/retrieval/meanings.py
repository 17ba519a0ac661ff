"""The shipped model of phrases, as the reader of questions asks it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from apps.inference.phrase_model import Meaning, phrase_model


@dataclass(frozen=True, slots=True)
class ModelMeanings:
    """Without the model nothing is meant."""

    @property
    def said_of(self) -> Mapping[str, frozenset[str]]:
        model = phrase_model()
        return dict(zip(model.measures, model.words, strict=True)) if model else {}

    def of(self, phrases: Sequence[str]) -> Sequence[Meaning]:
        model = phrase_model()
        return model.meanings(phrases) if model else ()
