"""Follow-ups completed from the question before, without a model."""

import pytest

from apps.answers.asking import ask
from apps.answers.followups import resolved
from apps.retrieval.found import Scope
from tests.answers.store import hold
from tests.people import People

pytestmark = pytest.mark.django_db
FIGURE = "What was Quillmark's operating income in fiscal 2023?"
SALES = "What were Quillmark's net sales in 2023?"
STRETCH = "How did net sales of Quillmark grow from 2022 to 2023?"


@pytest.mark.parametrize(
    ("question", "before", "read"),
    [
        ("and in 2021?", FIGURE, "What was Quillmark's operating income in 2021?"),
        ("And in FY2022", FIGURE, "What was Quillmark's operating income in FY2022?"),
        ("And for Brambleholt?", FIGURE, "What was Brambleholt's operating income in fiscal 2023?"),
        ("and Brambleholt in 2022?", FIGURE, "What was Brambleholt's operating income in 2022?"),
        ("and net income?", FIGURE, "What was net income of Quillmark in fiscal 2023?"),
        ("Why did it grow?", SALES, "Why did net sales of Quillmark grow in 2023?"),
        ("What were net sales in 2022?", FIGURE, "What were net sales in 2022 of Quillmark?"),
        ("Q2 2022?", FIGURE, "What was Quillmark's operating income in Q2 2022?"),
        ("and the year before?", FIGURE, "What was Quillmark's operating income in FY2022?"),
        ("What was it the previous year?", FIGURE, "What was Quillmark's operating income in FY2022?"),
        ("And the following year?", SALES, "What were Quillmark's net sales in FY2024?"),
        ("and from 2021 to 2022?", STRETCH, "How did net sales of Quillmark grow from 2021 to 2022?"),
    ],
)
def test_what_is_left_out_comes_from_the_question_before(people: People, question: str, before: str, read: str) -> None:
    hold(people.owner)
    hold(people.owner, "Brambleholt Mills")
    asked = resolved(question, before, people.owner, Scope())

    assert (asked.question, asked.read_as) == (read, read)


@pytest.mark.parametrize(
    "question",
    [
        "What was Brambleholt's net income in 2022?",
        "Which company has the highest net sales in 2023?",
        "How did Brambleholt's net sales change from the prior year?",
        "What did Quillmark say about its dividends?",
        "Why?",
        "Thanks",
    ],
)
def test_what_stands_by_itself_or_says_nothing_is_left_as_it_is(people: People, question: str) -> None:
    hold(people.owner)
    hold(people.owner, "Brambleholt Mills")

    assert resolved(question, FIGURE, people.owner, Scope()).read_as == ""


def test_the_only_filer_in_scope_need_not_be_named(people: People) -> None:
    hold(people.owner)

    assert resolved("What were net sales in 2022?", FIGURE, people.owner, Scope()).read_as == ""


def test_another_persons_answer_is_followed_by_nobody_else(people: People) -> None:
    assert ask(people.stranger, "and in 2021?", follows=ask(people.owner, FIGURE)).follows is None
