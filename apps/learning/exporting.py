"""A trained cross-encoder as the product runs it: a folder of int8 weights that needs no torch."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from hashlib import file_digest
from pathlib import Path
from typing import Any

import numpy as np

from apps.inference.bert_graph import WORDS as WORD_EMBEDDINGS
from apps.inference.packed_pairs import CARD, LAYERS, WORDS, Card
from apps.inference.packed_weights import Array, write

LENGTH = 224  # tokens of question and text together, at answering


def export(network: Any, out: Path, name: str) -> Card:
    """Write the folder that `PackedPairs.load` reads. network: a BERT of transformers with one label."""
    arrays = {key: _array(value) for key, value in network.state_dict().items() if "position_ids" not in key}
    out.mkdir(parents=True, exist_ok=True)
    if not (out / WORDS).exists():  # they never change: a new model replaces the layers alone
        write(out / WORDS, {WORD_EMBEDDINGS: arrays[WORD_EMBEDDINGS]})
    write(out / LAYERS, {key: value for key, value in arrays.items() if key != WORD_EMBEDDINGS})
    config = network.config
    card = Card(
        name=name,
        words=_sha256(out / WORDS),
        layers=_sha256(out / LAYERS),
        depth=config.num_hidden_layers,
        heads=config.num_attention_heads,
        length=LENGTH,
        weights={"score": [1.0, 0.0]},
    )
    write_card(card, out)
    return card


def write_card(card: Card, folder: Path) -> None:
    told = asdict(card)
    weights, numbers = told.pop("weights"), told.pop("numbers")
    lines = [*_lines(told), "", "[weights]", *_lines(weights)]
    lines += ["", "[numbers]", *_lines(numbers)] if numbers else []
    (folder / CARD).write_text("\n".join(lines) + "\n", encoding="utf-8")


def _lines(told: Mapping[str, Any]) -> Iterator[str]:
    return (f"{key} = {json.dumps(value)}" for key, value in told.items())


def _array(tensor: Any) -> Array:
    return np.asarray(tensor.detach().cpu().float().numpy(), dtype=np.float32)


def _sha256(file: Path) -> str:
    with file.open("rb") as content:
        return file_digest(content, "sha256").hexdigest()
