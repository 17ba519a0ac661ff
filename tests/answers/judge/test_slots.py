"""What fills the slot of a question: a figure, a date, a name."""

import pytest

from apps.answers.judge.slots import figures_in, fills, holds_date, holds_figure, holds_name, years_in
from apps.questions.expressions import Item, Ratio
from apps.questions.query import Intent, TextKind
from tests.answers.asked import asks, counted, says


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("In 2022 and 2023", {2022, 2023}),
        ("FY2024E guidance", {2024}),
        ("$2,023 million", set()),
        ("Revenue of $2023", set()),
        ("1,999 people", set()),
        ("", set()),
    ],
)
def test_years(text: str, found: set[int]) -> None:
    assert years_in(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Sales were $1,577 million in 2023.", ("1,577",)),
        ("At December 31, 2023, we employed 1,240 people.", ("1,240",)),
        ("On 31 December 2023 it had 5 ships.", ("5",)),
        ("Margins of 12.5 and 12.5", ("12.5",)),
        ("In 2021 and 2022 it grew.", ()),
        ("Form 10-K of COVID-19", ("10", "19")),
        ("", ()),
    ],
)
def test_figures_are_no_years_and_no_days(text: str, found: tuple[str, ...]) -> None:
    assert figures_in(text) == found


def test_a_cell_holds_its_figure_whatever_its_words() -> None:
    assert holds_figure(says("—", quantity=counted("0")))
    assert not holds_figure(says("It rose in 2023."))


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("It was founded in 1987.", True),
        ("It closes in March.", True),
        ("We may march on.", False),
        ("It was founded long ago.", False),
    ],
)
def test_dates(text: str, holds: bool) -> None:
    assert holds_date(text) is holds


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("The chair is Ada Brook.", True),
        ("Our chair is well known.", False),
        ("We grew. They shrank.", False),
        ("I am A.", False),
    ],
)
def test_names_begin_no_sentence(text: str, holds: bool) -> None:
    assert holds_name(text) is holds


@pytest.mark.parametrize("intent", [Intent.FIGURE, Intent.RANKING, Intent.LIST])
def test_questions_for_figures_are_not_filled_by_words(intent: Intent) -> None:
    assert fills(asks(intent), says("Operating income rose.")) == "It states no figure."
    assert fills(asks(intent, measures=()), says("Operating income rose by 5%.")) == ""


@pytest.mark.parametrize(
    ("measure", "text", "filled"),
    [
        (Item("operating_income"), "Operating income is earned in 14 countries.", False),
        (Item("operating_income"), "Operating income rose by 5%.", False),
        (Item("operating_income"), "Operating income was $41 million.", True),
        (Item("operating_income"), "Operating income was 1.2 billion.", True),
        (Item("operating_income"), "Operating income was EUR 900.", True),
        (Item("shares_basic"), "Diluted shares were 52,100.", True),
        (Ratio("operating_margin"), "The operating margin was 5%.", True),
    ],
)
def test_what_is_counted_in_money_is_not_told_by_a_count_or_a_share(
    measure: Item | Ratio, text: str, filled: bool
) -> None:
    told = fills(asks(measures=(measure,)), says(text))
    assert told == ("" if filled else "It states no amount of money.")


@pytest.mark.parametrize(
    ("kind", "text", "told"),
    [
        (TextKind.WHEN, "It was sold.", "It names no date."),
        (TextKind.WHEN, "It was sold in May.", ""),
        (TextKind.WHO, "It was sold to a rival.", "It names nobody."),
        (TextKind.WHO, "It was sold to Oakfield.", ""),
        (TextKind.WHY, "It was sold.", ""),
        (None, "It was sold.", ""),
    ],
)
def test_questions_for_words(kind: TextKind | None, text: str, told: str) -> None:
    assert fills(asks(Intent.TEXT, text_kind=kind), says(text)) == told
