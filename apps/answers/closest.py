"""What is shown when nothing answers: of the best passages the line that shares most words with the question.

Shown as closest, never as an answer. A passage that hardly shares a word with the question is not close.
"""

from collections.abc import Iterable, Sequence

from apps.answers.gather import Filing, Passage
from apps.answers.rows import Question
from apps.answers.sentences import Sentence, SentenceHit, overlap, split_sentences
from apps.answers.table_reading import Row

PASSAGES_READ, SHOWN = 8, 3


def closest_lines(
    passages: Sequence[Passage], filings: dict[int, Filing], questions: dict[int, Question], least: float
) -> list[SentenceHit]:
    """One line for each of the first passages that hold at least the part `least` of the question's words."""
    hits = []
    for passage in passages[:PASSAGES_READ]:
        found = passage.found
        question = questions.get(found.version_id)
        asked = question.ways[0] if question and question.ways else frozenset()
        share, _ = overlap(asked, found.text, " ".join(found.section_path))
        lines = _lines(passage, filings[found.version_id]) if share >= least else []
        if best := _best(asked, lines):
            hits.append(best)
    return hits[:SHOWN]


def _best(asked: frozenset[str], lines: Iterable[Sentence]) -> SentenceHit | None:
    scored = []
    for line in lines:
        share, words = overlap(asked, line.text, "")
        if words:
            scored.append(SentenceHit(line, share, 0.0, share, words))
    return max(scored, key=lambda hit: hit.overlap, default=None)


def _lines(passage: Passage, filing: Filing) -> list[Sentence]:
    """Sentences of text, rows of tables."""
    found = passage.found
    if found.kind == "text":
        return split_sentences(found.chunk_id, found.text, passage.spans)
    return [line for row, page in _rows(filing) if (line := _row_line(passage, row, page))]


def _rows(filing: Filing) -> Iterable[tuple[Row, int]]:
    return ((row, table.source.page) for table in filing.tables for row in table.rows)


def _row_line(passage: Passage, row: Row, page: int) -> Sentence | None:
    """The row as it stands in the passage, if it does."""
    offset = 0
    for number, start, end in passage.spans:
        if number == page and start <= row.start and row.end <= end:
            first = offset + row.start - start
            text = passage.found.text[first : first + row.end - row.start]
            return Sentence(passage.found.chunk_id, page, row.start, row.end, text)
        offset += end - start + 1
    return None
