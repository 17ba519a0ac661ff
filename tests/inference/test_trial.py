"""The trial that finds what suits this processor."""

from pathlib import Path
from typing import Any

import pytest

from apps.inference import embedding, trial
from apps.inference.minilm import MiniLM
from apps.inference.trial import Choice


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Any) -> None:
    settings.MODELS_DIR, settings.EMBED_TRIAL, settings.EMBED_PRECISION = tmp_path, True, "auto"


def test_the_fastest_is_chosen_and_kept_for_this_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    took = {("f32", 1): 4.0, ("f32", 2): 3.0, ("bf16", 1): 2.0, ("bf16", 2): 1.0}
    clock = [0.0]
    monkeypatch.setattr(trial, "perf_counter", lambda: clock[0])
    monkeypatch.setattr(trial, "choices", lambda: [Choice(*one) for one in took])

    def load(choice: Choice) -> trial.Embed:
        def embed(texts: list[str]) -> None:
            clock[0] += took[choice.precision, choice.streams]

        return embed

    assert trial.chosen() is None
    assert trial.choose(load) == Choice("bf16", 2) == trial.chosen()
    monkeypatch.setattr(trial, "processor", lambda: "another")
    assert trial.chosen() is None


def test_a_trial_is_made_once_and_its_choice_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    used, made = list[dict[str, Any]](), MiniLM.load
    monkeypatch.setattr(MiniLM, "load", lambda **given: used.append(given) or made(**given))
    monkeypatch.setattr(trial, "TEXTS", trial.TEXTS[:2])
    monkeypatch.setattr(trial, "ROUNDS", 1)
    embedding.try_out()
    tried = len(used)
    assert tried == len(list(trial.choices()))
    embedding.try_out()
    embedding._load.cache_clear()
    embedding.embedder()
    best = trial.chosen()
    assert best is not None
    assert [(one["precision"], one["streams"]) for one in used[tried:]] == [(best.precision, best.streams)]
    embedding._load.cache_clear()


def test_streams_make_the_same_vectors() -> None:
    one, two = (MiniLM.load(batch=2, threads=2, precision="f32", streams=streams) for streams in (1, 2))
    texts = trial.TEXTS[:7]
    assert (one.embed(texts) * two.embed(texts)).sum(axis=1).min() > 0.9999
