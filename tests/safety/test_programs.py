"""Hostile formulas end with a sentence, at once and without deep recursion."""

import pytest

from apps.answers.calculator.evaluation import Quantity, evaluate
from apps.answers.calculator.formula import FormulaError, Item
from apps.answers.calculator.reading import read_formula


def nothing(item: Item) -> Quantity:
    raise FormulaError("No figure.")


@pytest.mark.parametrize(
    "text",
    [
        "9^9^9^9^9",
        "(" * 5000 + "1" + ")" * 5000,
        "-" * 5000 + "1",
        "1" + " + 1" * 5000,
        "9" * 100_000,
        "1 / 0",
        "0 ^ (0 - 1)",
        "(0 - 8) ^ 0.5",
        "__import__('os').system('id')",
        "revenue.__class__",
        "average()",
        "=HYPERLINK(1)",
    ],
)
def test_a_hostile_program_is_refused(text: str) -> None:
    with pytest.raises(FormulaError):
        evaluate(read_formula(text), nothing)
