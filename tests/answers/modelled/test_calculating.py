"""A writer that asks for a calculation over the cells of its passages."""

import re
from decimal import Decimal
from typing import Any

import pytest

from apps.answers.modelled.context import cut
from apps.answers.modelled.writer import amounts_in
from apps.answers.models import Status
from tests.answers.modelled.replies import answer as written
from tests.answers.modelled.replies import by_shape, curation, plan
from tests.answers.modelled.test_road import WHY, answered, marks
from tests.answers.store import hold
from tests.inference.language.server import Said, configured
from tests.people import People


def wants(*expressions: str) -> dict[str, Any]:
    asked = [{"name": "Operating margin", "expression": one} for one in expressions]
    return written("Wait.", answerable=False) | {"calculate": asked}


@pytest.mark.django_db
def test_a_writer_has_a_ratio_of_cells_computed_and_cites_it(people: People) -> None:
    hold(people.owner)
    asked = list[str]()

    def script(body: dict[str, Any]) -> Said:
        said = str(body)
        table = re.findall(r"the id of a cell is (t[0-9]+)_ROW", said)
        if table and not asked and "AnswerReply" in said:
            asked.append(table[0])
            return by_shape(write=wants(f"{table[0]}_3_1 / {table[0]}_1_1"))(body)
        number = re.findall(r"<<<DATA calculator ([0-9]+)", said)
        told = written(f"Operating income was 0.14 of net sales in fiscal 2023 [{(number or ['1'])[0]}].")
        return by_shape(plan=plan(WHY), curate=curation(1, 2), write=told)(body)

    with configured(script) as server:
        answer = answered(people, WHY)
    assert asked and "= 214 / 1,577 (millions)" in server.prompt()
    assert answer.status == Status.WRITTEN and marks(answer) == []
    assert {one.quote for one in answer.citations.all()} == {"214", "$1,577"}
    assert Decimal(answer.result["sheet"]["lines"][0]["value"]) == Decimal("0.135701")


@pytest.mark.django_db
def test_a_calculation_that_fails_is_told_with_its_reason(people: People) -> None:
    hold(people.owner)
    told = by_shape(
        plan=plan(WHY), curate=curation(1, 2), write=[wants("t999_1_1 / 0"), written("Nothing is said [1].")]
    )
    with configured(told) as server:
        answered(people, WHY)
    assert "t999_1_1" in server.prompt() and "was not shown" in server.prompt()


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("The 10-Ks of 2021 and 2022 say nothing.", set()),
        ("It stayed well below 1.", set()),
        ("Net sales were $1,577 million in fiscal 2023, or 13.6%.", {"1577", "13.6"}),
    ],
)
def test_what_is_no_amount_needs_no_source(text: str, amounts: set[str]) -> None:
    assert amounts_in(text) == amounts


def test_a_passage_is_cut_at_the_end_of_a_sentence_and_says_so() -> None:
    assert cut("One sentence. " * 20, 60) == "One sentence. One sentence. One sentence. [... cut here]"
    assert cut("Short.", 60) == "Short."
