"""The formula language and the catalogue of ratios that is written in it."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.questions.expressions import Binary, Call, CallFunction, Expression, Item, Number, Operator, Ratio, Row, walk
from apps.questions.formulas import FormulaError, parse
from apps.questions.query import Shown
from apps.questions.ratios import ratios

CASH, DEBT = Item("cash"), Item("long_term_debt")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cash", CASH),
        ("2.5", Number(Decimal("2.5"))),
        ("15%", Number(Decimal("0.15"))),
        ("long_term_debt - cash", Binary(Operator.SUBTRACT, DEBT, CASH)),
        ("cash - cash - cash", Binary(Operator.SUBTRACT, Binary(Operator.SUBTRACT, CASH, CASH), CASH)),
        ("cash + cash * cash", Binary(Operator.ADD, CASH, Binary(Operator.MULTIPLY, CASH, CASH))),
        ("(cash + cash) / cash", Binary(Operator.DIVIDE, Binary(Operator.ADD, CASH, CASH), CASH)),
        ("-cash", Binary(Operator.SUBTRACT, Number(Decimal(0)), CASH)),
        ("cash ^ 2", Binary(Operator.POWER, CASH, Number(Decimal(2)))),
        ("average cash", Call(CallFunction.AVERAGE, (Item("cash", lag=1), CASH))),
        ("average(cash, long_term_debt)", Call(CallFunction.AVERAGE, (CASH, DEBT))),
        ("change in cash", Binary(Operator.SUBTRACT, CASH, Item("cash", lag=1))),
        ("change_in_cash", Item("change_in_cash")),
        ("prior cash", Item("cash", lag=1)),
        ("abs(capital_expenditures)", Call(CallFunction.ABSOLUTE, (Item("capital_expenditures"),))),
        ("max(cash, 3)", Call(CallFunction.MAXIMUM, (CASH, Number(Decimal(3))))),
        ("net_debt / cash", Binary(Operator.DIVIDE, Ratio("net_debt"), CASH)),
        ("'Kelp  fees' - cash", Binary(Operator.SUBTRACT, Row("Kelp fees"), CASH)),
        ('prior "Members\' fees"', Row("Members' fees", lag=1)),
    ],
)
def test_a_formula_is_read_as_a_tree(text: str, expected: Expression) -> None:
    assert parse(text, {"net_debt"}) == expected


@pytest.mark.parametrize(
    "text", ["", "1 +", "(1", "cash cash", "goodness", "net_debt", "abs", "cash; drop", "''", "'cash", "1 +" * 300]
)
def test_what_is_no_formula_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(FormulaError, match=r"\.$"):
        parse(text)


@given(st.text(max_size=120))
def test_any_text_is_a_formula_or_refused(text: str) -> None:
    try:
        found = parse(text)
    except FormulaError:
        return
    assert list(walk(found))


def test_a_long_chain_and_deep_brackets_are_read() -> None:
    assert parse("1" + " + 1" * 35)
    assert parse("(" * 150 + "1" + ")" * 150) == Number(Decimal(1))


@pytest.mark.parametrize("text", ["-" * 590 + "1", "1" + "+1" * 290, "1" + "^1" * 290])
def test_what_nests_too_deep_is_refused(text: str) -> None:
    with pytest.raises(FormulaError, match="deeper"):
        parse(text)


def test_every_ratio_is_built_of_what_is_known_and_never_of_itself() -> None:
    def depth(key: str, above: tuple[str, ...] = ()) -> int:
        assert key not in above, key
        inner = [one.key for formula in ratios()[key].formulas for one in walk(formula) if isinstance(one, Ratio)]
        return 1 + max((depth(one, (*above, key)) for one in inner), default=0)

    assert len(ratios()) >= 60
    assert all(depth(key) <= 4 for key in ratios())


def test_default_definitions_are_the_standard_ones() -> None:
    payable = ratios()["days_payable"]

    assert payable.texts[0] == "365 * average accounts_payable / cost_of_revenue"
    assert payable.shown is Shown.DAYS and "end of the period" in payable.says[1]
    assert ratios()["cash_conversion_cycle"].texts == ("days_inventory + days_sales - days_payable",)
