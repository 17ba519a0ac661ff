"""Re-ranking models: real loading and real passes, on tiny models where the packages are installed."""

from pathlib import Path

import pytest
from django.conf import LazySettings

from apps.inference.errors import ModelUnavailable
from apps.inference.pair_scoring import cross_encoder, decoder
from tests.inference.tiny import needs, tiny_cross_encoder, tiny_decoder

QUESTION = "What was the revenue of the bakeries?"
PASSAGES = ["Revenue was 3,310.", "", "The board met. " * 400, "We employ bakers and drivers."]


@pytest.mark.parametrize(
    ("load", "setting"), [(cross_encoder, "FINRAG_CROSS_ENCODER"), (decoder, "FINRAG_DECODER_RERANKER")]
)
def test_a_model_must_be_named(load, setting: str, settings: LazySettings) -> None:
    settings.CROSS_ENCODER = settings.DECODER_RERANKER = ""
    with pytest.raises(ModelUnavailable, match=f"{setting} names no model: set it to"):
        load()


@pytest.mark.parametrize(("load", "package"), [(cross_encoder, "sentence_transformers"), (decoder, "FlagEmbedding")])
def test_what_cannot_be_loaded_is_said(load, package: str, settings: LazySettings, tmp_path: Path) -> None:
    settings.CROSS_ENCODER = settings.DECODER_RERANKER = str(tmp_path / "nowhere")
    there = not needs(package).args[0]
    expected = "nowhere, which could not be loaded" if there else r"pip install -r requirements-gpu\.txt"
    with pytest.raises(ModelUnavailable, match=expected):
        load()


@needs("sentence_transformers")
def test_a_cross_encoder_scores_every_pair_alike_in_any_company(settings: LazySettings, tmp_path: Path) -> None:
    settings.CROSS_ENCODER = tiny_cross_encoder(tmp_path)
    model = cross_encoder()
    scores = model.score(QUESTION, PASSAGES)
    assert all(0 <= score <= 1 for score in scores) and len(set(scores)) == len(PASSAGES)
    assert model.score(QUESTION, PASSAGES[::-1]) == pytest.approx(scores[::-1], abs=1e-4)
    assert [model.score(QUESTION, [passage])[0] for passage in PASSAGES] == pytest.approx(scores, abs=1e-4)
    assert model.score(QUESTION, []) == []
    assert model.name == tmp_path.name


@needs("sentence_transformers")
def test_a_model_that_tells_classes_apart_is_refused(settings: LazySettings, tmp_path: Path) -> None:
    settings.CROSS_ENCODER = tiny_cross_encoder(tmp_path, labels=3)
    with pytest.raises(ModelUnavailable, match="tells 3 classes apart"):
        cross_encoder()


@needs("FlagEmbedding")
def test_a_decoder_scores_the_difference_of_yes_and_no(settings: LazySettings, tmp_path: Path) -> None:
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    settings.DECODER_RERANKER, settings.DECODER_ADAPTER, settings.PAIR_BATCH = tiny_decoder(tmp_path), "", 3
    model = decoder()
    scores = model.score(QUESTION, PASSAGES)
    assert len(set(scores)) == len(PASSAGES)
    assert [model.score(QUESTION, [passage])[0] for passage in PASSAGES] == pytest.approx(scores, abs=1e-4)
    assert model.score(QUESTION, []) == []

    tokenizer, network = AutoTokenizer.from_pretrained(tmp_path), AutoModelForCausalLM.from_pretrained(tmp_path)
    from apps.inference.decoder import PROMPT

    text = f"A: {QUESTION}\nB: {PASSAGES[0]}\n{PROMPT}"
    ids = [tokenizer.bos_token_id, *tokenizer(text, add_special_tokens=False)["input_ids"]]
    yes, no = tokenizer.convert_tokens_to_ids(["yes", "no"])
    with torch.inference_mode():
        logits = network(input_ids=torch.tensor([ids])).logits[0, -1]
    assert scores[0] == pytest.approx(torch.sigmoid(logits[yes] - logits[no]).item(), abs=1e-4)


@needs("FlagEmbedding", "peft")
def test_an_adapter_changes_the_scores(settings: LazySettings, tmp_path: Path) -> None:
    from peft import LoraConfig, get_peft_model
    from transformers import AutoModelForCausalLM

    settings.DECODER_RERANKER, settings.DECODER_ADAPTER = tiny_decoder(tmp_path / "model"), ""
    plain = decoder().score(QUESTION, PASSAGES)
    config = LoraConfig(r=4, target_modules=["q_proj", "k_proj", "v_proj", "o_proj"], init_lora_weights=False)
    adapted = get_peft_model(AutoModelForCausalLM.from_pretrained(tmp_path / "model"), config)
    adapted.save_pretrained(tmp_path / "adapter")
    settings.DECODER_ADAPTER = str(tmp_path / "adapter")
    assert decoder().score(QUESTION, PASSAGES) != pytest.approx(plain, abs=1e-4)
