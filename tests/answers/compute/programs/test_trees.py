"""Trees by hand, and the closer look at a program by what its lines say."""

from typing import Any

import numpy as np
import pytest

from apps.answers.compute.books import Book
from apps.answers.compute.programs import choice, close
from apps.answers.compute.programs.trees import Trees
from apps.answers.compute.programs.trying import times_of
from apps.questions.operations import Operation
from tests.answers.compute.filings import annual, table
from tests.answers.compute.programs.tables import book_of, evidence, reading
from tests.answers.compute.programs.test_enumerated import KILNS
from tests.people import People

STUMP = Trees(
    sign=np.array([[1, -1, -1], [0, -1, -1]], dtype=np.int16),
    bound=np.array([[0.5, 0, 0], [2.0, 0, 0]]),
    left=np.array([[1, 0, 0], [1, 0, 0]], dtype=np.int16),
    right=np.array([[2, 0, 0], [2, 0, 0]], dtype=np.int16),
    gives=np.array([[0, -1, 1], [0, 10, 20]], dtype=np.float32),
)


@pytest.mark.parametrize(("row", "sums"), [((2, 0.5), 9), ((2, 0.6), 11), ((2.1, 0.5), 19), ((3, 9), 21)])
def test_each_tree_adds_what_the_leaf_of_a_row_gives(row: tuple[float, float], sums: float) -> None:
    assert STUMP.sums(np.array([row, (0, 0)], dtype=np.float32)).tolist() == [sums, 9]


def test_trees_come_back_from_the_arrays_of_a_file() -> None:
    held = STUMP.arrays("order")

    assert np.array_equal(Trees.of(held, "order").gives, STUMP.gives) and "order sign" in held
    with pytest.raises(KeyError):
        Trees.of(held, "sure")


def test_what_ships_looks_at_the_signs_that_there_are() -> None:
    assert 0 <= choice._trees().sign.max() < len(choice.NAMES)  # the file itself


def seen(people: People, question: str, operation: Operation, *labels: str) -> dict[str, Any]:
    query = reading(people.owner, question).query
    book: Book = book_of(people.owner, query)
    tries = choice.tried(query, evidence(), book, times_of(query, book))
    told = ((at, one.program) for at, one in enumerate(tries.every))
    wanted = (at for at, one in told if one.operation is operation and tuple(s.label for s in one.series) == labels)
    return dict(zip(close.NAMES, tries.close(next(wanted)), strict=True))


@pytest.mark.django_db
def test_words_of_a_label_that_stand_together_are_a_run(people: People) -> None:
    table(annual(people.owner), "Kilns", KILNS, units="(number of kilns)")
    whole = seen(people, "Quillmark Foundry kilns leased 2023", Operation.VALUE, "Kilns leased")
    other = seen(people, "Quillmark Foundry kilns leased 2023", Operation.VALUE, "Kilns idle")

    assert (whole["longest run"], whole["longest run of the label"], whole["words not asked for"]) == (2, 1, 0)
    assert (other["longest run"], other["words not asked for"]) == (1, 1)
    assert whole["words of all"] > other["words of all"] and whole["other's own words"] == close.UNKNOWN


@pytest.mark.django_db
def test_of_two_lines_it_is_told_which_says_what(people: People) -> None:
    table(annual(people.owner), "Kilns", KILNS, units="(number of kilns)")
    told = seen(people, "Quillmark Foundry idle to leased kilns 2023", Operation.SHARE, "Kilns idle", "Kilns leased")

    assert told["said by the first alone"] > 0 and told["said by the other alone"] > 0 and told["said by both"] > 0
    assert told["order of the lines"] < 0 and told["in percent"] == 1 and told["negative"] == 0
