from decimal import Decimal

import pytest

from apps.answers.intent import read_question
from apps.statements.ontology import Statement


def test_a_figure_of_a_year_in_a_unit() -> None:
    intent = read_question("What was the FY2021 capital expenditure (in USD millions), from the cash flow statement?")

    assert intent.years == (2021,)
    assert intent.scale == Decimal(10) ** 6
    assert intent.statement is Statement.CASH_FLOW
    assert intent.wants_figure


@pytest.mark.parametrize("question", ["What drove net sales?", "Why did margins fall?", "Who leads the board?"])
def test_prose_is_told_from_figures(question: str) -> None:
    assert not read_question(question).wants_figure


def test_quarters() -> None:
    assert read_question("What were net sales in Q2 2023?").quarter == 2
    assert read_question("What were net sales in the third quarter of 2023?").quarter == 3


def test_an_empty_question_is_an_empty_intent() -> None:
    intent = read_question("")
    assert (intent.topic, intent.years, intent.quarter, intent.wants_figure) == ((), (), None, False)
