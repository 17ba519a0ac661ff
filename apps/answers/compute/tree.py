"""A bound expression: arithmetic over operands, each with its cell; its value with units, and how it is written."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Context, Decimal, DecimalException, DivisionByZero, InvalidOperation, Overflow
from typing import Union

from apps.answers.compute.missing import ImpossibleError
from apps.answers.compute.operands import POWERS, Operand
from apps.questions.expressions import Operator
from apps.questions.expressions import OverTimeFunction as Function
from apps.statements.ontology import Unit

CONTEXT = Context(prec=40, Emax=200, Emin=-200, traps=[DivisionByZero, InvalidOperation, Overflow])
MAX_EXPONENT = 20
SIGNS = {
    Operator.ADD: "+",
    Operator.SUBTRACT: "−",
    Operator.MULTIPLY: "×",
    Operator.DIVIDE: "/",
    Operator.POWER: "^",
}
BINDS = {Operator.ADD: 1, Operator.SUBTRACT: 1, Operator.MULTIPLY: 2, Operator.DIVIDE: 2, Operator.POWER: 3}


@dataclass(frozen=True, slots=True)
class Amount:
    """A value with its unit as powers: money 1, shares -1 is dollars per share; both 0 is a plain number.

    rate: a plain number that is told in percent. counted: how many there are of things.
    """

    value: Decimal
    money: int = 0
    shares: int = 0
    rate: bool = False
    counted: bool = False

    @property
    def unit(self) -> tuple[int, int]:
        return self.money, self.shares


@dataclass(frozen=True, slots=True)
class Constant:
    value: Decimal


@dataclass(frozen=True, slots=True)
class Leaf:
    operand: Operand


@dataclass(frozen=True, slots=True)
class Operation:
    operator: Operator
    left: "Tree"
    right: "Tree"


@dataclass(frozen=True, slots=True)
class Applied:
    """A function of several; years: how many lie between the first and the last, for a compound growth rate."""

    function: str
    of: tuple["Tree", ...]
    years: int = 0


Tree = Union[Constant, Leaf, Operation, Applied]  # noqa: UP007 - named recursively


def leaves(tree: Tree) -> Iterator[Operand]:
    """Every operand, left to right, repeats included."""
    match tree:
        case Leaf(operand=operand):
            yield operand
        case Operation(left=left, right=right):
            yield from leaves(left)
            yield from leaves(right)
        case Applied(of=of):
            for one in of:
                yield from leaves(one)


def amount(tree: Tree) -> Amount:
    """The value of `tree`. Raises ImpossibleError: a division by nought, units that do not go together."""
    match tree:
        case Constant(value=value):
            return Amount(value)
        case Leaf(operand=operand):
            return _of_operand(operand)
        case Operation(operator=operator, left=left, right=right):
            return _binary(operator, amount(left), amount(right))
        case Applied():
            return _applied(tree)


def _of_operand(operand: Operand) -> Amount:
    rate = operand.unit is Unit.PERCENT
    value = operand.value / 100 if rate else operand.value
    return Amount(value, *POWERS[operand.unit], rate=rate, counted=operand.unit is Unit.COUNT)


def _binary(operator: Operator, left: Amount, right: Amount) -> Amount:
    if operator in {Operator.ADD, Operator.SUBTRACT}:
        _same_unit(left, right)
        compute = CONTEXT.add if operator is Operator.ADD else CONTEXT.subtract
        value = _safely(compute, left.value, right.value)
        return Amount(value, left.money, left.shares, left.rate and right.rate, left.counted and right.counted)
    if operator is Operator.MULTIPLY:
        value = _safely(CONTEXT.multiply, left.value, right.value)
        return Amount(value, left.money + right.money, left.shares + right.shares)
    if operator is Operator.DIVIDE:
        value = _safely(CONTEXT.divide, left.value, right.value)
        return Amount(value, left.money - right.money, left.shares - right.shares)
    return _power(left, right)


def _power(base: Amount, exponent: Amount) -> Amount:
    if base.unit != (0, 0) or exponent.unit != (0, 0) or abs(exponent.value) > MAX_EXPONENT:
        raise ImpossibleError(f"A power needs plain numbers and an exponent up to {MAX_EXPONENT}.")
    return Amount(_safely(CONTEXT.power, base.value, exponent.value))


def _applied(tree: Applied) -> Amount:
    amounts = [amount(one) for one in tree.of]
    for one in amounts[1:]:
        _same_unit(amounts[0], one)
    values = [one.value for one in amounts]
    first = amounts[0]
    if tree.function == Function.GROWTH:
        return Amount(_safely(_growth, values), rate=True)
    if tree.function == Function.CAGR:
        return Amount(_safely(_cagr, values, tree.years), rate=True)
    value = _safely(COMPUTATIONS[tree.function], values)
    return Amount(value, first.money, first.shares, all(one.rate for one in amounts), first.counted)


def _growth(values: list[Decimal]) -> Decimal:
    return CONTEXT.divide(values[-1] - values[0], abs(values[0]))


def _cagr(values: list[Decimal], years: int) -> Decimal:
    if values[0] <= 0 or values[-1] <= 0 or years < 1:
        raise ImpossibleError("A compound growth rate needs two positive figures and at least a year between them.")
    return CONTEXT.power(CONTEXT.divide(values[-1], values[0]), CONTEXT.divide(Decimal(1), Decimal(years))) - 1


COMPUTATIONS: dict[str, Callable[[list[Decimal]], Decimal]] = {
    "average": lambda values: CONTEXT.divide(sum(values, Decimal(0)), Decimal(len(values))),
    "sum": lambda values: sum(values, Decimal(0)),
    "change": lambda values: values[-1] - values[0],
    "absolute": lambda values: abs(values[0]),
    "minimum": min,
    "maximum": max,
}


def _same_unit(left: Amount, right: Amount) -> None:
    if left.unit != right.unit or left.counted != right.counted:
        raise ImpossibleError("Figures of different units cannot be added or compared.")


def _safely(compute: Callable[..., Decimal], *arguments: Decimal | list[Decimal] | int) -> Decimal:
    try:
        value = compute(*arguments)
    except DivisionByZero:
        raise ImpossibleError("The formula divides by zero.") from None
    except DecimalException:
        raise ImpossibleError("The formula leaves the range of numbers that make sense here.") from None
    if not value.is_finite():  # a power of nought with a negative exponent signals nothing
        raise ImpossibleError("The formula leaves the range of numbers that make sense here.")
    return value


def written(tree: Tree, name: Callable[[Operand], str], outer: int = 0) -> str:
    """The formula with each operand as `name` tells it. Brackets only where the order of reading needs them."""
    match tree:
        case Constant(value=value):
            return f"{value.normalize():,f}"
        case Leaf(operand=operand):
            return name(operand)
        case Operation(operator=operator, left=left, right=right):
            binds = BINDS[operator]
            text = f"{written(left, name, binds)} {SIGNS[operator]} {written(right, name, binds + 1)}"
            return f"({text})" if binds < outer else text
        case Applied():
            return _applied_written(tree, name, outer)


def _applied_written(tree: Applied, name: Callable[[Operand], str], outer: int) -> str:
    """A change and a growth are written out; of a figure that is an amount anyway no absolute value is written."""
    first, last = tree.of[0], tree.of[-1]
    if tree.function == "absolute":
        return written(first, name, outer)
    if tree.function == Function.CAGR:
        text = f"({written(last, name, 3)} / {written(first, name, 3)}) ^ (1 / {tree.years}) − 1"
        return f"({text})" if outer > 1 else text
    if tree.function in {Function.CHANGE, Function.GROWTH}:
        change = f"{written(last, name, 1)} − {written(first, name, 2)}"
        if tree.function == Function.CHANGE:
            return f"({change})" if outer > 1 else change
        return f"({change}) / {written(first, name, 3)}"
    return f"{tree.function}({'; '.join(written(one, name) for one in tree.of)})"
