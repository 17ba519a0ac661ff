"""The model of phrases, with the words in which people speak of each measure."""

import json
import lzma
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from apps.inference.phrase_model import Meaning, phrase_model
from apps.questions.labels import stems

PHRASES = Path(__file__).parent.parent / "learning" / "data" / "measure_phrases.jsonl.xz"


@dataclass(frozen=True)
class ModelMeanings:
    """Of the shipped model; without it nothing is meant."""

    @cached_property
    def said_of(self) -> Mapping[str, frozenset[str]]:
        return _said()

    def of(self, phrases: Sequence[str]) -> Sequence[Meaning]:
        model = phrase_model()
        return model.meanings(phrases) if model else ()


@cache
def _said() -> Mapping[str, frozenset[str]]:
    said: dict[str, set[str]] = {}
    with lzma.open(PHRASES, "rt", encoding="utf-8") as rows:
        for row in map(json.loads, rows):
            said.setdefault(row["measure"], set()).update(stems(row["phrase"]))
    return {measure: frozenset(words) for measure, words in said.items()}
