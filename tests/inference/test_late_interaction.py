"""Token vectors: of the real embedded model, packed and unpacked, and of a model of the user's own."""

from pathlib import Path

import numpy as np
import pytest
from django.conf import LazySettings

from apps.inference.embedding import embedder
from apps.inference.errors import ModelUnavailable
from apps.inference.late_interaction import maxsim, token_encoder
from apps.inference.minilm import DIMENSIONS
from apps.inference.packed import pack, unpack
from tests.inference.tiny import HIDDEN, needs, tiny_late_interaction

TEXTS = ["Net sales rose by four percent.", "", "The board of directors met in Oslo.", "word " * 600]


def test_every_token_has_a_vector_of_unit_length() -> None:
    vectors = token_encoder().passages(TEXTS)
    assert [len(rows) for rows in vectors] == [7, 0, 8, 126]
    assert {rows.shape[1] for rows in vectors} == {DIMENSIONS}
    assert np.allclose(np.linalg.norm(np.concatenate(vectors), axis=1), 1, atol=1e-5)


def test_company_in_a_batch_changes_little() -> None:
    model = token_encoder()
    (alone,) = model.passages([TEXTS[2]])
    assert (alone * model.passages(TEXTS)[2]).sum(axis=1).min() > 0.98


def test_the_dense_vectors_are_as_before() -> None:
    """The mean of the token vectors, special ones included, is the embedder's vector: one network, two readings."""
    model = embedder()
    (hidden,) = model.hidden([TEXTS[0]])  # type: ignore[attr-defined]
    mean = hidden.mean(axis=0)
    assert mean / np.linalg.norm(mean) @ model.embed([TEXTS[0]])[0] > 0.9999


def test_maxsim_takes_the_best_token_for_each_of_the_question() -> None:
    question, passage = np.eye(3, dtype=np.float32)[:2], np.eye(3, dtype=np.float32)[[0, 2]]
    assert maxsim(question, passage) == 0.5
    assert maxsim(question, question) == 1.0
    assert maxsim(question, passage[:0]) == maxsim(question[:0], passage) == -1.0


def test_the_passage_with_the_words_of_the_question_wins() -> None:
    model = token_encoder()
    asked = model.question("Where did the directors meet?")
    scores = [maxsim(asked, rows) for rows in model.passages(TEXTS)]
    assert int(np.argmax(scores)) == 2


@pytest.mark.parametrize(("bits", "length", "cosine"), [(8, DIMENSIONS, 0.999), (1, DIMENSIONS // 8, 0.7)])
def test_packed_vectors_come_back(bits: int, length: int, cosine: float) -> None:
    rows = token_encoder().passages([TEXTS[0]])[0]
    packed = pack(rows, bits)
    assert len(packed) == len(rows) * length
    back = unpack(packed, DIMENSIONS, bits)
    assert np.allclose(np.linalg.norm(back, axis=1), 1, atol=1e-5)
    assert (back * rows).sum(axis=1).min() > cosine


@pytest.mark.parametrize("bits", [1, 8])
def test_nothing_packed_is_nothing(bits: int) -> None:
    assert unpack(pack(np.empty((0, 20), dtype=np.float32), bits), 20, bits).shape == (0, 20)


def test_other_sizes_are_refused() -> None:
    with pytest.raises(ValueError, match="not in 4"):
        pack(np.ones((1, 8), dtype=np.float32), 4)


def test_a_model_that_is_not_there_is_said(settings: LazySettings, tmp_path: Path) -> None:
    settings.LATE_INTERACTION_MODEL = str(tmp_path / "nowhere")
    with pytest.raises(ModelUnavailable, match="FINRAG_LATE_INTERACTION_MODEL names"):
        token_encoder()


@needs("sentence_transformers")
def test_a_model_of_ones_own_gives_token_vectors(settings: LazySettings, tmp_path: Path) -> None:
    settings.LATE_INTERACTION_MODEL = tiny_late_interaction(tmp_path)
    model = token_encoder()
    first, second = model.passages([TEXTS[0], TEXTS[2]])
    assert first.shape[1] == second.shape[1] == model.dimensions <= max(HIDDEN, 128)
    assert np.allclose(np.linalg.norm(first, axis=1), 1, atol=1e-5)
    assert maxsim(model.question(TEXTS[0]), first) > -1
    assert model.name == "model"
