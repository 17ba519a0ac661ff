"""Lists of filings and events, from the store and for the asker: what was filed when, each with its place."""

from datetime import date
from typing import Any

import pytest

from apps.accounts.models import User
from apps.answers.compute.filed import asks_filings
from apps.answers.models import Answer, Status, Trust
from apps.answers.run import workflow
from apps.answers.run.asking import ask
from apps.documents.models import Document, DocumentVersion, Page, Visibility
from apps.evaluation.invariants import inspect
from apps.questions.names import NoRegister
from apps.questions.reader import read
from tests.answers.sources.market_company import COMPANY, add_words, hold
from tests.answers.statements import report
from tests.people import People


def event(owner: User, filed: date, text: str, visibility: str = Visibility.EVERYONE) -> DocumentVersion:
    version = report(
        owner, COMPANY, filed.year, {}, form="8-K", period=f"{filed:%m%d}"[:4], end=filed, visibility=visibility
    )
    add_words(version, 0, text)
    Document.objects.filter(pk=version.document_id).update(filed=filed, period_end=filed)
    return version


def answered(asker: User, question: str) -> Answer:
    answer = ask(asker, question)
    assert workflow.answer(answer.pk)
    answer.refresh_from_db()
    return answer


@pytest.mark.django_db
def test_current_reports_of_a_year_with_their_items(people: People) -> None:
    hold(people.owner)
    items = "CURRENT REPORT\nItem 2.02 Results of Operations and Financial Condition\nWords.\nItem 9.01 Exhibits\n"
    event(people.owner, date(2024, 4, 18), items)
    event(people.owner, date(2024, 6, 3), "Item 5.02. Departure of Directors\nA director left.\n")
    event(people.owner, date(2023, 6, 5), "Item 8.01 Other Events\n")
    answer = answered(people.owner, "Which 8-Ks did Quillmark file in 2024?")

    assert answer.status == Status.EXTRACTED
    assert answer.result["answer"].startswith("2 current reports of Quillmark Foundry (2024) are held: ")
    assert "filed April 18, 2024" in answer.result["answer"]
    quotes = [citation.quote for citation in answer.citations.all()]
    assert quotes == ["Item 2.02 Results of Operations and Financial Condition", "Item 5.02. Departure of Directors"]
    for citation in answer.citations.all():
        page = Page.objects.get(version=citation.version, number=citation.page)
        assert page.text[citation.start : citation.end] == citation.quote
    grid = answer.result["grid"]
    assert grid["columns"] == ["Form", "Filed", "Period to", "Says"]
    assert [(row["cells"][0], row["cells"][1], row["citations"][3]) for row in grid["rows"]] == [
        ("8-K", "April 18, 2024", 1),
        ("8-K", "June 3, 2024", 2),
    ]
    assert inspect(answer).breaches == ()
    assert answer.result["validation"]["trust"] == Trust.HIGH, answer.result["validation"]


@pytest.mark.django_db
def test_a_report_that_the_asker_may_not_see_is_no_event(people: People) -> None:
    hold(people.owner)
    event(people.stranger, date(2024, 4, 18), "Item 1.01 Entry into a Secret Agreement\n", Visibility.PRIVATE)
    answer = answered(people.owner, "Which 8-Ks did Quillmark file in 2024?")

    assert "No current report of Quillmark Foundry (2024) is held." in (answer.result["answer"])
    assert "Secret" not in str(answer.result) + str(answer.trace)


@pytest.mark.django_db
def test_when_a_report_was_filed(people: People) -> None:
    hold(people.owner)
    result: dict[str, Any] = answered(people.owner, "When did Quillmark file its 10-K?").result
    assert "(10-K), filed February 20, 2024, for the period to December 31, 2023." in result["answer"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("question", "days"),
    [
        ("Which 8-Ks did Quillmark file in April 2024?", ["April 18, 2024"]),
        ("List the current reports of Quillmark between March 1, 2024 and May 30, 2024", ["April 18, 2024"]),
        ("List the 8-Ks that Quillmark filed since 2024", ["April 18, 2024", "June 3, 2024"]),
        ("Which filings did Quillmark submit in February 2024?", ["February 20, 2024"]),
        ("When did Quillmark file its 10-K for fiscal 2023?", ["February 20, 2024"]),
    ],
)
def test_filings_of_the_forms_and_days_asked_for(people: People, question: str, days: list[str]) -> None:
    hold(people.owner)
    event(people.owner, date(2024, 4, 18), "Item 2.02 Results of Operations\n")
    event(people.owner, date(2024, 6, 3), "Item 5.02 Departure of Directors\n")
    event(people.owner, date(2023, 6, 5), "Item 8.01 Other Events\n")
    grid = answered(people.owner, question).result["grid"]
    assert [row["cells"][1] for row in grid["rows"]] == days


@pytest.mark.parametrize(
    "question",
    [
        "What was the key agenda of Quillmark's 8-K filing dated 1st July 2022?",
        "What does Quillmark's 8-K of July 1, 2022 say about its directors?",
        "When did Quillmark file for bankruptcy?",
        "What lawsuits were filed against Quillmark in 2023?",
        "What were the material changes in revenue in 2024?",
        "Which customers does Quillmark name in its filings?",
        "List the subsidiaries in the annual report of Quillmark",
    ],
)
def test_what_a_filing_says_is_no_list_of_filings(question: str) -> None:
    assert not asks_filings(read(question, NoRegister()).query)
