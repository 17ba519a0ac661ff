"""Follow-ups completed from the questions before, without a model."""

import pytest

from apps.answers.run import workflow
from apps.answers.run.asking import ask
from apps.answers.followups import Asked, Turn, resolved
from apps.answers.models import Answer, Status
from apps.retrieval.found import Scope
from tests.answers.statements import report
from tests.answers.store import hold
from tests.people import People

pytestmark = pytest.mark.django_db
FIGURE = "What was Quillmark's operating income in fiscal 2023?"
SALES = "What were Quillmark's net sales in 2023?"
STRETCH = "How did net sales of Quillmark grow from 2022 to 2023?"


def read(people: People, question: str, *before: str) -> Asked:
    return resolved(question, [Turn(one) for one in before], people.owner, Scope())


@pytest.mark.parametrize(
    ("question", "before", "whole"),
    [
        ("and in 2021?", FIGURE, "What was Quillmark's operating income in 2021?"),
        ("And in FY2022", FIGURE, "What was Quillmark's operating income in FY2022?"),
        ("and FY2022?", FIGURE, "What was Quillmark's operating income in FY2022?"),
        ("And for Brambleholt?", FIGURE, "What was Brambleholt's operating income in fiscal 2023?"),
        ("and Brambleholt in 2022?", FIGURE, "What was Brambleholt's operating income in 2022?"),
        ("What about Oakfield?", FIGURE, "What was Oakfield's operating income in fiscal 2023?"),
        ("and net income?", FIGURE, "What was net income of Quillmark in fiscal 2023?"),
        ("and net income?", STRETCH, "How did net income of Quillmark grow from 2022 to 2023?"),
        ("Why did it grow?", SALES, "Why did net sales of Quillmark grow in 2023?"),
        ("Why?", SALES, "Why did net sales of Quillmark change in 2023?"),
        ("what drove that?", STRETCH, "Why did net sales of Quillmark grow from 2022 to 2023?"),
        ("What were net sales in 2022?", FIGURE, "What were net sales in 2022 of Quillmark?"),
        ("Q2 2022?", FIGURE, "What was Quillmark's operating income in Q2 2022?"),
        ("and Q1?", "What were Quillmark's net sales in Q2 2023?", "What were Quillmark's net sales in Q1 2023?"),
        ("and the year before?", FIGURE, "What was Quillmark's operating income in FY2022?"),
        ("What was it the previous year?", FIGURE, "What was Quillmark's operating income in FY2022?"),
        ("And the following year?", SALES, "What were Quillmark's net sales in FY2024?"),
        (
            "the quarter before?",
            "What were Quillmark's net sales in Q1 2023?",
            "What were Quillmark's net sales in Q4 2022?",
        ),
        (
            "a year earlier?",
            "What were Quillmark's net sales in Q1 2023?",
            "What were Quillmark's net sales in Q1 2022?",
        ),
        (
            "for the full year?",
            "What were Quillmark's net sales in Q1 2023?",
            "What were Quillmark's net sales in FY2023?",
        ),
        ("and from 2021 to 2022?", STRETCH, "How did net sales of Quillmark grow from 2021 to 2022?"),
        ("in thousands?", SALES, "What were Quillmark's net sales in 2023 in thousands?"),
        (
            "rounded to one decimal, please",
            SALES,
            "What were Quillmark's net sales in 2023 rounded to one decimal, please?",
        ),
        ("in percent", STRETCH, "How did net sales of Quillmark grow from 2022 to 2023 in percent?"),
        (
            "and as a percentage of total assets?",
            FIGURE,
            "What was operating income as a percentage of total assets of Quillmark in fiscal 2023?",
        ),
        ("And net income?", "What were Oakfield's net sales in 2023?", "What was net income of Oakfield in 2023?"),
        (
            "and net income?",
            "Compare the net sales of Quillmark and Brambleholt in 2023",
            "What was net income of Quillmark and Brambleholt in 2023?",
        ),
    ],
)
def test_what_is_left_out_comes_from_the_question_before(
    people: People, question: str, before: str, whole: str
) -> None:
    hold(people.owner)
    hold(people.owner, "Brambleholt Mills")
    asked = read(people, question, before)

    assert (asked.question, asked.read_as) == (whole, whole)


OLDER = "What were Quillmark's net sales in FY2019?"


@pytest.mark.parametrize(
    ("question", "before", "whole"),
    [
        ("How did that change?", (SALES, OLDER), "How did net sales of Quillmark change from FY2019 to FY2023?"),
        ("by how much?", (OLDER, SALES), "How did net sales of Quillmark change from FY2019 to FY2023?"),
        (
            "By what percentage did it grow?",
            (SALES, OLDER),
            "By what percentage did net sales of Quillmark grow from FY2019 to FY2023?",
        ),
        (
            "by how much in percent?",
            (SALES, OLDER),
            "By what percentage did net sales of Quillmark change from FY2019 to FY2023?",
        ),
        ("Did it fall?", (SALES, OLDER), "Did net sales of Quillmark fall from FY2019 to FY2023?"),
        (
            "What's the difference?",
            (SALES, FIGURE, OLDER),
            "How did net sales of Quillmark change from FY2019 to FY2023?",
        ),
        ("How did that change?", (SALES, FIGURE), "How did net sales of Quillmark change in 2023?"),
        ("How did that change?", (STRETCH, OLDER), "How did net sales of Quillmark change from 2022 to 2023?"),
        (
            "How much higher is that?",
            ("What were Brambleholt's net sales in 2023?", SALES, OLDER),
            "How does net sales of Quillmark and Brambleholt compare in 2023?",
        ),
        (
            "how did it change?",
            ("What were Quillmark's net sales in Q2 2022?", "What were Quillmark's net sales in Q2 2023?"),
            "How did net sales of Quillmark change from Q2 2022 to Q2 2023?",
        ),
    ],
)
def test_a_change_is_between_what_was_last_spoken_of(
    people: People, question: str, before: tuple[str, ...], whole: str
) -> None:
    hold(people.owner)
    hold(people.owner, "Brambleholt Mills")

    assert read(people, question, *before).read_as == whole


@pytest.mark.parametrize(
    ("question", "before"),
    [
        ("and the quarter before?", (SALES,)),
        ("and the year before?", ("What are Quillmark's net sales?",)),
        (
            "how did it change?",
            ("What were Quillmark's net sales in Q1 2023?", "What were Quillmark's net sales in Q2 2023?"),
        ),
    ],
)
def test_what_stays_open_is_said(people: People, question: str, before: tuple[str, ...]) -> None:
    hold(people.owner)

    asked = read(people, question, *before)
    assert asked.unclear and not asked.read_as


@pytest.mark.parametrize(
    "question",
    [
        "What was Brambleholt's net income in 2022?",
        "Which company has the highest net sales in 2023?",
        "How did Brambleholt's net sales change from the prior year?",
        "What did Quillmark say about its dividends?",
        "Thanks",
    ],
)
def test_what_stands_by_itself_or_says_nothing_is_left_as_it_is(people: People, question: str) -> None:
    hold(people.owner)
    hold(people.owner, "Brambleholt Mills")

    assert read(people, question, FIGURE).read_as == ""


def test_the_only_filer_in_scope_need_not_be_named(people: People) -> None:
    hold(people.owner)

    assert read(people, "What were net sales in 2022?", FIGURE).read_as == ""
    assert read(people, "What percentage of net sales was net income in 2022?", FIGURE).read_as == ""


def test_another_persons_answer_is_followed_by_nobody_else(people: People) -> None:
    assert ask(people.stranger, "and in 2021?", follows=ask(people.owner, FIGURE)).follows is None


def chain(people: People, *questions: str) -> list[Answer]:
    """Each asked after the one before, and answered."""
    answers: list[Answer] = []
    for question in questions:
        answer = ask(people.owner, question, follows=answers[-1] if answers else None)
        assert workflow.answer(answer.pk)
        answer.refresh_from_db()
        answers.append(answer)
    return answers


def test_a_conversation_keeps_its_subject(people: People) -> None:
    lines = {
        "revenue": {2023: "1,600", 2022: "1,400", 2021: "1,000"},
        "operating_income": {2023: "240", 2022: "182", 2021: "90"},
    }
    report(people.owner, "Quillmark Foundry", 2023, lines)
    report(people.owner, "Brambleholt Mills", 2023, {"revenue": {2023: "50"}, "operating_income": {2023: "5"}})
    answers = chain(
        people,
        "What is Quillmark's revenue?",
        "and in 2021?",
        "Thanks!",
        "How did that change?",
        "in percent?",
        "and operating income?",
        "and the quarter before?",
        "And Brambleholt?",
    )

    assert [one.result["value"] for one in answers[:2]] == ["1600000000", "1000000000"]
    assert answers[3].result["value"] == "600000000" and "FY2021" in answers[3].result["answer"]
    assert (answers[4].result["value"], answers[4].result["unit"]) == ("60", "%")
    assert answers[5].result["value"] == "166.666667"
    assert answers[6].status == Status.NOT_FOUND and "Which quarter" in answers[6].result["answer"]
    assert "Brambleholt" in answers[7].result["read_as"] and "operating income" in answers[7].result["read_as"]


def test_a_filer_that_is_not_held_stays_the_subject(people: People) -> None:
    report(people.owner, "Quillmark Foundry", 2023, {"revenue": {2023: "1,600"}, "net_income": {2023: "40"}})
    answers = chain(
        people, "What was Oakfield's revenue in 2023?", "and net income?", "and as a percentage of revenue?"
    )

    assert [one.status for one in answers] == [Status.NOT_FOUND] * 3, [one.result["answer"] for one in answers]
    assert all("Oakfield" in one.result["answer"] for one in answers)
