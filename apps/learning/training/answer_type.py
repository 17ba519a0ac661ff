"""Training what tells a question for words from one for figures: the layer of operations, over two kinds.

Questions for figures are those that programs learn from; questions for words those that readers wrote over prose, and
those whose quotations they graded.
"""

import json
import lzma
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from apps.accounts.models import User
from apps.learning import json_lines
from apps.learning.builders import quotations
from apps.learning.builders.filed import filers_by_filing
from apps.learning.training.programs import Layer, ProgramSettings, Worded, Written, layer, parts
from apps.questions.answer_type import SURE, told_words
from apps.questions.labels import NoLabels
from apps.questions.meanings import NoMeanings
from apps.questions.reader import Reader
from apps.retrieval.found import Scope
from apps.retrieval.reading import register_for

PROSE = Path(__file__).parents[1] / "data" / "prose.jsonl.xz"
FIGURES, WORDS = "figures", "words"
SETTINGS = ProgramSettings(decay=0.0005)


def told(figures: Sequence[Written], viewer: User) -> list[Worded]:
    """Every question with its kind, read as one ask and without labels."""
    reader = Reader(register_for(viewer, Scope()), NoLabels(), NoMeanings())
    filers = filers_by_filing()
    asked = {one.question: one.filing for one in figures}
    posed = dict(in_prose()) | {one.question: one.filing for one in quotations.read()}
    return [
        Worded(filers.get(filing) or "", told_words(reader.once(question).query), kind)
        for kind, questions in ((FIGURES, asked), (WORDS, posed))
        for question, filing in questions.items()
        if kind == FIGURES or question not in asked
    ]


def in_prose(file: Path = PROSE) -> Iterator[tuple[str, str]]:
    """Questions that sentences answer, each with the SHA-256 of the file of its filing."""
    names = filers_by_filing()
    for row in json_lines.read(file):
        if name := names.get(row["filing"]):
            yield row["question"].replace("{company}", name), row["filing"]


def learned(of: Sequence[Worded]) -> Layer:
    """As if as many of both kinds were asked."""
    made, held = layer(of, SETTINGS, (FIGURES, WORDS)), Counter(one.operation for one in of)
    evened = made.weights[""] - np.log([held[FIGURES], held[WORDS]], dtype=np.float32)
    return Layer({**made.weights, "": evened})


def crossed(of: Sequence[Worded], folds: int = 5) -> list[tuple[Worded, float]]:
    """Each with how likely words answer it, by what saw no question about its filer."""
    found: list[tuple[Worded, float]] = []
    for out in parts({one.filer for one in of}, folds):
        made = learned([one for one in of if one.filer not in out])
        found += [(one, float(made.likely(one.words)[1])) for one in of if one.filer in out]
    return found


def measured(found: Sequence[tuple[Worded, float]], least: float = SURE) -> str:
    def above(kind: str) -> str:
        chances = [chance for one, chance in found if one.operation == kind]
        return f"{sum(chance >= least for chance in chances)} of {len(chances)} questions for {kind}"

    return f"from {least}: {above(WORDS)}, {above(FIGURES)}, each by weights that saw none about its filer"


def write(made: Layer, file: Path) -> None:
    """By gram how much more it says for words than for figures."""
    weights = {gram: round(float(row[1] - row[0]), 3) for gram, row in sorted(made.weights.items())}
    with lzma.open(file, "wt", encoding="utf-8") as out:
        json.dump(weights, out)
