"""Training what judges computed figures: which of them come to a written answer, and that it is learned."""

import random
from pathlib import Path

import numpy as np
import pytest

from apps.answers.compute.programs import close
from apps.answers.compute.programs.choice import AGREEING
from apps.answers.compute.programs.signs import NAMES as SIGNS
from apps.answers.compute.programs.trees import Trees
from apps.answers.judge.figures import NAMES as JUDGED
from apps.answers.judge.figures import SURE
from apps.learning.training import figures, programs
from apps.learning.training.boosting import TreeSettings
from apps.learning.training.figures import Asked, Seen, answers, crossed, learned
from apps.learning.training.programs import Written
from tests.answers.compute.filings import annual
from tests.answers.judge.test_figures import outcome
from tests.answers.store import hold
from tests.learning.test_programs import QUICK, ROWS, TOLD
from tests.people import People

FEW = TreeSettings(rounds=30, leaves=4, least=2, rate=0.3, signs=1.0, rows=1.0, decay=0.1)


def seen(count: int) -> list[Seen]:
    """Right where the first sign is above one half; the second says nothing."""
    draw = random.Random(3)
    rows = [(draw.random(), draw.random()) for _ in range(count)]
    return [Seen(f"Filer {at % 5}", row, row[0] > 0.5) for at, row in enumerate(rows)]


def test_what_tells_right_figures_apart_is_learned_across_filers() -> None:
    found = crossed(seen(200), FEW)

    assert len(found) == 200
    assert sum((one.probability > 0.5) == one.right for one in found) > 180


def test_what_was_learned_comes_back_from_its_file(tmp_path: Path) -> None:
    made = learned(seen(60), FEW)
    figures.write(made, tmp_path / "new" / "figures.npz")
    with np.load(tmp_path / "new" / "figures.npz", allow_pickle=False) as held:
        again = Trees.of({name: held[name] for name in held.files}, SURE)
    rows = np.array([one.signs for one in seen(10)], dtype=np.float32)

    assert (again.sums(rows) == made.sums(rows)).all()


def test_figures_that_are_all_right_teach_nothing() -> None:
    with pytest.raises(ValueError, match="is the store filled"):
        learned([Seen("A", (1.0,), True)] * 5, FEW)


@pytest.mark.django_db
def test_a_question_is_computed_and_walked_to_its_programs(people: People) -> None:
    version = hold(people.owner)
    own = Written("Quillmark Foundry operating income 2023", "value", "214", "million", version.sha256, 1)
    elsewhere = Written("How many lamps has Oakfield Mills?", "value", "5", "", "0" * 64, 0)
    (found,) = figures.asked([own, elsewhere], people.owner)

    assert found.filer == "Quillmark Foundry" and found.right and len(found.own) + len(AGREEING) == len(JUDGED)
    assert found.walked is not None
    assert found.walked.right.any() and found.walked.signs.shape[1] == len(SIGNS)
    assert found.walked.close.shape == (len(found.walked.right), len(close.NAMES))
    assert (found.walked.agrees & found.walked.right).any() and not found.walked.agrees.all()


def test_how_programs_stand_to_figures_is_told_by_an_order_without_their_filer() -> None:
    asked = [Asked(one.filer, (1.0,), True, one) for one in ROWS]
    asked += [Asked("Quillmark", (), False, None), Asked("Harbor", (2.0,), False, None)]
    found = figures.seen(asked, programs.standing(ROWS, TOLD, QUICK))

    assert len(found) == len(ROWS) + 1
    assert found[0].signs[1:5] == (1.0, pytest.approx(1, abs=0.3), 0.0, 1.0)  # its likeliest program agrees
    assert found[1].signs[1] == 0.0 and found[1].signs[4] == 0.0  # none does
    assert found[-1].signs[1:] == (-1.0,) * len(AGREEING)  # no program was there


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("asked", "number", "unit", "right"),
    [
        ("What was the revenue of Quillmark Foundry in 2023?", "1600", "million", True),
        ("What was the revenue of Quillmark Foundry in 2023?", "1601", "million", False),
        ("Operating income over revenue of Quillmark Foundry, 2023", "15.0", "%", True),
        ("Operating income over revenue of Quillmark Foundry, 2023", "15.0", "million", False),
    ],
)
def test_which_figures_answer(people: People, asked: str, number: str, unit: str, right: bool) -> None:
    annual(people.owner)

    assert answers(Written(asked, "", number, unit, "", 0), outcome(people.owner, asked)) is right
