"""What is measured, as a tree: items of statements, ratios, rows, arithmetic, and functions over periods.

Plain frozen data, each node with a `node` that names its kind, so that JSON in and out needs no code of its own.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from typing import Any, Literal, Union

from apps.questions.slots import Filer, Part, Period

HUNDRED = 100


class Operator(StrEnum):
    ADD = "+"
    SUBTRACT = "-"
    MULTIPLY = "*"
    DIVIDE = "/"
    POWER = "^"


class OverTimeFunction(StrEnum):
    """Over the periods of the query, in their order.

    change: last minus first. growth: the change over the first. cagr: the same per year. series: each period by itself.
    """

    AVERAGE = "average"
    SUM = "sum"
    CHANGE = "change"
    GROWTH = "growth"
    CAGR = "cagr"
    MINIMUM = "minimum"
    MAXIMUM = "maximum"
    SERIES = "series"


class CallFunction(StrEnum):
    """Of the values of one period."""

    ABSOLUTE = "absolute"
    AVERAGE = "average"
    SUM = "sum"
    MINIMUM = "minimum"
    MAXIMUM = "maximum"


@dataclass(frozen=True, slots=True)
class Number:
    value: Decimal
    node: Literal["number"] = "number"


@dataclass(frozen=True, slots=True)
class Item:
    """A concept of the ontology. lag: periods before the one that is asked for (1: the year before)."""

    concept: str
    lag: int = 0
    node: Literal["item"] = "item"


@dataclass(frozen=True, slots=True)
class Ratio:
    """A ratio or derived figure of the catalogue, by its key; its own formulas stand there."""

    key: str
    node: Literal["ratio"] = "ratio"


@dataclass(frozen=True, slots=True)
class Row:
    """A line that no concept covers, or a narrower one than a concept: found by its printed label or not at all.

    like: the concept of which it may be a narrower or wider line ("net sales" and revenue): taken only where no line of
    that label is printed, and then said so.
    """

    label: str
    like: str = ""
    lag: int = 0
    node: Literal["row"] = "row"


@dataclass(frozen=True, slots=True)
class Binary:
    """net: "net of" a line, which the printed sum may have deducted already; what is excluded is not in it at all."""

    operator: Operator
    left: "Expression"
    right: "Expression"
    node: Literal["binary"] = "binary"
    net: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    function: CallFunction
    of: tuple["Expression", ...]
    node: Literal["call"] = "call"


@dataclass(frozen=True, slots=True)
class OverTime:
    """A function over the query's periods. years: over how many, where the question says so ("3-year average")."""

    function: OverTimeFunction
    of: "Expression"
    years: int | None = None
    node: Literal["over-time"] = "over-time"


@dataclass(frozen=True, slots=True)
class Share:
    """What part of `whole` `of` is: a fraction, told in percent."""

    of: "Expression"
    whole: "Expression"
    node: Literal["share"] = "share"


@dataclass(frozen=True, slots=True)
class Stated:
    """A definition that the question states itself: it wins over the catalogue's of the same name."""

    name: str
    formula: "Expression"
    node: Literal["stated"] = "stated"


@dataclass(frozen=True, slots=True)
class At:
    """An operand of a filer, period or part of its own; what is None is the query's."""

    of: "Expression"
    filer: Filer | None = None
    period: Period | None = None
    part: Part | None = None
    node: Literal["at"] = "at"


@dataclass(frozen=True, slots=True)
class Bound:
    """An operand with the names, periods and parts beside it, until it is known which are the whole query's.

    start: the word with which the operand itself begins.
    """

    of: "Expression"
    mods: tuple[Any, ...]
    start: int = 0


Expression = Union[Number, Item, Ratio, Row, Binary, Call, OverTime, Share, Stated, At]  # noqa: UP007 - named recursively


def walk(expression: Expression) -> Iterator[Expression]:
    """The expression and everything that it is built of, left to right."""
    yield expression
    for operand in operands(expression):
        yield from walk(operand)


def mapped(expression: Any, change: Callable[[Any], Any]) -> Any:
    """The expression with `change` made of every node, the operands first."""
    match expression:
        case Binary(left=left, right=right):
            expression = replace(expression, left=mapped(left, change), right=mapped(right, change))
        case Call(of=several):
            expression = replace(expression, of=tuple(mapped(one, change) for one in several))
        case Share(of=of, whole=whole):
            expression = replace(expression, of=mapped(of, change), whole=mapped(whole, change))
        case Stated(formula=formula):
            expression = replace(expression, formula=mapped(formula, change))
        case OverTime(of=of) | At(of=of) | Bound(of=of):
            expression = replace(expression, of=mapped(of, change))
    return change(expression)


def exchanged(expression: Expression, old: Expression, new: Expression) -> Expression:
    """The same with `new` wherever `old` stands."""
    made: Expression = mapped(expression, lambda node: new if node == old else node)
    return made


def names_its_filers(expression: Expression) -> bool:
    """Whether each of its operands says of whom it is: it is one figure, whoever else is asked about."""
    if isinstance(expression, At) and expression.filer:
        return True
    below = operands(expression)
    return bool(below) and all(isinstance(one, Number) or names_its_filers(one) for one in below)


def stretched(expression: Expression) -> OverTime | None:
    """The function over periods that an expression is, its size alone included ("by how much did it fall")."""
    if isinstance(expression, Call) and expression.function is CallFunction.ABSOLUTE and len(expression.of) == 1:
        return stretched(expression.of[0])
    return expression if isinstance(expression, OverTime) else None


def in_percent(expression: Expression, names: Collection[str] = ()) -> Expression | None:
    """The ratio of which an expression is so many percent: "a / b * 100"; None where it is told otherwise.

    names: of items that are told in percent themselves.
    """
    match expression:
        case Binary(operator=Operator.MULTIPLY, left=Number(value=value), right=ratio) if value == HUNDRED:
            return ratio
        case Binary(operator=Operator.MULTIPLY, left=ratio, right=Number(value=value)) if value == HUNDRED:
            return ratio
        case Binary(operator=Operator.ADD | Operator.SUBTRACT as operator, left=left, right=right):
            first, second = in_percent(left, names), in_percent(right, names)
            return Binary(operator, first, second) if first and second else None
        case Item(concept=name, lag=0) if name in names:
            return expression
    return None


def operands(expression: Any) -> tuple[Expression, ...]:
    """What stands directly below it."""
    match expression:
        case Binary(left=left, right=right):
            return (left, right)
        case Call(of=of):
            return of
        case Share(of=of, whole=whole):
            return (of, whole)
        case OverTime(of=of) | At(of=of) | Bound(of=of):
            return (of,)
        case Stated(formula=formula):
            return (formula,)
    return ()
