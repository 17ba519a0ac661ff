"""Facts arranged as a table: rows by columns, and in each place the facts that were stated for it."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from apps.documents.models import Fact

R = TypeVar("R", bound=Hashable)
C = TypeVar("C", bound=Hashable)
SURE = 1.0


@dataclass(frozen=True, slots=True)
class Shown:
    """A figure and how it is printed."""

    fact: Fact
    text: str

    @property
    def doubted(self) -> bool:
        """Whether a self-check that the figure takes part in fails."""
        return self.fact.confidence < SURE


@dataclass(frozen=True, slots=True)
class Row(Generic[R]):
    """A row: for each column the facts of that place, in the order in which they came; empty where there is none."""

    key: R
    places: tuple[tuple[Fact, ...], ...]

    @property
    def first(self) -> Fact:
        """The row's first fact; every row has one."""
        return next(fact for place in self.places for fact in place)


@dataclass(frozen=True, slots=True)
class Grid(Generic[R, C]):
    columns: tuple[C, ...]
    rows: tuple[Row[R], ...]


Placed = tuple[R, C, Fact]


def arrange(placed: Iterable[Placed[R, C]], columns: Sequence[C] = (), rows: Sequence[R] = ()) -> Grid[R, C]:
    """A table of facts given with their row and column. Both come in the order given, the rest as they first appear.

    A row without facts is left out; a column that was asked for stays.
    """
    held: dict[R, dict[C, list[Fact]]] = {row: {} for row in rows}
    met = dict.fromkeys(columns)
    for row, column, fact in placed:
        held.setdefault(row, {}).setdefault(column, []).append(fact)
        met[column] = None
    filled = {row: places for row, places in held.items() if places}
    return Grid(tuple(met), tuple(_row(row, places, tuple(met)) for row, places in filled.items()))


def _row(key: R, places: dict[C, list[Fact]], columns: tuple[C, ...]) -> Row[R]:
    return Row(key, tuple(tuple(places.get(column, ())) for column in columns))
