"""An answer whose figure another filing states otherwise says so, and is trusted less."""

from datetime import date

import pytest

from apps.answers.check.citations import validate
from apps.answers.compose.draft import Anchor, Claim, Draft
from apps.answers.models import Answer, Status
from apps.answers.run import workflow
from apps.answers.run.asking import ask
from apps.documents.models import Chunk, Document, Fact, Visibility
from tests.answers.statements import report
from tests.people import People

pytestmark = pytest.mark.django_db
COMPANY = "Quillmark Foundry"
LINES = {"revenue": {2023: "1,600"}, "net_income": {2023: "160"}}
FAKE = {"revenue": {2023: "1,600"}, "net_income": {2023: "11,111"}}
QUESTION = "What was the net income of Quillmark Foundry in fiscal 2023?"


def answered(people: People, question: str = QUESTION) -> Answer:
    answer = ask(people.owner, question)
    assert workflow.answer(answer.pk)
    answer.refresh_from_db()
    return answer


def reasons(answer: Answer) -> list[str]:
    return [reason["rule"] for reason in answer.result["validation"]["reasons"]]


@pytest.mark.parametrize("form", ["10-K", "other"])
def test_a_second_filing_of_the_same_period_lowers_the_trust_and_is_named(people: People, form: str) -> None:
    genuine = report(people.expert, COMPANY, 2023, LINES).document
    before = answered(people)
    assert before.result["validation"]["trust"] != "Requires Review"
    fake = report(people.expert, COMPANY, 2023, FAKE, form=form).document
    Document.objects.filter(pk=genuine.pk).update(name="genuine")
    Document.objects.filter(pk=fake.pk).update(name="amended")
    after = answered(people)
    assert after.result["validation"]["trust"] == "Requires Review"
    (told,) = [one["text"] for one in after.result["validation"]["reasons"] if "otherwise" in one["rule"]]
    assert all(word in told for word in ("genuine", "amended", "160", "11,111", "fiscal 2023"))


def test_two_filings_that_are_both_quoted_are_told_of_once(people: People) -> None:
    for lines in (LINES, FAKE):
        report(people.expert, COMPANY, 2023, lines, form="10-K" if lines is LINES else "other")
    facts = Fact.objects.filter(concept="net_income")
    chunks = {chunk.version_id: chunk.pk for chunk in Chunk.objects.all()}
    claims = [
        Claim("Net income", Anchor(one.version_id, chunks[one.version_id], one.page, one.start, one.end))
        for one in facts
    ]
    checked = validate(Draft(Status.EXTRACTED, tuple(claims)), people.owner)
    (told,) = [one["text"] for one in checked.validation["reasons"] if "otherwise" in one["rule"]]
    assert len(checked.cited) == 2 and "160" in told and "11,111" in told


def test_what_the_asker_does_not_see_says_nothing(people: People) -> None:
    report(people.expert, COMPANY, 2023, LINES)
    report(people.stranger, COMPANY, 2023, FAKE, form="other", visibility=Visibility.PRIVATE)
    answer = answered(people)
    assert answer.result["validation"]["trust"] != "Requires Review"
    assert "another filing states otherwise" not in reasons(answer)


def test_a_figure_that_nobody_disputes_is_trusted_beside_one_that_is(people: People) -> None:
    report(people.expert, COMPANY, 2023, LINES)
    report(people.expert, COMPANY, 2023, FAKE, form="other")
    answer = answered(people, "What was the revenue of Quillmark Foundry in fiscal 2023?")
    assert "another filing states otherwise" not in reasons(answer)


def test_a_restatement_of_a_later_year_is_no_contradiction(people: People) -> None:
    report(people.expert, COMPANY, 2023, LINES)
    report(people.expert, COMPANY, 2024, {"net_income": {2024: "170", 2023: "150"}}, end=date(2024, 12, 31))
    assert "another filing states otherwise" not in reasons(answered(people))
