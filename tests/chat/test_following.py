"""Questions to ask next: each is answered by facts that the reader may see."""

from collections.abc import Callable

import pytest
from django.test import Client

from apps.accounts.models import User
from apps.answers.models import Answer, Status
from apps.answers.run import workflow
from apps.answers.run.asking import ask
from apps.chat.following import answerable, next_questions, what_was
from apps.chat.models import Conversation, Message
from apps.documents.models import Document, Visibility
from apps.retrieval.found import Scope
from tests.answers.statements import report
from tests.answers.store import hold
from tests.people import People

pytestmark = pytest.mark.django_db
Browse = Callable[[User], Client]
FIGURE = "What was Quillmark's operating income in fiscal 2023?"


def answered(people: People, question: str = FIGURE, asker: User | None = None) -> Answer:
    answer = ask(asker or people.owner, question)
    workflow.answer(answer.pk)
    answer.refresh_from_db()
    return answer


def test_each_is_really_answered(people: People) -> None:
    hold(people.owner)
    questions = next_questions(answered(people), people.owner)

    assert any("fiscal 2022" in question for question in questions)
    assert 2 <= len(questions) <= 4 and FIGURE not in questions
    assert {answered(people, question).status for question in questions} <= {Status.EXTRACTED, Status.CALCULATED}


def test_what_is_not_stated_is_not_offered(people: People) -> None:
    hold(people.owner)

    assert not answerable("What was the current ratio of Quillmark Foundry in fiscal 2023?", Scope(), people.owner)
    assert not any("current ratio" in question for question in next_questions(answered(people), people.owner))


def test_facts_of_hidden_filings_make_no_question(people: People) -> None:
    hold(people.owner)
    report(people.stranger, "Quillmark Foundry", 2030, {"operating_income": {2030: "9"}}, visibility=Visibility.PRIVATE)

    assert not any("2030" in question for question in next_questions(answered(people), people.owner))


@pytest.mark.parametrize(
    ("name", "share", "question"),
    [
        ("EBITDA", False, "What was the EBITDA of Quillmark, Inc. in fiscal 2023?"),
        ("Total assets", False, "What were the total assets of Quillmark, Inc. in fiscal 2023?"),
        ("Dividends paid", False, "What were the dividends paid of Quillmark, Inc. in fiscal 2023?"),
        ("Cost of revenue", False, "What was the cost of revenue of Quillmark, Inc. in fiscal 2023?"),
        ("Debt to equity", False, "What was the ratio of debt to equity of Quillmark, Inc. in fiscal 2023?"),
        (
            "Capital expenditures to revenue",
            True,
            "What were capital expenditures as a percentage of revenue for Quillmark, Inc. in fiscal 2023?",
        ),
    ],
)
def test_they_are_worded_as_people_ask(name: str, share: bool, question: str) -> None:
    assert what_was(name, "Quillmark, Inc.", 2023, share=share) == question


def test_the_full_stop_of_a_name_stays(people: People) -> None:
    report(people.owner, "Quillmark Foundry, Inc.", 2023, {"operating_income": {2023: "214", 2022: "188"}})
    questions = next_questions(answered(people), people.owner)

    assert questions and all("Quillmark Foundry, Inc. " in question for question in questions)


def test_the_partial(people: People, client_for: Browse) -> None:
    hold(people.owner)
    answer = answered(people)
    page = client_for(people.owner).get(f"/answers/{answer.uid}/next").content.decode()

    assert "Ask next" in page and "fiscal 2022" in page
    assert client_for(people.teammate).get(f"/answers/{answer.uid}/next").status_code == 404
    assert client_for(people.owner).post(f"/answers/{answer.uid}/next").status_code == 405


def test_what_the_conversation_asked_is_not_offered_again(people: People, client_for: Browse) -> None:
    hold(people.owner)
    answer = answered(people)
    conversation = Conversation.objects.create(owner=people.owner, title="Quillmark")
    Message.objects.create(conversation=conversation, answer=answer)
    offered = next_questions(answer, people.owner)
    Message.objects.create(conversation=conversation, answer=ask(people.owner, offered[0]))
    page = client_for(people.owner).get(f"/answers/{answer.uid}/next").content.decode()

    assert "Ask next" in page and offered[0] not in page


def test_nothing_cited_nothing_offered(people: People, client_for: Browse) -> None:
    hold(people.owner)
    answer = answered(people, "How deep is the harbour of Atlantis?")
    Document.objects.update(visibility=Visibility.PRIVATE)

    assert next_questions(answer, people.stranger) == []
    assert "Ask next" not in client_for(people.owner).get(f"/answers/{answer.uid}/next").content.decode()
