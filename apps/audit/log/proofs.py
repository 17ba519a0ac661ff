"""Proofs in files: C2SP tlog-proof, which a stranger checks with nothing but the log's public key."""

from dataclasses import dataclass
from typing import Self

from apps.audit.log.merkle import MOST_HASHES, ProofRefused, check_inclusion, inclusion_path, leaf_hash
from apps.audit.log.notes import Checkpoint, NoteRefused, Verifier, decoded, encoded
from apps.audit.log.tiles import Tree

FIRST = "c2sp.org/tlog-proof@v1"


@dataclass(frozen=True, slots=True)
class Proof:
    """That entry `index` is in the tree of a signed checkpoint. `extra` is vouched for by nobody."""

    index: int
    path: tuple[bytes, ...]
    checkpoint: str  # the whole signed note
    extra: bytes = b""

    @property
    def text(self) -> str:
        extra = f"extra {encoded(self.extra)}\n" if self.extra else ""
        hashes = "".join(f"{encoded(hashed)}\n" for hashed in self.path)
        return f"{FIRST}\n{extra}index {self.index}\n{hashes}\n{self.checkpoint}"

    @classmethod
    def parse(cls, text: str) -> Self:
        head, gap, checkpoint = text.partition("\n\n")
        first, *lines = head.split("\n")
        if first != FIRST or not gap or not lines:
            raise ProofRefused("This is no tlog-proof.")
        extra = lines.pop(0).removeprefix("extra ") if lines[0].startswith("extra ") else ""
        index = lines[0].removeprefix("index ") if lines else ""
        if not index.isdecimal() or not lines[0].startswith("index ") or len(lines) > MOST_HASHES + 1:
            raise ProofRefused("The proof names no entry.")
        path = tuple(decoded(line) for line in lines[1:])
        return cls(int(index), path, checkpoint, decoded(extra) if extra else b"")

    def check(self, entry: bytes, log: Verifier) -> Checkpoint:
        """The signed checkpoint whose tree has `entry`. Raises ProofRefused for anything else."""
        try:
            found = log.checkpoint(self.checkpoint)
        except NoteRefused as error:
            raise ProofRefused(str(error)) from error
        check_inclusion(leaf_hash(entry), self.index, found.size, self.path, found.root)
        return found


def prove(tree: Tree, index: int, checkpoint: str, extra: bytes = b"") -> Proof:
    """The proof of entry `index` in the tree that `checkpoint`, a signed note, states."""
    return Proof(index, tuple(inclusion_path(tree.subtree, index, tree.size)), checkpoint, extra)
