"""Questions for numbers of tables: what does not answer them, and how likely the likeliest number answers."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from apps.answers.compute.books import shelf
from apps.answers.judge.pair_model import Calibration
from apps.answers.judge.signs import Signs
from apps.inference.packed_pairs import SHIPPED, Card
from apps.learning.builders import cells
from apps.learning.builders.cells import AskedCell
from apps.learning.builders.filed import Filed
from apps.learning.exporting import write_card
from apps.learning.groups import Grade
from apps.learning.shipping import proof, sets
from apps.learning.shipping.recipe import Recipe, Stage
from apps.learning.training.numbered import IN_TABLES, Numbered, in_tables, learned
from apps.questions.operations import Operation
from apps.retrieval.found import Scope
from tests.answers.asked import Scripted
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


@pytest.mark.django_db
def test_the_likeliest_line_is_held_against_the_marked_one(people: People) -> None:
    version = hold(people.owner)
    asked, held = AskedCell(QUESTION, version.sha256, 0, ((ROW, 1),)), shelf(people.owner, Scope())

    def found(asked: AskedCell, **scores: float) -> list[list[Numbered]]:
        return list(in_tables([asked], filed(version.sha256), held, people.owner, Scripted(**scores)))

    ((right,),), ((wrong,),) = found(asked, **{"« 214 »": 0.9}), found(asked, **{"« 45 »": 0.9})
    assert (right.filer, right.right, wrong.right) == ("Quillmark Foundry", True, False)
    ((change,),) = found(replace(asked, operation=Operation.CHANGE), **{"« 214 »": 0.9})
    assert not change.right, "it was read to ask for the number"
    assert right.signs.covers is not None and right.signs.lead > 0
    assert found(replace(asked, cells=((ROW, 7),))) == [[]], "no number is there"


def test_how_much_of_the_question_a_line_says_counts() -> None:
    draw = random.Random(4)
    made = [
        Numbered(f"Filer {at % 3}", Signs(draw.uniform(-2, 5), draw.uniform(-1, 4), covers=at % 2), at % 2 == 1)
        for at in range(200)
    ]
    of = learned(made, IN_TABLES)
    assert of.probability(Signs(1.0, 1.0, covers=0.0)) < 0.2 < 0.8 < of.probability(Signs(1.0, 1.0, covers=1.0))


def test_a_card_says_that_tables_are_read(tmp_path: Path) -> None:
    write_card(Card.of(SHIPPED), tmp_path)
    fitted = Calibration({"score": (0.51234, 1.0), "covers": (0.7, 0.4)}, -0.25)
    proof.calibrate_cells(tmp_path, {Operation.VALUE: fitted})
    before, card = Card.of(SHIPPED), Card.of(tmp_path)

    assert card.cells == {"value": {"score": [0.512, 1.0], "covers": [0.7, 0.4], "shift": [-0.25]}}
    assert (card.weights, card.numbers, card.layers) == (before.weights, before.numbers, before.layers)
