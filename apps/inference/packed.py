"""Token vectors made small for the store: each of unit length, kept as whole numbers of 8 bits, or as its signs."""

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
LEVELS = 127
BITS = (1, 8)


def pack(vectors: Vectors, bits: int) -> bytes:
    """Raises ValueError for another number of bits.

    vectors: (n, d), rows of unit length. bits: 8, a row being its whole numbers of -127 to 127, scaled by its own
    largest component, d bytes; or 1, a row being its signs, ceil(d / 8) bytes.

    A row's scale is not kept: the rows are of unit length, so it comes back with `unpack`.
    """
    if bits not in BITS:
        raise ValueError(f"token vectors are kept in 8 bits or 1, not in {bits}")
    if bits == 1:
        return bytes(np.packbits(vectors > 0, axis=1))
    largest = np.abs(vectors).max(axis=1, keepdims=True, initial=1e-9)
    return bytes(np.rint(vectors / largest * LEVELS).astype(np.int8))


def unpack(packed: bytes, dimensions: int, bits: int) -> Vectors:
    """The vectors again, (n, dimensions), rows of unit length. Raises ValueError when the bytes do not divide."""
    if bits == 1:
        signs = np.frombuffer(packed, dtype=np.uint8).reshape(-1, -(-dimensions // 8))
        row = np.unpackbits(signs, axis=1, count=dimensions).astype(np.float32) * 2 - 1
        return row / np.float32(np.sqrt(dimensions))
    row = np.frombuffer(packed, dtype=np.int8).reshape(-1, dimensions).astype(np.float32)
    return unit(row)


def unit(rows: Vectors) -> Vectors:
    """Rows of unit length; a row of zeros stays one."""
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    scaled: Vectors = (rows / np.where(norms == 0, 1, norms)).astype(np.float32)
    return scaled
