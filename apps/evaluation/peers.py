"""Peers: hybrid search as an ordinary user of LangChain, LlamaIndex or Haystack sets it up, over our own passages.

bm25s with its defaults (English stop words and stemmer) and a dense index with the same embedder, 100 candidates each,
reciprocal rank fusion with k 60; no filters, no reading of the question. `titled` puts the document's title before
every passage, and takes the product's own vectors, which read the last heading too.
"""

import logging
from collections import defaultdict
from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any

import numpy as np

from apps.accounts.models import User
from apps.documents.embedders import embedder
from apps.evaluation.financebench import Setting
from apps.evaluation.gold import Gold
from apps.evaluation.peer_passages import Passage, Vectors, passages, stored_vectors, text_vectors
from apps.evaluation.ranking import Ranking
from apps.evaluation.retrieval import Finder
from apps.inference.embedding import Embedder

CANDIDATES, RRF_K, KEPT = 100, 60, 40


class PeerMissing(ValueError):
    """bm25s is a tool for development, not a part of the product."""


class Hybrid:
    """BM25 and dense over some passages, fused."""

    def __init__(self, of: Sequence[Passage], texts: Sequence[str], vectors: Vectors, model: Embedder) -> None:
        self._passages, self._vectors, self._model = of, vectors, model
        self._lexical = _Lexical(texts)

    def find(self, question: str) -> Ranking:
        (asked,) = self._model.embed([question])
        dense = np.argsort(-(self._vectors @ asked), kind="stable")[:CANDIDATES].tolist()
        return _ranking([self._passages[row] for row in fused(self._lexical.best(question), dense)[:KEPT]])


class _Lexical:
    def __init__(self, texts: Sequence[str]) -> None:
        try:
            import bm25s
            import Stemmer
        except ImportError as error:
            raise PeerMissing("The peers need bm25s: install requirements-dev.txt.") from error
        self._package, self._stemmer, self._count = bm25s, Stemmer.Stemmer("english"), len(texts)
        logging.getLogger("bm25s").setLevel(logging.WARNING)  # it tells every step otherwise
        self._index = bm25s.BM25()
        self._index.index(self._tokens(list(texts)), show_progress=False)

    def _tokens(self, texts: list[str]) -> Any:
        return self._package.tokenize(texts, stopwords="en", stemmer=self._stemmer, show_progress=False)

    def best(self, question: str) -> list[int]:
        """Rows of the passages, best first; those without any word of the question are none."""
        wanted = min(CANDIDATES, self._count)
        rows, scores = self._index.retrieve(self._tokens([question]), k=wanted, show_progress=False)
        return [int(row) for row, score in zip(rows[0], scores[0], strict=True) if score > 0]


def fused(*rankings: Sequence[int]) -> list[int]:
    """Reciprocal rank fusion, best first."""
    scores: dict[int, float] = defaultdict(float)
    for ranking in rankings:
        for rank, row in enumerate(ranking, start=1):
            scores[row] += 1 / (RRF_K + rank)
    return sorted(scores, key=lambda row: (-scores[row], row))


def _ranking(found: Sequence[Passage]) -> Ranking:
    pages = tuple(dict.fromkeys((passage.document, page) for passage in found for page in passage.pages))
    return Ranking(tuple(dict.fromkeys(document for document, _ in pages)), pages)


class Kind(StrEnum):
    BARE = "bare"
    TITLED = "titled"


def peers(
    user: User,
    setting: Setting,
    asked: Sequence[Gold],
    kinds: Sequence[Kind],
    folder: Path,
    said: Callable[[str], object],
) -> dict[str, Finder]:
    """By name. folder: where the vectors of bare passages are kept. Raises PeerMissing, ModelUnavailable."""
    model, wanted = embedder(), {question.document for question in asked}
    held = [one for one in passages(user) if setting is Setting.SHARED or one.document in wanted]
    found: dict[str, Finder] = {}
    if Kind.BARE in kinds:
        bare = [passage.text for passage in held]
        vectors = text_vectors(bare, model, folder, said)
        found["peer: bm25s + dense, RRF"] = _finder(held, bare, vectors, model, setting)
    if Kind.TITLED in kinds:
        titled = [f"{passage.title}\n{passage.text}" for passage in held]
        vectors = stored_vectors(held, model.name)
        found["peer, titled"] = _finder(held, titled, vectors, model, setting)
    return found


def _finder(held: list[Passage], texts: list[str], vectors: Vectors, model: Embedder, setting: Setting) -> Finder:
    """shared: one index over everything; single: one over each filing."""
    if setting is Setting.SHARED:
        whole = Hybrid(held, texts, vectors, model)
        return lambda question: whole.find(question.text)
    rows: dict[str, list[int]] = defaultdict(list)
    for row, passage in enumerate(held):
        rows[passage.document].append(row)
    own = {
        name: Hybrid([held[row] for row in of], [texts[row] for row in of], vectors[of], model)
        for name, of in rows.items()
    }
    return lambda question: own[question.document].find(question.text)
