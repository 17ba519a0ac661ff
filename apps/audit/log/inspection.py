"""Reading a whole log and computing every hash anew, with nothing taken on trust."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from apps.audit.log.merkle import leaf_hash, tree_hash
from apps.audit.log.tiles import ENTRIES, WIDTH, Folder, TileRefused, Tree, count, tile_path, width_of

Complain = Callable[[str, int, int], None]  # a file's fault, and the first and the last entry that it concerns
NOTHING = bytes(32)  # stands for the hash of an entry that cannot be read


@dataclass(slots=True)
class Inspection:
    """The log of `size` entries in a folder. Files that do not fit are told to `complain`; reading goes on."""

    folder: Folder
    size: int
    complain: Complain
    _rows: list[list[bytes]] = field(default_factory=list)  # computed hashes of level 1 and above

    def entries(self) -> Iterator[bytes | None]:
        """Every entry in order, None for those that cannot be read. The tree is known at the end."""
        row: list[bytes] = []
        for number in range(-(-self.size // WIDTH)):
            found = self._bundle(number)
            yield from found
            row.append(tree_hash(self._compared(0, number, _leaves(found))))
        self._climb(row[: count(self.size, 1)])

    def tree(self) -> Tree:
        """The tree of all entries by what was computed; only after `entries` has come to its end."""
        return Tree(self.size, self._tile)

    def _bundle(self, number: int) -> Sequence[bytes | None]:
        width = width_of(self.size, number)
        try:
            return self.folder.entries(number, width)
        except TileRefused as error:
            self.complain(str(error), number * WIDTH, number * WIDTH + width - 1)
            return [None] * width

    def _climb(self, row: list[bytes]) -> None:
        level = 1
        while row:
            self._rows.append(row)
            tiles = [row[at : at + WIDTH] for at in range(0, len(row), WIDTH)]
            above = [tree_hash(self._compared(level, number, tile)) for number, tile in enumerate(tiles)]
            level, row = level + 1, above[: count(self.size, level + 1)]

    def _compared(self, level: int, number: int, computed: Sequence[bytes]) -> Sequence[bytes]:
        """`computed`, after a word on a tile that says something else."""
        spread = WIDTH**level
        first = number * WIDTH * spread
        try:
            found = self.folder.hashes(level, number, len(computed))
        except TileRefused as error:
            self.complain(str(error), first, first + len(computed) * spread - 1)
            return computed
        for place, pair in enumerate(zip(found, computed, strict=True)):
            if pair[0] != pair[1]:
                path, at = tile_path(level, number, len(computed)), first + place * spread
                fault = f"{path} does not fit {tile_path(ENTRIES, at // WIDTH)} at hash {place}."
                self.complain(fault, at, at + spread - 1)
        return computed

    def _tile(self, level: int, number: int) -> Sequence[bytes]:
        if level:
            return self._rows[level - 1][number * WIDTH : (number + 1) * WIDTH]
        try:
            return _leaves(self.folder.entries(number, width_of(self.size, number)))
        except TileRefused:
            return [NOTHING] * WIDTH


def _leaves(entries: Sequence[bytes | None]) -> list[bytes]:
    return [NOTHING if entry is None else leaf_hash(entry) for entry in entries]
