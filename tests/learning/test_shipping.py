"""The recipe of the model that ships: what each stage learns from, and that filers held out are in none of it."""

import json
import lzma
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from apps.learning.builders.numbers import AskedNumber
from apps.learning.builders.readers import Written
from apps.learning.groups import Group
from apps.learning.retraining import held_out as held_out_by_night
from apps.learning.shipping import recipe, sets
from apps.learning.shipping.recipe import Recipe, Stage
from apps.learning.training.batches import plan
from apps.learning.training.settings import TrainingSettings
from tests.learning.test_builders import TEXTS, filed


def held_out(name: str) -> tuple[str, ...]:
    return (sha256(name.encode()).hexdigest()[: recipe.MARK],)


def written() -> list[Written]:
    place = (3, 0, len(TEXTS[0]))
    return [Written("Why did {company}'s lantern sales fall?", sha * 32, place, (), ()) for sha in ("ab", "cd")]


def sources() -> sets.Sources:
    kept, out = filed(), filed("Harrowgate plc")
    out.sha256 = "cd" * 32
    return sets.Sources([kept, out], written())


def test_nothing_is_learned_from_a_filer_held_out_and_its_questions_are_kept_for_measuring() -> None:
    stage = Stage("first", steps=3, a_filing=40, kinds={"reason": (2, 2)}, readers=2)
    told = Recipe("pairs", (stage,), held_out("Harrowgate plc"))
    groups = sets.of_stage(stage, told, sources(), [], lambda _: None)
    assert {one.company for one in groups} == {"Quillmark Works, Inc."}
    assert {one.company for one in sources().held(told)} == {"Harrowgate plc"}
    assert groups == sets.of_stage(stage, told, sources(), [], lambda _: None)


def test_a_stage_takes_no_more_than_it_says_and_goes_on_with_a_part_of_the_one_before() -> None:
    before = [Group(f"q{at}", ("a", "b", "c"), (3, 0, 0), "FinQA") for at in range(9)]
    stage = Stage("second", steps=3, a_filing=40, earlier=4, texts=2, most={"prose by rule": 3}, public={"absent": 5})
    told: list[str] = []
    groups = sets.of_stage(stage, Recipe("pairs", (stage,)), sources(), before, told.append)
    assert sorted(one.origin for one in groups) == ["FinQA"] * 4 + ["prose by rule"] * 3
    assert all(len(one.texts) <= 2 for one in groups)
    assert "absent" in told[0]


def test_a_stage_asks_for_numbers_of_the_filers_that_are_learned_from_alone() -> None:
    stage = Stage("numbers", steps=3, numbers=2)
    asked = [AskedNumber("{company} lantern sales?", sha * 32, (3, 0, len(TEXTS[0])), 1) for sha in ("ab", "cd")]
    told = Recipe("pairs", (stage,), held_out("Harrowgate plc"))
    groups = sets.of_stage(stage, told, replace(sources(), asked=asked), [], lambda _: None)
    assert [one.company for one in groups] == ["Quillmark Works, Inc."] * 2
    assert all("« $310 million »" in one.texts[0] and "« 4% »" in one.texts[1] for one in groups)
    assert not sets.of_stage(replace(stage, numbers=0, earlier=9), told, sources(), groups, lambda _: None)


def test_public_rows_are_learned_from_with_numbers_marked_where_a_stage_says_so(tmp_path: Path) -> None:
    row = {"question": "q", "positives": ["sales: 900; rent: 77"], "negatives": ["wages: 50"], "answer": "900"}
    with lzma.open(tmp_path / "open.jsonl.xz", "wt") as out:
        out.write(json.dumps(row | {"source": "Open", "split": "train"}))
    stage, told = Stage("third", steps=3, marked={"open": 5, "absent": 5}), list[str]()
    groups = sets.of_stage(stage, Recipe("pairs", (stage,)), sets.Sources([], [], tmp_path), [], told.append)
    assert [one.texts[0] for one in groups] == ["sales: « 900 » ; rent: 77"]
    assert len(told) == 1 and "absent" in told[0]


def test_the_recipe_that_ships_is_read_and_another_key_is_not(tmp_path: Path) -> None:
    shipped = recipe.read()
    assert [one.name for one in shipped.stages] == ["general", "quotations", "judge"]
    assert len(shipped.held_out) == 4
    (tmp_path / "odd.toml").write_text('name = "x"\n[[stages]]\nname = "a"\nsteps = 1\nspeed = 2\n')
    with pytest.raises(ValueError, match="speed"):
        recipe.read(tmp_path / "odd.toml")


def test_a_number_of_steps_takes_as_many_epochs_as_it_needs() -> None:
    groups = [Group(f"q{at}", ("a",), (3,), "x") for at in range(10)]
    steps = plan(groups, TrainingSettings("base", steps=7, epochs=0))
    assert len(steps) == 7 and sorted(at for step in steps[:3] for at in step) == list(range(10))
    assert len(plan(groups, TrainingSettings("base", epochs=2))) == 6
    with pytest.raises(ValueError, match="epochs or of steps"):
        plan(groups, TrainingSettings("base", epochs=0))


def test_by_night_the_same_filers_are_kept_for_measuring_and_never_all() -> None:
    names = [f"Filer {number}" for number in range(40)]
    kept = held_out_by_night(names)
    assert kept == held_out_by_night(names) and set(kept) == set(names) & set(held_out_by_night([*names, "Another"]))
    assert 3 < len(kept) < 20
    assert len(held_out_by_night(names[:2])) == 1
    with pytest.raises(ValueError, match="two filers"):
        held_out_by_night(names[:1])
