"""A cross-encoder in a folder of its own, run by OpenVINO on the plain CPU: the one that ships, or one trained here.

The folder holds model.toml and the weights in 8 bits: words.npz, the word embeddings, which training leaves as they
are, and layers.npz.
"""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from apps.inference.bert_graph import Builder, Shape
from apps.inference.errors import ModelUnavailable
from apps.inference.minilm import compiled
from apps.inference.packed_weights import read
from apps.inference.pinned import checked
from apps.inference.tokens import Tokens

if TYPE_CHECKING:
    from openvino import CompiledModel

SHIPPED = Path(__file__).parent / "data" / "pairs"
CARD, WORDS, LAYERS = "model.toml", "words.npz", "layers.npz"
BUCKET = 16
TOGETHER = 4  # pairs read at once: of like length, for on a CPU padding costs more than a larger batch gains
DIGEST = 8  # characters of it that are shown
Ids = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Card:
    """What model.toml says. words, layers: SHA-256 of the files.

    weights, shift: of its calibration as a judge; of each sign its weight and what is usual. numbers, numbers_shift: of
    that of marked numbers; without weights it has not learned to read them.
    """

    name: str
    words: str
    layers: str
    depth: int
    heads: int
    length: int
    shift: float = 0.0
    weights: dict[str, list[float]] = field(default_factory=dict)
    numbers: dict[str, list[float]] = field(default_factory=dict)
    numbers_shift: float = 0.0

    @classmethod
    def of(cls, folder: Path) -> "Card":
        """Raises ModelUnavailable."""
        try:
            told = tomllib.loads((folder / CARD).read_text(encoding="utf-8"))
            told.setdefault("weights", {"score": [told.get("slope", 1.0), 0.0]})
            return cls(**{name: told[name] for name in cls.__dataclass_fields__ if name in told})
        except (OSError, tomllib.TOMLDecodeError, TypeError) as error:
            raise ModelUnavailable(f"The folder {folder.name} holds no re-ranker of ours: {error}.") from None

    @property
    def shown(self) -> str:
        """What a trace calls the model."""
        return f"{self.name} ({self.digest})"

    @property
    def digest(self) -> str:
        """Of its layers: which training it comes from."""
        return self.layers[:DIGEST]


class PackedPairs:
    """`score` may be called from several threads: each call has its own inference request."""

    def __init__(self, card: Card, tokens: Tokens, network: "CompiledModel") -> None:
        self.card = card
        self.name = card.shown
        self._tokens = tokens
        self._network = network

    @classmethod
    def load(cls, folder: Path, *, threads: int, precision: str) -> "PackedPairs":
        """Raises ModelUnavailable when a file is missing or is not the one that model.toml pins."""
        card = Card.of(folder)
        remedy = "restore it from the repository, or name another model"
        weights = read(checked(folder / WORDS, card.words, remedy)) | read(
            checked(folder / LAYERS, card.layers, remedy)
        )
        model = Builder(weights, Shape(card.depth, card.heads)).model()
        return cls(card, Tokens.load(card.length), compiled(model, threads, precision))

    def score(self, question: str, passages: Sequence[str]) -> list[float]:
        return self.score_pairs([(question, passage) for passage in passages])

    def score_pairs(self, asked: Sequence[tuple[str, str]]) -> list[float]:
        logits = np.empty(len(asked), dtype=np.float64)
        pairs = self._tokens.encode_pairs(asked)
        request = self._network.create_infer_request()
        for rows in _batches([len(ids) for ids, _ in pairs]):
            request.infer(_padded([pairs[row] for row in rows]))
            logits[rows] = request.get_output_tensor(0).data[:, 0]
        return [float(one) for one in 1 / (1 + np.exp(-logits))]


def _batches(lengths: list[int]) -> Iterator[list[int]]:
    """Row numbers, longest first: pairs of like length together."""
    order = sorted(range(len(lengths)), key=lengths.__getitem__, reverse=True)
    for start in range(0, len(order), TOGETHER):
        yield order[start : start + TOGETHER]


def _padded(pairs: Sequence[tuple[list[int], list[int]]]) -> dict[str, Ids]:
    width = -(-max(len(ids) for ids, _ in pairs) // BUCKET) * BUCKET
    ids, kinds, mask = (np.zeros((len(pairs), width), dtype=np.int64) for _ in range(3))
    for row, (tokens, of) in enumerate(pairs):
        ids[row, : len(tokens)], kinds[row, : len(tokens)], mask[row, : len(tokens)] = tokens, of, 1
    return {"input_ids": ids, "attention_mask": mask, "token_type_ids": kinds}
