"""Parts of a question side by side, and one outcome of them."""

import threading
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest
from django.db import connection

from apps.answers.compute.outcome import Outcome
from apps.answers.modelled.calculations import NOTHING
from apps.answers.modelled.planner import PlannedPart
from apps.answers.run import parts as parts_module
from apps.answers.run.parts import PARALLEL, PROPOSED, computed_parts, each, together
from apps.answers.run.road import Road
from apps.answers.run.settings import PipelineSettings
from apps.questions.expressions import Item, Stated
from apps.questions.formulas import FormulaError
from apps.questions.query import Alternative, Intent, Query, Reading, Role, Token
from apps.questions.slots import Filer
from apps.retrieval.found import Scope
from tests.answers.asked import asks
from tests.answers.store import hold
from tests.people import People

WHOLE = Outcome(asks(), missing=("The whole was not found.",))


def road(people: People, *parts: PlannedPart) -> Road:
    """What of a road the calculation of parts takes."""
    given = {"parts": parts, "scope": Scope(), "asker": people.owner, "settings": PipelineSettings()}
    found = SimpleNamespace(**given, providers=(), refused=NOTHING)
    return cast(Road, found)


def part(query: Query, program: str = "") -> PlannedPart:
    return PlannedPart(Reading("?", (Alternative(query),)), program)


def queries(people: People, *keys: str) -> list[Query]:
    company = hold(people.owner).document.company
    assert company
    return [asks(filers=(Filer(company.uid, company.name),), measures=(Item(key),)) for key in keys]


@pytest.mark.django_db
def test_each_part_is_computed_as_it_was_read(people: People) -> None:
    asked = queries(people, "operating_income", "net_income", "inventories")
    found = computed_parts(road(people, *map(part, asked)))

    assert [one.figures[0].name for one in found] == ["Operating income", "Net income"]
    assert not any(PROPOSED in one.notes for one in found)


@pytest.mark.django_db
def test_a_proposed_formula_is_computed_where_no_part_was_and_says_so(people: People) -> None:
    (query,) = queries(people, "inventories")
    unread = Token("burden", 0, 6, Role.UNREAD)
    asked = part(asks(Intent.TEXT, filers=query.filers, measures=(), tokens=(unread,)), "income_tax / operating_income")
    (found,) = computed_parts(road(people, asked))

    assert PROPOSED in found.notes and {one.candidate.label for one in found.operands} == {
        "Provision for income taxes",
        "Operating income",
    }
    assert isinstance(found.query.measures[0], Stated) and found.query.intent is Intent.FIGURE


@pytest.mark.django_db
def test_a_proposed_formula_never_stands_in_for_what_was_computed(people: People) -> None:
    (query,) = queries(people, "operating_income")
    found = computed_parts(road(people, part(query), part(query, "net_income")))
    assert [one.figures[0].name for one in found] == ["Operating income", "Operating income"]


@pytest.mark.django_db
def test_what_cannot_be_computed_is_no_part(people: People) -> None:
    (query,) = queries(people, "inventories")
    walked = road(people, part(query, "inventories / revenue"))
    assert computed_parts(walked) == []
    assert walked.refused.refused[0].startswith("inventories / revenue: ")
    assert computed_parts(road(people)) == []


def test_a_formula_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(FormulaError):
        parts_module._proposed(asks(), "revenue.__class__")


@pytest.mark.django_db
def test_parts_become_one_outcome_that_says_each_thing_once(people: People) -> None:
    asked = queries(people, "operating_income", "net_income")
    found = computed_parts(road(people, *map(part, asked)))
    noted = [
        Outcome(one.query, one.figures, notes=("Look.",), missing=("Gone.",), headline=one.headline) for one in found
    ]
    one = together(WHOLE, noted)

    assert [figure.name for figure in one.figures] == ["Operating income", "Net income"]
    assert one.notes == ("Look.",) and one.missing == ("Gone.",)
    assert one.headline == " ".join(part.headline for part in found) and one.found


def test_without_parts_the_whole_stands() -> None:
    assert together(WHOLE, []) is WHOLE


@pytest.mark.django_db
@pytest.mark.parametrize("given", [[], [3], [3, 1, 2]])
def test_within_a_transaction_one_comes_after_the_other(given: Sequence[int]) -> None:
    here: list[int] = []

    def do(one: int) -> int:
        here.append(threading.get_ident())
        return one * 2

    assert connection.in_atomic_block
    assert each(given, do) == [one * 2 for one in given] and set(here) <= {threading.get_ident()}


@pytest.mark.django_db(transaction=True)
def test_without_one_several_go_at_once_and_keep_their_order() -> None:
    together_ = threading.Barrier(PARALLEL, timeout=60)

    def do(one: int) -> tuple[int, int]:
        together_.wait()  # passes only when all of them are at it
        with connection.cursor() as cursor:
            cursor.execute("select %s + 0", [one])
            return cursor.fetchone()[0], threading.get_ident()

    found = each(range(PARALLEL), do)
    assert [number for number, _ in found] == list(range(PARALLEL))
    assert len({thread for _, thread in found}) == PARALLEL


@pytest.mark.django_db(transaction=True)
def test_a_thread_gives_its_connection_back_whatever_happens() -> None:
    held: list[Any] = []

    def do(one: int) -> int:
        connection.ensure_connection()
        held.append(connection.connection)
        if one:
            raise ZeroDivisionError("out of numbers")
        return one

    with pytest.raises(ZeroDivisionError):
        each([0, 1], do)
    assert len(held) == 2 and all(one.closed for one in held)
