"""The Merkle tree of RFC 6962, section 2: hashes, and proofs of inclusion and of consistency."""

from collections.abc import Callable, Sequence
from hashlib import sha256

EMPTY = sha256(b"").digest()
MOST_HASHES = 63  # of a proof: a tree has fewer than 2**63 leaves
Subtree = Callable[[int, int], bytes]  # the hash of the leaves from `start` up to, and without, `end`


class ProofRefused(ValueError):
    """A proof does not prove what it claims; the message is one sentence."""


def leaf_hash(entry: bytes) -> bytes:
    return sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def split(size: int) -> int:
    """The largest power of two below `size`, which is at least 2."""
    return 1 << (size - 1).bit_length() - 1


def tree_hash(hashes: Sequence[bytes]) -> bytes:
    """The hash of the tree over these leaf hashes (or over the hashes of complete subtrees of one size)."""
    if not hashes:
        return EMPTY
    row = list(hashes)
    while len(row) > 1:
        pairs = [node_hash(row[i], row[i + 1]) for i in range(0, len(row) - 1, 2)]
        row = pairs + row[len(row) & ~1 :]
    return row[0]


def inclusion_path(subtree: Subtree, index: int, size: int) -> list[bytes]:
    """The proof that leaf `index` is in the tree of `size` leaves, from the leaf's sibling upwards."""
    return _path(subtree, index, 0, size)


def _path(subtree: Subtree, index: int, start: int, end: int) -> list[bytes]:
    if end - start == 1:
        return []
    middle = start + split(end - start)
    if index < middle:
        return [*_path(subtree, index, start, middle), subtree(middle, end)]
    return [*_path(subtree, index, middle, end), subtree(start, middle)]


def consistency_path(subtree: Subtree, old: int, new: int) -> list[bytes]:
    """The proof that the tree of `new` leaves begins with the tree of `old` leaves; empty for `old` 0."""
    return _subproof(subtree, old, 0, new, known=True) if old else []


def _subproof(subtree: Subtree, old: int, start: int, end: int, *, known: bool) -> list[bytes]:
    if old == end:
        return [] if known else [subtree(start, end)]
    middle = start + split(end - start)
    if old <= middle:
        return [*_subproof(subtree, old, start, middle, known=known), subtree(middle, end)]
    return [*_subproof(subtree, old, middle, end, known=False), subtree(start, middle)]


def check_inclusion(leaf: bytes, index: int, size: int, path: Sequence[bytes], root: bytes) -> None:
    """Raises ProofRefused unless `path` leads from the leaf's hash at `index` to `root`."""
    if not 0 <= index < size or len(path) > MOST_HASHES:
        raise ProofRefused(f"There is no leaf {index} in a tree of {size}.")
    if _climb(leaf, index, size, path) != root:
        raise ProofRefused(f"The entry is not what the tree of {size} holds at {index}.")


def _climb(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes:
    if size == 1:
        if path:
            raise ProofRefused("The proof has too many hashes.")
        return leaf
    if not path:
        raise ProofRefused("The proof has too few hashes.")
    middle = split(size)
    if index < middle:
        return node_hash(_climb(leaf, index, middle, path[:-1]), path[-1])
    return node_hash(path[-1], _climb(leaf, index - middle, size - middle, path[:-1]))


def check_consistency(old: int, new: int, path: Sequence[bytes], old_root: bytes, new_root: bytes) -> None:
    """Raises ProofRefused unless `path` shows that the tree of `new` leaves begins with that of `old` leaves."""
    if not 0 <= old <= new or len(path) > MOST_HASHES:
        raise ProofRefused(f"A tree of {new} cannot continue one of {old}.")
    if old == 0:
        if path or old_root != EMPTY:
            raise ProofRefused("Nothing is to be proved of an empty tree.")
        return
    if _both_roots(old, new, path, old_root) != (old_root, new_root):
        raise ProofRefused(f"The tree of {new} does not begin with the tree of {old}.")


def _both_roots(old: int, new: int, path: Sequence[bytes], known: bytes | None) -> tuple[bytes, bytes]:
    """The roots that the path leads to, of the first `old` leaves and of all `new`."""
    if old == new:
        if len(path) != (known is None):
            raise ProofRefused("The proof has the wrong number of hashes.")
        found = path[0] if known is None else known
        return found, found
    if not path:
        raise ProofRefused("The proof has too few hashes.")
    middle, last = split(new), path[-1]
    if old <= middle:
        before, after = _both_roots(old, middle, path[:-1], known)
        return before, node_hash(after, last)
    before, after = _both_roots(old - middle, new - middle, path[:-1], None)
    return node_hash(last, before), node_hash(last, after)
