"""What a question says of its form and of where to look is no part of what it asks for."""

import pytest

from apps.answers.table_questions.framing import plain_question
from apps.answers.table_questions.naming import header_words
from apps.answers.table_questions.pairs import pair_asked


@pytest.mark.parametrize(
    ("question", "plain"),
    [
        ("What was the growth of kelp sales in 2022? One decimal.", "What was the growth of kelp sales in 2022?"),
        ("What were kelp sales (USD millions)?", "What were kelp sales ?"),
        (
            "Taking the FY2018 income statement alone, what were kelp sales? State in thousands.",
            "what were kelp sales?",
        ),
        ("What is the three-year average of kelp sales?", "What is the average of kelp sales?"),
        ("What were kelp sales in the first nine months of 2021?", "What were kelp sales in the of 2021?"),
        ("What is due in less than three months?", "What is due in less than three months?"),
        ("Based on kelp sales, which region is largest?", "Based on kelp sales, which region is largest?"),
        ("What were sales (kelp only)?", "What were sales (kelp only)?"),
    ],
)
def test_the_frame_of_a_question_goes_and_nothing_else(question: str, plain: str) -> None:
    assert plain_question(question) == plain


def test_the_length_of_a_period_is_no_name_of_a_column() -> None:
    assert header_words("Six months ended June 30, 2023") == frozenset()
    assert header_words("26 Weeks Ended July 29, 2023 Europe") == header_words("Europe")


@pytest.mark.parametrize(
    ("question", "first", "second"),
    [
        (
            "Excluding lantern revenue, what was total revenue in 2019?",
            "what was total revenue in 2019?",
            "What was lantern revenue",
        ),
        (
            "What was the operating profit margin of Harbour Works in 2021?",
            "What was the operating profit of Harbour Works in 2021?",
            "What was the net sales of Harbour Works in 2021?",
        ),
        (
            "In 2018, how much larger were net sales of Lanterns than those of Harbour Works?",
            "What was net sales of Lanterns",
            "What was net sales of Harbour Works",
        ),
    ],
)
def test_two_figures_are_asked_for_one_by_one(question: str, first: str, second: str) -> None:
    pair = pair_asked(question)
    assert pair is not None
    assert (pair.first, pair.second) == (first, second)


@pytest.mark.parametrize(
    "question",
    [
        "What was net income excluding the impairment charge in 2019?",  # its tax would be left out, too
        "What was the adjusted EBITDA margin in 2019?",  # of which revenue is not said
        "What were net sales of Lanterns in 2018?",
    ],
)
def test_what_is_no_pair(question: str) -> None:
    assert pair_asked(question) is None
