"""Questions for one number of a sentence: with this number marked the sentence answers, with any other it does not.

Kept by place, without the words of any filing: which sentence, and which of its numbers. Texts are worded as
`marked_numbers` words them, for a model that reads each number of a sentence by itself.
"""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from apps.answers.judge.numbers import MOST, amount, marked, numbers_in
from apps.answers.judge.pair_model import worded
from apps.answers.sources.tokens import Token
from apps.learning import json_lines
from apps.learning.builders.filed import Filed, Said, called
from apps.learning.builders.readers import COMPANY, Place
from apps.learning.groups import Grade, Group

ORIGIN = "numbers in sentences"
KEPT = Path(__file__).parents[1] / "data" / "numbers.jsonl.xz"
NEAREST = 20  # sentences that share most words with the question
WRONG = 4  # other numbers of the sentence, and as many of those sentences


@dataclass(frozen=True, slots=True)
class AskedNumber:
    """filing: SHA-256 of its file. The filer's name in the question is `{company}`. number: from 0, by `numbers_in`."""

    question: str
    filing: str
    sentence: Place
    number: int


def groups(asked: Iterable[AskedNumber], filed: Mapping[str, Filed], rng: random.Random) -> Iterator[Group]:
    """filed: by SHA-256. What is of a filing that is not held, or was read otherwise, is left out."""
    for one in asked:
        filing = filed.get(one.filing)
        said = filing.by_place.get(one.sentence) if filing else None
        if filing and said and one.number < len(_numbers(said)):
            yield _group(one, filing, said, rng)


def _group(one: AskedNumber, filing: Filed, said: Said, rng: random.Random) -> Group:
    question = one.question.replace(COMPANY, called(filing, rng))
    right = _numbers(said)[one.number]
    same = [(said, other) for other in _numbers(said) if amount(other) != amount(right)]
    near = [other for other in filing.nearest(question, NEAREST) if other.at != said.at]
    near = [other for other in near if amount(right) not in map(amount, _numbers(other))]
    others = [(other, number) for other in near for number in _numbers(other)]
    wrong = [*_drawn(same, rng), *_drawn(others, rng)]
    texts = tuple(_worded(filing, *text) for text in ((said, right), *wrong))
    return Group(question, texts, (Grade.ANSWERS, *[Grade.OFF_TOPIC] * len(wrong)), ORIGIN, filing.name)


def _drawn(numbers: Sequence[tuple[Said, Token]], rng: random.Random) -> list[tuple[Said, Token]]:
    return rng.sample(numbers, min(WRONG, len(numbers)))


def _numbers(said: Said) -> list[Token]:
    """Those that are read: none of a sentence that is a table without lines."""
    found = list(numbers_in(said.text))
    return found if len(found) <= MOST else []


def _worded(filing: Filed, said: Said, number: Token) -> str:
    return worded(filing.name, filing.label, said.heading, marked(said.text, number))


def write(asked: Iterable[AskedNumber], file: Path) -> None:
    json_lines.write(map(asdict, asked), file)


def read(file: Path = KEPT) -> Iterator[AskedNumber]:
    for row in json_lines.read(file):
        page, start, end = row["sentence"]
        yield AskedNumber(row["question"], row["filing"], (page, start, end), row["number"])
