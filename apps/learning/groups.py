"""A question with texts and a grade for each: what every builder makes and every training reads."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from enum import IntEnum
from pathlib import Path

from apps.learning import json_lines


class Grade(IntEnum):
    """How far a text goes towards the answer."""

    OFF_TOPIC = 0
    TOPIC = 1
    SUPPORTS = 2
    ANSWERS = 3


@dataclass(frozen=True, slots=True)
class Group:
    """grades: one for each text. None may answer: then the question has no answer among them.

    company: whose filing it is of, "" where that is not known; sets are split by it. origin: the builder.
    """

    question: str
    texts: tuple[str, ...]
    grades: tuple[int, ...]
    origin: str
    company: str = ""

    def answered(self) -> bool:
        return Grade.ANSWERS in self.grades


def write(groups: Iterable[Group], file: Path) -> int:
    """As JSON lines, compressed; how many there were."""
    return json_lines.write(map(asdict, groups), file)


def read(file: Path) -> Iterator[Group]:
    """Raises ValueError for a line that is no group."""
    return map(of_json, json_lines.read(file))


def of_json(row: dict[str, object]) -> Group:
    """Raises ValueError where a field is missing or texts and grades are not as many."""
    try:
        texts, grades = tuple(map(str, row["texts"])), tuple(map(int, row["grades"]))  # type: ignore[call-overload]
        group = Group(str(row["question"]), texts, grades, str(row["origin"]), str(row.get("company", "")))
    except (KeyError, TypeError) as error:
        raise ValueError(f"this is no group of a question and its texts: {error}") from None
    if len(texts) != len(grades):
        raise ValueError(f"{len(texts)} texts, but {len(grades)} grades: {group.question[:60]}")
    return group
