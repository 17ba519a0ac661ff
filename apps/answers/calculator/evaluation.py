"""Computing a formula in Decimal, with units, over operands that each name their source (H4, beyond 2)."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Context, Decimal, DecimalException, DivisionByZero, InvalidOperation, Overflow

from apps.answers.calculator.formula import (
    Binary,
    Call,
    Formula,
    FormulaError,
    Function,
    Item,
    Negative,
    Number,
    Operator,
)

CONTEXT = Context(prec=40, Emax=200, Emin=-200, traps=[DivisionByZero, InvalidOperation, Overflow])
MAX_EXPONENT = 20


@dataclass(frozen=True, slots=True)
class Quantity:
    """A value with its unit as powers: money 1, shares -1 is dollars per share; both 0 is a plain ratio."""

    value: Decimal
    money: int = 0
    shares: int = 0

    @property
    def unit(self) -> tuple[int, int]:
        return self.money, self.shares


Lookup = Callable[[Item], Quantity]  # raises FormulaError when the store has no such figure


def evaluate(formula: Formula, lookup: Lookup) -> Quantity:
    """The value of `formula`.

    Raises:
        FormulaError: a division by zero, a figure that is missing, units that do not add, a number out of bounds.
    """
    if isinstance(formula, Number):
        return Quantity(formula.value)
    if isinstance(formula, Item):
        return lookup(formula)
    if isinstance(formula, Negative):
        inner = evaluate(formula.operand, lookup)
        return Quantity(-inner.value, inner.money, inner.shares)
    if isinstance(formula, Call):
        return _call(formula.function, [evaluate(argument, lookup) for argument in formula.arguments])
    return _binary(formula, evaluate(formula.left, lookup), evaluate(formula.right, lookup))


def _binary(formula: Binary, left: Quantity, right: Quantity) -> Quantity:
    operator = formula.operator
    if operator in {Operator.ADD, Operator.SUBTRACT}:
        _same_unit(left, right)
        compute = CONTEXT.add if operator is Operator.ADD else CONTEXT.subtract
        return Quantity(_safely(compute, left.value, right.value), left.money, left.shares)
    if operator is Operator.MULTIPLY:
        value = _safely(CONTEXT.multiply, left.value, right.value)
        return Quantity(value, left.money + right.money, left.shares + right.shares)
    if operator is Operator.DIVIDE:
        value = _safely(CONTEXT.divide, left.value, right.value)
        return Quantity(value, left.money - right.money, left.shares - right.shares)
    return _power(left, right)


def _power(base: Quantity, exponent: Quantity) -> Quantity:
    if base.unit != (0, 0) or exponent.unit != (0, 0) or abs(exponent.value) > MAX_EXPONENT:
        raise FormulaError(f"A power needs plain numbers and an exponent up to {MAX_EXPONENT}.")
    return Quantity(_safely(CONTEXT.power, base.value, exponent.value))


def _call(function: Function, arguments: list[Quantity]) -> Quantity:
    for argument in arguments[1:]:
        _same_unit(arguments[0], argument)
    values = [argument.value for argument in arguments]
    value = _safely(COMPUTATIONS[function], values)
    if function in {Function.GROWTH, Function.CAGR}:
        return Quantity(value)
    return Quantity(value, arguments[0].money, arguments[0].shares)


def _average(values: list[Decimal]) -> Decimal:
    return CONTEXT.divide(sum(values, Decimal(0)), Decimal(len(values)))


def _growth(values: list[Decimal]) -> Decimal:
    return CONTEXT.divide(values[-1] - values[0], abs(values[0]))


def _cagr(values: list[Decimal]) -> Decimal:
    """Yearly growth between the first and the last of consecutive years; both must be positive."""
    if len(values) < 2 or values[0] <= 0 or values[-1] <= 0:
        raise FormulaError("A compound growth rate needs two positive figures.")
    return (
        CONTEXT.power(CONTEXT.divide(values[-1], values[0]), CONTEXT.divide(Decimal(1), Decimal(len(values) - 1))) - 1
    )


COMPUTATIONS: dict[Function, Callable[[list[Decimal]], Decimal]] = {
    Function.AVERAGE: _average,
    Function.SUM: lambda values: sum(values, Decimal(0)),
    Function.CHANGE: lambda values: values[-1] - values[0],
    Function.GROWTH: _growth,
    Function.CAGR: _cagr,
    Function.ABS: lambda values: abs(values[0]),
    Function.MIN: min,
    Function.MAX: max,
}


def _same_unit(left: Quantity, right: Quantity) -> None:
    if left.unit != right.unit:
        raise FormulaError("Figures of different units cannot be added or compared.")


def _safely(compute: Callable[..., Decimal], *arguments: Decimal | list[Decimal]) -> Decimal:
    try:
        value = compute(*arguments)
    except DivisionByZero:
        raise FormulaError("The formula divides by zero.")
    except DecimalException:
        raise FormulaError("The formula leaves the range of numbers that make sense here.")
    if not value.is_finite():  # a power of nought with a negative exponent signals nothing
        raise FormulaError("The formula leaves the range of numbers that make sense here.")
    return value
