"""Formulas bound to fiscal years, and functions over several of them."""

from collections.abc import Callable, Sequence
from decimal import Decimal

from apps.answers.calculator.formula import Binary, Call, Formula, Function, Item, Negative, Number, Operator


def at_year(formula: Formula, year: int) -> Formula:
    """`formula` with every item that names no year at `year` (or as many years before it as the item says)."""
    return mapped(formula, lambda item: item if item.year else Item(item.concept, year + item.offset))


def shifted(formula: Formula, years: int) -> Formula:
    """A bound formula so many years later, so that a definition written for one year serves its neighbours."""
    return mapped(formula, lambda item: Item(item.concept, (item.year or 0) + years) if item.year else item)


def at_ends(formula: Formula) -> Formula:
    """The same with what is held at the end in place of averages of two ends."""
    if isinstance(formula, Call) and formula.function is Function.AVERAGE:
        return at_ends(formula.arguments[-1])
    if isinstance(formula, Binary):
        return Binary(formula.operator, at_ends(formula.left), at_ends(formula.right))
    return formula


def mapped(formula: Formula, change: Callable[[Item], Formula]) -> Formula:
    """The same tree with `change` applied to every item."""
    if isinstance(formula, Item):
        return change(formula)
    if isinstance(formula, Binary):
        return Binary(formula.operator, mapped(formula.left, change), mapped(formula.right, change))
    if isinstance(formula, Negative):
        return Negative(mapped(formula.operand, change))
    if isinstance(formula, Call):
        return Call(formula.function, tuple(mapped(argument, change) for argument in formula.arguments))
    return formula


def over_years(function: Function, values: Sequence[Formula], years: int) -> Formula:
    """`function` over formulas in the order of time; `years`: how many lie between the first and the last.

    A compound growth rate is (last / first) ^ (1 / years) - 1, so that years between need not be stated.
    """
    if function is not Function.CAGR:
        return Call(function, tuple(values))
    root = Binary(Operator.DIVIDE, Number(Decimal(1)), Number(Decimal(max(years, 1))))
    factor = Binary(Operator.POWER, Binary(Operator.DIVIDE, values[-1], values[0]), root)
    return Binary(Operator.SUBTRACT, factor, Number(Decimal(1)))
