"""Formulas as trees: numbers, items at a period, arithmetic, and functions over several periods."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum


class Operator(StrEnum):
    ADD = "+"
    SUBTRACT = "-"
    MULTIPLY = "*"
    DIVIDE = "/"
    POWER = "^"


class Function(StrEnum):
    """change: last minus first. growth: change over the first. cagr: the same per year. Others as named."""

    AVERAGE = "average"
    SUM = "sum"
    CHANGE = "change"
    GROWTH = "growth"
    CAGR = "cagr"
    ABS = "abs"
    MIN = "min"
    MAX = "max"


@dataclass(frozen=True, slots=True)
class Number:
    value: Decimal


@dataclass(frozen=True, slots=True)
class Item:
    """A statement item. year: as labelled by the filer, or None; offset: years before (-1) or after the year asked."""

    concept: str
    year: int | None = None
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Binary:
    operator: Operator
    left: "Formula"
    right: "Formula"


@dataclass(frozen=True, slots=True)
class Negative:
    operand: "Formula"


@dataclass(frozen=True, slots=True)
class Call:
    function: Function
    arguments: tuple["Formula", ...]


Formula = Number | Item | Binary | Negative | Call


class FormulaError(ValueError):
    """A formula that cannot be read or computed. str() is one sentence for the user."""


def items(formula: Formula) -> Iterator[Item]:
    """Every item of the formula, left to right, repeats included."""
    if isinstance(formula, Item):
        yield formula
    elif isinstance(formula, Binary):
        yield from items(formula.left)
        yield from items(formula.right)
    elif isinstance(formula, Negative):
        yield from items(formula.operand)
    elif isinstance(formula, Call):
        for argument in formula.arguments:
            yield from items(argument)


def parts(formula: Formula) -> Iterator[Formula]:
    """The formula and everything that it is built of."""
    yield formula
    if isinstance(formula, Binary):
        yield from parts(formula.left)
        yield from parts(formula.right)
    elif isinstance(formula, Negative):
        yield from parts(formula.operand)
    elif isinstance(formula, Call):
        for argument in formula.arguments:
            yield from parts(argument)
