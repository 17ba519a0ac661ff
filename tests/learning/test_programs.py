"""Training what chooses programs: what is learned of words and of signs, and that it comes back from its files."""

import json
import lzma
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from apps.answers.compute.programs.enumerated import Program
from apps.answers.compute.programs.signs import NAMES
from apps.learning.training import programs
from apps.learning.training.programs import ProgramSettings, Walked, Worded, Written
from apps.questions.operations import Operation
from apps.statements.ontology import Unit
from tests.answers.store import hold
from tests.people import People

QUICK = ProgramSettings(least=1, steps=60, sign_steps=120)
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
    signs = np.zeros((len(right), len(NAMES)), dtype=np.float32)
    signs[:, NAMES.index("said")] = said
    count = len(right)
    return Walked(filer, ("kilns",), signs, np.array(right), np.arange(count), np.zeros(count, dtype=bool))


def test_signs_of_right_programs_gain_weight_and_none_is_right_where_none_comes_to_the_answer() -> None:
    rows = [walk("Quillmark", (True, False), (0.9, 0.1)), walk("Oakfield", (False, False), (0.1, 0.1))]
    weights = programs.fitted(rows, programs.layer(TOLD, QUICK), QUICK)
    found = programs.crossed(rows * 3, TOLD, QUICK, folds=2)

    assert weights[NAMES.index("said")] > 0.5
    assert len(found) == len(rows) * 3
    assert "6 questions, each by weights that saw none about its filer" in programs.measured(found)


def test_what_was_learned_is_written_for_the_reader_and_the_calculator(tmp_path: Path) -> None:
    known = programs.layer(TOLD, QUICK)
    weights = np.arange(len(NAMES) + 1, dtype=np.float32)
    programs.write(known, weights, tmp_path / "operations.json.xz", tmp_path / "programs.json")
    raw = json.loads((tmp_path / "programs.json").read_text())

    assert raw["nothing"] == len(NAMES) and raw["signs"]["said"] == 0
    with lzma.open(tmp_path / "operations.json.xz", "rt") as content:
        assert len(json.load(content)[""]) == len(Operation)


@pytest.mark.django_db
def test_a_question_is_walked_to_programs_over_the_store(people: People) -> None:
    version = hold(people.owner)
    asked = Written("Quillmark Foundry operating income 2023", "value", "214", "million", version.sha256, 1)
    elsewhere = Written("How many lamps has Oakfield Mills?", "value", "5", "", "0" * 64, 0)
    found = list(programs.walked([asked, elsewhere], people.owner))

    assert [one.filer for one in found] == ["Quillmark Foundry"]
    assert found[0].right.any() and found[0].signs.shape[1] == len(NAMES)
    assert [one.filer for one in programs.worded([asked, elsewhere], people.owner)] == ["Quillmark Foundry", ""]


def test_the_written_questions_are_complete() -> None:
    every = programs.written()

    assert len(every) > 2000 and {one.operation for one in every} == {str(one) for one in Operation}
    assert len({one.question for one in every}) == len(every)
    assert programs.drawn(every, 5) == programs.drawn(every, 5) != every[:5]
