"""A sentence that counts what is asked for, and one that only speaks of it."""

import pytest

from apps.answers.intent import read_question
from apps.answers.prose.asked import read_asked
from apps.answers.prose.counting import counts

STAFF = "How many employees does Quillmark have?"


def counted(question: str, text: str) -> bool:
    intent = read_question(question)
    return counts(intent.core, read_asked(intent, ("Quillmark",)).terms, text)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (STAFF, "At year end we employed approximately 290,000 colleagues and other employees."),
        (STAFF, "The number of employees was about 4,100."),
        (STAFF, "We have 4,100 full-time and part-time employees."),
        (STAFF, "Our workforce of some 4,100 people is spread over two sites."),
        ("How many people worked for Quillmark?", "We had approximately 51,500 full-time employees."),
        ("How many of the stores were closed?", "In the fall we closed twelve stores."),
        ("What was the number of kilns in operation?", "Kilns in operation numbered 14."),
    ],
)
def test_a_number_beside_the_thing_counts_it(question: str, text: str) -> None:
    assert counted(question, text)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (STAFF, "An employee whose salary (on the basis of a forty (40) hour week) exceeds $150,000 may take part."),
        (STAFF, "Employees may buy shares at 85% of the price."),
        (STAFF, "Our 12 sites are run by managers. Employees are trained there."),
        ("How many stores did Quillmark operate?", "Stores are open for 14 hours a day."),
    ],
)
def test_another_number_does_not(question: str, text: str) -> None:
    assert not counted(question, text)
