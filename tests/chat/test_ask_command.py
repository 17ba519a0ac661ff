import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tests.answers.store import hold
from tests.people import People

pytestmark = pytest.mark.django_db
FIGURE = "What was Quillmark's operating income in fiscal 2023?"


def run(*args: str) -> str:
    out = StringIO()
    call_command("ask", *args, stdout=out)
    return out.getvalue()


def test_text_for_a_reader(people: People) -> None:
    hold(people.owner)
    lines = run(FIGURE).splitlines()

    assert lines[0] == f"# {FIGURE}" and lines[2].startswith("Answered in ")
    assert any(line.startswith("| Operating income | FY2023 | 214 |") for line in lines)
    assert any("[10-K - FY2023 (Quillmark Foundry), page 2](/citations/" in line for line in lines)


def test_a_filing_says_nothing_to_the_terminal(people: People) -> None:
    version = hold(people.owner)
    version.document.title = "10-K\x1b[2J"
    version.document.save()

    told = run(FIGURE)
    assert "10-K" in told and "\x1b" not in told


def test_json_for_a_program(people: People) -> None:
    version = hold(people.owner)
    answer = json.loads(run(FIGURE, "--json", "--document", "quillmark_2023_10K"))

    assert answer["status"] == "Extracted"
    assert answer["pages"][0] == ["quillmark_2023_10K", 1]
    citation = answer["citations"][0]
    assert (citation["document"], citation["page"], citation["page_number"]) == ("quillmark_2023_10K", 1, 2)
    assert citation["chunk"] == str(version.chunks.get(page=1).uid)
    assert {"id", "question", "answer", "value", "unit", "rows", "documents", "searched", "seconds"} <= answer.keys()


def test_honestly_not_found_is_no_error(people: People) -> None:
    hold(people.owner)
    assert "Searched 1 document" in " ".join(run("How deep is the harbour of Atlantis?").split())


@pytest.mark.parametrize("args", [("--document", "nowhere_10K"), ("--user", "nobody")])
def test_what_is_not_there_is_said(people: People, args: tuple[str, str]) -> None:
    with pytest.raises(CommandError, match=args[1]):
        run(FIGURE, *args)


def test_an_empty_question_is_an_error(people: People) -> None:
    with pytest.raises(CommandError, match="Write a question"):
        run("  ")


def test_a_user_sees_what_that_user_may_see(people: People) -> None:
    hold(people.owner, visibility="private")

    assert "Extracted" in run(FIGURE, "--user", people.owner.username)
    assert "Not found" in run(FIGURE, "--user", people.stranger.username)
