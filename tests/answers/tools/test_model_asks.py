"""A planning model asks for tools by the declared schema: what fits is called, everything else is left out."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import override_settings

from apps.answers.models import Answer
from apps.answers.run import workflow
from apps.answers.run.asking import ask
from tests.answers.tools.market_company import hold, priced, unpriced
from tests.inference.language.server import ModelServer, Said, configured
from tests.people import People

pytestmark = pytest.mark.django_db
QUESTION = "What did it cost an investor to buy a single Quillmark Foundry common share on March 28, 2024, at the bell?"


def reply(*tools: tuple[str, dict[str, Any]]) -> str:
    asked = [{"name": name, "arguments": json.dumps(arguments)} for name, arguments in tools]
    question = {"question": QUESTION, "program": ""}
    return json.dumps({"source": "filings", "questions": [question], "tools": asked})


def answered(people: People, script: list[Said | str]) -> tuple[Answer, ModelServer]:
    hold(people.owner)
    answer = ask(people.owner, QUESTION)
    with override_settings(ANSWERING="auto"), configured(script) as server:
        assert workflow.answer(answer.pk)
    answer.refresh_from_db()
    assert answer.state == "done", answer.error
    return answer, server


def test_a_call_that_fits_is_made_and_answers(people: People, tmp_path: Path) -> None:
    with priced(tmp_path):
        answer, server = answered(people, [reply(("share_price", {"ticker": "QMF", "on": "2024-03-28"}))])
    assert '"name": "share_price"' in server.prompt(0)
    assert answer.result["value"] == "50"
    assert answer.result["tools"][0]["told"] == "QMF: close 50.00 USD on 2024-03-28"


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("share_price", {"ticker": "ZZZ", "on": "2024-03-28"}),
        ("share_price", {"ticker": "../QMF", "on": "2024-03-28"}),
        ("share_price", {"ticker": "QMF", "on": "2024-03-28", "url": "http://evil.example"}),
        ("shell", {"command": "id"}),
    ],
)
def test_calls_that_do_not_fit_are_left_out(
    people: People, tmp_path: Path, name: str, arguments: dict[str, Any]
) -> None:
    with priced(tmp_path):
        answer, _ = answered(people, [reply((name, arguments)), Said(status=500)])
    assert answer.trace["tools"] == [] and answer.result["tools"] == []


def test_without_a_source_no_function_is_offered(people: People) -> None:
    with unpriced():
        _, server = answered(people, [Said(status=500)])
    assert "share_price" not in server.prompt(0)
