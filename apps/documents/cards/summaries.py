"""A passage in at most 40 words, all of them its own (R1)."""

from collections.abc import Sequence

from apps.documents.cards.card import SUMMARY_WORDS, CardInput, Span
from apps.documents.cards.sentences import lead
from apps.documents.models import ChunkKind
from apps.documents.sections import one_line

LABELS = 6
CUT = "…"


def summary(passage: CardInput, evidence: Sequence[Span], labels: Sequence[str], periods: Sequence[str]) -> str:
    """Of prose the sentence that says most (`evidence`, best first), else the first; of a table its title and rows."""
    if passage.kind is ChunkKind.TABLE:
        return _shortened(_of_table(passage, labels, periods))
    first = lead(passage.text)
    told = evidence[0].text if evidence else first.text if first else passage.text
    return _shortened(told)


def _of_table(passage: CardInput, labels: Sequence[str], periods: Sequence[str]) -> str:
    table = passage.table
    title = (table.caption if table else "") or (passage.path[-1] if passage.path else "")
    parts = [one_line(title), ", ".join(labels[:LABELS]), ", ".join(periods[:4]), table.units if table else ""]
    return "; ".join(part for part in parts if part) or passage.text


def _shortened(text: str) -> str:
    words = text.split()
    if len(words) <= SUMMARY_WORDS:
        return " ".join(words)
    return " ".join(words[:SUMMARY_WORDS]) + CUT
