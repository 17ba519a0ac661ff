"""Lists of filings and events, from the store and for the asker: what was filed when, each with its place."""

from datetime import date
from typing import Any

import pytest
from apps.answers.tools.asked_events import EventQuestion, read_events

from apps.accounts.models import User
from apps.answers.models import Answer, Status, Trust
from apps.answers.run import workflow
from apps.answers.run.asking import ask
from apps.documents.models import Document, DocumentVersion, Page, Visibility
from tests.answers.sources.market_company import COMPANY, LINES, add_words, hold
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
    assert answer.result["answer"].startswith(
        "2 current reports of Quillmark Foundry from January 1, 2024 until December 31, 2024 are held: "
    )
    assert "filed April 18, 2024" in answer.result["answer"]
    quotes = [citation.quote for citation in answer.citations.all()]
    assert quotes == ["Item 2.02 Results of Operations and Financial Condition", "Item 5.02. Departure of Directors"]
    for citation in answer.citations.all():
        page = Page.objects.get(version=citation.version, number=citation.page)
        assert page.text[citation.start : citation.end] == citation.quote
    tool = answer.result["tools"][0]
    assert (tool["kind"], tool["source"]) == ("Events", "filings held")
    assert answer.result["validation"]["trust"] == Trust.HIGH, answer.result["validation"]


@pytest.mark.django_db
def test_a_report_that_the_asker_may_not_see_is_no_event(people: People) -> None:
    hold(people.owner)
    event(people.stranger, date(2024, 4, 18), "Item 1.01 Entry into a Secret Agreement\n", Visibility.PRIVATE)
    answer = answered(people.owner, "Which 8-Ks did Quillmark file in 2024?")

    assert (
        "No current report of Quillmark Foundry from January 1, 2024 until December 31, 2024 is held."
        in (answer.result["answer"])
    )
    assert "Secret" not in str(answer.result) + str(answer.trace)


@pytest.mark.django_db
def test_when_a_report_was_filed(people: People) -> None:
    hold(people.owner)
    result: dict[str, Any] = answered(people.owner, "When did Quillmark file its 10-K?").result
    assert "(10-K), filed February 20, 2024, for the period to December 31, 2023." in result["answer"]
    assert LINES and len(result["tools"]) == 1


@pytest.mark.parametrize(
    ("question", "read"),
    [
        ("Which 8-Ks did Quillmark file in 2024?", EventQuestion(True, date(2024, 1, 1), date(2024, 12, 31))),
        (
            "List the current reports of Quillmark between March 1, 2024 and June 30, 2024",
            EventQuestion(True, date(2024, 3, 1), date(2024, 6, 30)),
        ),
        ("What corporate events did Quillmark report since 2023?", EventQuestion(True, date(2023, 1, 1), None)),
        ("Which filings did Quillmark make in March 2024?", EventQuestion(False, date(2024, 3, 1), date(2024, 3, 31))),
        ("When did Quillmark file its annual report?", EventQuestion(False, None, None)),
        ("What was the key agenda of Quillmark's 8-K filing dated 1st July 2022?", None),
        ("What does Quillmark's 8-K of July 1, 2022 say about its directors?", None),
        ("When did Quillmark file for bankruptcy?", None),
        ("What were the material changes in revenue in 2024?", None),
        ("Which customers does Quillmark name in its filings?", None),
    ],
)
def test_which_questions_ask_for_a_list(question: str, read: EventQuestion | None) -> None:
    assert read_events(question) == read
