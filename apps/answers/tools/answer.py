"""An answer that rests on tools: its figures with all operands, the results behind it, and its draft with claims."""

from dataclasses import dataclass, field
from datetime import date
from typing import Any

from apps.answers.calculator.formula import FormulaError, Item
from apps.answers.figures.form import Stated
from apps.answers.tools.calculation import Worked
from apps.answers.tools.events import Event
from apps.answers.tools.results import Result


@dataclass(frozen=True, slots=True)
class ToolLine:
    """One figure. year: the fiscal year of the filings' figures in it. on: the day of the price; asked: the one asked.

    since, ends: of a change, its first day and both prices as text.
    """

    name: str
    company: str
    year: int | None
    worked: Worked
    stated: Stated
    on: date = date.min
    asked: date | None = None
    since: date | None = None
    ends: tuple[str, ...] = ()

    @property
    def computed(self) -> bool:
        return not isinstance(self.worked.formula, Item)


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """lines: what was computed. events: filings, where events were asked for; telling: what leads them.

    used: the results that stand in the answer as sources, by label. missing, notes: sentences.
    """

    lines: tuple[ToolLine, ...] = ()
    events: tuple[Event, ...] = ()
    telling: str = ""
    used: dict[str, Result] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def answers(self) -> bool:
        return bool(self.lines or self.events)

    @property
    def filings(self) -> dict[int, str]:
        """The filings whose covers and events are cited: version -> name."""
        counted = {line.worked.filing.version: line.worked.filing.name for line in self.lines if line.worked.filing}
        return counted | {mark.place.version_id: event.document for event in self.events for mark in event.marks}

    def seen(self) -> dict[str, Any]:
        return {
            "computed": [f"{line.name} {line.on}: {line.stated.text}" for line in self.lines],
            "figures": sum(len(line.worked.operands.cells) for line in self.lines),
            "events": [event.document for event in self.events],
            "missing": list(self.missing),
        }

    def disagreement(self) -> str:
        """Why it may not be shown, or "": each figure computed again from operands of its filer and its years."""
        return next((problem for line in self.lines if (problem := _problem(line))), "")


def _problem(line: ToolLine) -> str:
    worked = line.worked
    if any(cell.company != worked.company for cell in worked.operands.cells):
        return "a figure is of another filer"
    if any(cell.fact.label_year != cell.item.year for cell in worked.operands.cells):
        return "a figure is of another year"
    try:
        again = worked.operands.value(worked.formula)
    except FormulaError:
        return "it cannot be computed again"
    return "" if again == worked.quantity else "it computes otherwise"
