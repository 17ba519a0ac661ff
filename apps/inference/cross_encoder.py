"""Any cross-encoder of sentence-transformers, on the GPU when torch finds one; see requirements-gpu.txt."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from apps.inference.errors import ModelUnavailable
from apps.inference.pair_scoring import TOKEN_LIMIT, short_name

if TYPE_CHECKING:
    from sentence_transformers import CrossEncoder as Model


class CrossEncoder:
    """A model with one output per pair. Its logit goes through the sigmoid, whatever the model's own head would do."""

    def __init__(self, model: "Model", name: str, batch: int) -> None:
        self._model = model
        self._batch = batch
        self.name = name

    @classmethod
    def load(cls, name: str, *, batch: int) -> "CrossEncoder":
        """name: a model's name in the local cache, or its folder. Raises ModelUnavailable when it cannot be used."""
        model = _open(name)
        if model.num_labels != 1:
            raise ModelUnavailable(
                f"FINRAG_CROSS_ENCODER names {name}, which tells {model.num_labels} classes apart: "
                "name a model with one score per pair."
            )
        return cls(model, short_name(name), batch)

    def score(self, question: str, passages: Sequence[str]) -> list[float]:
        return self.score_pairs([(question, passage) for passage in passages])

    def score_pairs(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        if not pairs:
            return []
        import torch

        scores = self._model.predict(
            list(pairs),
            batch_size=self._batch,
            activation_fn=torch.nn.Sigmoid(),
            show_progress_bar=False,
        )
        return [float(score) for score in np.asarray(scores, dtype=np.float64)]


def _open(name: str) -> "Model":
    try:
        from sentence_transformers import CrossEncoder as Model
    except ImportError as error:
        raise ModelUnavailable(
            "FINRAG_CROSS_ENCODER names a model, but sentence-transformers is not installed: "
            "pip install -r requirements-gpu.txt, or leave FINRAG_CROSS_ENCODER empty."
        ) from error
    try:
        return Model(name, max_length=TOKEN_LIMIT)
    except (OSError, ValueError) as error:  # what the library raises for a folder or name that it cannot find
        raise ModelUnavailable(
            f"FINRAG_CROSS_ENCODER names {name}, which could not be loaded: "
            "download it with the Hugging Face command line, or name the folder that holds it."
        ) from error
