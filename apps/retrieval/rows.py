"""The row path: tables of which one row is labelled with what is asked for, note tables too (V8).

A table is long and its row short: similarity to the whole table hides the row. Ranks what other paths brought.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from math import fsum, log

from apps.documents.models import Chunk, ChunkKind
from apps.retrieval.lexical import Terms
from apps.retrieval.ranked import Ranked, ranked
from apps.retrieval.stems import stems

FIGURE = re.compile(r"(?<![\s|])[\s|]*+[(\-–—]{0,9}+[$€£]?\s*+\(?(?<!\d)(?<!\d,)\d[\d,]*+(?:\.\d++)?\)?%?(?=[\s|)%]|$)")
AROUND = 0.5  # what a word counts that stands in the headings of the table, against one in the label of the row
LEAST = 0.35  # of the weight of the question's words that row and headings must hold
MOST = 30


@dataclass(frozen=True, slots=True)
class Asked:
    """The stems of the question and their weights, which sum to 1."""

    weights: dict[str, float]

    @classmethod
    def of(cls, terms: Terms) -> "Asked":
        weights = {
            stem: weight * log(1 + terms.passages / (1 + terms.holding.get(stem, 0)))
            for stem, weight in terms.weights.items()
            if not stem.isdigit()
        }
        whole = fsum(weights.values()) or 1.0
        return cls({stem: weight / whole for stem, weight in weights.items()})

    def held_by(self, words: frozenset[str]) -> float:
        return fsum(self.weights[word] for word in words & self.weights.keys())


def row_passages(chunks: Iterable[Chunk], terms: Terms) -> list[Ranked]:
    """The tables among `chunks` with a row that is labelled like the question, best first. Needs `section` loaded."""
    asked = Asked.of(terms)
    scores = [(chunk.pk, score_of(chunk, asked)) for chunk in chunks if chunk.kind == ChunkKind.TABLE]
    order = sorted((row for row in scores if row[1] >= LEAST), key=lambda row: (-row[1], row[0]))
    return ranked(order[:MOST])


def score_of(chunk: Chunk, asked: Asked) -> float:
    """How much of the question the best row's label holds, with what only the headings hold at half its weight."""
    around = stems(" ".join(chunk.section.path[-2:]) if chunk.section else "")
    best = 0.0
    for label in labels(chunk.text):
        words = stems(label)
        if words & asked.weights.keys():
            extra = len(words - asked.weights.keys())
            held = asked.held_by(words) + AROUND * asked.held_by(around - words)
            best = max(best, held / (1 + 0.05 * extra))
    return best


def labels(text: str) -> list[str]:
    """The words at the start of each line that goes on with figures."""
    found = []
    for line in text.splitlines():
        match = FIGURE.search(line)
        if match and (label := line[: match.start()].strip(" |.:")):
            found.append(label)
    return found
