"""What a calculation gives: lines, each a figure with its formula and the operands behind it."""

from dataclasses import dataclass
from typing import Any

from apps.answers.calculator.evaluation import Quantity
from apps.answers.calculator.formula import Formula, Item
from apps.answers.figures.asked import FigureQuestion, Wanted
from apps.answers.figures.form import Stated
from apps.answers.figures.ledger import Operand


@dataclass(frozen=True, slots=True)
class Computed:
    """One figure: of which filer and years, by which resolved formula, from which operands.

    years: one for a figure of a year, several for one over years; then `ends` are the figures of each of them.
    own: what the filer prints under that name, beside what the catalogue's formula gives.
    """

    wanted: Wanted
    company: str
    years: tuple[int, ...]
    formula: Formula
    quantity: Quantity
    stated: Stated
    operands: tuple[Operand, ...]
    currency: str = ""
    ends: tuple[Stated, ...] = ()
    own: bool = False

    @property
    def over(self) -> bool:
        return bool(self.ends)

    @property
    def verbatim(self) -> bool:
        """Whether it is one printed figure and nothing was computed."""
        return isinstance(self.formula, Item)


@dataclass(frozen=True, slots=True)
class Calculation:
    """What was computed, in the order of companies and years; `missing`: why something was not, as sentences.

    support: the figures behind a question for reasons, which they do not answer by themselves.
    parts: where it answers several questions, the calculation of each; `question` is then the first one's.
    """

    question: FigureQuestion
    lines: tuple[Computed, ...] = ()
    missing: tuple[str, ...] = ()
    passed_over: str = ""  # why nothing was tried
    parts: tuple["Calculation", ...] = ()
    support: "Calculation | None" = None

    @property
    def operands(self) -> tuple[Operand, ...]:
        """Each figure once."""
        return tuple({operand.fact.pk: operand for line in self.lines for operand in line.operands}.values())

    def seen(self) -> dict[str, Any]:
        return {
            "relation": self.question.relation,
            "wanted": [wanted.name for wanted in self.question.wanted],
            "years": list(self.question.years),
            "computed": [f"{line.wanted.name} {line.years[-1]}: {line.stated.text}" for line in self.lines],
            "figures": len(self.operands),
            "missing": list(self.missing),
            "passed_over": self.passed_over,
        }
