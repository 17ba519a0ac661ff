"""Questions that careful readers wrote over prose, with the sentence that answers and those that only seem to.

Two forms of the same: as readers hand it in, with the words of the sentences; and as it is kept, without them, each
sentence by its place, and the filer's name left out of the question. Both are read against the store.
"""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from apps.answers.judge.quotations import REACH
from apps.learning import json_lines
from apps.learning.builders.filed import Filed, Said, alike, called
from apps.learning.groups import Grade, Group

ORIGIN = "prose by readers"
WRITTEN = Path(__file__).parents[1] / "data" / "prose.jsonl.xz"
COMPANY = "{company}"
NEGATIVES = 6
NEAR = 3  # besides the near misses, sentences that share most words with the question
Place = tuple[int, int, int]  # page, start, end


@dataclass(frozen=True, slots=True)
class Written:
    """filing: SHA-256 of its file. The filer's name in the question is `{company}`."""

    question: str
    filing: str
    answer: Place
    supporting: tuple[Place, ...]
    near_misses: tuple[Place, ...]
    type: str = ""


def located(rows: Iterable[Mapping[str, Any]], filed: Mapping[str, Filed], lost: Counter[str]) -> Iterator[Written]:
    """What readers handed in, with places for words; `lost` counts what was not found, and why. filed: by document."""
    for row in rows:
        filing = filed.get(str(row["document"]))
        if filing is None:
            lost["filing not held"] += 1
            continue
        by_text = {_key(said.text): said.place for said in filing.said}
        answer = by_text.get(_key(row["answer_sentence"]))
        if answer is None:
            lost["sentence not found"] += 1
            continue
        supporting, near = (
            tuple(place for text in row.get(name) or () if (place := by_text.get(_key(text))))
            for name in ("supporting", "near_misses")
        )
        question = without_name(str(row["question"]), filing)
        yield Written(question, filing.sha256, answer, supporting, near, str(row.get("type", "")))


def joined(before: Iterable[Written], written: Iterable[Written]) -> list[Written]:
    """Each question about a filing once; those kept before come first and stay as they are."""
    once: dict[tuple[str, str], Written] = {}
    for one in chain(before, written):
        once.setdefault((one.filing, one.question.lower()), one)
    return list(once.values())


def groups(
    written: Iterable[Written],
    filed: Mapping[str, Filed],
    rng: random.Random,
    *,
    quoted: float = 0.0,
    passages: float = 0.0,
) -> Iterator[Group]:
    """filed: by SHA-256. What is of a filing that is not held, or was read otherwise, is left out.

    quoted, passages: what share of the groups is of quotations and of passages. The others are of single sentences.
    """
    for one in written:
        filing = filed.get(one.filing)
        if filing and one.answer in filing.by_place:
            drawn = rng.random() if quoted or passages else 1.0
            if drawn < quoted:
                yield _group(one, filing, rng, filing.quotation, 2 * REACH)
            elif drawn < quoted + passages:
                yield _group(one, filing, rng, filing.passage, REACH)
            else:
                yield _group(one, filing, rng, filing.worded, 0)


def _group(one: Written, filing: Filed, rng: random.Random, worded: Callable[[Said], str], apart: int) -> Group:
    """apart: so many sentences lie at least between the answer and what does not hold any of it."""
    question = one.question.replace(COMPANY, called(filing, rng))
    answer = filing.by_place[one.answer]
    supporting = [filing.by_place[place] for place in one.supporting if place in filing.by_place]
    wrong = [filing.by_place[place] for place in one.near_misses if place in filing.by_place]
    known = {said.at for said in (answer, *supporting, *wrong)}
    near = [said for said in filing.nearest(question, 20) if said.at not in known]
    near = [said for said in near if not alike(said.stems, answer.stems)]
    wrong += near[4 : 4 + NEAR]  # the nearest of all may well answer, too
    if apart:
        wrong = [said for said in [*wrong, *near[4 + NEAR :]] if abs(said.at - answer.at) > apart]
        supporting = [said for said in supporting if abs(said.at - answer.at) > apart]
    texts = [answer, *wrong[:NEGATIVES], *supporting[:1]]
    grades = [Grade.ANSWERS, *[Grade.TOPIC] * len(wrong[:NEGATIVES]), *[Grade.SUPPORTS] * len(supporting[:1])]
    return Group(question, tuple(map(worded, texts)), tuple(grades), ORIGIN, filing.name)


def write(written: Sequence[Written], file: Path) -> None:
    json_lines.write(map(asdict, written), file)


def read(file: Path) -> Iterator[Written]:
    for row in json_lines.read(file):
        places = {name: tuple(map(_place, row[name])) for name in ("supporting", "near_misses")}
        yield Written(**{**row, **places, "answer": _place(row["answer"])})


def _place(numbers: Sequence[int]) -> Place:
    page, start, end = numbers
    return page, start, end


def _key(text: str) -> str:
    return "".join(text.split()).lower()


def without_name(question: str, filing: Filed) -> str:
    """The question without the filer's name, where it is one of those known; no part of a word is one."""
    for name in filter(None, (filing.name, filing.short, filing.ticker, filing.short.split()[0])):
        without = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", COMPANY, question, flags=re.IGNORECASE)
        if without != question:
            return without
    return question
