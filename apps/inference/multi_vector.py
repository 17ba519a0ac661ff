"""Any late-interaction model of sentence-transformers, on the GPU when torch finds one; see requirements-gpu.txt."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from apps.inference.errors import ModelUnavailable
from apps.inference.packed import Vectors, unit
from apps.inference.pair_scoring import short_name

if TYPE_CHECKING:
    from sentence_transformers import MultiVectorEncoder


class MultiVector:
    """A model of the ColBERT kind."""

    def __init__(self, model: "MultiVectorEncoder", name: str, batch: int) -> None:
        self._model = model
        self._batch = batch
        self.name = name
        self.dimensions = int(model.get_embedding_dimension() or 0)

    @classmethod
    def load(cls, name: str, *, batch: int) -> "MultiVector":
        """name: a model's name in the local cache, or its folder. Raises ModelUnavailable when it is not there."""
        return cls(_open(name), short_name(name), batch)

    def passages(self, texts: Sequence[str]) -> list[Vectors]:
        if not texts:
            return []
        encoded = self._model.encode_document(list(texts), batch_size=self._batch, show_progress_bar=False)
        return [_plain(rows) for rows in encoded]

    def question(self, text: str) -> Vectors:
        return _plain(self._model.encode_query(text, show_progress_bar=False))


def _plain(rows: object) -> Vectors:
    """Rows of unit length in float32: some models leave the length to the similarity."""
    return unit(np.asarray(rows, dtype=np.float32))


def _open(name: str) -> "MultiVectorEncoder":
    try:
        from sentence_transformers import MultiVectorEncoder
    except ImportError as error:
        raise ModelUnavailable(
            "FINRAG_LATE_INTERACTION_MODEL names a model, but sentence-transformers is not installed: "
            "pip install -r requirements-gpu.txt, or leave FINRAG_LATE_INTERACTION_MODEL empty."
        ) from error
    try:
        return MultiVectorEncoder(name)
    except (OSError, ValueError) as error:  # what the library raises for a folder or name that it cannot find
        raise ModelUnavailable(
            f"FINRAG_LATE_INTERACTION_MODEL names {name}, which could not be loaded: "
            "download it with the Hugging Face command line, or name the folder that holds it."
        ) from error
