"""A BERT with one score per pair as a graph of OpenVINO's, made from its weights as transformers names them."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from apps.inference.packed_weights import Array

if TYPE_CHECKING:
    from openvino import Model

EPSILON = 1e-12
MASKED = -1e4
WORDS = "bert.embeddings.word_embeddings.weight"


@dataclass(frozen=True, slots=True)
class Shape:
    """How many layers, and heads of each."""

    layers: int
    heads: int


class Builder:
    """Puts the operations together; each method returns the output of the last one."""

    def __init__(self, weights: Mapping[str, Array], shape: Shape) -> None:
        from openvino import opset13

        self._ops: Any = opset13
        self._weights = weights
        self._shape = shape

    def model(self) -> "Model":
        """Inputs: input_ids, attention_mask and token_type_ids, (pairs, tokens); output: one logit for each pair."""
        from openvino import Model

        names = ("input_ids", "attention_mask", "token_type_ids")
        ids, mask, kinds = (self._ops.parameter([-1, -1], np.int64, name=name) for name in names)
        hidden = self._embedded(ids, kinds)
        away = self._away(mask)
        for layer in range(self._shape.layers):
            asking = self._first(hidden) if layer == self._shape.layers - 1 else hidden
            hidden = self._layer(asking, hidden, away, f"bert.encoder.layer.{layer}")
        return Model([self._scored(hidden)], [ids, mask, kinds], "pairs")

    def _embedded(self, ids: Any, kinds: Any) -> Any:
        ops, at = self._ops, "bert.embeddings"
        words = ops.gather(self._constant(WORDS), ids, 0)
        length = ops.gather(ops.shape_of(ids), np.int64(1), 0)
        places = ops.range(np.int64(0), length, np.int64(1), "i64")
        place = ops.gather(self._constant(f"{at}.position_embeddings.weight"), places, 0)
        kind = ops.gather(self._constant(f"{at}.token_type_embeddings.weight"), kinds, 0)
        return self._normal(ops.add(ops.add(words, kind), place), f"{at}.LayerNorm")

    def _away(self, mask: Any) -> Any:
        """What is added to the attention paid to padding: (pairs, 1, 1, tokens)."""
        ops = self._ops
        padding = ops.subtract(np.float32(1), ops.convert(mask, "f32"))
        return ops.unsqueeze(ops.multiply(padding, np.float32(MASKED)), np.array([1, 2], dtype=np.int64))

    def _first(self, hidden: Any) -> Any:
        """Of each pair its first token, (pairs, 1, width): all that is read of the last layer."""
        return self._ops.gather(hidden, np.array([0], dtype=np.int64), 1)

    def _layer(self, asking: Any, hidden: Any, away: Any, at: str) -> Any:
        """The next states of the tokens of `asking`, which look at all tokens of `hidden`."""
        ops = self._ops
        seen = self._dense(self._attended(asking, hidden, away, f"{at}.attention.self"), f"{at}.attention.output.dense")
        hidden = self._normal(ops.add(asking, seen), f"{at}.attention.output.LayerNorm")
        wide = ops.gelu(self._dense(hidden, f"{at}.intermediate.dense"), "erf")
        return self._normal(ops.add(hidden, self._dense(wide, f"{at}.output.dense")), f"{at}.output.LayerNorm")

    def _attended(self, asking: Any, hidden: Any, away: Any, at: str) -> Any:
        ops = self._ops
        query = self._heads(self._dense(asking, f"{at}.query"))
        key, value = (self._heads(self._dense(hidden, f"{at}.{name}")) for name in ("key", "value"))
        width = self._weights[f"{at}.query.weight"].shape[0] // self._shape.heads
        weight = ops.multiply(ops.matmul(query, key, False, True), np.float32(1 / sqrt(width)))
        mixed = ops.matmul(ops.softmax(ops.add(weight, away), -1), value, False, False)
        back = ops.transpose(mixed, np.array([0, 2, 1, 3], dtype=np.int64))
        return ops.reshape(back, np.array([0, 0, -1], dtype=np.int64), True)

    def _heads(self, states: Any) -> Any:
        """(pairs, tokens, width) as (pairs, heads, tokens, width of a head)."""
        shape = np.array([0, 0, self._shape.heads, -1], dtype=np.int64)
        return self._ops.transpose(self._ops.reshape(states, shape, True), np.array([0, 2, 1, 3], dtype=np.int64))

    def _scored(self, hidden: Any) -> Any:
        first = self._ops.gather(hidden, np.int64(0), 1)
        pooled = self._ops.tanh(self._dense(first, "bert.pooler.dense"))
        return self._dense(pooled, "classifier")

    def _dense(self, states: Any, at: str) -> Any:
        product = self._ops.matmul(states, self._constant(f"{at}.weight"), False, True)
        return self._ops.add(product, self._constant(f"{at}.bias"))

    def _normal(self, states: Any, at: str) -> Any:
        axes = np.array([-1], dtype=np.int64)
        normal = self._ops.mvn(states, axes, True, EPSILON, "inside_sqrt")
        return self._ops.add(self._ops.multiply(normal, self._constant(f"{at}.weight")), self._constant(f"{at}.bias"))

    def _constant(self, name: str) -> Any:
        return self._ops.constant(self._weights[name])
