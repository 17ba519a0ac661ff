"""Each operation over tables small enough to work out by hand."""

import pytest

from apps.answers.table_questions.answering import answer
from apps.answers.table_questions.grids import read_texts
from apps.answers.table_questions.table import AskedTable
from tests.answers.table_questions.tables import OBLIGATIONS, QUARTERS, SEGMENTS

WORKED = [
    (SEGMENTS, "What was the change in total revenue from 2022 to 2023?", "1000.00", "thousand"),
    (SEGMENTS, "What was the percentage change in lantern leasing between 2022 and 2023?", "40.00", "percent"),
    (SEGMENTS, "What is the average harbour dues from 2021 to 2023?", "1766.67", "thousand"),
    (SEGMENTS, "What is the sum of lantern leasing and harbour dues in 2022?", "5000.00", "thousand"),
    (SEGMENTS, "What is the difference between lantern leasing and harbour dues in 2021?", "1000.00", "thousand"),
    (SEGMENTS, "What is lantern leasing as a percentage of total revenue in 2023?", "70.00", "percent"),
    (SEGMENTS, "What percentage of total revenue was harbour dues in 2022?", "40.00", "percent"),
    (SEGMENTS, "What was the change in basic earnings per share between 2021 and 2023?", "0.17", ""),
    (SEGMENTS, "What was the change in gross margin in 2023 from 2022?", "2.00", "percent"),
    (SEGMENTS, "What is the 2023 average total revenue?", "5500.00", "thousand"),
    (
        SEGMENTS,
        "What is the change in the average total revenue between 2021-2022 and 2022-2023?",
        "1000.00",
        "thousand",
    ),
    (QUARTERS, "What was the change in net sales between the third and fourth quarter of 2022?", "40.00", "million"),
    (QUARTERS, "What was the average quarterly net sales in 2021?", "92.50", "million"),
    (
        OBLIGATIONS,
        "What is the percentage of operating leases of more than 5 years in the total operating leases?",
        "22.22",
        "percent",
    ),
]
SAID = [
    (SEGMENTS, "What was the lantern leasing revenue in 2022?", ("$3,000",), "thousand"),
    (SEGMENTS, "What were the harbour dues in 2023 and 2021 respectively?", ("1,800", "1,500"), "thousand"),
    (SEGMENTS, "How many years did total revenue exceed $4,500 thousand?", ("2",), ""),
    (SEGMENTS, "In which year was harbour dues the highest?", ("2022",), ""),
    (SEGMENTS, "Which years does the table provide information for?", ("2023", "2022", "2021"), ""),
    (SEGMENTS, "What are the components of total revenue?", ("Lantern leasing", "Harbour dues"), ""),
    (SEGMENTS, "Why did harbour dues decrease?", ("primarily due to the closure of the east pier",), ""),
    (SEGMENTS, "What do deferred mooring fees represent?", ("amounts that berth holders paid in advance",), ""),
    (SEGMENTS, "What was the decrease in harbour dues in 2023?", ("$0.2 million",), ""),
]


@pytest.mark.parametrize(("table", "question", "value", "scale"), WORKED)
def test_figures_are_worked_out_from_the_cells(table: AskedTable, question: str, value: str, scale: str) -> None:
    given = answer(table, question)
    assert (given.answers, given.scale) == ((value,), scale)
    assert len(given.cells) >= 2


@pytest.mark.parametrize(("table", "question", "answers", "scale"), SAID)
def test_words_and_printed_figures(table: AskedTable, question: str, answers: tuple[str, ...], scale: str) -> None:
    given = answer(table, question)
    assert (given.answers, given.scale) == (answers, scale)


def test_a_computed_figure_names_its_cells() -> None:
    given = answer(SEGMENTS, "What was the change in total revenue from 2022 to 2023?")
    assert [cell.printed for cell in given.cells] == ["$6,000", "$5,000"]
    assert given.derivation == "6000 - 5000"
    assert given.sure


@pytest.mark.parametrize(
    "question",
    [
        "What was the change in lighthouse revenue of the northern district from 2022 to 2023?",  # words no cell says
        "What was the change in total revenue from 2019 to 2023?",  # a year that the table has not
    ],
)
def test_what_the_table_does_not_plainly_say_is_never_sure(question: str) -> None:
    assert not answer(SEGMENTS, question).sure


def test_division_by_nil_gives_no_growth() -> None:
    table = read_texts([["", "2023", "2022"], ["Pier fees", "40", "—"]], [])
    given = answer(table, "What was the percentage change in pier fees from 2022 to 2023?")
    assert "growth" not in given.kind


def test_an_empty_table_answers_nothing() -> None:
    assert answer(read_texts([], []), "What was revenue in 2022?").answers == ()
