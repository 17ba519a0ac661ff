"""Hostile formulas end with a sentence, at once and without deep recursion, whoever proposes them."""

from decimal import Decimal

import pytest

from apps.answers.compute.missing import ImpossibleError
from apps.answers.compute.tree import BINDS, Amount, Constant, Operation, Tree, amount
from apps.questions.expressions import Binary, Expression, Number, operands, walk
from apps.questions.formulas import MAX_LENGTH, FormulaError, parse
from apps.questions.query import Intent, Query, as_json, from_json


def bound(expression: Expression) -> Tree:
    """Of plain numbers alone, as the calculator binds it."""
    match expression:
        case Number(value=value):
            return Constant(value)
        case Binary(operator=operator, left=left, right=right):
            return Operation(operator, bound(left), bound(right))
    raise FormulaError("No figure.")


def evaluated(text: str) -> Amount:
    return amount(bound(parse(text)))


def test_what_is_no_attack_is_computed() -> None:
    assert evaluated("2 + 3 * 4 ^ 2 - 10 / 4").value == Decimal("47.5")
    assert set(BINDS) >= {one.operator for one in walk(parse("1+2-3*4/5^6")) if isinstance(one, Binary)}


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
        "9 ^ 21",
        "__import__('os').system('id')",
        "revenue.__class__",
        "average()",
        "sum()",
        "=HYPERLINK(1)",
        "revenue; drop table",
        "revenue[0]",
        "lambda: 1",
        "no_such_item",
        "{revenue}",
        "1e999999",
        "\u0661\u0662 + ",
        "",
    ],
)
def test_a_hostile_program_is_refused(text: str) -> None:
    with pytest.raises((FormulaError, ImpossibleError)) as told:
        evaluated(text)
    assert str(told.value).endswith(".") and len(str(told.value)) < MAX_LENGTH + 100


NESTED = ["(" * 290 + "1" + ")" * 290, "-" * 590 + "1", "1" + "+1" * 290, "1" + "^1" * 290, "1/" * 290 + "1"]


@pytest.mark.parametrize("text", NESTED, ids=range(len(NESTED)))
def test_what_just_fits_is_kept_as_json_or_refused_with_a_sentence(text: str) -> None:
    try:
        expression = parse(text)
    except FormulaError as refused:
        assert str(refused).endswith(".")
        return
    assert amount(bound(expression)).value in {Decimal(1), Decimal(-1), Decimal(291)}
    query = Query(Intent.FIGURE, measures=(expression,))
    assert from_json(as_json(query)) == query


def test_a_formula_names_items_and_nothing_else() -> None:
    assert not operands(parse("revenue")) and not operands(parse("1"))
    for text in ("os", "self", "print", "open", "apps"):
        with pytest.raises(FormulaError, match="no statement item"):
            parse(text)
