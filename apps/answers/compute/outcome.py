"""What computing a query gives: figures, a verdict, a ranking, a table; or why there is none."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any

from apps.answers.compute.figures import Figure
from apps.answers.compute.operands import Operand
from apps.answers.compute.sheet import ShownSheet, operands_of, sheet
from apps.answers.sources.candidate import Candidate, Place
from apps.questions.expressions import Stated, walk
from apps.questions.query import Query

UNSHOWN = "One table is shown; “{}” was asked for, too."


@dataclass(frozen=True, slots=True)
class Verdict:
    """holds: None where the figures do not decide it. premise: it was supposed, not asked; then False contradicts it.

    says: the reason in a sentence, without "yes" or "no".
    """

    holds: bool | None
    says: str
    premise: bool = False

    @property
    def contradicted(self) -> bool:
        return self.premise and self.holds is False


@dataclass(frozen=True, slots=True)
class GridCell:
    """marked: it is of what was asked."""

    text: str
    place: Place | None = None
    marked: bool = False


@dataclass(frozen=True, slots=True)
class GridRow:
    label: str
    cells: tuple[GridCell, ...]
    marked: bool = False
    heading: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A table as an answer. columns: what stands over them; source: the filing; page: from 0."""

    title: str
    units: str
    columns: tuple[str, ...]
    rows: tuple[GridRow, ...]
    source: str = ""
    page: int | None = None
    table: int | None = None

    @property
    def words(self) -> str:
        """All that it says, a line each."""
        rows = (text for row in self.rows for text in (row.label, *(cell.text for cell in row.cells)))
        return "\n".join([self.title, *self.columns, *rows])


@dataclass(frozen=True)
class Outcome:
    """missing, ambiguous: why something is not there, a sentence each; notes: what to know of what is.

    headline: the sentence that leads the answer; "" without figures. likely: how likely a trained model holds it for
    what was asked, None where none was asked. asks: where the query asks several things, each alone.
    """

    query: Query
    figures: tuple[Figure, ...] = ()
    verdict: Verdict | None = None
    ranked: tuple[Figure, ...] = ()
    grid: Grid | None = None
    missing: tuple[str, ...] = ()
    ambiguous: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    headline: str = ""
    cited: tuple[Candidate, ...] = field(default=())  # marked cells of the grid
    likely: float | None = None
    asks: tuple["Outcome", ...] = ()

    @property
    def found(self) -> bool:
        return bool(self.figures or self.grid)

    @property
    def whole(self) -> bool:
        """Whether all that was asked for is there."""
        return self.found and not self.missing

    @property
    def operands(self) -> tuple[Operand, ...]:
        return operands_of(self.figures)

    @property
    def used(self) -> tuple[Candidate, ...]:
        """Every candidate that the answer rests on, once, in the order of use."""
        return tuple(dict.fromkeys([*(operand.candidate for operand in self.operands), *self.cited]))

    @cached_property
    def sheet(self) -> ShownSheet | None:
        measures = (measure for one in self.query.asks for measure in one.measures)
        stated = any(isinstance(one, Stated) for measure in measures for one in walk(measure))
        return sheet(self.figures, stated=stated) if self.figures else None


def told_together(query: Query, asks: Sequence[Outcome]) -> Outcome:
    """One outcome of all that a query asks; the verdict and the table are the first that there are, which is said."""

    def each(of: Callable[[Outcome], Iterable[Any]]) -> tuple[Any, ...]:
        return tuple(dict.fromkeys(chain.from_iterable(map(of, asks))))

    shown = next((one.grid for one in asks if one.grid), None)
    unshown = [one.grid.title for one in asks if one.grid and one.grid != shown and not one.figures]
    return Outcome(
        query,
        figures=each(lambda one: one.figures),
        verdict=next((one.verdict for one in asks if one.verdict), None),
        ranked=each(lambda one: one.ranked),
        grid=shown,
        missing=(*each(lambda one: one.missing), *map(UNSHOWN.format, unshown)),
        ambiguous=each(lambda one: one.ambiguous),
        notes=each(lambda one: one.notes),
        headline=" ".join(one.headline for one in asks if one.headline),
        cited=next((one.cited for one in asks if one.grid), ()),
        asks=tuple(asks),
    )
