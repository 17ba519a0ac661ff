"""Whether a figure is the one of the line that the sentence names, or of another row of the same table (A8)."""

from collections.abc import Iterator, Sequence

from apps.answers.check.figures import Manner, hits
from apps.answers.check.sources import Ready
from apps.answers.sources.tokens import Kind, Token
from apps.retrieval.stems import stems

SHARED = 0.5  # of the words of a row's label: a sentence with more of them may mean that row
NEUTRAL = frozenset({"total", "year", "period", "end", "consolid"})  # stems that labels have or have not
TELLING = 2  # words of a label by which another row is surely meant


def of_other_lines(said: Sequence[Token], sources: Sequence[Ready]) -> Iterator[tuple[Token, str]]:
    """Figures of a row that the sentence does not name, while it names in full another row of which it has no figure.

    Each with the label of its row. Only where all places of a figure are cells of such rows.
    """
    words = frozenset(token.key for token in said if token.kind is Kind.WORD)
    rows = [(token, _labels(token, sources)) for token in said if token.figure]
    told = frozenset(label for _, labels in rows for label in labels)
    named = [label for ready in sources for label in ready.source.others if _named(label, words) and label not in told]
    for token, labels in rows:
        if named and labels and all(_share(label, words) <= SHARED for label in labels):
            yield token, labels[0]


def _labels(token: Token, sources: Sequence[Ready]) -> list[str]:
    """Of the rows that hold the figure; empty where any place of it is no cell."""
    places = hits(token.figure, sources, Manner()) if token.figure else []
    labels = [hit.cell.label for hit in places if hit.cell and hit.cell.label]
    return labels if len(labels) == len(places) else []


def _named(label: str, words: frozenset[str]) -> bool:
    topic = label_topic(label)
    return len(topic) >= TELLING and topic <= words


def _share(label: str, words: frozenset[str]) -> float:
    topic = label_topic(label)
    return len(topic & words) / len(topic) if topic else 1.0


def label_topic(label: str) -> frozenset[str]:
    """The words of a row's label that tell it from others."""
    return frozenset(stem for stem in stems(label) if stem not in NEUTRAL and not stem[0].isdigit())
