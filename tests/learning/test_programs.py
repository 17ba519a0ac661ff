"""Training what chooses programs: what is learned of words and of signs, and that it comes back from its files."""

import json
import lzma
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import lightgbm
import numpy as np
import pytest

from apps.answers.compute.programs import choice, close
from apps.answers.compute.programs.enumerated import Program
from apps.answers.compute.programs.signs import NAMES
from apps.answers.compute.programs.trees import Trees
from apps.learning.training import programs
from apps.learning.training.boosting import TreeSettings, deciding, ordering
from apps.learning.training.programs import ProgramSettings, Walked, Worded, Written
from apps.questions.operations import Operation
from apps.statements.ontology import Unit
from tests.answers.store import hold
from tests.people import People

FEW = TreeSettings(rounds=20, leaves=4, least=1, rate=0.3, signs=1.0, rows=1.0, decay=0.1)
QUICK = ProgramSettings(least=1, steps=60, sign_steps=120, folds=2, order=FEW, sure=FEW)
TOLD = [
    Worded("Quillmark", ("what", "share", "of", "kilns"), "share"),
    Worded("Quillmark", ("share", "of", "idle", "kilns"), "share"),
    Worded("Oakfield", ("how", "many", "kilns"), "value"),
    Worded("Oakfield", ("kilns", "#"), "value"),
]


def gives(values: Sequence[float] = (), rates: Sequence[float] = ()) -> Program:
    return Program(Operation.VALUE, (), (), Unit.MONEY, tuple(values), tuple(rates))


def written(number: str, unit: str) -> Written:
    return Written("", "value", number, unit, "", 0)


@pytest.mark.parametrize(
    ("answer", "program"),
    [
        (written("45.6", "%"), gives(rates=(0.4562,))),
        (written("45.6", "%"), gives(rates=(-0.4562,))),
        (written("1,234".replace(",", ""), "million"), gives((1_234_400_000.0,))),
        (written("3270", "thousand"), gives((3_270_000.0,))),
        (written("37293", ""), gives((37_293.0,))),
        (written("490", "bps"), gives(rates=(0.049,))),
        (written("3.1", "x"), gives((3.08,))),
    ],
)
def test_what_comes_to_the_written_answer(answer: Written, program: Program) -> None:
    assert answer.is_met(program)


@pytest.mark.parametrize(
    ("answer", "program"),
    [
        (written("45.6", "%"), gives((45.6,))),
        (written("45.6", "%"), gives(rates=(0.4571,))),
        (written("1234", "million"), gives((1_235_000_000.0,))),
        (written("0", ""), gives((0.0,))),
    ],
)
def test_what_does_not(answer: Written, program: Program) -> None:
    assert not answer.is_met(program)


def test_the_operation_is_learned_from_words() -> None:
    known = programs.layer(TOLD, QUICK)
    names = [str(one) for one in Operation]

    assert names[int(known.likely(("share", "of", "leased", "kilns")).argmax())] == "share"
    assert names[int(known.likely(("how", "many", "lamps")).argmax())] == "value"
    assert known.likely(("unknown",)).sum() == pytest.approx(1, abs=1e-5)


def walk(filer: str, right: Sequence[bool], said: Sequence[float]) -> Walked:
    signs = np.zeros((len(right), len(NAMES)), dtype=np.float16)
    signs[:, NAMES.index("said")] = said
    looked = np.zeros((len(right), len(close.NAMES)), dtype=np.float16)
    count = len(right)
    none = np.zeros(count, dtype=bool)
    return Walked(filer, ("kilns",), signs, looked, np.array(right), np.arange(count), none, np.array(right))


FILERS = ("Quillmark", "Oakfield", "Tallowby", "Harbor")
ROWS = [
    one for name in FILERS for one in (walk(name, (True, False), (0.9, 0.1)), walk(name, (False, False), (0.1, 0.1)))
]


def test_signs_of_right_programs_gain_weight() -> None:
    weights = programs.fitted(ROWS, programs.layer(TOLD, QUICK), QUICK)

    assert weights[NAMES.index("said")] > 0.5


def test_what_is_near_comes_with_its_place() -> None:
    weights = programs.fitted(ROWS, programs.layer(TOLD, QUICK), QUICK)
    one = programs.near(walk("Quillmark", (False, True), (0.1, 0.9)), programs.layer(TOLD, QUICK), weights)

    assert one.right.tolist() == one.agrees.tolist() == [True, False] and one.told == [1, 0]
    assert one.rows.shape == (2, len(choice.NAMES)) and one.rows[:, choice.NAMES.index("place")].tolist() == [0, 1]


def test_trees_of_lightgbm_add_up_to_what_it_says_itself() -> None:
    rows = np.random.default_rng(7).normal(size=(200, 5)).astype(np.float32)
    right = (rows[:, 1] > 0.3) & (rows[:, 3] < 0.5)
    told = {"objective": "binary"}
    made = lightgbm.train(FEW.told | told, lightgbm.Dataset(rows, right.astype(int)), num_boost_round=FEW.rounds)

    assert np.allclose(deciding(rows, right, FEW).sums(rows), made.predict(rows, raw_score=True), atol=1e-4)


def test_trees_put_the_right_row_first() -> None:
    groups = [np.array([[0, 1], [1, 0]], dtype=np.float32), np.array([[1, 0], [0, 3]], dtype=np.float32)] * 10
    order = ordering(groups, [one[:, 1] > 0 for one in groups], FEW)

    assert [int(order.sums(one).argmax()) for one in groups[:2]] == [0, 1]


def test_an_answer_is_likely_as_often_as_such_answers_were_right() -> None:
    found = programs.crossed(ROWS * 3, TOLD, QUICK, folds=2)

    assert len(found) == len(ROWS) * 3
    assert f"{len(ROWS) * 3} questions, each by weights that saw none about its filer" in programs.measured(found)


def test_where_nothing_comes_to_an_answer_there_is_nothing_to_learn() -> None:
    with pytest.raises(ValueError, match="is the store filled"):
        programs.standing([ROWS[1]] * 3, TOLD, QUICK)


def test_what_was_learned_is_written_for_the_reader_and_the_calculator(tmp_path: Path) -> None:
    trees = Trees(*(np.zeros((1, 1), dtype=kind) for kind in ("i2", "f8", "i2", "i2", "f4")))
    weights = np.arange(len(NAMES) + 1, dtype=np.float32)
    made = programs.Learned(programs.layer(TOLD, QUICK), weights, replace(trees, gives=trees.gives + 2), trees)
    programs.write(made, tmp_path / "operations.json.xz", tmp_path / "programs.json", tmp_path / "programs.npz")

    assert json.loads((tmp_path / "programs.json").read_text())["signs"]["said"] == 0
    with lzma.open(tmp_path / "operations.json.xz", "rt") as content:
        assert len(json.load(content)[""]) == len(Operation)
    with np.load(tmp_path / "programs.npz") as held:
        assert Trees.of(held, choice.ORDER).gives[0, 0] == 2


@pytest.mark.django_db
def test_the_words_of_a_question_come_with_its_filer(people: People) -> None:
    version = hold(people.owner)
    asked = Written("Quillmark Foundry operating income 2023", "value", "214", "million", version.sha256, 1)
    elsewhere = Written("How many lamps has Oakfield Mills?", "value", "5", "", "0" * 64, 0)

    assert [one.filer for one in programs.worded([asked, elsewhere], people.owner)] == ["Quillmark Foundry", ""]


def test_the_written_questions_are_complete() -> None:
    every = programs.written()

    assert len(every) > 2000 and {one.operation for one in every} == {"", *map(str, Operation)}
    assert len({one.question for one in every}) == len(every)
    assert programs.drawn(every, 5) == programs.drawn(every, 5) != every[:5]
