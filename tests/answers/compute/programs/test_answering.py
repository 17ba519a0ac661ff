"""The likeliest program, from the question to figures with their cells."""

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest

from apps.answers.compute.books import shelf
from apps.answers.compute.outcome import Outcome
from apps.answers.compute.programs import choice, close, signs
from apps.answers.compute.programs.answering import answered, times_of
from apps.answers.compute.programs.told import outcome_of
from apps.questions.operations import Operation
from apps.questions.query import Intent
from apps.retrieval.found import Scope
from tests.answers.compute.filings import annual, table
from tests.answers.compute.programs.tables import book_of, evidence, made, reading
from tests.answers.compute.programs.test_enumerated import KILNS
from tests.people import People

pytestmark = pytest.mark.django_db


def told(people: People, question: str, least: float = 0.0) -> Outcome | None:
    return answered(reading(people.owner, question).query, evidence(), shelf(people.owner, Scope()), least)


@pytest.fixture(autouse=True)
def kilns(people: People) -> None:
    table(annual(people.owner), "Kilns", KILNS, units="(number of kilns)")


def test_a_figure_leads_to_its_cell_and_is_told_as_a_models_choice(people: People) -> None:
    outcome = told(people, "How many kilns were leased by Quillmark Foundry in 2023?")

    assert outcome is not None and outcome.figures[0].amount.value == 50
    assert outcome.operands[0].candidate.place is not None and outcome.operands[0].candidate.text == "50"
    assert outcome.likely and outcome.likely > 0.5
    assert outcome.notes == ("A trained model took these lines for what is asked: check that they are meant.",)


def test_a_share_tells_both_lines(people: People) -> None:
    outcome = told(people, "Quillmark Foundry: what percentage of total kilns were leased, 2023?")

    assert outcome is not None and outcome.figures[0].shown.text == "50.0%"
    assert {one.candidate.label for one in outcome.operands} == {"Kilns leased", "Total kilns"}


def test_a_ranking_tells_the_share_of_the_printed_total(people: People) -> None:
    question = "Which kilns did Quillmark Foundry have the most of in 2023?"
    found, tables, _ = made(people.owner, question)
    largest = next(one for one in found if one.operation is Operation.LARGEST)
    chosen = choice.Chosen(choice.Tried(largest, tables[-1], ()), 0.9)
    outcome = outcome_of(reading(people.owner, question).query, chosen)

    assert [one.name for one in outcome.ranked][:3] == ["Kilns leased", "Kilns retired", "Kilns idle"]
    assert "Kilns leased as a share of Total kilns of Quillmark Foundry, FY2023: 50.0%." in outcome.headline
    assert outcome.likely == 0.9


def test_below_the_threshold_nothing_is_answered(people: People) -> None:
    assert told(people, "How many kilns were leased by Quillmark Foundry in 2023?", least=1.01) is None


def test_only_figures_of_one_filer_are_answered(people: People) -> None:
    assert told(people, "Why did Quillmark Foundry lease kilns in 2023?") is None
    assert told(people, "What does Quillmark Foundry expect its leased kilns to be in 2023?") is None


def test_no_program_is_of_all_but_a_part(people: People) -> None:
    question = "How many kilns were leased by Quillmark Foundry outside the US in 2023?"
    assert told(people, question) is None
    assert told(people, question.replace("outside the", "in the")) is not None


def test_a_figure_of_another_filer_is_no_answer(people: People) -> None:
    query = reading(people.owner, "How many kilns were leased in 2023?").query

    assert answered(query, evidence(), shelf(people.owner, Scope()), 0.0) is not None  # of the only filer there is
    assert answered(query, evidence("Oakfield Mills"), shelf(people.owner, Scope()), 0.0) is None


def test_no_program_over_what_is_not_there_is_likely(people: People) -> None:
    query = reading(people.owner, "Quillmark Foundry sales on Mars 2023").query
    assert query.intent is Intent.FIGURE
    assert answered(query, evidence(), shelf(people.owner, Scope()), 0.7) is None


def test_the_likeliest_is_chosen_of_all_that_were_tried(people: People) -> None:
    query = reading(people.owner, "How many kilns were leased by Quillmark Foundry in 2023?").query
    book = book_of(people.owner, query)
    tries = choice.tried(query, evidence(), book, times_of(query, book))
    found = choice.chosen(tries)

    assert found is not None and 0 < found.probability < 1
    assert choice.chosen(replace(tries, every=())) is None
    assert all(len(one.signs) == len(signs.NAMES) for one in tries.every)
    assert {len(tries.close(at)) for at in range(len(tries.every))} == {len(close.NAMES)}
    assert Decimal(str(found.tried.program.values[0])) == 50


def test_how_an_answer_stands_against_the_next() -> None:
    best, beside = choice.over_next(np.array([1.0, 3.0, 3.0, 0.0]), [0, 1, 2, 1])
    told = dict(zip(choice.OVER_NEXT, beside, strict=True))

    assert best == 1 and told["answers"] == 3 and told["score"] == 3.0
    assert told["share"] > told["share of the next"] > 0.4 and told["score ahead"] == 0


def test_an_answer_without_a_next_is_far_ahead() -> None:
    best, beside = choice.over_next(np.array([0.5, 0.2]), [4, 4])

    assert best == 0 and beside[0] == pytest.approx(1) and beside[4] == 0.5 - choice.ALONE
