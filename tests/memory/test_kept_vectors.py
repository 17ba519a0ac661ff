"""Vectors of wordings that an earlier process kept are read by the next one."""

import numpy as np
import pytest

from apps.inference.embedding import embedder
from apps.memory.index import _vectors, _wording
from apps.memory.models import CanonicalQuestion, WordingVector
from apps.memory.shipped import load

pytestmark = pytest.mark.django_db


def test_kept_vectors_are_read_again() -> None:
    load()
    question = CanonicalQuestion.objects.order_by("pk")[0]
    texts = tuple(dict.fromkeys(_wording(text).text for text in question.wordings))[:2]
    made = _vectors.__wrapped__(texts, embedder().name)
    assert WordingVector.objects.count() == len(texts)
    again = _vectors.__wrapped__(texts, embedder().name)
    assert np.allclose(made, again, atol=1e-3) and again.dtype == np.float32
