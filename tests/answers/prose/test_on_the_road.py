"""Answers in words, the whole road over filings in the store."""

import pytest

from apps.answers import workflow
from apps.answers.run.asking import ask
from apps.answers.models import Answer, Status
from apps.documents.models import Page
from apps.retrieval.found import Scope
from tests.answers.store import hold
from tests.people import People

pytestmark = pytest.mark.django_db


def answered(people: People, question: str, scope: Scope | None = None) -> Answer:
    answer = ask(people.owner, question, scope)
    assert workflow.answer(answer.pk)
    answer.refresh_from_db()
    return answer


def test_reasons_stand_behind_the_change_that_they_explain(people: People) -> None:
    hold(people.owner)
    answer = answered(people, "Why did net sales of Quillmark grow in fiscal 2023?")

    words, quote = answer.result["parts"]
    assert "rose by" in words["text"] and "1,577" not in quote["text"]
    assert quote["text"] == "Net sales grew because freight volumes in the northern ports recovered after the strike."
    assert {citation.quote for citation in answer.citations.all()} >= {"$1,577", "$1,402"}
    assert answer.result["value"] is None


def test_a_change_and_why_has_both(people: People) -> None:
    hold(people.owner)
    told = answered(people, "How did net sales of Quillmark change in fiscal 2023 and why?").result["answer"]
    assert "rose by" in told and "because freight volumes" in told


def test_bare_words_that_name_no_filer_of_several_come_closest_at_most(people: People) -> None:
    hold(people.owner)
    hold(people.owner, "Brambleholt Mills")
    for words in ("turbine housings ferry operators", "net sales"):
        assert answered(people, words).status in {Status.CLOSEST, Status.NOT_FOUND}, words


def test_every_quote_is_word_for_word_on_its_page(people: People) -> None:
    hold(people.owner)
    answer = answered(people, "What does Quillmark ship to ferry operators?")

    assert answer.status == Status.EXTRACTED
    for citation in answer.citations.all():
        page = Page.objects.get(version=citation.version, number=citation.page)
        assert page.text[citation.start : citation.end] == citation.quote


def test_a_count_is_the_sentence_that_states_it(people: People) -> None:
    hold(people.owner)
    answer = answered(people, "How many people did Quillmark employ?")

    assert answer.result["parts"][0]["text"] == "At December 31, 2023, we employed 1,240 people."


def test_without_a_company_the_filing_is_named(people: People) -> None:
    hold(people.owner)
    hold(people.owner, "Brambleholt Mills")
    answer = answered(people, "Which operators in eleven ports get cast turbine housings?")

    assert "The question names no company; this is taken from 10-K - FY2023" in answer.result["answer"]


def test_one_filing_alone_needs_no_name(people: People) -> None:
    version = hold(people.owner)
    scope = Scope(documents=(version.document.uid,))
    answer = answered(people, "Which operators in eleven ports get cast turbine housings?", scope)

    assert "names no company" not in answer.result["answer"]


def test_another_count_than_the_one_asked_for_only_comes_closest(people: People) -> None:
    hold(people.owner)
    answer = answered(people, "How many people did Quillmark employ in the northern ports?")

    assert answer.status == Status.CLOSEST
    assert "1,240" in answer.result["answer"]
