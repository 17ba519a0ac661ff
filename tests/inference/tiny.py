"""Models of the real architectures with a few random weights, made where the packages of GPU workers are installed."""

import importlib.util
from pathlib import Path

import pytest

from apps.inference import tokens

HIDDEN = 32


def needs(*packages: str) -> pytest.MarkDecorator:
    """Skips, and says so, where requirements-gpu.txt is not installed."""
    missing = [package for package in packages if importlib.util.find_spec(package) is None]
    return pytest.mark.skipif(bool(missing), reason=f"{', '.join(missing)}: comes with requirements-gpu.txt")


def tiny_tokenizer(folder: Path, **special: str) -> int:
    """The pinned word pieces as a tokenizer of transformers; returns how many there are."""
    from transformers import PreTrainedTokenizerFast

    made = PreTrainedTokenizerFast(
        tokenizer_file=str(tokens.PATH),
        unk_token="[UNK]",
        pad_token="[PAD]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        mask_token="[MASK]",
        **special,
    )
    made.save_pretrained(folder)
    return len(made)


def tiny_cross_encoder(folder: Path, labels: int = 1) -> str:
    """A BERT with a classification head."""
    import torch
    from transformers import BertConfig, BertForSequenceClassification

    torch.manual_seed(7)
    config = BertConfig(
        vocab_size=tiny_tokenizer(folder),
        hidden_size=HIDDEN,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        num_labels=labels,
        initializer_range=0.5,
    )
    BertForSequenceClassification(config).save_pretrained(folder)
    return str(folder)


def tiny_embedder(folder: Path) -> str:
    """A BERT under mean pooling, without dropout."""
    import torch
    from sentence_transformers import SentenceTransformer
    from transformers import BertConfig, BertModel

    torch.manual_seed(7)
    base = folder / "base"
    config = BertConfig(
        vocab_size=tiny_tokenizer(base),
        hidden_size=HIDDEN,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
    )
    BertModel(config).save_pretrained(base)
    SentenceTransformer(str(base)).save_pretrained(str(folder / "model"), create_model_card=False)
    return str(folder / "model")


def tiny_decoder(folder: Path) -> str:
    """A Gemma, the architecture of the paper's base model."""
    import torch
    from transformers import GemmaConfig, GemmaForCausalLM

    torch.manual_seed(7)
    config = GemmaConfig(
        vocab_size=tiny_tokenizer(folder, bos_token="[CLS]", eos_token="[SEP]"),
        hidden_size=HIDDEN,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=1,
        head_dim=16,
        intermediate_size=64,
        initializer_range=0.5,
        pad_token_id=0,
    )
    GemmaForCausalLM(config).save_pretrained(folder)
    return str(folder)


def tiny_late_interaction(folder: Path) -> str:
    """A BERT whose token vectors a dense layer makes smaller, as ColBERT does."""
    import torch
    from sentence_transformers import MultiVectorEncoder
    from transformers import BertConfig, BertModel

    torch.manual_seed(7)
    base = folder / "base"
    config = BertConfig(
        vocab_size=tiny_tokenizer(base),
        hidden_size=HIDDEN,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        initializer_range=0.5,
    )
    BertModel(config).save_pretrained(base)
    MultiVectorEncoder(str(base)).save(str(folder / "model"))
    return str(folder / "model")
