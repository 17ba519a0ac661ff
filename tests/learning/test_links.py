"""Training what takes printed lines for other names: what is walked, and that it is learned across filers."""

import json
import lzma
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from apps.answers.compute.programs.trees import Trees
from apps.answers.judge.links import ORDER, SURE
from apps.inference.errors import ModelUnavailable
from apps.learning.training import links
from apps.learning.training.links import InWords, Reworded, TriedLines, crossed, in_plain_words, learned, tried
from apps.learning.training.programs import Written
from tests.answers.store import hold
from tests.people import People

QUESTION = "How much did the earnings levy of Quillmark Foundry rise in 2023?"


def made(count: int) -> list[TriedLines]:
    """Of two lines the one with the larger first sign; it is right where that sign is above one half."""
    draw = random.Random(5)
    found = []
    for at in range(count):
        rows = np.array([[draw.random(), draw.random()] for _ in range(2)], dtype=np.float32)
        best = int(rows[:, 0].argmax())
        right = np.array([one == best and rows[one, 0] > 0.5 for one in range(2)])
        found.append(TriedLines(f"Filer {at % 5}", rows, (("1",), ("2",)), right, counted=at % 3 > 0))
    return found


def test_which_line_and_how_likely_are_learned_across_filers() -> None:
    found = crossed(made(400))

    assert len(found) == sum(one.counted for one in made(400))  # what nobody asked so is learned from alone
    assert sum((one.probability > 0.5) == one.right for one in found) > 0.8 * len(found)


def test_what_was_learned_comes_back_from_its_file(tmp_path: Path) -> None:
    made_of = learned(made(200))
    links.write(made_of, tmp_path / "new" / "links.npz")
    with np.load(tmp_path / "new" / "links.npz", allow_pickle=False) as held:
        arrays = {name: held[name] for name in held.files}
    rows = made(1)[0].rows

    assert (Trees.of(arrays, ORDER).sums(rows) == made_of.order.sums(rows)).all()
    assert (Trees.of(arrays, SURE).sign == made_of.sure.sign).all()


def test_lines_that_never_come_to_an_answer_teach_nothing() -> None:
    nothing = TriedLines("A", np.zeros((2, 2), dtype=np.float32), (("1",), ("2",)), np.array([False, False]))
    with pytest.raises(ValueError, match="is the store filled"):
        learned([nothing] * 5)


def test_plain_words_are_those_of_single_asks(tmp_path: Path) -> None:
    one, other = (Written(text, "value", "2", "million", "f" * 64, 1) for text in ("marks 2023?", "kilns 2023?"))
    file = tmp_path / "plain.jsonl.xz"
    rows = [("marks 2023?", ["trade names 2023"]), ("kilns 2023?", ["kilns 2023", "kilns 2022"]), ("gone?", ["gone"])]
    with lzma.open(file, "wt", encoding="utf-8") as out:
        out.writelines(json.dumps({"question": question, "plain": plain}) + "\n" for question, plain in rows)

    assert in_plain_words([one, other], file) == [Reworded(one, "trade names 2023")]


@pytest.mark.django_db
def test_a_question_without_a_figure_is_walked_to_the_lines_that_come_near(people: People, settings: Any) -> None:
    settings.CROSS_ENCODER = "shipped"
    version = hold(people.owner)
    own = Written(QUESTION, "change", "5", "million", version.sha256, 1)
    known = Written("Quillmark Foundry operating income 2023", "value", "214", "million", version.sha256, 1)
    strange = Written("Marks of Harrow Mills 2023", "value", "2", "million", "0" * 64, 1)
    found = list(tried([own, known, strange, Reworded(own, QUESTION), InWords(QUESTION, version.sha256)], people.owner))

    assert len(found) == 3  # what the rules find needs no line, and what is not held has none
    first, plain, words = found
    assert first.counted and first.right.any()
    assert not plain.counted and plain.right.any()
    assert not words.counted and not words.right.any()  # a sentence answers it


@pytest.mark.django_db
def test_other_models_teach_nothing_about_the_shipped_ones(people: People, settings: Any) -> None:
    settings.CROSS_ENCODER = "none"
    with pytest.raises(ModelUnavailable):
        list(tried([], people.owner))
