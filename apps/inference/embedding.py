"""Dense vectors for passages and questions (A6): one interface, one instance per process, the backend a setting."""

import os
from collections.abc import Callable, Sequence
from functools import cache
from typing import Protocol

import numpy as np
from django.conf import settings
from numpy.typing import NDArray

from apps.inference.errors import ModelUnavailable

DIMENSIONS = 384  # of the store's vector column; a model of another size cannot be kept there

Vectors = NDArray[np.float32]


class Embedder(Protocol):
    """A model that turns texts into vectors. `name` goes beside every stored vector; vectors of two names never mix."""

    name: str
    dimensions: int

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text, special tokens not counted, nothing cut off."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Float32 array of shape (len(texts), dimensions), rows of unit length, in the order of the texts."""
        ...


def _openvino() -> Embedder:
    from apps.inference.minilm import MiniLM

    return MiniLM.load(batch=settings.EMBED_BATCH, threads=settings.EMBED_THREADS, precision=settings.EMBED_PRECISION)


def _sentence_transformers() -> Embedder:
    from apps.inference.transformer import Transformer

    return Transformer.load(settings.EMBED_MODEL, batch=settings.EMBED_BATCH)


BACKENDS: dict[str, Callable[[], Embedder]] = {"openvino": _openvino, "sentence-transformers": _sentence_transformers}


def embedder() -> Embedder:
    """The configured model, loaded once in each process.

    Raises ModelUnavailable when it is not there, is not what was pinned, or does not fit the store's vectors.
    """
    return _load(os.getpid(), settings.EMBED_BACKEND, settings.EMBED_MODEL)


@cache
def _load(process: int, backend: str, model: str) -> Embedder:
    """Keyed by the process too: a forked child must not use its parent's threads, which did not come along."""
    if backend not in BACKENDS:
        raise ModelUnavailable(f"FINRAG_EMBED_BACKEND is {backend!r}; it must be one of {', '.join(BACKENDS)}.")
    return check_dimensions(BACKENDS[backend]())


def check_dimensions(loaded: Embedder) -> Embedder:
    """`loaded` itself; raises ModelUnavailable when the store cannot hold its vectors."""
    if loaded.dimensions != DIMENSIONS:
        raise ModelUnavailable(
            f"The model {loaded.name} that FINRAG_EMBED_MODEL names makes vectors of {loaded.dimensions} dimensions, "
            f"but the store holds {DIMENSIONS}: name a model with {DIMENSIONS} dimensions."
        )
    return loaded
