"""Training what tells questions for words from questions for figures: learned across filers, read back as it was."""

import lzma
from json import load
from pathlib import Path
from typing import Any

import pytest

from apps.learning.training import answer_type
from apps.learning.training.programs import Worded, Written
from apps.questions import answer_type as at_work
from tests.answers.store import hold
from tests.people import People

SAYING = {answer_type.WORDS: ("why", "dispute"), answer_type.FIGURES: ("how", "much", "#")}
TOLD = [Worded(f"Filer {at % 5}", SAYING[kind], kind) for at in range(20) for kind in SAYING]


def test_kinds_are_learned_across_filers() -> None:
    found = answer_type.crossed(TOLD)

    assert all((chance > 0.5) == (one.operation == answer_type.WORDS) for one, chance in found)
    assert answer_type.measured(found, 0.5).startswith("from 0.5: 20 of 20 questions for words, 0 of 20 questions for")


def test_what_was_learned_comes_back_from_its_file(tmp_path: Path, monkeypatch: Any) -> None:
    made, file = answer_type.learned(TOLD), tmp_path / "answer_type.json.xz"
    answer_type.write(made, file)
    with monkeypatch.context() as patched:
        patched.setattr(at_work, "WEIGHTS", file)
        at_work._weights.cache_clear()
        weights = at_work._weights()
    at_work._weights.cache_clear()

    with lzma.open(file, "rt", encoding="utf-8") as content:
        assert weights == load(content)
    assert weights["dispute"] > 0 > weights["much"]


@pytest.mark.django_db
def test_questions_are_those_for_figures_and_those_for_words(people: People) -> None:
    version = hold(people.owner)
    asked = Written("Revenue of Quillmark Foundry 2023?", "value", "1", "million", version.sha256, 1)
    found = answer_type.told([asked], people.owner)

    assert [(one.filer, one.operation) for one in found if one.operation == answer_type.FIGURES] == [
        ("Quillmark Foundry", answer_type.FIGURES)
    ]
    assert any(one.operation == answer_type.WORDS for one in found)
