"""Questions for lines of tables: which texts answer them and which do not."""

import random
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from apps.answers.compute.books import shelf
from apps.answers.sources.candidate import Quantity
from apps.learning.builders import cells
from apps.learning.builders.cells import AskedCell
from apps.learning.builders.filed import Filed
from apps.learning.groups import Grade
from apps.learning.shipping import sets
from apps.learning.shipping.recipe import Recipe, Stage
from apps.learning.training import of_cells
from apps.learning.training.figures import Given
from apps.learning.training.programs import Answer
from apps.questions.operations import Operation
from apps.retrieval.found import Scope
from apps.statements.ontology import Unit
from tests.answers.store import ROWS, hold
from tests.people import People

QUESTION = "How much zorbing did {company} do in 2023?"
ROW = next(at for at, row in enumerate(ROWS) if row[0] == "Operating income")


def filed(sha256: str) -> dict[str, Filed]:
    return {sha256: Filed("Quillmark Foundry", "", 2023, "FY", "10-K", "quillmark_2023_10K", sha256)}


def test_questions_are_kept_by_place(tmp_path: Path) -> None:
    asked = [AskedCell(QUESTION, "ab" * 32, 4, ((3, 1), (3, 2)), Operation.CHANGE)]
    cells.write(asked, tmp_path / "kept.jsonl.xz")
    assert list(cells.read(tmp_path / "kept.jsonl.xz")) == asked
    assert sum(1 for _ in cells.read()) > 4000


@pytest.mark.django_db
def test_other_lines_columns_and_tables_do_not_answer(people: People) -> None:
    version = hold(people.owner)
    asked = AskedCell(QUESTION, version.sha256, 0, ((ROW, 1),))
    held = shelf(people.owner, Scope())
    (group,) = cells.groups([asked], filed(version.sha256), held, random.Random(2))

    assert group.question.startswith("How much zorbing did Quillmark") and group.company == "Quillmark Foundry"
    assert group.texts[0].endswith("Operating income. 2023: « 214 »") and group.grades[0] == Grade.ANSWERS
    assert set(group.grades[1:]) == {Grade.OFF_TOPIC} and len(group.texts) > 3
    assert any(text.endswith("Operating income. 2022: « 188 »") for text in group.texts), (
        "the same line of a year before"
    )
    for gone in (replace(asked, cells=((0, 1),)), replace(asked, filing="cd" * 32)):
        assert not list(cells.groups([gone], filed(version.sha256), held, random.Random(2)))


@pytest.mark.django_db
def test_no_number_that_an_answer_is_made_of_is_a_wrong_one(people: People) -> None:
    version = hold(people.owner)
    asked = AskedCell(QUESTION, version.sha256, 0, ((ROW, 1), (ROW, 2)), Operation.CHANGE)
    (group,) = cells.groups([asked], filed(version.sha256), shelf(people.owner, Scope()), random.Random(2))
    assert group.texts[0].endswith("« 214 »") and not any("« 188 »" in text for text in group.texts)


@pytest.mark.django_db
def test_a_stage_learns_from_cells_where_somebody_reads_the_tables(people: People) -> None:
    version, told = hold(people.owner), list[str]()
    asked, stage = [AskedCell(QUESTION, version.sha256, 0, ((ROW, 1),))], Stage("judge", steps=3, cells=2)
    sources = sets.Sources([*filed(version.sha256).values()], [], in_tables=asked)
    assert not sets.of_stage(stage, Recipe("pairs", (stage,)), sources, [], told.append) and "cells" in told[0]
    seen = replace(sources, shelf=shelf(people.owner, Scope()))
    assert len(sets.of_stage(stage, Recipe("pairs", (stage,)), seen, [], told.append)) == 2


QUANTITIES = tuple(Quantity(Decimal(value), Unit.MONEY, "USD") for value in ("214000000", "188000000"))


@pytest.mark.parametrize(
    ("operation", "told"),
    [
        (Operation.VALUE, (("214000000", ""),)),
        (Operation.CHANGE, (("26000000", ""), ("13.8", "%"))),
        (Operation.SHARE, (("113.8", "%"), ("1.1383", ""))),
        (Operation.RATIO, (("1.1383", ""), ("113.8", "%"))),
        (Operation.SUM, (("402000000", ""),)),
        (Operation.DIFFERENCE, (("26000000", ""),)),
        (Operation.AVERAGE, (("201000000", ""),)),
    ],
)
def test_what_numbers_of_cells_come_to(operation: Operation, told: tuple[Answer, ...]) -> None:
    assert of_cells.answers(operation, QUANTITIES) == told


def test_a_change_of_percentages_is_told_in_points() -> None:
    rates = [Quantity(Decimal(value), Unit.PERCENT) for value in ("17.5", "15")]
    assert of_cells.answers(Operation.CHANGE, rates) == (("2.5", "%"),)
    with pytest.raises(ValueError, match="largest"):
        of_cells.answers(Operation.LARGEST, rates)


@pytest.mark.django_db
def test_questions_for_cells_are_questions_with_answers(people: People) -> None:
    version = hold(people.owner)
    asked = AskedCell(QUESTION, version.sha256, 0, ((ROW, 1), (ROW, 2)), Operation.CHANGE)
    given = (filed(version.sha256), shelf(people.owner, Scope()), random.Random(2))
    (found,) = of_cells.written([asked, replace(asked, cells=((99, 1),))], *given)
    assert (found.number, found.unit, found.operation) == ("26000000", "", "change") and "Quillmark" in found.question
    assert found.is_met(Given((26e6,), ())) and found.is_met(Given((), (0.1383,)))
    assert not found.is_met(Given((188e6,), (0.26,)))
