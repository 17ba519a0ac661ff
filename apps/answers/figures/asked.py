"""Which figures a question asks for: of what, how related, of which periods, in which form."""

from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Any

from apps.answers.calculator.catalogue import Shown
from apps.answers.calculator.formula import Formula, Function, Item
from apps.answers.figures.conditions import Condition
from apps.answers.figures.form import AskedForm


class Relation(StrEnum):
    """What is done with the figures. Text: the question wants words, figures only support them."""

    LOOKUP = "lookup"
    RATIO = "ratio"
    STATED_FORMULA = "stated formula"
    CHANGE = "change"
    GROWTH = "growth"
    CAGR = "compound growth"
    AVERAGE = "average over years"
    TOTAL = "total over years"
    COMPARISON = "comparison"
    YES_NO = "yes or no"
    LIST = "list"
    LARGEST = "largest lines"
    JUDGEMENT = "judgement"
    TEXT = "text"


class Direction(StrEnum):
    """What a yes or no question supposes."""

    UP = "up"
    DOWN = "down"
    EITHER = "up or down"
    POSITIVE = "positive"
    NEGATIVE = "negative"
    PRESENT = "present"


class Part(StrEnum):
    """A part of the balance sheet."""

    ASSETS = "asset"
    CURRENT_ASSETS = "current asset"
    LIABILITIES = "liability"
    CURRENT_LIABILITIES = "current liability"


FUNCTIONS = {
    Relation.CHANGE: Function.CHANGE,
    Relation.GROWTH: Function.GROWTH,
    Relation.CAGR: Function.CAGR,
    Relation.AVERAGE: Function.AVERAGE,
    Relation.TOTAL: Function.SUM,
}


@dataclass(frozen=True, slots=True)
class Interim:
    """A part of the year that ends with `quarter`. months: 3, 6 or 9; 0 where only what is held at its end is meant."""

    quarter: int
    months: int = 3

    def __str__(self) -> str:
        return {6: "H1" if self.quarter == 2 else "H2", 9: "9M"}.get(self.months, f"Q{self.quarter}")


@dataclass(frozen=True, slots=True)
class Wanted:
    """One figure to be had: alternatives of which the first with all items stated is used, for a year that is open."""

    name: str
    formulas: tuple[Formula, ...]
    shown: Shown | None = None  # None: by the unit of the result
    stated: bool = False

    @property
    def is_item(self) -> bool:
        return isinstance(self.formulas[0], Item)


@dataclass(frozen=True, slots=True)
class FigureQuestion:
    """What is asked, in the words `asked`.

    years: ascending, those of the question; none: the newest. quarter: None for whole years. span: how many
    years an average or growth covers. last: how many up to the newest one. dates: full dates, with the months that end
    on them where the question says how many.
    """

    relation: Relation
    wanted: tuple[Wanted, ...] = ()
    asked: str = ""
    years: tuple[int, ...] = ()
    quarter: Interim | None = None
    dates: tuple[date, ...] = ()
    months: int | None = None
    span: int | None = None
    last: int | None = None
    form: AskedForm = field(default_factory=AskedForm)
    direction: Direction | None = None
    condition: Condition | None = None  # what a yes or no question supposes, where every word of it was read
    extreme: str = ""  # "most", "least"
    part: Part | None = None  # of whose lines the largest are asked for
    kind: str = ""  # of what the largest is asked for, where that is no part of the balance sheet: "segment"
    says: str = ""  # the convention behind a judgement
    also: tuple[str, ...] = ()  # ratios that are asked for beside the one that is computed
    held_back: str = ""  # why nothing is computed though a figure is named

    def seen(self) -> dict[str, Any]:
        return {
            "relation": self.relation,
            "wanted": [wanted.name for wanted in self.wanted],
            "formula_stated": bool(self.wanted) and self.wanted[0].stated,
            "years": list(self.years),
            "quarter": str(self.quarter or ""),
            "dates": [day.isoformat() for day in self.dates],
            "unit": {"scale": str(self.form.scale or ""), "decimals": self.form.decimals, "percent": self.form.percent},
            "direction": self.direction,
            "held_back": self.held_back,
        }

    @property
    def computes(self) -> bool:
        return bool(self.wanted or self.part) and self.relation is not Relation.TEXT and not self.held_back
