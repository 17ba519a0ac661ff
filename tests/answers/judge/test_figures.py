"""How likely computed figures are what was asked: the signs that are looked at, and what the shipped trees say."""

from dataclasses import replace

import pytest

from apps.accounts.models import User
from apps.answers.compute.books import shelf
from apps.answers.compute.computing import compute
from apps.answers.compute.outcome import Outcome
from apps.answers.compute.programs.trying import tries_of
from apps.answers.judge import figures
from apps.answers.judge.figures import NAMES, agrees, likely, operation_of, signs
from apps.questions.operations import Operation
from apps.questions.query import Role
from apps.retrieval.found import Scope
from tests.answers.compute.filings import annual, table
from tests.answers.compute.programs.tables import evidence, reading
from tests.people import People

pytestmark = pytest.mark.django_db
ROWS = [("", "2023", "2022"), ("Castings", "$60", "$50"), ("Hinges", "$40", "$50"), ("Total orders", "$100", "$100")]


@pytest.fixture(autouse=True)
def orders(people: People) -> None:
    table(annual(people.owner), "Orders by product", ROWS, units="(in millions)")


def outcome(owner: User, question: str) -> Outcome:
    return compute(reading(owner, question).query, Scope(), owner)


def sign(name: str, of: Outcome) -> float:
    return signs(of, ())[NAMES.index(name)]


@pytest.mark.parametrize(
    ("asked", "operation"),
    [
        ("What was the revenue of Quillmark Foundry in 2023?", Operation.VALUE),
        ("Quillmark Foundry revenue growth in 2023", Operation.CHANGE),
        ("Average revenue of Quillmark Foundry 2022 and 2023", Operation.AVERAGE),
        ("Operating income of Quillmark Foundry as a percentage of revenue, 2023", Operation.SHARE),
        ("Revenue minus operating income of Quillmark Foundry in 2023", Operation.DIFFERENCE),
        ("In which of 2022 and 2023 was Quillmark Foundry's revenue highest?", Operation.LARGEST),
    ],
)
def test_what_was_done_with_the_lines(people: People, asked: str, operation: Operation) -> None:
    found = outcome(people.owner, asked)

    assert found.figures, found.missing
    assert operation_of(found) is operation
    assert len(signs(found, ())) == len(NAMES)


def test_programs_over_tables_that_come_to_the_figures_are_seen(people: People) -> None:
    question = "Quillmark Foundry total orders 2023"
    found = outcome(people.owner, question)
    tries = tries_of(found.query, evidence(), shelf(people.owner, Scope()))
    assert tries is not None
    alike = [one.program for one in tries.every if agrees(found, one.program)]

    assert alike and len(alike) < len(tries.every)
    assert all(100_000_000 in one.values for one in alike)
    assert signs(found, (), tries)[NAMES.index("some agree")] == 1
    assert signs(found, ())[NAMES.index("some agree")] == -1  # no table was looked at
    assert likely(found, (), tries) != likely(found, ())


def test_words_that_no_line_says_are_seen(people: People) -> None:
    plain = outcome(people.owner, "What was the revenue of Quillmark Foundry in 2023?")
    tokens = tuple(
        replace(one, text="Harborlight", role=Role.FRAME) if one.text == "What" else one for one in plain.query.tokens
    )
    odd = replace(plain, query=replace(plain.query, tokens=tokens))

    assert sign("unsaid names", odd) == sign("unsaid names", plain)  # "What" began large, too
    assert sign("unsaid frame", odd) >= sign("unsaid frame", plain)
    assert sign("share unsaid", odd) > 0


def test_a_plain_figure_is_likelier_than_one_of_words_left_out(people: People) -> None:
    plain = likely(outcome(people.owner, "What was the revenue of Quillmark Foundry in 2023?"), ())
    odd = likely(
        outcome(people.owner, "Lanterns: how far did revenue of Quillmark Foundry fall in 2023 in percent?"), ()
    )

    assert plain is not None and odd is not None
    assert plain > odd + 0.1


def test_verdicts_and_passages_are_left_to_others(people: People) -> None:
    assert likely(outcome(people.owner, "Did the revenue of Quillmark Foundry rise in 2023?"), ()) is None
    assert likely(outcome(people.owner, "Why did the revenue of Quillmark Foundry rise in 2023?"), ()) is None


def test_the_trees_look_at_no_sign_that_is_not_there() -> None:
    assert figures._trees().sign.max() < len(NAMES)
