"""Weights of a network made small for the repository: rows of a matrix as whole numbers of 8 bits, each block scaled.

Only kept so: they are floats again once loaded, so that scores stay those of the network that was trained.
"""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

LEVELS = 127
BLOCK = 64  # columns of a row that share a scale; a row that they do not divide has one
SCALE = ".scale"
Array = NDArray[np.float32]


def pack(arrays: Mapping[str, Array]) -> dict[str, NDArray[np.generic]]:
    """Matrices as int8 with the scales of their blocks beside them; vectors stay as they are."""
    packed: dict[str, NDArray[np.generic]] = {}
    for name, array in arrays.items():
        if array.ndim != 2:
            packed[name] = array.astype(np.float32)
            continue
        blocks = _blocks(array)
        scale = np.abs(blocks).max(axis=2, keepdims=True).clip(1e-12) / LEVELS
        packed[name] = np.rint(blocks / scale).astype(np.int8).reshape(array.shape)
        packed[name + SCALE] = scale.astype(np.float32)
    return packed


def unpack(packed: Mapping[str, NDArray[np.generic]]) -> dict[str, Array]:
    """The floats again."""
    return {
        name: _scaled(array, packed.get(name + SCALE)) for name, array in packed.items() if not name.endswith(SCALE)
    }


def _scaled(array: NDArray[np.generic], scale: NDArray[np.generic] | None) -> Array:
    values: Array = array.astype(np.float32)
    if scale is None:
        return values
    return (values.reshape(len(values), scale.shape[1], -1) * scale.astype(np.float32)).reshape(values.shape)


def _blocks(array: Array) -> Array:
    """(rows, blocks, columns of a block)."""
    columns = array.shape[1]
    return array.reshape(len(array), -1, BLOCK if columns % BLOCK == 0 else columns)


def write(file: Path, arrays: Mapping[str, Array]) -> None:
    np.savez(file, **pack(arrays))  # type: ignore[arg-type]


def read(file: Path) -> dict[str, Array]:
    """Nothing in the file is executed. Raises ValueError or OSError for one that is none of ours."""
    with np.load(file, allow_pickle=False) as packed:
        return unpack({name: packed[name] for name in packed.files})
