"""A recipe: the stages of a training, each with what it learns from and for how long. Read from TOML."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from hashlib import sha256
from pathlib import Path
from typing import Any

SHIPPED = Path(__file__).with_name("shipped.toml")
MARK = 16  # characters of a digest that stand for a filer's name


@dataclass(frozen=True, slots=True)
class Stage:
    """steps: of the training. Counts of 0 switch a builder off.

    a_filing: questions by rule over each filing's prose, all kinds in turn; kinds: of these kinds, how many sentences
    of each filing, and how many questions for each. rows: questions for lines. public: of each file, how many rows;
    marked: of each file, how many rows of which every number is a text by itself. readers: how often each reader's
    question is asked, each time by another of the filer's names; quoted, passages: what share of these has quotations,
    and passages, in the place of sentences. numbers, cells: how often each question for a number in a sentence, and in
    a table, is asked. quotations: what share of the graded quotations is learned from. earlier: groups of the stage
    before, readers' left out. most: of each origin. texts: of a group; longest: characters of a text, 0 for any.
    questions: of a step. dropout: while learning.
    """

    name: str
    steps: int
    a_filing: int = 0
    kinds: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    rows: int = 0
    public: Mapping[str, int] = field(default_factory=dict)
    marked: Mapping[str, int] = field(default_factory=dict)
    readers: int = 0
    quoted: float = 0.0
    passages: float = 0.0
    numbers: int = 0
    cells: int = 0
    earlier: int = 0
    quotations: float = 0.0
    most: Mapping[str, int] = field(default_factory=dict)
    texts: int = 6
    longest: int = 0
    questions: int = 4
    dropout: float = 0.0
    rate: float = 1e-4


@dataclass(frozen=True, slots=True)
class Recipe:
    """held_out: marks of the filers that nothing is learned from; length: tokens while learning."""

    name: str
    stages: tuple[Stage, ...]
    held_out: tuple[str, ...] = ()
    seed: int = 7
    length: int = 112

    def holds_out(self, filer: str) -> bool:
        return sha256(filer.encode()).hexdigest()[:MARK] in self.held_out


def read(file: Path = SHIPPED) -> Recipe:
    """Raises ValueError for a key that nobody knows, or a stage without a name or steps."""
    told = tomllib.loads(file.read_text(encoding="utf-8"))
    stages = tuple(_stage(one) for one in told.pop("stages", ()))
    _known(Recipe, told)
    return Recipe(**{**told, "stages": stages, "held_out": tuple(told.get("held_out", ()))})


def _stage(told: dict[str, Any]) -> Stage:
    _known(Stage, told)
    kinds = {name: (sentences, times) for name, (sentences, times) in told.get("kinds", {}).items()}
    try:
        return Stage(**{**told, "kinds": kinds})
    except TypeError as error:
        raise ValueError(f"this is no stage of a recipe: {error}") from None


def _known(of: type, told: Mapping[str, Any]) -> None:
    if strange := sorted(told.keys() - {one.name for one in fields(of)}):
        raise ValueError(f"a recipe has no {', '.join(strange)}")
