"""Weights in 8 bits, and the cross-encoder that ships."""

from pathlib import Path

import numpy as np
import pytest
from django.conf import LazySettings

from apps.inference.errors import ModelUnavailable
from apps.inference.packed_pairs import SHIPPED, Card, PackedPairs
from apps.inference.packed_weights import read, write
from apps.inference.pair_scoring import cross_encoder, judge_model

MEGABYTES_AT_MOST = 30


def test_packed_weights_come_back_within_half_a_step(tmp_path: Path) -> None:
    drawn = np.random.default_rng(3)
    arrays = {"matrix": drawn.normal(size=(5, 128)), "narrow": drawn.normal(size=(3, 10)), "bias": drawn.normal(size=7)}
    floats = {name: array.astype(np.float32) for name, array in arrays.items()}
    write(tmp_path / "weights.npz", floats)
    back = read(tmp_path / "weights.npz")

    assert back.keys() == floats.keys()
    assert np.array_equal(back["bias"], floats["bias"])
    for name in ("matrix", "narrow"):
        assert np.abs(back[name] - floats[name]).max() <= np.abs(floats[name]).max() / 127 / 2 + 1e-6


def test_the_card_says_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="holds no re-ranker of ours"):
        Card.of(tmp_path)


def test_weights_that_are_not_those_pinned_are_not_used(tmp_path: Path) -> None:
    for file in SHIPPED.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    (tmp_path / "layers.npz").write_bytes(b"other")
    with pytest.raises(ModelUnavailable, match="is not the one that was pinned"):
        PackedPairs.load(tmp_path, threads=1, precision="f32")


@pytest.fixture(scope="module")
def shipped() -> PackedPairs:
    return PackedPairs.load(SHIPPED, threads=1, precision="f32")


def test_it_is_small_enough_to_ship() -> None:
    assert sum(file.stat().st_size for file in SHIPPED.iterdir()) <= MEGABYTES_AT_MOST * 2**20


WHY = "Why did Quillmark's lantern sales fall in 2021?"
REASON = "Quillmark, Inc. FY 2021. Results. Lantern sales decreased 4%, primarily due to a strike at the foundry."
OTHERS = (
    "Quillmark, Inc. FY 2021. Leases. Operating leases are recognized at the present value of payments.",
    "Quillmark, Inc. FY 2021. Properties. Our headquarters are in Dalby.",
)


def test_the_reason_is_put_before_what_is_beside_the_question(shipped: PackedPairs) -> None:
    reason, *others = shipped.score(WHY, [REASON, *OTHERS])
    assert reason > max(others) and all(0 <= one <= 1 for one in (reason, *others))


def test_a_score_does_not_depend_on_its_neighbours_in_a_batch(shipped: PackedPairs) -> None:
    together = shipped.score(WHY, [*OTHERS, REASON, "Short."])
    alone = [shipped.score(WHY, [text])[0] for text in (*OTHERS, REASON, "Short.")]
    assert together == pytest.approx(alone, abs=1e-3)
    assert shipped.score(WHY, []) == []


def test_by_its_setting_it_is_re_ranker_and_judge_at_once(settings: LazySettings, tmp_path: Path) -> None:
    settings.CROSS_ENCODER = settings.JUDGE_MODEL = "shipped"
    settings.MODELS_DIR = tmp_path
    assert cross_encoder() is judge_model()
    assert cross_encoder().name.startswith("finrag-pairs (")
    settings.CROSS_ENCODER = "none"
    with pytest.raises(ModelUnavailable, match="FINRAG_CROSS_ENCODER names no model"):
        cross_encoder()
