"""Conversations over the whole road, without a model. What a follow-up takes is tried in tests/questions."""

import pytest

from apps.answers.models import Answer, Status
from apps.answers.run import workflow
from apps.answers.run.asking import ask
from tests.answers.statements import report
from tests.people import People

pytestmark = pytest.mark.django_db
FIGURE = "What was Quillmark's operating income in fiscal 2023?"


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


LINES = {
    "revenue": {2023: "1,600", 2022: "1,400", 2021: "1,000"},
    "operating_income": {2023: "240", 2022: "182", 2021: "90"},
}


def held(people: People) -> None:
    report(people.owner, "Quillmark Foundry", 2023, LINES)
    report(people.owner, "Brambleholt Mills", 2023, {"revenue": {2023: "50"}, "operating_income": {2023: "5"}})


def test_a_conversation_keeps_its_subject(people: People) -> None:
    held(people)
    answers = chain(
        people,
        "What is Quillmark's revenue?",
        "and in 2022?",
        "How did that change?",
        "and operating income?",
        "And Brambleholt in 2023?",
    )

    assert [one.result["value"] for one in answers[:3]] == ["1600000000", "1400000000", "400000000"]
    assert "FY2021" in answers[2].result["answer"] and answers[3].result["value"] == "182000000"
    assert answers[4].result["value"] == "5000000" and "Brambleholt Mills" in answers[4].result["read_as"]
    assert {"measure", "company"} <= set(answers[1].result["carried"])


def test_in_percent_tells_the_change_before_it_as_a_rate(people: People) -> None:
    held(people)
    *_, told = chain(people, "What was Quillmark's revenue in 2022?", "How did that change?", "in percent?")
    assert (told.result["value"], told.result["unit"]) == ("40", "%")


def test_thanks_is_no_question(people: People) -> None:
    held(people)
    _, told = chain(people, "What is Quillmark's revenue?", "Thanks!")
    assert told.status == Status.NOT_FOUND and told.result["value"] is None


def test_the_quarter_before_a_year_is_asked_back(people: People) -> None:
    held(people)
    _, told = chain(people, "What was Quillmark's revenue in 2023?", "and the quarter before?")
    assert told.status == Status.NOT_FOUND and told.result["unclear"] and told.result["value"] is None


def test_a_filer_that_is_not_held_stays_the_subject(people: People) -> None:
    report(people.owner, "Quillmark Foundry", 2023, {"revenue": {2023: "1,600"}, "net_income": {2023: "40"}})
    answers = chain(
        people, "What was Oakfield's revenue in 2023?", "and net income?", "and as a percentage of revenue?"
    )

    assert [one.status for one in answers] == [Status.NOT_FOUND] * 3, [one.result["answer"] for one in answers]
    assert all("Oakfield" in one.result["answer"] for one in answers)
