"""Figures of a passage: verbatim, with sign and unit; and what is no figure."""

import pytest

from apps.documents.cards.card import CardInput
from apps.documents.cards.numbers import MOST, critical, numbers
from apps.documents.models import ChunkKind
from apps.reading.parsed import ParsedTable


def prose(text: str) -> list[tuple[str, str, str]]:
    found = numbers(CardInput(text))
    assert all(text[number.start : number.end] == number.text for number in found)
    return [(number.text, number.value, number.unit) for number in found]


def table(text: str, units: str = "", caption: str = "") -> list[tuple[str, str, str]]:
    passage = CardInput(text, ChunkKind.TABLE, table=ParsedTable((), 0, 0, units=units, caption=caption))
    found = numbers(passage)
    assert all(text[number.start : number.end] == number.text for number in found)
    return [(number.text, number.value, number.unit) for number in found]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Sales were $1,577.5 million.", [("$1,577.5 million", "1577.5", "USD million")]),
        ("It cost $ 12\nmillion", [("$ 12\nmillion", "12", "USD million")]),
        ("rose 4.5% to 12 percent", [("4.5%", "4.5", "percent"), ("12 percent", "12", "percent")]),
        ("by 25 basis points, 3 percentage points", [
            ("25 basis points", "25", "basis points"), ("3 percentage points", "3", "percentage points"),
        ]),
        ("€3 billion of notes", [("€3 billion", "3", "EUR billion")]),
        ("bought 2.5 million shares", [("2.5 million", "2.5", "shares million")]),
        ("$0.42 per share", [("$0.42", "0.42", "USD per share")]),
        ("we employ 12,400 people in 18 plants", [("12,400", "12400", ""), ("18", "18", "")]),
        ("a change of -3.1%", [("-3.1%", "-3.1", "percent")]),
    ],
)  # fmt: skip
def test_figures_of_prose(text: str, found: list[tuple[str, str, str]]) -> None:
    assert prose(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "in fiscal 2023 and 2022", "on December 31, 2023", "see Note 12", "under Section 404", "Item 7 of Form 10-K",
        "ASC 606", "Exhibit 10.1x", "the F-35 and 747-8", "12/31/2023", "the S&P 500 Index", "Rule 13a-15",
        "as stated (3)",
    ],
)  # fmt: skip
def test_years_days_and_references_are_no_figures(text: str) -> None:
    assert prose(text) == []


def test_a_tables_figures_have_the_units_that_it_declares() -> None:
    rows = "Net sales\t$1,577\t1,402\nLoss\t(12)\t$ (3)\nMargin\t4.5%\t(2.1)%\nPer share\t0.42\t0.40\nShares\t90\t91"
    assert [(value, unit) for _, value, unit in table(rows.replace("Per", "Earnings per"), "(in millions)")] == [
        ("1577", "USD million"), ("1402", "USD million"), ("-12", "USD million"), ("-3", "USD million"),
        ("4.5", "percent"), ("-2.1", "percent"), ("0.42", "USD per share"), ("0.40", "USD per share"),
        ("90", "shares million"), ("91", "shares million"),
    ]  # fmt: skip


def test_marks_of_footnotes_are_no_figures_and_small_losses_are() -> None:
    found = table("Depreciation (1)\t$64\t(2)\nOther (12)\t(7)\t8")
    assert [value for _, value, _ in found] == ["64", "-2", "-7", "8"]


def test_years_of_a_header_are_no_figures_and_nothing_is_made_up() -> None:
    assert table("\t2023\t2022\nPlants\t12\t11") == [("12", "12", ""), ("11", "11", "")]


def test_long_tables_keep_the_first_figures() -> None:
    assert len(table("\n".join(f"Row\t{number},000" for number in range(1, 90)))) == MOST


def test_money_shares_of_a_whole_and_long_counts_are_critical() -> None:
    found = numbers(CardInput("$5, 4%, 12,400 people, 18 plants"))
    assert [critical(number) for number in found] == [True, True, True, False]


def test_a_row_may_have_a_scale_of_its_own() -> None:
    text = "Net sales\t1,577\nAverage shares (000's)\t200,100\nClaims (in thousands)\t345"
    assert [(value, unit) for _, value, unit in table(text, "$ in millions")] == [
        ("1577", "USD million"),
        ("200100", "shares thousand"),
        ("345", "USD thousand"),
    ]
