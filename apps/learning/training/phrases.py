"""Training the layer that knows what a phrase means: a softmax over pooled token vectors, in numpy, within a minute.

It learns from phrases that people wrote for each measure, and from a few of the lexicon's. The figures are of the
phrases that were held out.
"""

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from apps.inference.minilm import MiniLM
from apps.inference.packed_weights import pack
from apps.inference.phrase_model import SHARPNESS, PhraseModel, pooled
from apps.learning import json_lines
from apps.questions.labels import stems
from apps.questions.lexicon import lexicon, phrases_of

WRITTEN = Path(__file__).parents[1] / "data" / "measure_phrases.jsonl.xz"
MEASURES = frozenset({"item", "ratio", "row"})
Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Phrase:
    """writer: whose hand it is, 1 for the first, 0 for use; only the first one's are held out."""

    measure: str
    phrase: str
    held_out: bool = False
    writer: int = 1


@dataclass(frozen=True, slots=True)
class PhraseSettings:
    """lexical: phrases of the lexicon for each measure. smoothing: of the labels; decay: of the weights."""

    steps: int = 250
    rate: float = 0.02
    decay: float = 3e-4
    smoothing: float = 0.05
    lexical: int = 8
    seed: int = 5


@dataclass(frozen=True, slots=True)
class Held:
    """How many of the phrases held out were understood: the right measure first, or among the first three."""

    phrases: int
    first: float
    three: float
    sure: Mapping[float, tuple[int, float]]  # from each probability: how many phrases, and how many of them right

    def told(self) -> str:
        sure = ", ".join(f"{count} from {least}: {right:.1%}" for least, (count, right) in self.sure.items())
        return f"{self.phrases} phrases held out: first {self.first:.1%}, among three {self.three:.1%}; {sure}"


def written(file: Path = WRITTEN) -> list[Phrase]:
    return [Phrase(**row) for row in json_lines.read(file)]


def train(phrases: Sequence[Phrase], model: MiniLM, settings: PhraseSettings) -> PhraseModel:
    """A layer that knows the measures of `phrases`; those held out are not looked at."""
    learned = [one for one in phrases if not one.held_out]
    learned += _lexical(phrases, settings)
    measures = tuple(sorted({one.measure for one in learned}))
    places = {measure: at for at, measure in enumerate(measures)}
    right = np.array([places[one.measure] for one in learned])
    weight, bias = _fitted(vectors(model, learned), right, len(measures), settings)
    return PhraseModel(weight, bias, measures, tuple(_words(learned, measures)), model)


def measured(layer: PhraseModel, phrases: Sequence[Phrase]) -> Held:
    """On those held out."""
    held = [one for one in phrases if one.held_out]
    logits = vectors(layer.model, held) @ layer.weight.T + layer.bias
    chances = np.exp(logits - logits.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    order = [[layer.measures[at] for at in row[:3]] for row in np.argsort(-chances, axis=1)]
    first = np.array([best[0] == one.measure for best, one in zip(order, held, strict=True)])
    three = np.mean([one.measure in best for best, one in zip(order, held, strict=True)])
    top = chances.max(axis=1)
    above = {least: first[top >= least] for least in (0.8, 0.6, 0.3)}
    sure = {least: (len(of), float(of.mean()) if len(of) else 0.0) for least, of in above.items()}
    return Held(len(held), float(first.mean()), float(three), sure)


def write(layer: PhraseModel, file: Path) -> str:
    """As `phrase_model` reads it; the SHA-256 that it is to pin."""
    words = np.array([" ".join(sorted(one)) for one in layer.words])
    packed = pack({"weight": layer.weight, "bias": layer.bias})
    np.savez_compressed(file, measures=np.array(layer.measures), words=words, **packed)  # type: ignore[arg-type]
    with file.open("rb") as content:
        return file_digest(content, "sha256").hexdigest()


def vectors(model: MiniLM, phrases: Sequence[Phrase]) -> Array:
    """One row for each phrase, as the layer sees it."""
    states = model.hidden([one.phrase for one in phrases])
    return np.stack([pooled(one) for one in states]) * SHARPNESS


def _lexical(phrases: Sequence[Phrase], settings: PhraseSettings) -> Iterator[Phrase]:
    """Phrases of the lexicon for the same measures, none that somebody wrote: it might have been held out."""
    rng = random.Random(settings.seed)  # noqa: S311 - a choice of examples, not a secret
    known, measures = {one.phrase.lower() for one in phrases}, {one.measure for one in phrases}
    for measure, spelled in sorted(_spelled(measures).items()):
        fresh = sorted(spelled - known)
        yield from (Phrase(measure, one) for one in rng.sample(fresh, min(settings.lexical, len(fresh))))


def known_phrases() -> set[str]:
    """Every way in which the lexicon spells a measure: these are read by it, and no layer is asked."""
    entries = (entry for entry in lexicon().entries if entry.kind in MEASURES)
    return {" ".join(keys) for entry in entries for keys in phrases_of(entry)}


def _spelled(measures: set[str]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for entry in lexicon().entries:
        if entry.kind in MEASURES and entry.name in measures:
            found[entry.name] |= {" ".join(keys) for keys in phrases_of(entry)}
    return found


def _words(learned: Iterable[Phrase], measures: Sequence[str]) -> Iterator[frozenset[str]]:
    said: dict[str, set[str]] = defaultdict(set)
    for one in learned:
        said[one.measure] |= stems(one.phrase)
    return (frozenset(said[measure]) for measure in measures)


def _fitted(inputs: Array, right: NDArray[np.int64], kinds: int, settings: PhraseSettings) -> tuple[Array, Array]:
    """Weight and bias of the softmax with smoothed labels, by Adam over all phrases at once."""
    rows = np.concatenate([inputs, np.ones((len(inputs), 1), dtype=np.float32)], axis=1)
    targets = np.full((len(rows), kinds), settings.smoothing / kinds, dtype=np.float32)
    targets[np.arange(len(rows)), right] += 1 - settings.smoothing
    layer = np.zeros((kinds, rows.shape[1]), dtype=np.float32)
    mean, square = np.zeros_like(layer), np.zeros_like(layer)
    for step in range(1, settings.steps + 1):
        logits = rows @ layer.T
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        gradient = (chances - targets).T @ rows / len(rows) + settings.decay * layer
        mean, square = 0.9 * mean + 0.1 * gradient, 0.999 * square + 0.001 * gradient**2
        layer -= settings.rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return layer[:, :-1].copy(), layer[:, -1].copy()
