"""The learned order: what it knows of each candidate, its weights in a file, and that the search goes by it."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from apps.retrieval import ranking
from apps.retrieval.found import SearchSettings
from apps.retrieval.ordering import weights
from apps.retrieval.ordering.features import features
from apps.retrieval.ordering.weights import Order, Weights
from apps.retrieval.reading import read_for
from apps.retrieval.search import unordered
from tests.people import People
from tests.retrieval.asked import search
from tests.retrieval.library import publish

QUESTION = "Why did the gross margin of Brackenfold fall in 2022?"


@pytest.fixture
def bakers(people: People) -> People:
    publish(people.owner, "BRACKENFOLD_2022_10K", company="Brackenfold Bakeries, Inc.", year=2022)
    return people


def liking(names: tuple[str, ...], liked: str, much: float = 1.0) -> Order:
    """An order by one feature alone, with questions for figures the other way round."""
    usual, spread = np.zeros(len(names), dtype=np.float32), np.ones(len(names), dtype=np.float32)
    own = np.array([much * (name == liked) for name in names], dtype=np.float32)
    return Order(names, figures=Weights(usual, spread, -own), words=Weights(usual, spread, own))


def columns(people: People) -> tuple[tuple[str, ...], np.ndarray, list[str]]:
    reading = read_for(people.owner, None, QUESTION)
    intent, terms, near = unordered(reading, viewer=people.owner, settings=SearchSettings())
    names, rows = features(near, intent, terms)
    return tuple(names), rows, [one.chunk.text for one in near]


@pytest.mark.django_db
def test_a_row_for_each_candidate_says_what_it_is(bakers: People) -> None:
    names, rows, texts = columns(bakers)
    assert names == weights.order_named(SearchSettings().order).names
    assert len(set(names)) == len(names) == rows.shape[1] and len(rows) == len(texts) and np.isfinite(rows).all()
    of = dict(zip(names, rows.T, strict=True))
    assert [bool(one) for one in of["table"]] == [text.startswith("CONSOLIDATED") for text in texts]
    about = next(at for at, text in enumerate(texts) if "gross margin" in text)
    assert of["words in a sentence"].argmax() == about and of["dense near"].argmax() == about
    assert of["own"].max() == of["filing sum"].max() == 1.0


@pytest.mark.django_db
def test_the_search_goes_by_what_was_learned(bakers: People, monkeypatch: pytest.MonkeyPatch) -> None:
    names, _, _ = columns(bakers)
    settings = SearchSettings(rerank=())
    for much, kind in ((1.0, "table"), (-1.0, "text")):
        monkeypatch.setattr(ranking, "order_named", lambda digest, much=much: liking(names, "table", much))
        found = search(QUESTION, viewer=bakers.owner, settings=settings).candidates
        assert found[0].kind == kind and {one.kind for one in found} == {"table", "text"}
    few = search(QUESTION, viewer=bakers.owner, settings=replace(settings, ordered=1, order_k=1)).candidates
    assert few[0].fused == pytest.approx(1 / 2 + 1 / 3)  # first by one order, second by the other
    assert [one.fused for one in few] == sorted((one.fused for one in few), reverse=True) and few[-1].fused > 0


def test_weights_are_read_as_they_were_written_and_pinned(tmp_path: Path) -> None:
    file = tmp_path / "learned.json"
    digest = weights.write(liking(("one", "two"), "two", 0.5), file)
    assert digest == weights.digest(file) and len(digest) == 64
    rows, kept = np.array([[1, 0], [0, 1], [0, 9]], dtype=np.float32), weights.read(file)
    assert kept.scores(("one", "two"), rows, figures=False).tolist() == [0.0, 0.5, 2.0]
    assert kept.scores(("one", "two"), rows, figures=True).tolist() == [0.0, -0.5, -2.0]
    with pytest.raises(ValueError, match="other features"):
        kept.scores(("one", "three"), rows, figures=True)
    file.write_text('{"names": ["one"]}')
    with pytest.raises(ValueError, match="missing"):
        weights.read(file)


def test_the_settings_name_the_weights_that_ship() -> None:
    assert SearchSettings().order == weights.shipped_digest()
    with pytest.raises(ValueError, match="replaced"):
        weights.order_named("0" * 64)
