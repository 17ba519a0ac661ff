"""The log as files: tiles of 256 hashes and bundles of 256 entries, as C2SP tlog-tiles lays them out."""

import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import NamedTemporaryFile

from apps.audit.log.merkle import leaf_hash, split, tree_hash

WIDTH = 256
HASH_BYTES = 32
LONGEST_ENTRY = 65_535
ENTRIES = "entries"
CHECKPOINT = "checkpoint"
Tile = Callable[[int, int], Sequence[bytes]]  # the hashes of tile `number` of `level`


class TileRefused(ValueError):
    """A file of the log is missing or is not what it must be; the message is one sentence."""

    def __init__(self, path: str, fault: str) -> None:
        super().__init__(f"{path} {fault}.")
        self.path = path


def tile_path(level: int | str, number: int, width: int = WIDTH) -> str:
    """As in `tile/0/x001/067` and, of a partial tile, `tile/entries/x001/067.p/12`."""
    rest, last = divmod(number, 1000)
    parts = [f"{last:03d}"]
    while rest:
        rest, part = divmod(rest, 1000)
        parts.insert(0, f"x{part:03d}")
    partial = f".p/{width}" if width < WIDTH else ""
    return f"tile/{level}/{'/'.join(parts)}{partial}"


def count(size: int, level: int) -> int:
    """How many hashes the level has in a tree of `size` leaves."""
    return size >> 8 * level


def width_of(total: int, number: int) -> int:
    """How wide tile `number` is where its level (or the row of bundles) holds `total` things."""
    return min(WIDTH, total - number * WIDTH)


def bundle(entries: Iterable[bytes]) -> bytes:
    return b"".join(len(entry).to_bytes(2, "big") + entry for entry in entries)


def unbundle(data: bytes) -> list[bytes]:
    """Raises ValueError for a bundle that ends in the middle of an entry."""
    entries, at = [], 0
    while at < len(data):
        end = at + 2 + int.from_bytes(data[at : at + 2], "big")
        if at + 2 > len(data) or end > len(data):
            raise ValueError("ends in the middle of an entry")
        entries.append(data[at + 2 : end])
        at = end
    return entries


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that others see all of it or none of it, also after the power fails."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, delete=False) as half:
        try:
            half.write(data)
            half.flush()
            os.fsync(half.fileno())
            Path(half.name).replace(path)
        except OSError:
            Path(half.name).unlink()
            raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


@dataclass(frozen=True, slots=True)
class Folder:
    """The files of one log."""

    root: Path

    def checkpoint(self) -> str | None:
        """The newest signed note, whatever it is worth; None for a log that has not begun."""
        path = self.root / CHECKPOINT
        return path.read_text(errors="replace") if path.exists() else None

    def read(self, level: int | str, number: int, width: int) -> bytes:
        """The file, or the full tile in place of a partial one that is gone. Raises TileRefused without either."""
        for wide in dict.fromkeys((width, WIDTH)):
            path = self.root / tile_path(level, number, wide)
            if path.is_file():
                return path.read_bytes()
        raise TileRefused(tile_path(level, number, width), "is missing")

    def hashes(self, level: int, number: int, width: int) -> list[bytes]:
        data = self.read(level, number, width)
        if len(data) % HASH_BYTES or len(data) < width * HASH_BYTES:
            raise TileRefused(tile_path(level, number, width), f"holds {len(data)} bytes")
        return [data[at : at + HASH_BYTES] for at in range(0, width * HASH_BYTES, HASH_BYTES)]

    def entries(self, number: int, width: int) -> list[bytes]:
        path = tile_path(ENTRIES, number, width)
        try:
            found = unbundle(self.read(ENTRIES, number, width))
        except TileRefused:
            raise
        except ValueError as error:
            raise TileRefused(path, str(error)) from error
        if len(found) < width:
            raise TileRefused(path, f"holds {len(found)} entries instead of {width}")
        return found[:width]

    def last_entries(self, number: int, width: int) -> list[bytes]:
        """Those of one bundle, which fit their tile of hashes. Raises TileRefused for others."""
        found = self.entries(number, width)
        if [leaf_hash(entry) for entry in found] != self.hashes(0, number, width):
            raise TileRefused(tile_path(ENTRIES, number, width), "does not fit its tile of hashes")
        return found

    def tree(self, size: int) -> "Tree":
        """The tree of the first `size` entries by its tiles; few are read, and each of them once."""

        @lru_cache(maxsize=64)
        def tile(level: int, number: int) -> Sequence[bytes]:
            return self.hashes(level, number, width_of(count(size, level), number))

        return Tree(size, tile)

    def append(self, size: int, entries: Sequence[bytes]) -> int:
        """Write the files of a log that had `size` entries and has these as well; the new size.

        No file that a checkpoint of `size` stands on changes, so a writer that dies on the way has done nothing.
        Raises TileRefused where the last files do not fit together: a change there would be carried on for good.
        """
        if too_long := [entry for entry in entries if len(entry) > LONGEST_ENTRY]:
            raise ValueError(f"An entry of {len(too_long[0])} bytes is too long for a log.")
        new = size + len(entries)
        self._write_bundles(size, entries)
        level, hashes = 0, [leaf_hash(entry) for entry in entries]
        while hashes:
            hashes = self._extend(level, count(size, level), hashes)
            level += 1
        return new

    def forget_partial(self, size: int, new: int) -> None:
        """Remove the partial tiles that growth from `size` to `new` has completed: the full ones stand for them."""
        for level in (ENTRIES, *range(8)):
            height = level if isinstance(level, int) else 0
            before, after = count(size, height) // WIDTH, count(new, height) // WIDTH
            for number in range(before, after):
                full = self.root / tile_path(level, number)
                shutil.rmtree(full.with_name(f"{full.name}.p"), ignore_errors=True)

    def _write_bundles(self, size: int, entries: Sequence[bytes]) -> None:
        number, begun = divmod(size, WIDTH)
        row = [*self.last_entries(number, begun), *entries] if begun else list(entries)
        for offset, part in enumerate(_cut(row)):
            write_whole(self.root / tile_path(ENTRIES, number + offset, len(part)), bundle(part))

    def _extend(self, level: int, before: int, hashes: Sequence[bytes]) -> list[bytes]:
        """Add hashes to a level; the hashes of the tiles that became full, which belong to the level above."""
        number, begun = divmod(before, WIDTH)
        row = [*self.hashes(level, number, begun), *hashes] if begun else list(hashes)
        parts = list(_cut(row))
        for offset, part in enumerate(parts):
            write_whole(self.root / tile_path(level, number + offset, len(part)), b"".join(part))
        return [tree_hash(part) for part in parts if len(part) == WIDTH]


def _cut(row: Sequence[bytes]) -> Iterator[Sequence[bytes]]:
    return (row[at : at + WIDTH] for at in range(0, len(row), WIDTH))


@dataclass(frozen=True, slots=True)
class Tree:
    """The tree of `size` leaves, whose tiles `tile` brings."""

    size: int
    tile: Tile

    @property
    def root(self) -> bytes:
        return self.subtree(0, self.size)

    def subtree(self, start: int, end: int) -> bytes:
        """The hash of the leaves from `start` up to, and without, `end`, as RFC 6962 divides them."""
        if start == end:
            return tree_hash([])
        level, first, last = 0, start, end
        while last - first > 1 and not (first | last) % WIDTH:
            level, first, last = level + 1, first // WIDTH, last // WIDTH
        if first // WIDTH == (last - 1) // WIDTH:
            return tree_hash(self.tile(level, first // WIDTH)[first % WIDTH : (last - 1) % WIDTH + 1])
        middle = start + split(end - start)
        return tree_hash([self.subtree(start, middle), self.subtree(middle, end)])
