"""What a yes or no question supposes: read to the last word, decided by figures, or left open."""

from decimal import Decimal

import pytest

from apps.answers.calculator.catalogue import Shown
from apps.answers.calculator.evaluation import Quantity
from apps.answers.calculator.formula import Item
from apps.answers.figures.asked import Relation, Wanted
from apps.answers.figures.conditions import Condition, Kind, read_condition
from apps.answers.figures.form import Stated
from apps.answers.figures.lines import Computed
from apps.answers.figures.verdicts import decide
from apps.answers.figures.wanted import of_item
from apps.answers.intent import read_question

NAMES = ("Quillmark Foundry", "QMF")
MARGIN = Wanted("Operating margin", (Item("operating_income"),), Shown.PERCENT)
RATIO = Wanted("Current ratio", (Item("current_assets"),), Shown.RATIO)
SALES, COSTS, PROFIT = of_item("revenue"), of_item("cost_of_revenue"), of_item("operating_income")
EPS = of_item("eps_diluted")


def read(question: str) -> Condition | None:
    figures = read_question(question).figures
    assert figures.relation is Relation.YES_NO, figures.relation
    return read_condition(figures.asked, NAMES, len(figures.wanted))


def lines(wanted: Wanted, values: dict[int, str]) -> list[Computed]:
    unit = {Shown.MONEY: (1, 0), Shown.PER_SHARE: (1, -1)}.get(wanted.shown or Shown.MONEY, (0, 0))
    return [
        Computed(wanted, NAMES[0], (year,), wanted.formulas[0], Quantity(Decimal(value), *unit), NONE, (), "USD")
        for year, value in sorted(values.items())
    ]


NONE = Stated(Decimal(0), "", "")
M = "000000"
SOLD = lines(SALES, {2022: f"1402{M}", 2023: f"1577{M}"})
SPENT = lines(COSTS, {2022: f"840{M}", 2023: f"901{M}"})
EARNED = lines(PROFIT, {2022: f"188{M}", 2023: f"214{M}"})


@pytest.mark.parametrize(
    ("question", "figures", "holds"),
    [
        ("Were Quillmark's net sales more than $1,600 million in fiscal 2023?", [SOLD[1:]], False),
        ("Were Quillmark's net sales more than $1,500 million in fiscal 2023?", [SOLD[1:]], True),
        ("Were Quillmark's net sales less than $1.6 billion in fiscal 2023?", [SOLD[1:]], True),
        ("Were Quillmark's net sales below USD 1,500 million in 2023?", [SOLD[1:]], False),
        ("Were Quillmark's net sales at least $1,577 million in 2023?", [SOLD[1:]], True),
        ("Were Quillmark's net sales at most $1,577 million in 2023?", [SOLD[1:]], True),
        ("Were Quillmark's net sales no more than $1.5bn in 2023?", [SOLD[1:]], False),
        ("Did Quillmark's net sales exceed $1,577 million in 2023?", [SOLD[1:]], False),
        ("Did Quillmark's net sales exceed $1.5 billion in 2022 and 2023?", [SOLD], False),
        ("Did Quillmark's net sales remain above $1.4 billion in 2022 and 2023?", [SOLD], True),
        ("Did Quillmark have over $1.5 billion of net sales in 2023?", [SOLD[1:]], True),
        ("Did Quillmark's net sales grow by more than 20% in fiscal 2023?", [SOLD], False),
        ("Did Quillmark's net sales grow by more than 12 percent in fiscal 2023?", [SOLD], True),
        ("Did Quillmark's net sales rise at least 10% in fiscal 2023?", [SOLD], True),
        ("Did Quillmark's net sales fall by more than 5% in fiscal 2023?", [SOLD], False),
        ("Did Quillmark's net sales increase by over $200 million in fiscal 2023?", [SOLD], False),
        ("Was Quillmark's net sales growth above 10% in 2023?", [SOLD], True),
        ("Was Quillmark's operating income higher than its net sales in fiscal 2023?", [EARNED[1:], SOLD[1:]], False),
        ("Was Quillmark's operating income less than its cost of sales in 2023?", [EARNED[1:], SPENT[1:]], True),
        ("Were Quillmark's net sales higher in fiscal 2022 than in fiscal 2023?", [SOLD], False),
        ("Were Quillmark's net sales lower in 2022 than in 2023?", [SOLD], True),
        ("In 2023, were net sales of Quillmark higher than in 2022?", [SOLD], True),
        ("Were Quillmark's net sales higher than in the prior year in 2023?", [SOLD], True),
        ("Did Quillmark's net sales double in fiscal 2023?", [SOLD], False),
        ("Did Quillmark's net sales halve in fiscal 2023?", [SOLD], False),
        ("Did Quillmark's net sales decline in fiscal 2023?", [SOLD], False),
        ("Is it true that Quillmark's net sales declined in 2023?", [SOLD], False),
        ("Did Quillmark's cost of sales improve in fiscal 2023?", [SPENT], False),
        ("Did Quillmark's cost of sales worsen in fiscal 2023?", [SPENT], True),
        ("Did Quillmark's operating income improve in fiscal 2023?", [EARNED], True),
        ("Did Quillmark's net sales and operating income both grow in fiscal 2023?", [SOLD, EARNED], True),
        ("Did Quillmark's net sales rise in 2023, and by how much?", [SOLD], True),
        ("Is Quillmark's operating income positive in 2023?", [EARNED[1:]], True),
        ("Was Quillmark's operating income negative in 2023?", [EARNED[1:]], False),
        ("Did Quillmark report any operating income in 2023?", [EARNED[1:]], True),
    ],
)
def test_what_figures_decide(question: str, figures: list[list[Computed]], holds: bool) -> None:
    condition = read(question)

    assert (decide(condition, figures, len(figures[0])) if condition else None) is holds


@pytest.mark.parametrize(
    "question",
    [
        "Did Quillmark's net sales not grow in fiscal 2023?",
        "Didn't Quillmark's net sales grow in fiscal 2023?",
        "Is it false that Quillmark's net sales grew in fiscal 2023?",
        "Did Quillmark's net sales fail to grow in fiscal 2023?",
        "Did neither net sales nor operating income of Quillmark grow in fiscal 2023?",
        "Did Quillmark's net sales grow faster than its cost of sales in fiscal 2023?",
        "Did Quillmark's net sales grow less in fiscal 2023 than in fiscal 2022?",
        "Is Quillmark's operating margin better than its gross margin in fiscal 2023?",
        "Did Quillmark's net sales increase significantly in 2023?",
        "Did Quillmark's net sales grow by about 12% in 2023?",
        "Were Quillmark's net sales in 2022 higher compared to 2023?",
        "Did Quillmark's net sales nearly double in 2023?",
        "Were Quillmark's net sales between $1 billion and $2 billion in 2023?",
        "Was Quillmark's operating income more than 10% of net sales in 2023?",
        "Would Quillmark's net sales have grown in 2023?",
        "Did Quillmark's net sales grow only because of prices in 2023?",
        "Did Quillmark's net sales or operating income grow in 2023?",
        "Did Quillmark's net sales grow twice as much in 2023?",
    ],
)
def test_no_verdict_where_a_word_was_not_read_or_denies(question: str) -> None:
    figures = read_question(question).figures
    asks = figures.relation is Relation.YES_NO
    condition = read_condition(figures.asked, NAMES, len(figures.wanted)) if asks else None
    both = [SOLD, EARNED][: max(1, len(figures.wanted))]

    assert condition is None or decide(condition, both, 1) is None


@pytest.mark.parametrize(
    ("question", "wanted", "value", "holds"),
    [
        ("Was Quillmark's operating margin below 10% in 2023?", MARGIN, "0.136", False),
        ("Was Quillmark's operating margin at least 13.6% in 2023?", MARGIN, "0.136", True),
        ("Was the current ratio of Quillmark above 1 in 2023?", RATIO, "1.4", True),
        ("Was the current ratio of Quillmark above 1.5x in 2023?", RATIO, "1.4", False),
        ("Did Quillmark's diluted EPS exceed $2.00 in 2023?", EPS, "2.35", True),
        ("Did Quillmark's diluted EPS exceed $2 million in 2023?", EPS, "2.35", None),
        ("Was Quillmark's operating margin above $10 in 2023?", MARGIN, "0.136", None),
        ("Were Quillmark's net sales above 15% in 2023?", SALES, f"1577{M}", None),
        ("Were Quillmark's net sales above €1,000 million in 2023?", SALES, f"1577{M}", None),
        ("Were Quillmark's net sales above 1,000 in 2023?", SALES, f"1577{M}", None),
    ],
)
def test_a_limit_is_held_against_a_figure_of_its_unit_alone(
    question: str, wanted: Wanted, value: str, holds: bool | None
) -> None:
    condition = read(question)

    assert condition and condition.kind is Kind.LEVEL
    assert decide(condition, [lines(wanted, {2023: value})], 1) is holds


@pytest.mark.parametrize(("values", "holds"), [((10, 12, 15), True), ((10, 9, 15), False), ((10, 12, 12), False)])
def test_every_year_is_every_step(values: tuple[int, ...], holds: bool) -> None:
    condition = read("Did Quillmark's net sales grow every year from 2021 to 2023?")
    yearly = lines(SALES, dict(zip((2021, 2022, 2023), map(str, values), strict=True)))

    assert condition and decide(condition, [yearly], 3) is holds
    assert decide(condition, [yearly[::2]], 3) is None


def test_a_missing_figure_leaves_it_open() -> None:
    condition = read("Were Quillmark's net sales above $1 billion in 2022 and 2023?")

    assert condition and decide(condition, [SOLD], 2) is True
    assert decide(condition, [SOLD[1:]], 2) is None
