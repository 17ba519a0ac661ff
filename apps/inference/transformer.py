"""Any sentence-transformers model, for machines that have one; see requirements-gpu.txt."""

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from apps.inference.embedding import Vectors
from apps.inference.errors import ModelUnavailable

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer


class Transformer:
    """A model by name or folder, on the GPU when torch finds one."""

    def __init__(self, model: "SentenceTransformer", name: str, batch: int) -> None:
        self._model = model
        self._batch = batch
        self.name = name
        self.dimensions = int(model.get_embedding_dimension() or 0)
        self.digest = digest_of(model)
        self.precision = str(next(iter(model.parameters())).dtype).removeprefix("torch.")

    @classmethod
    def load(cls, name: str, *, batch: int) -> "Transformer":
        """name: a model's name in the local cache, or its folder. Raises ModelUnavailable when it is not there."""
        if not name:
            raise ModelUnavailable(
                "FINRAG_EMBED_BACKEND is sentence-transformers, but FINRAG_EMBED_MODEL names no model: "
                "set it to a model's name or to the folder that holds it."
            )
        return cls(_open(name), name.rstrip("/").rsplit("/", 1)[-1], batch)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        encoded = self._model.tokenizer(list(texts), add_special_tokens=False, truncation=False, verbose=False)
        return [len(ids) for ids in encoded["input_ids"]]

    def embed(self, texts: Sequence[str]) -> Vectors:
        vectors = self._model.encode(
            list(texts), batch_size=self._batch, normalize_embeddings=True, show_progress_bar=False
        )
        return np.asarray(vectors, dtype=np.float32).reshape(len(texts), self.dimensions)


def digest_of(model: "SentenceTransformer") -> str:
    """SHA-256 of the weights as they were loaded, wherever from."""
    import torch

    digest = hashlib.sha256()
    for name, weights in sorted(model.state_dict().items()):
        digest.update(name.encode())
        digest.update(weights.detach().cpu().contiguous().view(torch.uint8).numpy().tobytes())
    return digest.hexdigest()


def _open(name: str) -> "SentenceTransformer":
    try:
        from sentence_transformers import SentenceTransformer
    except ImportError as error:
        raise ModelUnavailable(
            "FINRAG_EMBED_BACKEND is sentence-transformers, which is not installed: "
            "pip install -r requirements-gpu.txt, or set FINRAG_EMBED_BACKEND to openvino."
        ) from error
    try:
        return SentenceTransformer(name)
    except (OSError, ValueError) as error:  # what the library raises for a folder or name that it cannot find
        raise ModelUnavailable(
            f"FINRAG_EMBED_MODEL names {name}, which could not be loaded: "
            "download it with the Hugging Face command line, or name the folder that holds it."
        ) from error
