"""What a filing counts in its sentences: employees, stores, patents. Pure text in, counts with their places out.

A count is a number with the things it counts behind it ("8,521 full-time employees"). What is only a part of them, or
was added or lost, is no count of the whole.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path

from apps.questions.labels import stem
from apps.questions.lexicon import lexicon
from apps.retrieval.sentences import Sentence, split_sentences
from apps.statements.values.periods import YEAR, days_in

NUMBER = re.compile(r"(?<![\w.,$€£/\t-])(\d{1,3}(?:,\d{3}){0,3})(?![\d,.]*\d)(?:\s+(million|thousand))?")
WORD = re.compile(r"[A-Za-z][A-Za-z’'-]{0,40}")
ENDS = re.compile(r"[.;:,()$%\d\t]")
AFTER, BEFORE, OWNER = 6, 60, 3  # words behind a number, characters before it, words before the verb
SCALES = {"": Decimal(1), "thousand": Decimal(1000), "million": Decimal(1_000_000)}
RAW = tomllib.loads((Path(__file__).parent / "counts.toml").read_text(encoding="utf-8"))
HAVING, ABOUT, PART, NEUTRAL = (frozenset(RAW[key].split()) for key in ("having", "about", "part", "neutral"))
PLACING = frozenset(("in", "within", "outside", "at"))


@dataclass(frozen=True, slots=True)
class ToldCount:
    """Characters [start, end) of a page. things: as called there; narrowed: by words that may make them fewer.

    on, years: the days and years that the sentence names.
    """

    value: Decimal
    printed: str
    scale: Decimal
    start: int
    end: int
    things: str
    on: tuple[date, ...]
    years: frozenset[int]
    narrowed: bool


Things = frozenset[frozenset[str]]


def things_of(label: str) -> Things:
    """The ways to call what a line counts, as stems: those of the lexicon, else the label's own words."""
    ways = next((one.what["things"] for one in lexicon().entries if one.name == label and "things" in one.what), ())
    own = [word for word in label.lower().split() if word not in ("number", "of", "total")]
    return frozenset(frozenset(stem(word) for word in way.split()) for way in (ways or (" ".join(own),)) if way)


def counts_in(text: str, things: Things) -> Iterator[ToldCount]:
    """Those of the whole, in the order of the page."""
    for sentence in split_sentences(0, text, ((0, 0, len(text)),)):
        yield from _of_sentence(sentence, things)


def _of_sentence(sentence: Sentence, things: Things) -> Iterator[ToldCount]:
    for match in NUMBER.finditer(sentence.text):
        behind = _behind(sentence.text[match.end() :], things)
        before = WORD.findall(sentence.text[max(0, match.start() - BEFORE) : match.start()].lower())
        if behind is not None and _of_the_whole(before, behind):
            scale = SCALES[match[2] or ""]
            yield ToldCount(
                value=Decimal(match[1].replace(",", "")) * scale,
                printed=match[1],
                scale=scale,
                start=sentence.start + match.start(1),
                end=sentence.start + match.end(1),
                things=behind.things,
                on=tuple(days_in(sentence.text)),
                years=frozenset(int(year[1]) for year in YEAR.finditer(sentence.text)),
                narrowed=any(word.lower() not in NEUTRAL for word in behind.between),
            )


@dataclass(frozen=True, slots=True)
class Behind:
    things: str
    between: tuple[str, ...]  # words between the number and the things
    after: tuple[str, ...]  # the words that follow these


def _behind(text: str, ways: Things) -> Behind | None:
    """None where the number counts something else."""
    end = ENDS.search(text)
    words = WORD.findall(text[: end.start() if end else len(text)].replace("-", " "))
    for at in range(min(AFTER, len(words))):
        said = [stem(word.lower()) for word in words[: at + 1]]
        way = next((way for way in ways if said[-1] in way and way <= set(said)), None)
        if way is not None:
            between = tuple(word for word, one in zip(words[:at], said, strict=False) if one not in way)
            return Behind(" ".join(words[: at + 1]), between, tuple(words[at + 1 :]))
    return None


def _of_the_whole(before: Sequence[str], behind: Behind) -> bool:
    """Somebody has them: the verb stands before the number. And nothing says that they are only some of them."""
    last = max((at for at, word in enumerate(before) if word not in ABOUT), default=-1)
    if last < 0 or before[last] not in HAVING:
        return False
    beside = {*behind.between, *behind.after[:4], *before[max(0, last - OWNER) : last]}
    only_part = "part" in beside and "full" not in beside
    within = len(behind.after) > 1 and behind.after[0] in PLACING
    placed = within and any(word[0].isupper() for word in behind.after[1:3])
    return not PART & beside and not only_part and not placed
