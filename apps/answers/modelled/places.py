"""Where in a passage a sentence rests: the lines that hold its figures and most of its words."""

import re
from collections.abc import Iterable

from apps.answers.compose.draft import Anchor
from apps.answers.sources.evidence import Passage
from apps.retrieval.sentences import split_sentences
from apps.retrieval.stems import stems

FIGURE = re.compile(r"\d[\d,]*(?:\.\d+)?")
Line = tuple[int, int, int, str]  # page, start, end, text


def place_of(statement: str, passage: Passage) -> Anchor:
    """From the first to the last of the lines that the statement rests on, all on the page that holds most of them."""
    lines = _lines(passage)
    needed = _needed(statement, lines) or lines[:1]
    pages = [page for page, _, _, _ in needed]
    page = max(dict.fromkeys(pages), key=pages.count)
    own = [(start, end) for number, start, end, _ in needed if number == page]
    first, last = min(start for start, _ in own), max(end for _, end in own)
    return Anchor(passage.found.version_id, passage.found.chunk_id, page, first, last)


def _needed(statement: str, lines: list[Line]) -> list[Line]:
    """For each figure of the statement the line that holds it and most of its words; else the line with most words."""
    words = frozenset(stems(statement))
    figures = {figure.replace(",", "") for figure in FIGURE.findall(statement)}
    best: list[Line] = []
    for figure in sorted(figures):
        holding = [line for line in lines if figure in _figures(line[3])]
        if holding:
            best.append(max(holding, key=lambda line: len(words & set(stems(line[3])))))
    return best or sorted(lines, key=lambda line: -len(words & set(stems(line[3]))))[:1]


def _figures(text: str) -> set[str]:
    return {figure.replace(",", "") for figure in FIGURE.findall(text)}


def _lines(passage: Passage) -> list[Line]:
    """Sentences of the passage's prose, and each of its printed lines."""
    found = passage.found
    told = [
        (one.page, one.start, one.end, one.text) for one in split_sentences(found.chunk_id, found.text, passage.spans)
    ]
    return (told if found.kind == "text" else []) + list(_printed(passage)) or list(_whole(passage))


def _printed(passage: Passage) -> Iterable[Line]:
    offset = 0
    for page, start, end in passage.spans:
        piece = passage.found.text[offset : offset + end - start]
        for match in re.finditer(r"\S[^\n]*", piece):
            yield page, start + match.start(), start + match.end(), match[0]
        offset += end - start + 1


def _whole(passage: Passage) -> Iterable[Line]:
    return ((page, start, end, passage.found.text) for page, start, end in passage.spans)
