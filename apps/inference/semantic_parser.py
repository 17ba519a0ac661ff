"""The trained semantic parser: a question's words to the pieces of a sentence that tells a query, on the plain CPU.

An encoder of the embedded model's kind, whose word embeddings it shares with the shipped cross-encoder, and a small
decoder that writes a piece of its vocabulary or copies a word of the question (pointer-generator). Both are so small
that numpy runs them: about a tenth of a second.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
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

    def parse(self, words: Sequence[str], keys: Sequence[str], width: int = 1) -> tuple[Sentence, ...]:
        """So many sentences at most, the likeliest first; none where none ends.

        keys: words as they are compared, "" where one may not be copied.
        """
        words, keys = words[:MOST_WORDS], keys[:MOST_WORDS]
        if not words:
            return ()
        states, first = self._encoded(words)
        return _Writing(self, states, states[first], keys).sentences(width)

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


@dataclass(frozen=True, slots=True)
class _Begun:
    """A sentence so far. last: the place of the word copied last, else -2. given: what follows from, None at its end.

    likely: the logarithm of its probability; row: which of those before it goes on.
    """

    pieces: tuple[str | int, ...]
    likely: float
    last: int
    given: Array | None
    row: int = 0


class _Writing:
    """Sentences piece by piece, the likeliest ones side by side (a beam); what was seen of earlier pieces is kept."""

    def __init__(self, model: SemanticParser, states: Array, words: Array, keys: Sequence[str]) -> None:
        self.model = model
        self.copied, self.pointed = model.dense(words, "cp"), model.dense(words, "k")
        self.layers = [f"dec.layers.{layer}" for layer in range(model._layers("dec.layers"))]
        self.question = [self._split(at, "multihead_attn", states, (1, 2)) for at in self.layers]
        number = {piece: at for at, piece in enumerate(model.vocabulary)}
        self.begin, self.end = number[BEGIN], number[END]
        self.places = {key: [at for at, one in enumerate(keys) if one == key] for key in keys if key}
        self.own = {key: number[f"{COPIED}{key}"] for key in self.places if f"{COPIED}{key}" in number}

    def sentences(self, width: int) -> tuple[Sentence, ...]:
        embedded = self.model.weights["emb.weight"]
        going, done = [_Begun((), 0.0, -2, embedded[self.begin])], list[_Begun]()
        seen = [np.zeros((1, 0, 2 * embedded.shape[1]), dtype=np.float32) for _ in self.layers]
        for step in range(MOST_PIECES):
            given = np.stack([one.given for one in going if one.given is not None])
            chances = self._chances(given + self.model.weights["pos.weight"][step], seen)
            ways = [way for row, one in enumerate(going) for way in self._ways(one, chances[row], row, width)]
            ways = sorted(ways, key=lambda way: -way.likely)[:width]
            done = sorted([*done, *(way for way in ways if way.given is None)], key=lambda way: -way.likely)[:width]
            going = [way for way in ways if way.given is not None]
            if not going or (len(done) == width and done[-1].likely >= going[0].likely):
                break
            seen = [one[[way.row for way in going]] for one in seen]
        return tuple(Sentence(one.pieces, exp(one.likely)) for one in done)

    def _ways(self, begun: _Begun, chances: Array, row: int, width: int) -> Iterator[_Begun]:
        """How it may go on: by a piece of the vocabulary, or by a word of the question, wherever that stands."""
        written, pointed = chances[: len(self.model.vocabulary)].copy(), chances[len(self.model.vocabulary) :]
        words = {key: float(pointed[places].sum()) for key, places in self.places.items()}
        for key, number in self.own.items():
            words[key] += float(written[number])
            written[number] = 0
        for number in written.argsort()[-width:]:
            piece, likely = self.model.vocabulary[number], begun.likely + log(float(written[number]) + 1e-12)
            given = None if number == self.end else self.model.weights["emb.weight"][number]
            pieces = begun.pieces if given is None else (*begun.pieces, piece.removeprefix(COPIED))
            yield _Begun(pieces, likely, begun.last, given, row)
        for key in sorted(words, key=words.__getitem__)[-width:]:
            places = self.places[key]
            at = begun.last + 1 if begun.last + 1 in places else max(places, key=lambda one: float(pointed[one]))
            yield _Begun((*begun.pieces, at), begun.likely + log(words[key] + 1e-12), at, self.copied[at], row)

    def _chances(self, states: Array, seen: list[Array]) -> Array:
        """By row those of every piece of the vocabulary, and then of every word. seen grows by what is seen now."""
        model = self.model
        for number, at in enumerate(self.layers):
            asked, key, value = self._split(at, "self_attn", model.normal(states, f"{at}.norm1"), (0, 1, 2))
            seen[number] = both = np.concatenate([seen[number], np.concatenate([key, value], axis=1)[:, None]], axis=1)
            half = both.shape[2] // 2
            mixed = attended(asked[:, None], both[..., :half], both[..., half:], DECODER_HEADS)[:, 0]
            states = states + model.dense(mixed, f"{at}.self_attn.out_proj")
            (asked,) = self._split(at, "multihead_attn", model.normal(states, f"{at}.norm2"), (0,))
            key, value = self.question[number]
            states = states + model.dense(attended(asked, key, value, DECODER_HEADS), f"{at}.multihead_attn.out_proj")
            wide = gelu(model.dense(model.normal(states, f"{at}.norm3"), f"{at}.linear1"))
            states = states + model.dense(wide, f"{at}.linear2")
        states = model.normal(states, "dec.norm")
        written = model.dense(states, "out") @ model.weights["emb.weight"].T + model.weights["bias"]
        pointed = model.dense(states, "q") @ self.pointed.T / np.float32(sqrt(states.shape[1]))
        return softmax(np.concatenate([written, pointed], axis=1))

    def _split(self, at: str, name: str, states: Array, which: Sequence[int]) -> tuple[Array, ...]:
        """What is asked, keys and values, which training keeps as one matrix."""
        weight, bias = (self.model.weights[f"{at}.{name}.in_proj_{kind}"] for kind in ("weight", "bias"))
        size = weight.shape[1]
        return tuple(
            states @ weight[size * one : size * (one + 1)].T + bias[size * one : size * (one + 1)] for one in which
        )


def attended(asked: Array, key: Array, value: Array, heads: int) -> Array:
    """(..., rows, width) from (..., rows, width) and (..., others, width), each head by itself."""
    size = asked.shape[-1] // heads
    parted = (one.reshape(*one.shape[:-1], heads, size).swapaxes(-3, -2) for one in (asked, key, value))
    first, second, third = parted
    weight = softmax(first @ second.swapaxes(-1, -2) / np.float32(sqrt(size)))
    mixed: Array = (weight @ third).swapaxes(-3, -2).reshape(asked.shape)
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
