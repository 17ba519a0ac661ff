"""Exact match and numeracy-aware F1 of TAT-QA (Zhu et al., ACL 2021, section 5.2, and its published evaluation).

An answer is a list of values or spans with one scale. Numbers are brought to full size by the scale, by words such as
"million" and by "%", rounded to two decimals before scaling; the values of a list are compared as one bag of words, in
sorted order. Signs are lost when words are split at hyphens, as published; `same_sign` tells where that mattered.
"""

import re
import string
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from apps.statements.values.amounts import parse_amount

SIZES = {"hundred": 100.0, "thousand": 1e3, "million": 1e6, "billion": 1e9, "percent": 0.01}
MARKS = re.compile(r"['\"\\$€£¥%(),\[\]]")
NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")
WORD_AFTER = re.compile(r"(?<![\d.])[\d.]++\s?[a-zA-Z]+")
IN_PARENTHESES = re.compile(r"\([\d.\s]+\)")
PERCENT = re.compile(r"(?<![\d.\s])[\d.\s]++%")
ARTICLES = re.compile(r"\b(?:a|an|the)\b")
NUMERIC_TYPES = frozenset({"arithmetic", "count"})


@dataclass(frozen=True, slots=True)
class Score:
    """exact: 0 or 1; f1: from 0 to 1, rounded to two decimals; for computed answers it equals `exact`."""

    exact: float
    f1: float


def score(gold: Sequence[str], gold_scale: str, answer_type: str, predicted: Sequence[str], scale: str) -> Score:
    """The score of a prediction; an empty one scores nothing."""
    if not predicted or not gold:
        return Score(0.0, 0.0)
    wanted = _as_text(gold, gold_scale)
    given = [_as_text(predicted, scale)]
    if len(predicted) == 1 and not scale and "%" not in predicted[0] and is_number(predicted[0]):
        given.append(f"{_number(predicted[0]):.4f}")  # 0.2342 for 23.42 percent
    best = max((_compared(one, wanted) for one in given), key=lambda one: (one.exact, one.f1))
    return Score(best.exact, best.exact) if answer_type in NUMERIC_TYPES else best


def same_sign(gold: str, predicted: str) -> bool:
    """Whether two computed answers agree in sign, which the published score does not ask."""
    ours, theirs = _signed(predicted), _signed(gold)
    return ours == theirs or (ours < 0) == (theirs < 0)


def normalised(text: str) -> str:
    """Lower case, split at spaces and hyphens, without punctuation and articles, numbers in one form."""
    words = (_word(word) for word in re.split(r"[ -]", text.lower()))
    return " ".join(" ".join(words).split())


def is_number(text: str) -> bool:
    """Whether `text` is a number, with a word for its size or none."""
    words = MARKS.sub("", text).split()
    if not words or (len(words) > 1 and _size(words[1]) == 1):
        return False
    try:
        value = float(words[0])
    except ValueError:
        return False
    return value == value  # "nan" is a word


def _signed(text: str) -> Decimal:
    amount = parse_amount(text.split()[0])
    return amount.value if amount else Decimal(0)


def _compared(given: str, wanted: str) -> Score:
    ours, theirs = normalised(given), normalised(wanted)
    return Score(float(ours == theirs), round(_f1(set(ours.split()), set(theirs.split())), 2))


def _f1(given: set[str], wanted: set[str]) -> float:
    shared = len(given & wanted)
    precision = shared / len(given) if given else 1.0
    recall = shared / len(wanted) if wanted else 1.0
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _as_text(answers: Sequence[str], scale: str) -> str:
    return " ".join(_scaled(answer, scale) for answer in sorted(answers))


def _scaled(answer: str, scale: str) -> str:
    if not is_number(answer) or NUMBER.search(MARKS.sub("", answer)) is None:
        return f"{answer} {scale}" if scale else answer
    value = _number(answer)
    return f"{value:.4f}" if "%" in answer else f"{round(value, 2) * _size(scale):.4f}"


def _number(text: str) -> float:
    match = NUMBER.search(MARKS.sub("", text))
    word = WORD_AFTER.search(text)
    size = _size(word[0]) if word else 1.0
    sign = -1 if IN_PARENTHESES.search(text) else 1
    return round(float(match[0] if match else 0) * size * sign * (0.01 if PERCENT.search(text) else 1), 4)


def _size(text: str) -> float:
    return next((size for word, size in SIZES.items() if word in text.lower()), 1.0)


def _word(word: str) -> str:
    bare = word if is_number(word) else "".join(mark for mark in word if mark not in string.punctuation)
    plain = str(_number(bare)) if is_number(bare) else bare
    return ARTICLES.sub(" ", plain)
