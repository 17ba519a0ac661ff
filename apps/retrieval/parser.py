"""The shipped semantic parser, as the reader of questions asks it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from apps.inference.semantic_parser import Sentence, semantic_parser
from apps.questions.semantic import Asked, Parse


@dataclass(frozen=True, slots=True)
class ModelParser:
    """Without the model nothing is read by it."""

    least: float

    def parse(self, words: Sequence[Asked]) -> Parse | None:
        found = _parsed(tuple(word.text for word in words), tuple(word.key for word in words))
        return Parse(found.pieces, found.probability) if found else None


@lru_cache(maxsize=256)
def _parsed(words: tuple[str, ...], keys: tuple[str, ...]) -> Sentence | None:
    """A question is read several times on its way to an answer."""
    model = semantic_parser()
    return model.parse(words, keys) if model else None
