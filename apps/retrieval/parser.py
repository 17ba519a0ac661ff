"""The shipped semantic parser, as questions are read by it."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from apps.accounts.models import User
from apps.inference.semantic_parser import Sentence, semantic_parser
from apps.questions.query import Query, Reading
from apps.questions.semantic import Asked, Parse, parsed
from apps.retrieval.found import Scope
from apps.retrieval.labels import PrintedLabels
from apps.retrieval.reading import register_for

READINGS = 5  # that are tried of a question


class ModelParser:
    """Without the model nothing is read by it."""

    def parse(self, words: Sequence[Asked]) -> Sequence[Parse]:
        return _parsed(tuple(word.text for word in words), tuple(word.key for word in words))


def parsed_for(viewer: User, scope: Scope, reading: Reading, least: float) -> Iterator[Query]:
    """How the parser may read a question otherwise than the rules, the likeliest first, where it is so sure."""
    return parsed(reading, register_for(viewer, scope), PrintedLabels(viewer, scope), ModelParser(), least)


@lru_cache(maxsize=256)
def _parsed(words: tuple[str, ...], keys: tuple[str, ...]) -> tuple[Sentence, ...]:
    model = semantic_parser()
    return model.parse(words, keys, READINGS) if model else ()
