"""Embedders that are tuned: what they learn from, how they are measured, and the way from a set to the store."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command

from apps.documents import embedders as store
from apps.documents.models import Chunk, EmbeddingModel, ModelState
from apps.inference.embedding import Vectors, embedder_of
from apps.learning import embedders, measuring
from apps.learning.activation import NotActivated, activate, roll_back
from apps.learning.embedders import Rank
from apps.learning.groups import Group, write
from apps.learning.models import ModelKind, TrainedModel
from apps.learning.models import ModelState as Learned
from apps.learning.training.negatives import contrasts
from apps.learning.training.settings import EmbedderSettings
from tests.answers.statements import report
from tests.inference.tiny import needs, tiny_embedder
from tests.people import People

QUILL, HARROW = "Quillmark Works, Inc.", "Harrowgate plc"
NO_BASE = EmbedderSettings("")


class Counting:
    """Vectors by the letters a to d of a text, of unit length: "aab" lies between a and b."""

    name, dimensions, digest, precision = "counting", 4, "0", "float32"

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [len(text) for text in texts]

    def embed(self, texts: Sequence[str]) -> Vectors:
        rows = np.array([[text.count(letter) for letter in "abcd"] for text in texts], dtype=np.float32)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def embed(texts: Sequence[str]) -> Vectors:
    return Counting().embed(texts)


def test_mined_texts_are_the_nearest_of_the_filer_that_score_well_below_the_answer() -> None:
    asked = Group("a", ("aaab", "d"), (3, 0), "x", QUILL)
    others = Group("c", ("c", "aaaabb", "aaaac", "ac"), (3, 0, 0, 0), "x", QUILL)
    strange = Group("b", ("b", "aab"), (3, 0), "x", HARROW)
    first = contrasts([asked, others, strange], embed, EmbedderSettings("", negatives=2, mined=1))[0]
    assert (first.question, first.positive) == ("a", "aaab")
    assert first.negatives == ("d", "aaaabb"), "aaaac scores above 95% of the answer, aab is another filer's"
    wider = EmbedderSettings("", negatives=2, mined=1, margin=1.5)
    assert contrasts([asked, others, strange], embed, wider)[0].negatives == ("d", "aaaac")


def test_what_supports_the_answer_is_no_negative_and_strangers_fill_what_is_missing() -> None:
    asked = Group("a", ("a", "aab"), (3, 2), "x", QUILL)
    strange = Group("b", ("b", "bc", "bd"), (3, 0, 0), "x", HARROW)
    first = contrasts([asked, strange], embed, EmbedderSettings("", negatives=2, mined=0))[0]
    assert len(first.negatives) == 2 and set(first.negatives) <= {"b", "bc", "bd"}


def test_a_set_without_answers_or_other_texts_is_refused() -> None:
    with pytest.raises(ValueError, match="that a text answers"):
        contrasts([Group("a", ("b",), (0,), "x")], embed, NO_BASE)
    with pytest.raises(ValueError, match="no 2 texts that do not answer"):
        contrasts([Group("a", ("a", "b"), (3, 0), "x")], embed, NO_BASE)


def test_a_text_is_ranked_among_its_group_and_among_all_of_its_filer() -> None:
    asked = Group("a", ("aab", "d"), (3, 0), "x", QUILL)
    same_question = Group("a", ("aaac", "b"), (3, 0), "x", QUILL)
    other = Group("c", ("cc", "aaab"), (3, 0), "x", QUILL)
    nothing = Group("d", ("a",), (0,), "x", QUILL)
    strange = Group("b", ("ab", "b"), (3, 0), "x", HARROW)
    found = embedders.ranks(Counting(), [asked, same_question, other, nothing, strange])
    assert found == [Rank(1, 3), Rank(1, 3), Rank(1, 1), Rank(2, 2)], "a is nearer, aaab as near"


def test_figures_tell_before_and_after_with_an_interval() -> None:
    before, after = [Rank(2, 20), Rank(1, 4)] * 20, [Rank(1, 5), Rank(1, 1)] * 20
    told = embedders.figures(before, after)
    assert told["filer"]["mrr@10"]["before"] == pytest.approx(0.125)
    assert told["filer"]["mrr@10"]["after"] == pytest.approx(0.6)
    assert told["filer"]["r@5"]["before"] == 0.5 and told["filer"]["r@5"]["after"] == 1.0
    assert told["group"]["mrr@10"]["low"] < 0.25 < told["group"]["mrr@10"]["high"]
    assert embedders.verdict(before, after).passes and not embedders.verdict(after, before).passes
    lines = measuring.told(told)
    assert len(lines) == 4 and "of the filer: 0.125 before, 0.600 after" in lines[0]


def trained(kind: ModelKind, digest: str = "a") -> TrainedModel:
    gate = {"passes": True, "told": "Better than the active model: +0.10."}
    return TrainedModel.objects.create(
        name="tuned", kind=kind, base="small", folder="/models/nowhere", digest=digest * 8, gate=gate
    )


@pytest.mark.django_db
def test_an_embedder_is_put_to_work_by_whoever_can_wait() -> None:
    model = trained(ModelKind.EMBEDDER)
    with pytest.raises(NotActivated, match=r"manage\.py models activate aaaaaaaa"):
        activate(model, None)
    with pytest.raises(CommandError, match=r"nowhere|not installed"):
        call_command("models", "activate", "aaaa")
    model.refresh_from_db()
    assert model.state == Learned.CANDIDATE


@pytest.mark.django_db
def test_without_a_question_to_measure_by_nothing_is_trained(tmp_path: Path) -> None:
    write([Group("a", ("b",), (0,), "x")], tmp_path / "held-out.jsonl.xz")
    write([Group("a", ("a", "b"), (3, 0), "x")], tmp_path / "set.jsonl.xz")
    with pytest.raises(CommandError, match=r"to measure by|requirements-gpu"):
        call_command("train", "embedder", "--data", str(tmp_path / "set.jsonl.xz"), "--out", str(tmp_path / "out"))
    assert not (tmp_path / "out").exists() and not TrainedModel.objects.exists()


SUBJECTS = ("lanterns", "kites", "anchors", "violins", "saddles", "mirrors", "ladders", "barrels", "candles", "gloves")


def learned(company: str) -> list[Group]:
    """Why sales of a thing fell, over which only the thing decides."""
    return [
        Group(
            f"Why did sales of {one} fall?",
            (
                f"Fewer {one} were sold after a strike.",
                f"We make {one} in the north.",
                f"{other} are made in the south.",
            ),
            (3, 0, 0),
            "x",
            company,
        )
        for one, other in zip(SUBJECTS, SUBJECTS[1:] + SUBJECTS[:1], strict=True)
    ]


@needs("sentence_transformers", "datasets", "accelerate")
@pytest.mark.django_db(transaction=True)
def test_from_a_set_to_the_models_row_and_to_the_store(
    tmp_path: Path, people: People, settings: LazySettings, capsys: pytest.CaptureFixture[str]
) -> None:
    write(learned(QUILL), tmp_path / "set.jsonl.xz")
    write(learned(HARROW), tmp_path / "held-out.jsonl.xz")
    base, out = tiny_embedder(tmp_path / "base"), tmp_path / "out"
    told = ["--data", str(tmp_path / "set.jsonl.xz"), "--out", str(out), "--base", base]
    told += ["--steps", "20", "--questions", "5", "--rate", "0.003"]
    call_command("train", "embedder", *told)
    printed = capsys.readouterr().out
    assert "step 20 of 20" in printed and "minutes left" in printed and "mrr@10 among the texts of the filer" in printed

    model = TrainedModel.objects.get(kind=ModelKind.EMBEDDER)
    assert model.settings["stage"] == "general" and model.data is not None and model.data.groups == 10
    assert [step for step, _ in model.curve] == [10, 20] and model.curve[1][1] < model.curve[0][1]
    read = embedder_of("sentence-transformers", model.folder)
    assert (read.digest, read.name) == (model.digest, f"finrag-embedder-{model.digest[:8]}")

    version = report(people.owner, "Quillmark Foundry", 2023, {"revenue": {2023: "$1,577"}})
    assert Chunk.objects.filter(version=version).exists()
    before = store.adopt().name
    TrainedModel.objects.update(gate={"passes": True, "told": "Better."})
    call_command("models", "activate", model.digest[:8])
    store.forget()
    assert (
        store.embedder().digest == model.digest and EmbeddingModel.objects.get(name=before).state != ModelState.SERVING
    )
    call_command("models", "roll-back", "--kind", "embedder")
    store.forget()
    assert store.embedder().name == before
    with pytest.raises(NotActivated, match="No model trained here"):
        roll_back(ModelKind.EMBEDDER, None, print)


@needs("sentence_transformers", "datasets", "accelerate")
def test_a_broken_run_goes_on_from_its_checkpoint_and_ends_by_time(tmp_path: Path) -> None:
    from apps.learning.training.embedder import train

    base, said = tiny_embedder(tmp_path / "base"), list[str]()
    told = EmbedderSettings(base, questions=5, steps=20, checkpoint=10, at_once=4)

    def broken(line: str) -> None:
        said.append(line)
        if line.startswith("step 20"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(learned(QUILL), told, tmp_path / "out", "m", resume=False, tell=broken)
    again = list[str]()
    tuned = train(learned(QUILL), told, tmp_path / "out", "m", resume=True, tell=again.append)
    assert [line.split(",")[0] for line in again[1:]] == ["step 20 of 20"], "the first ten steps are not made again"
    assert [step for step, _ in tuned.curve] == [10, 20]
    whole = train(learned(QUILL), told, tmp_path / "whole", "m", resume=False, tell=again.append)
    assert whole.digest == tuned.digest, "the same seed, the same weights, broken off or not"

    short = EmbedderSettings(base, questions=5, steps=100_000, minutes=0.02)
    assert train(learned(QUILL), short, tmp_path / "short", "m", resume=False, tell=again.append).seconds < 20
