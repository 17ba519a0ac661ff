"""The trained semantic parser: a question's words to the pieces of a sentence that tells a query, on the plain CPU.

An encoder of the embedded model's kind, whose word embeddings it shares with the shipped cross-encoder, and a small
decoder that writes a piece of its vocabulary or copies a word of the question (pointer-generator). Both are so small
that numpy runs them: about a tenth of a second.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, log, sqrt
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from apps.inference.bert_graph import WORDS
from apps.inference.errors import ModelUnavailable
from apps.inference.packed_pairs import SHIPPED as PAIRS
from apps.inference.packed_pairs import Card
from apps.inference.packed_weights import read
from apps.inference.pinned import checked
from apps.inference.tokens import BEGIN as FIRST
from apps.inference.tokens import END as LAST
from apps.inference.tokens import Tokens

SHIPPED = Path(__file__).parent / "data" / "parser"
CARD, LAYERS = "parser.json", "layers.npz"
REMEDY = "restore apps/inference/data from the repository"
FIRST_MARKER = 2  # the id of the first of the tokens that the tokenizer keeps for others' use
MOST_WORDS, MOST_PIECES, OF_A_WORD = 84, 90, 6  # words of a question, pieces of a sentence, tokens of a word
HEADS = 12
DECODER_HEADS = 6
COPIED = "w:"  # a piece that may be written where the question lacks the word
BEGIN, END = "<s>", "</s>"
MASKED = np.float32(-1e9)
Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Sentence:
    """Pieces of the vocabulary and places of copied words. probability: of all of them together."""

    pieces: tuple[str | int, ...]
    probability: float


@dataclass(frozen=True, slots=True)
class SemanticParser:
    """weights: by their names in training. vocabulary: pieces, in order. markers: words that stand for something."""

    weights: Mapping[str, Array]
    vocabulary: tuple[str, ...]
    markers: tuple[str, ...]
    tokens: Tokens
    digest: str

    def parse(self, words: Sequence[str], keys: Sequence[str]) -> Sentence | None:
        """keys: words as they are compared, "" where one may not be copied. None where no sentence ends."""
        words, keys = words[:MOST_WORDS], keys[:MOST_WORDS]
        if not words:
            return None
        states, first = self._encoded(words)
        return _Writing(self, states, states[first], keys).sentence()

    def _encoded(self, words: Sequence[str]) -> tuple[Array, list[int]]:
        """States of tokens, and which of them is each word's first."""
        ids, first = [FIRST], list[int]()
        for word, pieces in zip(words, self.tokens.of_words(words), strict=True):
            first.append(len(ids))
            known = self.markers.index(word) + FIRST_MARKER if word in self.markers else None
            ids += [known] if known is not None else pieces[:OF_A_WORD]
        ids.append(LAST)
        at = "enc.embeddings"
        states = self.weights[WORDS][ids] + self.weights[f"{at}.position_embeddings.weight"][: len(ids)]
        states = self._normal(states + self.weights[f"{at}.token_type_embeddings.weight"][0], f"{at}.LayerNorm", 1e-12)
        for layer in range(self._layers("enc.encoder.layer")):
            states = self._encoder_layer(states, f"enc.encoder.layer.{layer}")
        return states, first

    def _layers(self, at: str) -> int:
        depth = at.count(".") + 1
        return len({name.split(".")[depth] for name in self.weights if name.startswith(f"{at}.")})

    def _encoder_layer(self, states: Array, at: str) -> Array:
        asked, key, value = (self.dense(states, f"{at}.attention.self.{name}") for name in ("query", "key", "value"))
        seen = self.dense(attended(asked, key, value, HEADS), f"{at}.attention.output.dense")
        states = self._normal(states + seen, f"{at}.attention.output.LayerNorm", 1e-12)
        wide = gelu(self.dense(states, f"{at}.intermediate.dense"))
        return self._normal(states + self.dense(wide, f"{at}.output.dense"), f"{at}.output.LayerNorm", 1e-12)

    def dense(self, states: Array, at: str) -> Array:
        made: Array = states @ self.weights[f"{at}.weight"].T + self.weights[f"{at}.bias"]
        return made

    def _normal(self, states: Array, at: str, epsilon: float = 1e-5) -> Array:
        return normal(states, self.weights[f"{at}.weight"], self.weights[f"{at}.bias"], epsilon)

    def normal(self, states: Array, at: str) -> Array:
        return self._normal(states, at)


class _Writing:
    """A sentence piece by piece, the likeliest each time; what was seen of earlier ones is kept."""

    def __init__(self, model: SemanticParser, states: Array, words: Array, keys: Sequence[str]) -> None:
        self.model, self.words, self.keys = model, words, keys
        self.copied = model.dense(words, "cp")
        self.pointed = model.dense(words, "k")
        self.layers = [f"dec.layers.{layer}" for layer in range(model._layers("dec.layers"))]
        self.seen: list[list[Array]] = [[] for _ in self.layers]
        self.question = [self._split(at, "multihead_attn", states, (1, 2)) for at in self.layers]

    def sentence(self) -> Sentence | None:
        model, at = self.model, len(self.keys)
        place = {piece: number for number, piece in enumerate(model.vocabulary)}
        own = {piece.removeprefix(COPIED): number for piece, number in place.items() if piece.startswith(COPIED)}
        pieces, likely, last = list[str | int](), 0.0, -2
        given = model.weights["emb.weight"][place[BEGIN]]
        for step in range(MOST_PIECES):
            chances = self._chances(given + model.weights["pos.weight"][step])
            written, pointed = chances[:-at], chances[-at:]
            words: dict[str, float] = {}
            for key, chance in zip(self.keys, pointed, strict=True):
                if key:
                    words[key] = words.get(key, 0.0) + float(chance)
            for key, number in own.items():
                words[key] = words.get(key, 0.0) + float(written[number])
            word = max(words, key=words.__getitem__, default="")
            number = int(written.argmax())
            if not word or words[word] <= float(written[number]):
                likely += log(float(written[number]) + 1e-12)
                if model.vocabulary[number] == END:
                    return Sentence(tuple(pieces), exp(likely))
                given, last = model.weights["emb.weight"][number], -2 if last < 0 else last
                pieces.append(model.vocabulary[number].removeprefix(COPIED))
                continue
            likely += log(words[word] + 1e-12)
            places = [place for place, key in enumerate(self.keys) if key == word]
            if places:
                last = last + 1 if last + 1 in places else max(places, key=lambda one: float(pointed[one]))
                given = self.copied[last]
                pieces.append(last)
            else:
                given = model.weights["emb.weight"][own[word]]
                pieces.append(word)
        return None

    def _chances(self, state: Array) -> Array:
        """Of every piece of the vocabulary, and then of every word of the question."""
        model = self.model
        row = state[None]
        for number, at in enumerate(self.layers):
            inner = model.normal(row, f"{at}.norm1")
            asked, key, value = self._split(at, "self_attn", inner, (0, 1, 2))
            self.seen[number].append(np.concatenate([key, value], axis=1))
            both = np.concatenate(self.seen[number])
            half = both.shape[1] // 2
            mixed = attended(asked, both[:, :half], both[:, half:], DECODER_HEADS)
            row = row + model.dense(mixed, f"{at}.self_attn.out_proj")
            (asked,) = self._split(at, "multihead_attn", model.normal(row, f"{at}.norm2"), (0,))
            key, value = self.question[number]
            row = row + model.dense(attended(asked, key, value, DECODER_HEADS), f"{at}.multihead_attn.out_proj")
            wide = gelu(model.dense(model.normal(row, f"{at}.norm3"), f"{at}.linear1"))
            row = row + model.dense(wide, f"{at}.linear2")
        row = model.normal(row, "dec.norm")
        written = model.dense(row, "out") @ model.weights["emb.weight"].T + model.weights["bias"]
        pointed = model.dense(row, "q") @ self.pointed.T / np.float32(sqrt(row.shape[1]))
        return softmax(np.concatenate([written[0], pointed[0]]))

    def _split(self, at: str, name: str, states: Array, which: Sequence[int]) -> tuple[Array, ...]:
        """What is asked, keys and values, which training keeps as one matrix."""
        weight, bias = (self.model.weights[f"{at}.{name}.in_proj_{kind}"] for kind in ("weight", "bias"))
        size = weight.shape[1]
        return tuple(
            states @ weight[size * one : size * (one + 1)].T + bias[size * one : size * (one + 1)] for one in which
        )


def attended(asked: Array, key: Array, value: Array, heads: int) -> Array:
    """(rows, width) from (rows, width) and (others, width), each head by itself."""
    size = asked.shape[1] // heads
    first, second, third = (one.reshape(len(one), heads, size).transpose(1, 0, 2) for one in (asked, key, value))
    weight = softmax(first @ second.transpose(0, 2, 1) / np.float32(sqrt(size)))
    mixed: Array = (weight @ third).transpose(1, 0, 2).reshape(len(asked), -1)
    return mixed


def normal(states: Array, weight: Array, bias: Array, epsilon: float) -> Array:
    away = states - states.mean(axis=-1, keepdims=True)
    made: Array = away / np.sqrt((away**2).mean(axis=-1, keepdims=True) + np.float32(epsilon)) * weight + bias
    return made


def softmax(logits: Array) -> Array:
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    chances: Array = raised / raised.sum(axis=-1, keepdims=True)
    return chances


def gelu(states: Array) -> Array:
    """By the error function, after Abramowitz and Stegun 7.1.26: off by at most 2e-7."""
    away = np.abs(states) / np.float32(sqrt(2))
    term = 1 / (1 + np.float32(0.3275911) * away)
    series = term * (
        0.254829592 + term * (-0.284496736 + term * (1.421413741 + term * (-1.453152027 + term * 1.061405429)))
    )
    error = np.sign(states) * (1 - series * np.exp(-(away**2)))
    made: Array = (states * np.float32(0.5) * (1 + error)).astype(np.float32)
    return made


@cache
def semantic_parser() -> SemanticParser | None:
    """The one that ships; None where it cannot be loaded: then the grammar reads alone."""
    try:
        return loaded(SHIPPED)
    except ModelUnavailable:
        return None


def loaded(folder: Path) -> SemanticParser:
    """Raises ModelUnavailable when a file is missing or is not the one that the card pins."""
    try:
        card = json.loads((folder / CARD).read_text(encoding="utf-8"))
        layers, vocabulary, markers = card["layers"], tuple(card["vocabulary"]), tuple(card["markers"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ModelUnavailable(f"The folder {folder.name} holds no semantic parser: {error}.") from None
    words = read(checked(PAIRS / "words.npz", Card.of(PAIRS).words, REMEDY))
    weights = {WORDS: words[WORDS]} | read(checked(folder / LAYERS, layers, REMEDY))
    return SemanticParser(weights, vocabulary, markers, Tokens.load(256), layers[:8])
