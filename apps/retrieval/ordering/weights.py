"""The weights that order passages, read from a JSON file: a sum over the features, of each kind of question its own."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

SHIPPED = Path(__file__).with_name("learned.json")
FAR = 4.0  # standard deviations: what lies further out counts as lying there
PLACES = 4  # of a number, as it is written
Numbers = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Weights:
    """For one kind of question. usual, spread: mean and standard deviation of each feature where it was learned."""

    usual: Numbers
    spread: Numbers
    weights: Numbers

    def scores(self, rows: Numbers) -> Numbers:
        return np.asarray(self.scaled(rows) @ self.weights, dtype=np.float32)

    def scaled(self, rows: Numbers) -> Numbers:
        return np.asarray(np.clip((rows - self.usual) / self.spread, -FAR, FAR), dtype=np.float32)


@dataclass(frozen=True, slots=True)
class Order:
    """names: of the features, in their order. figures, words: for questions that ask for figures, and for words."""

    names: tuple[str, ...]
    figures: Weights
    words: Weights

    def scores(self, names: Sequence[str], rows: Numbers, *, figures: bool) -> Numbers:
        """One number for each row; higher comes first. Raises ValueError where other features were learned from."""
        if tuple(names) != self.names:
            raise ValueError("the weights were learned with other features: learn them again")
        return (self.figures if figures else self.words).scores(rows)


def write(order: Order, file: Path) -> str:
    """As JSON; its digest."""
    told: dict[str, object] = {"names": order.names}
    for kind in ("figures", "words"):
        own = asdict(getattr(order, kind))
        told[kind] = {name: np.round(numbers.astype(float), PLACES).tolist() for name, numbers in own.items()}
    file.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    return digest(file)


def read(file: Path = SHIPPED) -> Order:
    """Raises OSError where it is not there, ValueError where it holds no weights."""
    told = json.loads(file.read_text(encoding="utf-8"))
    try:
        return Order(tuple(told["names"]), _weights(told["figures"]), _weights(told["words"]))
    except KeyError as lacking:
        raise ValueError(f"{file.name} holds no order: {lacking} is missing") from None


def _weights(told: dict[str, list[float]]) -> Weights:
    usual, spread, weights = (np.asarray(told[name], dtype=np.float32) for name in ("usual", "spread", "weights"))
    return Weights(usual, spread, weights)


def digest(file: Path = SHIPPED) -> str:
    return sha256(file.read_bytes()).hexdigest()


@cache
def shipped_digest() -> str:
    return digest()


@cache
def order_named(named: str) -> Order:
    """The one of this digest. Raises ValueError where it is not the one that ships."""
    if named != shipped_digest():
        raise ValueError("the settings name an order that is not here: its weights were replaced")
    return read()
