"""Values with units: laws that hold of all numbers, bounds, and how figures are told."""

from decimal import Decimal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from apps.answers.compute.form import shown_as, state
from apps.answers.compute.missing import ImpossibleError
from apps.answers.compute.operands import Operand
from apps.answers.compute.tree import Amount, Applied, Constant, Leaf, Operation, Tree, amount, leaves, written
from apps.answers.sources.candidate import Candidate, CandidateKind, Quantity, Span
from apps.questions.expressions import Operator
from apps.questions.query import Form, Shown
from apps.statements.ontology import Unit

SPAN = Span(12, None, 2023, "FY2023")
NUMBERS = st.decimals(-(10**12), 10**12, places=2, allow_nan=False, allow_infinity=False)
POSITIVE = st.decimals(1, 10**12, places=2, allow_nan=False, allow_infinity=False)
UNITS = st.sampled_from(list(Unit))
OPERATORS = st.sampled_from(list(Operator))
DECIMALS = st.integers(0, 6)


def leaf(value: Decimal, unit: Unit = Unit.MONEY, name: str = "x") -> Leaf:
    quantity = Quantity(value, unit, "USD" if unit is Unit.MONEY else "")
    return Leaf(Operand(Candidate(CandidateKind.FACT, "", quantity=quantity), value, name, SPAN))


def trees() -> st.SearchStrategy[Tree]:
    ends = st.builds(leaf, NUMBERS, UNITS) | st.builds(Constant, NUMBERS)
    return st.recursive(
        ends,
        lambda inner: (
            st.builds(Operation, OPERATORS, inner, inner)
            | st.builds(
                Applied,
                st.sampled_from(["average", "sum", "change", "growth", "cagr", "minimum", "maximum", "absolute"]),
                st.lists(inner, min_size=1, max_size=3).map(tuple),
                st.integers(0, 5),
            )
        ),
        max_leaves=8,
    )


@given(trees())
def test_any_formula_has_a_finite_value_or_says_why_not(tree: Tree) -> None:
    try:
        found = amount(tree)
    except ImpossibleError as error:
        assert str(error).endswith(".")
    else:
        assert found.value.is_finite()
        assert written(tree, lambda operand: operand.name)


@given(trees(), st.sampled_from(list(Shown)), st.none() | DECIMALS, st.sampled_from([None, 1000, 10**6]))
def test_any_value_can_be_told_in_any_form_or_says_why_not(
    tree: Tree, usual: Shown, decimals: int | None, scale: int | None
) -> None:
    form = Form(decimals=decimals, scale=scale)
    try:
        found = amount(tree)
        told = state(found, shown_as(found, usual, form), form, "USD")
    except ImpossibleError:
        return
    assert told.text and told.value.is_finite()


@given(NUMBERS, NUMBERS, UNITS)
def test_a_sum_is_the_same_either_way_and_less_its_part_the_other(one: Decimal, other: Decimal, unit: Unit) -> None:
    left, right = leaf(one, unit), leaf(other, unit)
    total = Operation(Operator.ADD, left, right)

    assert amount(total) == amount(Operation(Operator.ADD, right, left))
    assert amount(Operation(Operator.SUBTRACT, total, right)).value == amount(left).value


@given(NUMBERS, NUMBERS, UNITS, UNITS)
def test_figures_of_different_units_never_add(one: Decimal, other: Decimal, first: Unit, second: Unit) -> None:
    assume({first, second} != {first} and {first, second} != {Unit.PERCENT, Unit.COUNT})

    with pytest.raises(ImpossibleError):
        amount(Operation(Operator.ADD, leaf(one, first), leaf(other, second)))


@given(NUMBERS, POSITIVE)
def test_money_over_shares_is_money_per_share(money: Decimal, shares: Decimal) -> None:
    found = amount(Operation(Operator.DIVIDE, leaf(money), leaf(shares, Unit.SHARES)))

    assert found.unit == (1, -1)
    assert shown_as(found, Shown.RATIO, Form()) is Shown.PER_SHARE


@given(POSITIVE, st.integers(1, 5), st.decimals("-0.5", 2, places=4))
def test_a_compound_growth_rate_undoes_the_growth(start: Decimal, years: int, rate: Decimal) -> None:
    end = start * (1 + rate) ** years
    found = amount(Applied("cagr", (leaf(start), leaf(end)), years))

    assert abs(found.value - rate) < Decimal("1e-15") and found.rate


@given(NUMBERS.filter(bool), NUMBERS)
def test_growth_is_the_change_over_the_first(first: Decimal, last: Decimal) -> None:
    grown = amount(Applied("growth", (leaf(first), leaf(last)))).value

    assert (grown > 0) == (last > first) and (grown == 0) == (last == first)


@given(st.lists(NUMBERS, min_size=1, max_size=6))
def test_an_average_lies_between_the_least_and_the_most(values: list[Decimal]) -> None:
    of = tuple(leaf(value) for value in values)
    least, mean, most = (amount(Applied(name, of)).value for name in ("minimum", "average", "maximum"))

    assert least - Decimal("1e-9") <= mean <= most + Decimal("1e-9")


@given(NUMBERS, DECIMALS)
def test_a_figure_is_rounded_to_the_decimals_asked_for(value: Decimal, decimals: int) -> None:
    told = state(Amount(value, money=1), Shown.MONEY, Form(decimals=decimals, scale=1_000_000), "USD")

    assert abs(told.value * 1_000_000 - value) <= Decimal(500_000).scaleb(-decimals)
    assert len(told.text.split()[1].partition(".")[2]) == decimals


def test_division_by_nought_and_powers_out_of_bounds_are_sentences() -> None:
    nought = Operation(Operator.DIVIDE, leaf(Decimal(1)), leaf(Decimal(0)))
    huge = Operation(Operator.POWER, Constant(Decimal(9)), Constant(Decimal(99999)))

    for tree, words in ((nought, "divides by zero"), (huge, "exponent")):
        with pytest.raises(ImpossibleError, match=words):
            amount(tree)


def test_brackets_stand_only_where_the_reading_needs_them() -> None:
    a, b, c = (leaf(Decimal(1), name=name) for name in "abc")
    less = Operation(Operator.SUBTRACT, a, Operation(Operator.SUBTRACT, b, c))
    over = Operation(Operator.DIVIDE, Operation(Operator.ADD, a, b), c)
    growth = Applied("growth", (a, b))

    told = [written(tree, lambda operand: operand.name) for tree in (less, over, growth, Applied("absolute", (a,)))]
    assert told == ["a − (b − c)", "(a + b) / c", "(b − a) / a", "a"]
    assert [operand.name for operand in leaves(over)] == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("value", "shown", "form", "text"),
    [
        ("12345678900", Shown.MONEY, Form(), "USD 12,345.679 million"),
        ("12345678900", Shown.MONEY, Form(scale=10**9, decimals=1), "USD 12.3 billion"),
        ("950", Shown.MONEY, Form(), "USD 950"),
        ("0.1234", Shown.PERCENT, Form(), "12.3%"),
        ("0.1235", Shown.PERCENT, Form(decimals=1), "12.4%"),
        ("-0.025", Shown.RATIO, Form(decimals=2), "-0.03"),
        ("0.0004", Shown.RATIO, Form(), "0.000"),
        ("44.61", Shown.DAYS, Form(), "44.6 days"),
        ("2858", Shown.COUNT, Form(), "2,858"),
        ("12500000", Shown.COUNT, Form(), "12.5 million"),
    ],
)
def test_figures_are_told_in_words(value: str, shown: Shown, form: Form, text: str) -> None:
    assert state(Amount(Decimal(value)), shown, form, "USD").text == text


def test_a_difference_of_percentages_is_points() -> None:
    change = Amount(Decimal("0.0215"), rate=True)

    assert state(change, Shown.PERCENT, Form(), "", points=True).text == "2.2 percentage points"
    in_points = state(change, Shown.PERCENT, Form(shown=Shown.BASIS_POINTS), "", points=True)
    assert (in_points.value, in_points.text) == (Decimal(215), "215 basis points")


def test_a_rate_is_told_in_the_basis_points_that_are_asked_for() -> None:
    assert state(Amount(Decimal("0.0906"), rate=True), Shown.PERCENT, Form(shown=Shown.BASIS_POINTS), "").value == 906
