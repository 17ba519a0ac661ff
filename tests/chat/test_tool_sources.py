"""What tools gave, on the page of an answer, in its copy, in exports and in the API."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client

from apps.accounts.models import User
from apps.answers.models import Answer
from apps.answers.run import workflow
from apps.answers.run.asking import ask
from apps.chat.exporting.formats import Format
from apps.chat.tool_sources import tool_sources
from tests.answers.sources.market_company import hold, priced
from tests.chat.test_exports import text_of
from tests.people import People

pytestmark = pytest.mark.django_db
Browse = Callable[[User], Client]
RATIO = "What is the P/E ratio of Quillmark for FY2023?"
PRICE = "What was Quillmark's share price on March 28, 2024?"


def answered(asker: User, folder: Path, question: str) -> Answer:
    hold(asker)
    answer = ask(asker, question)
    with priced(folder):
        assert workflow.answer(answer.pk)
    answer.refresh_from_db()
    return answer


def test_the_page_names_provider_day_and_time(people: People, client_for: Browse, tmp_path: Path) -> None:
    answer = answered(people.owner, tmp_path, RATIO)
    page = client_for(people.owner).get(f"/answers/{answer.uid}/").content.decode()
    source = tool_sources(answer.result)[0]

    assert "<strong>Market data</strong> QMF: close 47.00 USD on 2023-12-29" in page
    assert f"price files, fetched {source.time}" in page
    assert source.sentence in page  # what is copied
    assert "Share price December 29, 2023 / Diluted earnings per share FY2023" in page


def test_an_answer_of_a_tool_alone_can_be_copied(people: People, client_for: Browse, tmp_path: Path) -> None:
    answer = answered(people.owner, tmp_path, PRICE)
    page = client_for(people.owner).get(f"/answers/{answer.uid}/").content.decode()

    assert "USD 50.00 per share" in page and "data-copy" in page
    assert "As the source says; nothing was calculated." in page


@pytest.mark.parametrize("form", Format)
def test_exports_name_it_too(people: People, client_for: Browse, tmp_path: Path, form: Format) -> None:
    answer = answered(people.owner, tmp_path, RATIO)
    response = client_for(people.owner).get(f"/answers/{answer.uid}/answer.{form}")
    text = text_of(response.content, form).replace("\\", "")

    for words in ("[T1] Market data: QMF: close 47.00 USD on 2023-12-29", "price files, fetched 20", "2.35", "20.00"):
        assert words in text


def test_the_api_tells_it(people: People, client_for: Browse, tmp_path: Path) -> None:
    answer = answered(people.owner, tmp_path, RATIO)
    told = client_for(people.owner).get(f"/api/v1/answers/{answer.uid}").json()["tools"]

    assert told == answer.result["tools"]


def test_hostile_words_in_a_result_stay_words(people: People, client_for: Browse, tmp_path: Path) -> None:
    answer = answered(people.owner, tmp_path, PRICE)
    answer.result["tools"][0]["told"] = answer.result["tools"][0]["source"] = "<img src=x onerror=alert(1)>"
    answer.save()

    assert "<img src=x" not in client_for(people.owner).get(f"/answers/{answer.uid}/").content.decode()
    for form in Format:
        response = client_for(people.owner).get(f"/answers/{answer.uid}/answer.{form}")
        assert response.status_code == 200
    markdown = client_for(people.owner).get(f"/answers/{answer.uid}/answer.md").content
    assert markdown.count(b"<img") == markdown.count(b"\\<img") == 2


def test_answers_without_tools_have_none() -> None:
    assert tool_sources({}) == ()
