"""Reports that keep their statements in another document, and say so where the statements would stand."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

# Item 8 of Form 10-K is the statements, Item 9 follows
ITEM = re.compile(r"^\s{0,20}item\s{1,4}8\s{0,4}[.:—–-][^\n.]{0,120}", re.IGNORECASE | re.MULTILINE)
NEXT_ITEM = re.compile(r"^\s{0,20}item\s{1,4}9", re.IGNORECASE | re.MULTILINE)
SENTENCE_END = re.compile(r"(?:(?<=[.!?])|(?<=[.!?][”\"]))\s+(?=[A-Z“\"])|\n\n")
ELSEWHERE = re.compile(
    r"\bannual report to (?:(?:share|stock|unit)holders|security holders)\b|\bexhibit \d", re.IGNORECASE
)
POINTS = re.compile(r"\b(?:incorporated|refer|found|included|appears?|contained|set forth)\b", re.IGNORECASE)
LONGEST_ITEM = 2000  # characters: an item with the statements themselves is far longer


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The sentence that says where the statements are, as printed on one line, and its page, from 0."""

    sentence: str
    page: int


def statements_elsewhere(texts: Sequence[str]) -> Elsewhere | None:
    """texts: of all pages. None where the item of the statements is missing, long, or points nowhere else."""
    for number, (text, following) in enumerate(pairwise((*texts, ""))):
        for item in ITEM.finditer(text):
            rest = text[item.end() : item.end() + LONGEST_ITEM]
            body = NEXT_ITEM.split(rest if NEXT_ITEM.search(rest) else f"{rest}\n{following[:LONGEST_ITEM]}", 1)[0]
            sentences = (" ".join(one.split()) for one in SENTENCE_END.split(body[:LONGEST_ITEM]))
            told = next((one for one in sentences if ELSEWHERE.search(one) and POINTS.search(one)), "")
            if told:
                return Elsewhere(told, number)
    return None
