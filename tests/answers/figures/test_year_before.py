"""The year before, in the words that reports use for it."""

import pytest

from apps.answers.figures.year_before import with_year_before
from apps.answers.intent import read_question


@pytest.mark.parametrize(
    "said",
    [
        "compared with the prior year period",
        "compared to the same period of the prior year",
        "versus the prior-year quarter",
        "vs. last year",
        "and the previous fiscal year",
        "against the same quarter in the previous year",
        "compared with a year earlier",
        "and the year before",
    ],
)
def test_it_is_asked_for_beside_the_year_that_is_named(said: str) -> None:
    question = f"What was Quillmark's operating income in the nine months ended September 30, 2024 {said}?"
    assert with_year_before(question).endswith("September 30, 2024 and 2023?")
    assert read_question(question).figures.years == (2023, 2024)


@pytest.mark.parametrize(
    "question",
    [
        "What was Quillmark's revenue compared with the prior year?",
        "What was Quillmark's revenue in 2024 and 2022 compared with the prior year?",
        "What was the prior year's revenue, and that of 2024?",
        "What was Quillmark's revenue in 2024?",
    ],
)
def test_nothing_is_supposed_where_no_single_year_is_meant(question: str) -> None:
    assert with_year_before(question) == question
