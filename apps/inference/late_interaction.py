"""Late interaction (A6): a vector for each token, and MaxSim, the best cosine of each token of the question."""

import os
from collections.abc import Sequence
from functools import cache
from typing import Protocol

from django.conf import settings

from apps.inference.packed import Vectors


class TokenEncoder(Protocol):
    """A model that gives every token a vector of unit length. `name` goes beside every stored row."""

    name: str
    dimensions: int

    def passages(self, texts: Sequence[str]) -> list[Vectors]:
        """For each text an array of (tokens, dimensions), special tokens left out; (0, dimensions) for no text."""
        ...

    def question(self, text: str) -> Vectors:
        """The same for a question, as the model wants questions read."""
        ...


def token_encoder() -> TokenEncoder:
    """The model that FINRAG_LATE_INTERACTION_MODEL names, else the embedded one; loaded once in each process.

    Raises ModelUnavailable.
    """
    return _load(os.getpid(), settings.LATE_INTERACTION_MODEL)


@cache
def _load(process: int, name: str) -> TokenEncoder:
    if not name:
        from apps.inference.minilm_tokens import MiniLMTokens

        return MiniLMTokens.load()
    from apps.inference.multi_vector import MultiVector

    return MultiVector.load(name, batch=settings.EMBED_BATCH)


def maxsim(question: Vectors, passage: Vectors) -> float:
    """Mean over the question's tokens of the best cosine with a token of the passage, from -1 to 1; -1 for no tokens.

    The mean in place of the sum keeps the order and compares between questions.
    """
    if not len(question) or not len(passage):
        return -1.0
    return float((question @ passage.T).max(axis=1).mean())
