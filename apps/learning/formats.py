"""Groups in the forms that other training tools read: FlagEmbedding's and sentence-transformers'."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from apps.learning.groups import Grade, Group

FORMATS = ("flagembedding", "sentence-transformers")
ORIGIN = "imported"


def export(groups: Iterable[Group], file: Path, form: str) -> int:
    """Write them as JSON lines; how many lines. Questions without an answer have no place in FlagEmbedding's form."""
    rows = _flag(groups) if form == "flagembedding" else _labelled(groups)
    written = 0
    with file.open("w", encoding="utf-8") as out:
        for row in rows:
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
            written += 1
    return written


def imported(file: Path) -> Iterator[Group]:
    """Lines with query, pos and neg (FlagEmbedding) or with query, docs and labels. Raises ValueError for others."""
    with file.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            try:
                yield _group(json.loads(line))
            except (KeyError, TypeError) as error:
                raise ValueError(f"line {number} of {file.name} has no {error}") from None


def _flag(groups: Iterable[Group]) -> Iterator[dict[str, object]]:
    for group in groups:
        pairs = list(zip(group.texts, group.grades, strict=True))
        right = [text for text, grade in pairs if grade == Grade.ANSWERS]
        wrong = [text for text, grade in pairs if grade != Grade.ANSWERS]
        if right and wrong:
            yield {"query": group.question, "pos": right, "neg": wrong}


def _labelled(groups: Iterable[Group]) -> Iterator[dict[str, object]]:
    """What the losses over lists take: a query, its documents, and a label for each."""
    for group in groups:
        yield {"query": group.question, "docs": list(group.texts), "labels": list(group.grades)}


def _group(row: dict[str, list[str]]) -> Group:
    if "docs" in row:
        return Group(str(row["query"]), tuple(row["docs"]), tuple(map(int, row["labels"])), ORIGIN)
    right, wrong = row["pos"], row["neg"]
    grades = (*[int(Grade.ANSWERS)] * len(right), *[int(Grade.OFF_TOPIC)] * len(wrong))
    return Group(str(row["query"]), (*right, *wrong), grades, ORIGIN)
