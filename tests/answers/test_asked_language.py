"""A question in another language is known by its small words or its script, and told so."""

import pytest

from apps.answers import workflow
from apps.answers.asked_language import other_language
from apps.answers.run.asking import ask
from apps.answers.models import Status
from tests.answers.store import hold
from tests.people import People


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("Wie hoch war der Betriebsgewinn von Quillmark im Jahr 2023?", "German"),
        ("Quel était le chiffre d'affaires de Quillmark en 2023 ?", "French"),
        ("¿Cuál fue el beneficio neto de Quillmark en 2023?", "Spanish"),
        ("Quillmark 2023年净销售额是多少?", "Chinese"),
        ("What was the income of Banco de la Costa in 2023?", ""),
        ("Banco de la Costa revenue 2023", ""),
        ("What is the revenue of Wo Fung?", ""),
        ("Was operating income up in 2023?", ""),
        ("ebitda 2023", ""),
    ],
)
def test_the_language_of_a_question(question: str, language: str) -> None:
    assert other_language(question) == language


@pytest.mark.django_db
def test_the_answer_says_that_questions_are_read_in_english(people: People) -> None:
    hold(people.owner)
    answer = ask(people.owner, "Wie viele Pinguine und Walrosse hat der Hafen von Atlantis im Jahr 1875?")
    workflow.answer(answer.pk)
    answer.refresh_from_db()

    assert answer.status == Status.NOT_FOUND
    assert "Questions are read in English, and this one seems to be in German" in answer.result["answer"]
