"""Computing again: each line from its operands alone, which must be of the filer and the years they stand for."""

from apps.answers.calculator.evaluation import Quantity, evaluate
from apps.answers.calculator.formula import FormulaError, Item
from apps.answers.calculator.formula import items as items_of
from apps.answers.figures.lines import Calculation, Computed


def disagreement(calculation: Calculation) -> str:
    """Why the lines of `calculation` may not be shown, or "" when all of them hold."""
    return next((problem for line in calculation.lines if (problem := _problem(line))), "")


def _problem(line: Computed) -> str:
    operands = {operand.item: operand for operand in line.operands}
    if any(operand.company != line.company for operand in line.operands):
        return "a figure is of another filer"
    if any(operand.fact.label_year != operand.item.year for operand in line.operands):
        return "a figure is of another year"
    if not set(items_of(line.formula)) <= operands.keys():
        return "a figure of the formula is missing"
    return (
        "" if _again(line, {item: operand.quantity for item, operand in operands.items()}) else "it computes otherwise"
    )


def _again(line: Computed, quantities: dict[Item, Quantity]) -> bool:
    try:
        return evaluate(line.formula, quantities.__getitem__) == line.quantity
    except FormulaError:
        return False
