"""Boosted trees with LightGBM (requirements-gpu.txt), which is needed for learning alone: `Trees` asks them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from apps.answers.compute.programs.trees import Array, Trees

QUIET = {"verbose": -1, "num_threads": 0, "deterministic": True, "force_row_wise": True, "use_missing": False}


@dataclass(frozen=True, slots=True)
class TreeSettings:
    """rounds: trees; leaves: of each; least: rows that a leaf holds; signs: what part of them a tree looks at."""

    rounds: int = 300
    leaves: int = 15
    least: int = 30
    rate: float = 0.05
    signs: float = 0.5
    rows: float = 0.8
    decay: float = 5.0
    seed: int = 7

    @property
    def told(self) -> dict[str, Any]:
        """In LightGBM's words."""
        return QUIET | {
            "num_leaves": self.leaves,
            "min_data_in_leaf": self.least,
            "learning_rate": self.rate,
            "feature_fraction": self.signs,
            "bagging_fraction": self.rows,
            "bagging_freq": 1,
            "lambda_l2": self.decay,
            "seed": self.seed,
        }


def ordering(rows: Sequence[Array], right: Sequence[NDArray[np.bool_]], settings: TreeSettings) -> Trees:
    """Trees that put right rows first within each of `rows` (LambdaMART)."""
    told = {"objective": "lambdarank", "lambdarank_truncation_level": 5, "label_gain": [0, 1]}
    return _boosted(np.vstack(rows), np.concatenate(right), settings, told, [len(one) for one in rows])


def deciding(rows: Array, right: NDArray[np.bool_], settings: TreeSettings) -> Trees:
    """Trees whose sum is the logit of how likely a row is right."""
    return _boosted(rows, right, settings, {"objective": "binary"}, None)


def _boosted(
    rows: Array, right: NDArray[np.bool_], settings: TreeSettings, told: dict[str, Any], groups: list[int] | None
) -> Trees:
    """Raises ImportError where LightGBM is not installed."""
    import lightgbm

    data = lightgbm.Dataset(rows, right.astype(int), group=groups)
    made = lightgbm.train(settings.told | told, data, num_boost_round=settings.rounds)
    return trees_of([one["tree_structure"] for one in made.dump_model()["tree_info"]])


def trees_of(roots: Sequence[dict[str, Any]]) -> Trees:
    """From nested nodes, as LightGBM tells them."""
    told = [_nodes(root) for root in roots]
    shape = len(told), max(map(len, told))
    sign, left, right = np.full(shape, -1, np.int16), np.zeros(shape, np.int16), np.zeros(shape, np.int16)
    bound, gives = np.zeros(shape, np.float64), np.zeros(shape, np.float32)
    for tree, nodes in enumerate(told):
        for at, node in enumerate(nodes):
            if "leaf_value" in node:
                gives[tree, at] = node["leaf_value"]
                continue
            sign[tree, at], bound[tree, at] = node["split_feature"], node["threshold"]
            left[tree, at] = nodes.index(node["left_child"])
            right[tree, at] = nodes.index(node["right_child"])
    return Trees(sign, bound, left, right, gives)


def _nodes(root: dict[str, Any]) -> list[dict[str, Any]]:
    """The root and all below it."""
    found = [root]
    for node in found:
        if "leaf_value" not in node:
            found += (node["left_child"], node["right_child"])
    return found
