"""Formulas in words and in figures, as people write them."""

from collections.abc import Callable

from apps.answers.calculator.formula import Binary, Call, Formula, Function, Item, Negative, Operator

SIGNS = {
    Operator.ADD: "+",
    Operator.SUBTRACT: "−",
    Operator.MULTIPLY: "×",
    Operator.DIVIDE: "/",
    Operator.POWER: "^",
}
BINDS = {Operator.ADD: 1, Operator.SUBTRACT: 1, Operator.MULTIPLY: 2, Operator.DIVIDE: 2, Operator.POWER: 3}
NAMES = {Function.AVERAGE: "average", Function.SUM: "sum", Function.MIN: "smallest", Function.MAX: "largest"}


def written(formula: Formula, item: Callable[[Item], str]) -> str:
    """`formula` with each item as `item` names it. Brackets only where the order of reading needs them."""
    return _written(formula, item, 0)


def _written(formula: Formula, item: Callable[[Item], str], outer: int) -> str:
    if isinstance(formula, Item):
        return item(formula)
    if isinstance(formula, Negative):
        return f"−{_written(formula.operand, item, 3)}"
    if isinstance(formula, Call):
        return _call(formula, item, outer)
    if isinstance(formula, Binary):
        binds = BINDS[formula.operator]
        left, right = _written(formula.left, item, binds), _written(formula.right, item, binds + 1)
        text = f"{left} {SIGNS[formula.operator]} {right}"
        return f"({text})" if binds < outer else text
    return f"{formula.value.normalize():,f}"


def _call(formula: Call, item: Callable[[Item], str], outer: int) -> str:
    """A change and a growth are written out; of a figure that is an amount anyway no absolute value is written."""
    if formula.function is Function.ABS:
        return _written(formula.arguments[0], item, outer)
    if formula.function in {Function.CHANGE, Function.GROWTH}:
        first, last = formula.arguments[0], formula.arguments[-1]
        change = f"{_written(last, item, 1)} − {_written(first, item, 2)}"
        if formula.function is Function.CHANGE:
            return f"({change})" if outer > 1 else change
        return f"({change}) / {_written(first, item, 3)}"
    parts = "; ".join(_written(argument, item, 0) for argument in formula.arguments)
    return f"{NAMES.get(formula.function, formula.function)}({parts})"
