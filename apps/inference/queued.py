"""Models that are asked for on workers first, and in this process where none answers: see `scoring_queue`."""

from collections.abc import Callable, Sequence

import numpy as np

from apps.inference.embedding import Embedder, Identity, Vectors
from apps.inference.packed_pairs import Card
from apps.inference.pair_scoring import PairScorer
from apps.inference.scoring_queue import scored

EMBED = "embed"


class QueuedEmbedder:
    """The model of an identity. here: loads it in this process, when that is needed."""

    def __init__(self, identity: Identity, here: Callable[[], Embedder]) -> None:
        self.name, self.digest = identity.name, identity.digest
        self.dimensions, self.precision = identity.dimensions, identity.precision
        self._here = here

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return self._here().count_tokens(texts)

    def embed(self, texts: Sequence[str]) -> Vectors:
        made = scored(EMBED, f"{self.name} {self.digest}", [("", text) for text in texts])
        if made is None:
            return self._here().embed(texts)
        return np.asarray(made, dtype=np.float32).reshape(len(texts), self.dimensions)


class QueuedPairs:
    """A re-ranking model by the name that it has where it is loaded. card: of one of ours, else None."""

    def __init__(self, kind: str, name: str, here: Callable[[], PairScorer], card: Card | None = None) -> None:
        self.name, self.card = name, card
        self._kind, self._here = kind, here

    def score(self, question: str, passages: Sequence[str]) -> list[float]:
        return self.score_pairs([(question, passage) for passage in passages])

    def score_pairs(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        made = scored(self._kind, self.name, pairs)
        return self._here().score_pairs(pairs) if made is None else [float(one) for one in made]
