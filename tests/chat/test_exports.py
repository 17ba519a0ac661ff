"""Answers and conversations as Markdown, DOCX and PDF: citations, sheet, permissions, trail."""

from collections.abc import Callable
from io import BytesIO

import pypdfium2 as pdfium
import pytest
from django.test import Client
from docx import Document as read_docx
from markdown_it import MarkdownIt

from apps.accounts.models import User
from apps.answers.models import Answer
from apps.answers.run import workflow
from apps.answers.run.asking import ask
from apps.audit.models import Action, AuditEvent
from apps.chat.exporting.formats import WRITERS, Format
from apps.chat.exporting.report import Entry, Report, Sheet, Source
from apps.chat.models import Conversation, Message
from apps.documents.models import Document, Visibility
from tests.answers.statements import report
from tests.answers.store import hold
from tests.people import People

Browse = Callable[[User], Client]
LINES = {"current_assets": {2023: "700"}, "current_liabilities": {2023: "500"}}
HOSTILE = "<b>|x|</b> [a](http://evil) & # `c` ­\x0b Ω Ж 1. *star*"


def answered(asker: User, question: str = "What is the FY2023 current ratio of Quillmark?") -> Answer:
    report(asker, "Quillmark Foundry", 2023, LINES)
    answer = ask(asker, question)
    workflow.answer(answer.pk)
    answer.refresh_from_db()
    return answer


def text_of(content: bytes, form: Format) -> str:
    if form is Format.MARKDOWN:
        return content.decode()
    if form is Format.PDF:
        with pdfium.PdfDocument(content) as pdf:
            return " ".join(" ".join(page.get_textpage().get_text_range() for page in pdf).split())
    document = read_docx(BytesIO(content))
    cells = [cell.text for table in document.tables for row in table.rows for cell in row.cells]
    return "\n".join([*(paragraph.text for paragraph in document.paragraphs), *cells])


@pytest.mark.django_db
@pytest.mark.parametrize("form", Format)
def test_an_answer_goes_out_with_sheet_and_sources(people: People, client_for: Browse, form: Format) -> None:
    answer = answered(people.owner)
    response = client_for(people.owner).get(f"/answers/{answer.uid}/answer.{form}")
    text = text_of(response.content, form)

    assert response.headers["Content-Type"] == WRITERS[form][1]
    assert f'filename="what-is-the-fy2023-current-ratio-of-quillmark.{form}"' in response.headers["Content-Disposition"]
    for words in ("current ratio of Quillmark", "Calculated", "High trust", "1.40", "700", "500", "Sources", "page 1"):
        assert words in text
    event = AuditEvent.objects.get(action=Action.EXPORTED)
    assert (event.subject_uid, event.detail) == (answer.uid, {"format": str(form), "answers": 1})


@pytest.mark.django_db
@pytest.mark.parametrize("form", Format)
def test_a_table_that_comes_closest_goes_out_whole(people: People, client_for: Browse, form: Format) -> None:
    hold(people.owner)
    answer = ask(people.owner, "What was Quillmark's operating income before the strike levy in fiscal 2023?")
    workflow.answer(answer.pk)
    text = text_of(client_for(people.owner).get(f"/answers/{answer.uid}/answer.{form}").content, form)

    for words in ("CONSOLIDATED STATEMENTS OF INCOME", "2022", "Provision for income taxes", "(901)"):
        assert words in text.replace("\\", "")


@pytest.mark.django_db
@pytest.mark.parametrize("form", Format)
def test_the_question_of_a_single_answer_is_told_once(people: People, client_for: Browse, form: Format) -> None:
    answer = answered(people.owner)
    text = text_of(client_for(people.owner).get(f"/answers/{answer.uid}/answer.{form}").content, form)

    assert text.count(answer.question) == 1


@pytest.mark.django_db
def test_each_source_leads_to_its_citation(people: People, client_for: Browse) -> None:
    answer = answered(people.owner)
    text = client_for(people.owner).get(f"/answers/{answer.uid}/answer.md").content.decode()

    for citation in answer.citations.all():
        assert f"http://testserver/citations/{citation.uid}/" in text


@pytest.mark.django_db
@pytest.mark.parametrize("form", Format)
def test_a_source_taken_away_is_left_out(people: People, client_for: Browse, form: Format) -> None:
    answer = answered(people.owner)
    Document.objects.update(visibility=Visibility.PRIVATE, owner=people.stranger)
    text = text_of(client_for(people.owner).get(f"/answers/{answer.uid}/answer.{form}").content, form)

    assert "no longer available" in text
    assert "1.40" not in text and "700" not in text and "Sources" not in text


@pytest.mark.django_db
@pytest.mark.parametrize("form", Format)
def test_nobody_else_exports(people: People, client_for: Browse, form: Format) -> None:
    answer = answered(people.owner)
    for person in (people.teammate, people.stranger, people.reviewer, people.administrator):
        assert client_for(person).get(f"/answers/{answer.uid}/answer.{form}").status_code == 404
    assert client_for(people.owner).post(f"/answers/{answer.uid}/answer.{form}").status_code == 405
    assert not AuditEvent.objects.filter(action=Action.EXPORTED).exists()


@pytest.mark.django_db
def test_a_conversation_goes_out_whole(people: People, client_for: Browse) -> None:
    conversation = Conversation.objects.create(owner=people.owner, title="Liquidity")
    for question in ("What is the FY2023 current ratio of Quillmark?", "How deep is Atlantis?"):
        Message.objects.create(conversation=conversation, answer=ask(people.owner, question))
    text = client_for(people.owner).get(f"/conversations/{conversation.uid}/conversation.md").content.decode()

    assert text.startswith("# Liquidity\n")
    assert "current ratio of Quillmark" in text and "How deep is Atlantis" in text and "Queued" in text


def hostile_report() -> Report:
    rows = ((HOSTILE, "7"),)
    source = Source(1, HOSTILE, 1, HOSTILE, "http://testserver/citations/1/")
    sheet = Sheet("Figures", ("Line", "Value"), rows, frozenset({1}))
    return Report(
        HOSTILE, "now", (Entry(HOSTILE, "Extracted", "now", (HOSTILE,), ((HOSTILE, (1, 2)),), (sheet,), (source,)),)
    )


def test_nothing_from_a_document_is_markup_in_markdown() -> None:
    html = (
        MarkdownIt("commonmark", {"html": True})
        .enable("table")
        .render(WRITERS[Format.MARKDOWN][0](hostile_report()).decode())
    )

    assert "<b>" not in html and 'href="http://evil"' not in html and "<code>" not in html
    assert html.count("<td>") + html.count("<td ") == 2


@pytest.mark.parametrize("form", [Format.DOCX, Format.PDF])
def test_hostile_words_stand_for_themselves(form: Format) -> None:
    text = text_of(WRITERS[form][0](hostile_report()), form)

    assert "<b>|x|</b>" in text and "Ω Ж" in text
