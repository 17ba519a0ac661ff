"""Looking up: slots exactly, the query exactly, wording by three matchers; and answers from verified cells."""

import pytest

from apps.accounts.models import User
from apps.answers.models import Answer, StageName
from apps.answers.run import workflow
from apps.answers.run.asking import ask
from apps.memory.lookup import LookedUp, look_up
from apps.memory.models import Cell
from apps.memory.slots import slots_of
from apps.retrieval.found import Scope
from apps.retrieval.reading import read_for
from tests.memory.bank import cell_of, filed, filled, verified
from tests.people import People

pytestmark = pytest.mark.django_db


def found(viewer: User, question: str) -> LookedUp:
    query = read_for(viewer, Scope(), question).query
    slots = slots_of(query)
    return look_up(query, slots, viewer) if slots else LookedUp()


@pytest.fixture
def bank(people: People) -> Cell:
    filed(people.owner, "Oakfield Mills")
    filled(people.owner, filed(people.owner), (2023, 2022), keys=["revenue", "net-income", "operating-income"])
    verified(people.expert, "net-income")
    return verified(people.expert, "revenue")


ANSWERED = (
    "What was the revenue of Quillmark Foundry in fiscal 2023?",
    "How much revenue did Quillmark report for FY2023?",
    "Please tell me Quillmark's total revenue for fiscal year 2023.",
)
OTHERS = (
    "What was the revenue of Quillmark Foundry in fiscal 2022?",  # proposed only
    "What was the revenue of Oakfield Mills in fiscal 2023?",
    "What was the operating income of Quillmark Foundry in fiscal 2023?",
    "By how much did the revenue of Quillmark Foundry grow in fiscal 2023?",
    "What was the revenue of Quillmark Foundry in Europe in fiscal 2023?",
    "What was the revenue of Quillmark Foundry without freight in fiscal 2023?",
    "Was the revenue of Quillmark Foundry above $1 billion in fiscal 2023?",
    "What was the revenue of Quillmark Foundry in Q2 2023?",
    "What was the revenue of Quillmark Foundry from 2022 to 2023?",
)


def test_its_own_question_is_answered_and_no_other(people: People, bank: Cell) -> None:
    matched = {question: found(people.stranger, question).match for question in (*ANSWERED, *OTHERS)}
    assert matched == dict.fromkeys(ANSWERED, bank) | dict.fromkeys(OTHERS)


def test_a_cell_answers_at_once_and_says_who_verified_it(people: People, bank: Cell) -> None:
    answer = answered(people.stranger, "What was Quillmark's revenue in fiscal 2023?")
    assert answer.result["value"] == "1577000000"
    assert "Verified by elena.expert" in answer.result["answer"]
    assert answer.result["memory"]["cell"] == str(bank.uid)
    assert answer.citations.get().quote == "$1,577"
    assert not answer.stages.filter(name=StageName.GATHER).exists()


def test_an_experts_own_value_stands(people: People, bank: Cell) -> None:
    Cell.objects.filter(pk=bank.pk).update(value="1578000000", text="USD 1,578,000,000")
    answer = answered(people.owner, "What was Quillmark's revenue in fiscal 2023?")
    assert "1,578,000,000" in answer.result["answer"] and answer.result["value"] == "1578000000"


def test_latest_is_told_by_the_calendar_and_the_rest_is_searched(people: People, bank: Cell) -> None:
    answer = answered(people.owner, "What is the latest revenue of Quillmark?")
    assert answer.result["memory"]["cell"] == str(bank.uid)
    answer = answered(people.owner, "What was Quillmark's operating income in fiscal 2023?")
    assert answer.result["value"] == "214000000"
    assert answer.stages.filter(name=StageName.GATHER).exists()
    assert cell_of("operating-income").verified_by is None


def answered(asker: User, question: str) -> Answer:
    answer = ask(asker, question)
    assert workflow.answer(answer.pk)
    answer.refresh_from_db()
    return answer
