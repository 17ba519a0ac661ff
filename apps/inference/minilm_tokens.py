"""Token vectors of the embedded model, which was not trained for them: docs/search.md says what they bring."""

from collections.abc import Sequence

from django.conf import settings

from apps.inference.embedding import embedder
from apps.inference.minilm import DIMENSIONS, NAME, MiniLM
from apps.inference.packed import Vectors, unit


class MiniLMTokens:
    """The hidden states of the same network that makes the dense vectors."""

    name = NAME
    dimensions = DIMENSIONS

    def __init__(self, model: MiniLM) -> None:
        self._model = model

    @classmethod
    def load(cls) -> "MiniLMTokens":
        """Shares the network with the embedder, where that is it. Raises ModelUnavailable."""
        shared = embedder()
        if isinstance(shared, MiniLM):
            return cls(shared)
        return cls(
            MiniLM.load(batch=settings.EMBED_BATCH, threads=settings.EMBED_THREADS, precision=settings.EMBED_PRECISION)
        )

    def passages(self, texts: Sequence[str]) -> list[Vectors]:
        return [unit(hidden[1:-1]) for hidden in self._model.hidden(texts)]  # without [CLS] and [SEP]

    def question(self, text: str) -> Vectors:
        return self.passages([text])[0]
