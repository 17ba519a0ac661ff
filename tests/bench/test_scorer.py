"""Our figures are those of the benchmark's own scorer, where both have one."""

import importlib.util
import random
from typing import Any

import pytest

from apps.evaluation.gold import Gold
from apps.evaluation.metrics import figures
from apps.evaluation.ranking import Ranking
from finrag_site.embedded.paths import BASE

SCORER = BASE.parent / "shared" / "bench" / "score.py"
pytestmark = [
    pytest.mark.bench,
    pytest.mark.skipif(not SCORER.exists(), reason="there is no benchmark beside the checkout"),
]


def scorer() -> Any:
    spec = importlib.util.spec_from_file_location("scorer", SCORER)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_both_agree_on_random_rankings() -> None:
    score, chance = scorer().score_question, random.Random(7)
    pages = [(name, page) for name in "abcd" for page in range(6)]
    for _ in range(200):
        ranked = chance.sample(pages, chance.randint(0, len(pages)))
        wanted = frozenset(chance.sample(pages, chance.randint(1, 4)))
        documents = tuple(dict.fromkeys(name for name, _ in ranked))
        question = {"evidence": [{"doc_name": name, "page": page} for name, page in wanted], "answer": "words"}
        theirs = score(question, {"pages": ranked, "documents": documents})
        ours = figures(Ranking(documents, tuple(ranked)), Gold("q", "?", "a", wanted), {})
        shared = set(ours) & set(theirs)
        assert len(shared) == 9
        assert {name: ours[name] for name in shared} == pytest.approx({name: theirs[name] for name in shared})
