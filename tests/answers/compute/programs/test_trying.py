"""Every program for a question, and which comes first."""

import numpy as np
import pytest

from apps.answers.compute.books import shelf
from apps.answers.compute.programs import choice, close, signs
from apps.answers.compute.programs.trying import times_of, tries_of
from apps.retrieval.found import Scope
from tests.answers.compute.filings import annual, table
from tests.answers.compute.programs.tables import book_of, evidence, reading
from tests.answers.compute.programs.test_enumerated import KILNS
from tests.people import People

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def kilns(people: People) -> None:
    table(annual(people.owner), "Kilns", KILNS, units="(number of kilns)")


def test_of_a_filer_that_is_not_held_nothing_is_tried(people: People) -> None:
    query = reading(people.owner, "How many kilns were leased in 2023?").query

    assert tries_of(query, evidence(), shelf(people.owner, Scope())) is not None  # of the only filer there is
    assert tries_of(query, evidence("Oakfield Mills"), shelf(people.owner, Scope())) is None


def test_the_likeliest_comes_first_of_all_that_were_tried(people: People) -> None:
    query = reading(people.owner, "How many kilns were leased by Quillmark Foundry in 2023?").query
    book = book_of(people.owner, query)
    tries = choice.tried(query, evidence(), book, times_of(query, book))
    found = choice.ordered(tries)
    best, _ = choice.over_next(found.sums, found.answers)

    assert all(len(one.signs) == len(signs.NAMES) for one in tries.every)
    assert {len(tries.close(at)) for at in range(len(tries.every))} == {len(close.NAMES)}
    assert found.near[best].program.values[0] == 50


def test_how_an_answer_stands_against_the_next() -> None:
    best, beside = choice.over_next(np.array([1.0, 3.0, 3.0, 0.0]), [0, 1, 2, 1])
    told = dict(zip(choice.OVER_NEXT, beside, strict=True))

    assert best == 1 and told["answers"] == 3 and told["score"] == 3.0
    assert told["share"] > told["share of the next"] > 0.4 and told["score ahead"] == 0


def test_an_answer_without_a_next_is_far_ahead() -> None:
    best, beside = choice.over_next(np.array([0.5, 0.2]), [4, 4])

    assert best == 0 and beside[0] == pytest.approx(1) and beside[4] == 0.5 - choice.ALONE
