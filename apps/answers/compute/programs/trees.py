"""Boosted regression trees, walked with numpy: what `manage.py train figures` learned, without the library it used."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
Sums = NDArray[np.float64]
Places = NDArray[np.int16]
PARTS = ("sign", "bound", "left", "right", "gives")


@dataclass(frozen=True, slots=True)
class Trees:
    """Each array is (trees, nodes). sign: column that a node looks at, -1 of a leaf; left: where a row goes whose sign
    is at most `bound`, right: where any other goes; gives: what a leaf adds.
    """

    sign: Places
    bound: Sums
    left: Places
    right: Places
    gives: Array

    @classmethod
    def of(cls, arrays: Mapping[str, NDArray[np.generic]], name: str) -> "Trees":
        """From the arrays of a file, where they are called "`name` sign" and so on. Raises KeyError."""
        return cls(*(arrays[f"{name} {part}"] for part in PARTS))  # type: ignore[arg-type]

    def arrays(self, name: str) -> dict[str, NDArray[np.generic]]:
        return {f"{name} {part}": getattr(self, part) for part in PARTS}

    def sums(self, rows: Array) -> Sums:
        """What all trees add up to for each row; rows: (count, signs)."""
        tree, row = np.arange(len(self.sign))[:, None], np.arange(len(rows))[None, :]
        at = np.zeros((len(self.sign), len(rows)), dtype=np.int16)
        while (inner := (sign := self.sign[tree, at]) >= 0).any():
            below = rows[row, sign].astype(np.float64) <= self.bound[tree, at]
            at = np.where(inner, np.where(below, self.left[tree, at], self.right[tree, at]), at)
        found: Sums = self.gives[tree, at].sum(axis=0, dtype=np.float64)
        return found
