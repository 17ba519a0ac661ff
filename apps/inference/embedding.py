"""Dense vectors for passages and questions (A6): one interface, one instance per process, the backend a setting."""

import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import Protocol

import numpy as np
from django.conf import settings
from numpy.typing import NDArray

from apps.inference import trial
from apps.inference.errors import ModelUnavailable

Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Identity:
    """Which model it is, exactly. digest: SHA-256 of its weights; precision: of the weights, not of the arithmetic."""

    name: str
    digest: str
    dimensions: int
    precision: str

    @classmethod
    def of(cls, model: "Embedder") -> "Identity":
        return cls(model.name, model.digest, model.dimensions, model.precision)

    def __str__(self) -> str:
        return f"{self.name}, {self.dimensions} dimensions, {self.precision}, sha256 {self.digest[:12]}"


class Embedder(Protocol):
    """A model that turns texts into vectors. `name` goes beside every stored vector; vectors of two names never mix."""

    name: str
    dimensions: int
    digest: str
    precision: str

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text, special tokens not counted, nothing cut off."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Float32 array of shape (len(texts), dimensions), rows of unit length, in the order of the texts."""
        ...


def _openvino(place: str) -> Embedder:
    from apps.inference.minilm import MiniLM

    batch, threads, precision = settings.EMBED_BATCH, settings.EMBED_THREADS, settings.EMBED_PRECISION
    found = trial.chosen() if precision == "auto" else None
    if found is None:
        return MiniLM.load(batch=batch, threads=threads, precision=precision)
    return MiniLM.load(batch=batch, threads=threads, precision=found.precision, streams=found.streams)


def try_out() -> None:
    """Find out what suits this processor, for whoever embeds much; nothing where that is known or set."""
    if not settings.EMBED_TRIAL or settings.EMBED_BACKEND != "openvino" or settings.EMBED_PRECISION != "auto":
        return
    if trial.chosen() is None:
        from apps.inference.minilm import MiniLM

        batch, threads = settings.EMBED_BATCH, settings.EMBED_THREADS
        trial.choose(lambda one: MiniLM.load(batch=batch, threads=threads, **asdict(one)).embed)
        _load.cache_clear()


def _sentence_transformers(place: str) -> Embedder:
    from apps.inference.transformer import Transformer

    return Transformer.load(place, batch=settings.EMBED_BATCH)


BACKENDS: dict[str, Callable[[str], Embedder]] = {
    "openvino": _openvino,
    "sentence-transformers": _sentence_transformers,
}


def embedder() -> Embedder:
    """The model that the settings name, loaded once in each process.

    Which one made the vectors of the store is the store's to say: see `apps.documents.embedders`. Raises
    ModelUnavailable when it is not there or is not what was pinned.
    """
    return embedder_of(settings.EMBED_BACKEND, settings.EMBED_MODEL)


def embedder_of(backend: str, place: str) -> Embedder:
    """The model of a backend at a place, its folder or name, loaded once in each process. Raises ModelUnavailable."""
    with LOADING:
        return _load(os.getpid(), backend, place)


def identity_of(backend: str, place: str) -> Identity:
    """Which model that is; the one that ships is known without being loaded. Raises ModelUnavailable."""
    if backend != "openvino":
        return Identity.of(embedder_of(backend, place))
    from apps.inference import minilm

    return Identity(minilm.NAME, minilm.SHA256, minilm.DIMENSIONS, minilm.MiniLM.precision)


LOADING = threading.RLock()  # threads that ask for a model at the same time wait for one


@cache
def _load(process: int, backend: str, place: str) -> Embedder:
    """Keyed by the process too: a forked child must not use its parent's threads, which did not come along."""
    if backend not in BACKENDS:
        raise ModelUnavailable(f"FINRAG_EMBED_BACKEND is {backend!r}; it must be one of {', '.join(BACKENDS)}.")
    return BACKENDS[backend](place)
