"""What the trained parser's readings bring a whole road, and queries that ask several things. The parsers here write
what they are told."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from apps.answers.compute.computing import compute
from apps.answers.models import Answer, Status
from apps.answers.presentation import as_json
from apps.answers.run import workflow
from apps.answers.run.asking import ask
from apps.inference.semantic_parser import Sentence
from apps.questions.expressions import Item, Row
from apps.questions.query import Intent, Query
from apps.questions.semantic import Asked
from apps.questions.sentence import sentence
from apps.retrieval import parser
from apps.retrieval.found import Scope
from apps.retrieval.reading import read_for
from tests.answers.compute.filings import annual, asked, table, years
from tests.people import People

pytestmark = pytest.mark.django_db
UNREAD = "What operating income zorbed Quillmark Foundry in fiscal 2023, and how much were the stowed goods in 2022?"
BOTH = ["N:operating income", ",", "PA", ";", "N:inventories", ",", "PB"]


@pytest.fixture
def says(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Lets the parser write these, with these probabilities."""

    def write(*told: tuple[Sequence[str], float]) -> None:
        def parse(_: object, words: Sequence[Asked]) -> list[Sentence]:
            places = {word.text: place for place, word in enumerate(words)}
            return [Sentence(tuple(places.get(one, one) for one in pieces), chance) for pieces, chance in told]

        monkeypatch.setattr(parser.ModelParser, "parse", parse)

    return write


def answered(people: People, question: str) -> Answer:
    answer = ask(people.owner, question)
    assert workflow.answer(answer.pk)
    answer.refresh_from_db()
    return answer


def test_two_asks_of_a_parser_are_two_figures_and_one_reading(people: People, says: Any) -> None:
    annual(people.owner)
    says((BOTH, 0.9))
    answer = answered(people, UNREAD)
    told = as_json(answer, people.owner)

    assert answer.status == Status.EXTRACTED and told["validation"]["trust"] == "Medium"
    assert told["read_as"] == (
        "operating income, Quillmark Foundry, fiscal 2023; inventories, Quillmark Foundry, fiscal 2022"
    )
    assert "240" in told["answer"] and "190" in told["answer"]
    assert sentence(read_for(people.owner, Scope(), told["read_as"]).query) == told["read_as"]


def test_the_next_reading_is_tried_where_the_likeliest_comes_to_nothing(people: People, says: Any) -> None:
    annual(people.owner)
    nothing = ["N:goodwill", ",", "PA", "and", "PB"]
    says((nothing, 0.5), (BOTH, 0.5))
    assert answered(people, UNREAD).status == Status.EXTRACTED
    says((nothing, 0.5), (BOTH, 0.01))
    assert answered(people, UNREAD).status != Status.EXTRACTED


def test_what_is_asked_for_twice_and_found_once_is_not_taken_for_whole(people: People, says: Any) -> None:
    annual(people.owner)
    says(([*BOTH[:4], "N:goodwill", ",", "PB"], 0.9))
    assert answered(people, UNREAD).status != Status.EXTRACTED


def test_of_two_tables_the_one_that_is_not_shown_is_named(people: People) -> None:
    version = annual(people.owner)
    for name in ("Kiln debt", "Kiln leases"):
        table(version, name, [("", "2023"), ("Due in 2024", "7"), ("Due in 2025", "8")], units="(in millions)")
    first, second = (asked(Row(name), intent=Intent.LIST, periods=years(2023)) for name in ("kiln debt", "kiln leases"))
    found = compute(replace(first, also=(second,)), Scope(), people.owner)

    assert found.grid and found.grid.title.startswith("Kiln debt") and not found.whole
    assert any("Kiln leases" in one for one in found.missing)


def test_a_follow_up_of_several_figures_asks_which(people: People, says: Any) -> None:
    annual(people.owner)
    says((BOTH, 0.9))
    before = answered(people, UNREAD)
    says()
    after = ask(people.owner, "And in 2022?", follows=before)
    assert workflow.answer(after.pk)
    after.refresh_from_db()

    assert after.result["unclear"] == "Which figure?"


def test_each_ask_is_of_the_report_that_is_named(people: People, says: Any) -> None:
    annual(people.owner)
    says((BOTH, 0.9))
    question = f"According to the 10-K, {UNREAD[0].lower()}{UNREAD[1:]}"
    answer = answered(people, question)
    readings = answer.trace["readings"] if answer.trace else []
    query = readings[0]["query"]

    assert query["reports"] == ["10-K"] and [one["reports"] for one in query["also"]] == [["10-K"]]


def test_a_query_without_further_asks_is_kept_as_it_always_was(people: People) -> None:
    from apps.questions.query import as_json as told

    assert "also" not in told(Query(Intent.FIGURE, (Item("revenue"),)))


def test_a_line_that_rules_read_and_the_reading_lacks_is_said_to_be_open(people: People, says: Any) -> None:
    annual(people.owner)
    says((["N:operating income", ",", "PA"], 0.9))
    answer = answered(people, "Quillmark Foundry operating income in fiscal 2023 and how many zorbs?")

    assert answer.result["answer"].startswith("Operating income of Quillmark Foundry")
    assert "“zorbs” is not in this reading, and not answered." in answer.result["answer"]
