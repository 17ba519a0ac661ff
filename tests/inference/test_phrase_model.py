"""The shipped model of phrases: what it says of phrases that were held out of its training."""

import json
import lzma
from pathlib import Path

import numpy as np
import pytest

from apps.inference.phrase_model import phrase_model, pooled

PHRASES = Path(__file__).parents[2] / "apps" / "learning" / "data" / "measure_phrases.jsonl.xz"
EVERY = 5  # of the held-out phrases, so that the test is quick


def held_out() -> list[dict[str, str]]:
    with lzma.open(PHRASES, "rt", encoding="utf-8") as rows:
        return [row for row in map(json.loads, rows) if row["held_out"]][::EVERY]


def test_most_phrases_that_were_held_out_are_understood_and_the_sure_ones_nearly_all() -> None:
    model = phrase_model()
    if model is None:
        pytest.skip("the embedded model is not installed")
    rows = held_out()
    found = model.meanings([row["phrase"] for row in rows])
    right = [one.measure == row["measure"] for one, row in zip(found, rows, strict=True)]
    sure = [good for one, good in zip(found, right, strict=True) if one.probability >= 0.8]
    assert np.mean(right) > 0.75
    assert np.mean(sure) > 0.95


def test_no_phrases_have_no_meanings() -> None:
    model = phrase_model()
    assert model is None or model.meanings([]) == []


def test_a_text_without_a_word_has_a_vector_all_the_same() -> None:
    assert np.isfinite(pooled(np.ones((2, 4), dtype=np.float32))).all()
