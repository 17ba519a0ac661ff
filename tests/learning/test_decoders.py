"""Training a decoder re-ranker, on a tiny random model of the paper's architecture: larger weights are not here."""

import json
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command

from apps.inference.decoder import PROMPT
from apps.inference.pair_scoring import decoder
from apps.learning.activation import NotActivated, activate
from apps.learning.groups import Group, write
from apps.learning.models import ModelKind, ModelState, TrainedModel
from apps.learning.training.settings import DecoderSettings
from tests.inference.tiny import needs, tiny_decoder
from tests.learning.test_embedders import HARROW, QUILL, learned, trained

packages = needs("FlagEmbedding", "peft", "datasets", "accelerate")


@pytest.mark.django_db
def test_a_decoder_is_put_to_work_by_settings() -> None:
    model = trained(ModelKind.DECODER)
    with pytest.raises(NotActivated, match="FINRAG_DECODER_RERANKER=small and FINRAG_DECODER_ADAPTER=/models/nowhere"):
        activate(model, None)
    model.refresh_from_db()
    assert model.state == ModelState.CANDIDATE


@pytest.mark.django_db
def test_a_base_that_is_not_there_is_said_before_anything_is_trained(tmp_path: Path) -> None:
    for name in ("set", "held-out"):
        write(learned(QUILL), tmp_path / f"{name}.jsonl.xz")
    told = ["--data", str(tmp_path / "set.jsonl.xz"), "--out", str(tmp_path / "out"), "--base", str(tmp_path / "none")]
    with pytest.raises(CommandError, match=r"could not be loaded|requirements-gpu\.txt"):
        call_command("train", "decoder", *told)
    assert not (tmp_path / "out").exists() and not TrainedModel.objects.exists()


@packages
@pytest.mark.django_db
def test_from_a_set_over_both_stages_to_scores(
    tmp_path: Path, settings: LazySettings, capsys: pytest.CaptureFixture[str]
) -> None:
    groups = [*learned(QUILL), Group("Why?", ("A strike.", "Perhaps.", "Rain."), (3, 2, 0), "x", QUILL)]
    groups.append(
        Group("Did Quillmark Works grow in 2022?", ("It grew in 2022.", "It grew in 2021."), (3, 0), "x", QUILL)
    )
    write(groups, tmp_path / "set.jsonl.xz")
    write(learned(HARROW), tmp_path / "held-out.jsonl.xz")
    base, out = tiny_decoder(tmp_path / "base"), tmp_path / "out"
    told = ["--data", str(tmp_path / "set.jsonl.xz"), "--base", base, "--texts", "3", "--rate", "0.01"]
    call_command("train", "decoder", "--out", str(out / "general"), "--steps", "20", *told)
    printed = capsys.readouterr().out
    assert "step 20 of 20" in printed and "mrr among the texts of the group" in printed

    rows = [json.loads(line) for line in (out / "general" / "train.jsonl").read_text().splitlines()]
    assert rows[-1] == {
        "query": "Did Company A grow in Year 2?",
        "pos": ["It grew in Year 2."],
        "neg": ["It grew in Year 1."],
    }
    assert rows[-2] == {"query": "Why?", "pos": ["A strike."], "neg": ["Rain."]}, "what supports is left out"

    general = TrainedModel.objects.get(kind=ModelKind.DECODER)
    assert general.curve[1][1] < general.curve[0][1] and general.settings["stage"] == "general"
    call_command(
        "train",
        "decoder",
        "--stage",
        "company",
        "--adapter",
        general.folder,
        "--out",
        str(out / "company"),
        "--steps",
        "10",
        *told,
    )
    company = TrainedModel.objects.exclude(pk=general.pk).get()
    rows = [json.loads(line) for line in (out / "company" / "train.jsonl").read_text().splitlines()]
    assert rows[-1]["query"] == "Did Quillmark Works grow in 2022?", "one company's data are learned as they are"
    assert company.figures["group"]["mrr"]["before"] == pytest.approx(general.figures["group"]["mrr"]["after"])

    settings.DECODER_RERANKER, texts = base, list(groups[0].texts)
    scores = {}
    for adapter in ("", general.folder, company.folder):
        settings.DECODER_ADAPTER = adapter
        scores[adapter] = decoder().score(groups[0].question, texts)
    assert len({tuple(one) for one in scores.values()}) == 3
    assert scores[company.folder][0] == max(scores[company.folder])


@packages
def test_pairs_are_laid_out_and_scored_in_training_as_at_answering(tmp_path: Path, settings: LazySettings) -> None:
    import torch

    from apps.learning.training.decoder import runner

    settings.DECODER_RERANKER, settings.DECODER_ADAPTER = tiny_decoder(tmp_path / "base"), ""
    group = learned(QUILL)[0]
    row = {"query": group.question, "pos": [group.texts[0]], "neg": [*group.texts[1:]]}
    (tmp_path / "train.jsonl").write_text(json.dumps(row))
    made = runner(DecoderSettings(settings.DECODER_RERANKER, texts=3), tmp_path)
    batch = made.data_collator([made.train_dataset[0]])["pair"]
    words = made.tokenizer.decode(batch["input_ids"][0], skip_special_tokens=True)
    assert words == made.tokenizer.decode(
        made.tokenizer(f"A: {group.question}\nB: {group.texts[0]}\n{PROMPT}")["input_ids"], skip_special_tokens=True
    )
    with torch.inference_mode():
        scores = torch.sigmoid(made.model.eval().encode(batch)).tolist()
    assert sorted(scores) == pytest.approx(sorted(decoder().score(group.question, group.texts)), abs=1e-4)


@packages
def test_a_broken_run_goes_on_from_its_adapter(tmp_path: Path) -> None:
    from apps.learning.training.decoder import train

    told = DecoderSettings(tiny_decoder(tmp_path / "base"), texts=3, steps=20, checkpoint=10, rate=0.01)

    def broken(line: str) -> None:
        if line.startswith("step 20"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(learned(QUILL), told, tmp_path / "out", "m", resume=False, tell=broken)
    again = list[str]()
    whole = train(learned(QUILL), told, tmp_path / "whole", "m", resume=False, tell=again.append)
    again.clear()
    adapter = train(learned(QUILL), told, tmp_path / "out", "m", resume=True, tell=again.append)
    assert [line.split(",")[0] for line in again[1:]] == ["step 20 of 20"], "the first ten steps are not made again"
    assert [step for step, _ in adapter.curve] == [10, 20]
    assert adapter.digest == whole.digest, "the same seed, the same weights, broken off or not"
    with pytest.raises(ValueError, match="one text answers and others do not"):
        train([Group("Why?", ("a",), (0,), "x")], told, tmp_path / "none", "m", resume=False, tell=again.append)
