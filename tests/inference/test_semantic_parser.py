"""The shipped semantic parser: what it writes of plain questions, and what it does not load."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from apps.inference.errors import ModelUnavailable
from apps.inference.semantic_parser import CARD, LAYERS, SHIPPED, attended, gelu, loaded, semantic_parser
from apps.questions.semantic import sentences, source
from tests.questions.registers import REGISTER

READ = {
    "How quickly did Zephyrwick grow its top line in 2022?": "the growth of revenue, fiscal 2022",
    "What share of Zephyrwick's FY22 revenue came from lanterns?": (
        "revenue (lanterns) as a percentage of revenue, fiscal 2022"
    ),
    "Zephyrwick buybacks fy21 vs fy22": "repurchases of stock, fiscal 2022 and fiscal 2021",
    "Which of Zephyrwick's segments had the best operating margin in 2022?": (
        "which segment has the most operating margin, by segment, fiscal 2022"
    ),
}


@pytest.mark.parametrize("question", READ)
def test_plain_questions_are_read(question: str) -> None:
    model = semantic_parser()
    assert model is not None
    of = source(question, REGISTER)
    (found,) = model.parse([word.text for word in of.words], [word.key for word in of.words])
    assert 0.3 < found.probability <= 1
    assert sentences(found.pieces, of) == [READ[question]]


@pytest.mark.parametrize("words", [[], ["?"] * 400, ["zxqvzxqvkjwzpqf"] * 400, ["\u202e"], ["x" * 10_000], [""]])
def test_any_words_come_to_an_end(words: list[str]) -> None:
    model = semantic_parser()
    assert model is not None
    for width in (1, 4):
        chances = [one.probability for one in model.parse(words, words, width)]
        assert len(chances) <= width and chances == sorted(chances, reverse=True)
        assert all(0 <= one <= 1 for one in chances) and sum(chances) <= 1.001


def test_several_sentences_are_others_and_the_first_is_no_less_likely_than_the_greedy_one() -> None:
    model = semantic_parser()
    assert model is not None
    for question in READ:
        of = source(question, REGISTER)
        asked = [word.text for word in of.words], [word.key for word in of.words]
        found = model.parse(*asked, 5)
        assert len({one.pieces for one in found}) == len(found) == 5
        assert found[0].probability >= model.parse(*asked)[0].probability - 1e-6


def test_only_what_the_card_pins_is_loaded(tmp_path: Path) -> None:
    shutil.copytree(SHIPPED, tmp_path / "parser")
    with (tmp_path / "parser" / LAYERS).open("ab") as layers:
        layers.write(b"x")
    with pytest.raises(ModelUnavailable):
        loaded(tmp_path / "parser")
    (tmp_path / "parser" / CARD).write_text(json.dumps({"layers": ""}), encoding="utf-8")
    with pytest.raises(ModelUnavailable):
        loaded(tmp_path / "parser")


def test_what_numpy_computes_is_what_is_defined() -> None:
    states = np.array([-2.0, -0.5, 0.0, 0.5, 2.0], dtype=np.float32)
    assert np.allclose(gelu(states), [-0.04550026, -0.15426877, 0, 0.34573123, 1.9544997], atol=1e-6)
    one = np.eye(4, dtype=np.float32)
    assert np.allclose(attended(one[:1], one[:1], one[1:2], 2), one[1:2])  # of one there is all of it
