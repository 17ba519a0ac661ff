"""What must hold of every answer, over the filings of the invented company and answers that were tampered with."""

import re
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from apps.accounts.models import User
from apps.answers.models import Answer, AnswerState, Citation, Status
from apps.answers.run import workflow
from apps.answers.run.asking import ask
from apps.chat.following import next_questions
from apps.evaluation.digits import digits, digits_in
from apps.evaluation.ingesting import ingest
from apps.evaluation.invariants import inspect
from finrag_site.embedded.paths import BASE
from tests.answers.recorded import RECORDINGS, differs
from tests.answers.statements import report
from tests.answers.store import hold
from tests.people import People

pytestmark = pytest.mark.django_db
Browse = Callable[[User], Client]
QUESTIONS = (Path(__file__).parent / "sample_questions.txt").read_text().splitlines()
SAMPLES = sorted(path for path in (BASE / "samples").glob("zephyrwick*"))
FIGURE = "What was Quillmark's operating income in fiscal 2023?"
ADDRESS = re.compile(r"\(https?://[^)]*\)|\\?\[\d+\\?\]|page \d+")


def answered(asker: User, question: str, follows: Answer | None = None) -> Answer:
    answer = ask(asker, question, follows=follows)
    assert workflow.answer(answer.pk)
    answer.refresh_from_db()
    return answer


def told(answer: Answer) -> str:
    """Every word of the answer that carries a figure, and the words of its sources."""
    quotes = [citation.quote for citation in answer.citations.all()]
    return f"{answer.question} {answer.result} {quotes} {answer.created:%d %Y %H:%M}"


@pytest.mark.django_db(transaction=True)
def test_every_answer_over_the_sample_filings_holds_and_recorded_ones_come_again(
    people: People, client_for: Browse
) -> None:
    ingest(SAMPLES, people.owner, workers=False)
    browse, counted, statuses = client_for(people.owner), 0, set()
    breaches: list[str] = []
    for question in QUESTIONS:
        answer = answered(people.owner, question)
        seen = inspect(answer)
        breaches += [f"{question}: {one.where}: {one.why}" for one in seen.breaches]
        text = browse.get(reverse("chat:answer_md", args=[answer.uid])).content.decode()
        body = text.split(" UTC\n", 1)[1]  # of the export
        strange = digits_in(ADDRESS.sub(" ", body)) - digits_in(told(answer))
        breaches += [f"{question}: the export says {strange}"] if strange else []
        counted, statuses = counted + seen.citations, statuses | {answer.status}
    assert [one for one in (differs(file, people.owner) for file in RECORDINGS) if one] == [] and RECORDINGS
    assert breaches == []
    assert counted > len(QUESTIONS) and statuses >= {Status.CALCULATED, Status.EXTRACTED, Status.NOT_FOUND}


def test_follow_ups_hold_and_what_is_offered_next_names_years_of_facts(people: People) -> None:
    hold(people.owner)
    first = answered(people.owner, FIGURE)
    for question in ("and in 2022?", "How did it change?", "And net income?", "Why did it grow?"):
        answer = answered(people.owner, question, follows=first)
        assert inspect(answer).breaches == ()
        offered = " ".join(next_questions(answer, people.owner))
        assert digits_in(offered) <= digits_in("2023 2022")


@pytest.mark.django_db
def test_how_long_a_period_is_needs_no_place(people: People) -> None:
    half = {"revenue": {2023: "7,354", 2022: "6,827"}}
    report(people.owner, "Quillmark Foundry, Inc.", 2023, half, form="10-Q", period="Q3", months=9)
    answer = answered(people.owner, "What was Quillmark's revenue in the first nine months of fiscal 2023?")
    assert answer.result["rows"][0]["period"] == "9 months to December 31, 2023"
    assert inspect(answer).breaches == ()


def tampered(people: People, **changed: Any) -> Answer:
    hold(people.owner)
    answer = answered(people.owner, FIGURE)
    answer.result |= changed
    return answer


def test_a_figure_without_a_place_is_a_breach(people: People) -> None:
    answer = tampered(people)
    parts = deepcopy(answer.result["parts"])
    parts[0]["text"] += " Analysts expect 987,654 more."
    answer.result["parts"] = parts

    assert [breach.at for breach in inspect(answer).breaches] == ["987,654"]


def test_a_marked_figure_is_none(people: People) -> None:
    answer = tampered(people)
    text = f"{answer.result['parts'][0]['text']} Analysts expect 987,654 more."
    mark = {"finding": "figure", "at": "987,654", "why": "987,654 stands in no source that it cites."}
    sentence = {"text": text, "citations": [1], "supported": False, "rounded": [], "marks": [mark]}
    answer.result["parts"] = [{"text": text, "citation": 0}]
    answer.result["validation"]["sentences"].append(sentence)
    seen = inspect(answer)

    assert seen.breaches == () and seen.marked == 1


@pytest.mark.parametrize(
    "change",
    [
        {"start": 0, "end": 3},
        {"page": 0},
        {"quote": "215"},
        {"boxes": [[1, 0.0, 0.0, 5.0, 5.0]]},
        {"boxes": []},
        {"page": 9},
    ],
)
def test_a_citation_that_does_not_resolve_is_a_breach(people: People, change: dict[str, Any]) -> None:
    answer = tampered(people)
    Citation.objects.filter(answer=answer).update(**change)

    assert [one.where for one in inspect(answer).breaches if one.where.startswith("citation")] == ["citation 1"]


def test_a_mark_without_a_citation_and_a_row_that_says_another_number_are_breaches(people: People) -> None:
    answer = tampered(people)
    (row,) = answer.result["rows"]
    answer.result["rows"] = [row | {"full": "241000000"}, row | {"citation": 7}]
    wrong = {one.where for one in inspect(answer).breaches}

    assert {"mark 7", "row Operating income"} <= wrong


def test_an_answer_that_is_not_done_cannot_be_inspected(people: People) -> None:
    with pytest.raises(ValueError, match="nothing to inspect"):
        inspect(Answer(asker=people.owner, question="?", state=AnswerState.FAILED))


def test_digits_are_the_same_at_every_scale() -> None:
    assert digits("1,577") == digits("1.577") == digits("1577000000") != digits("1,578")
    assert digits_in("$\u200b1,5\u200b77 and (12)") == {digits("1577"), digits("12")}
    assert digits_in("—") == {digits("0")}
