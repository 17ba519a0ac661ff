"""Answers in the paragraphs: the sentence that fits best, and of it the amount, the date, the reason or the clause."""

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from apps.answers.sentences import END
from apps.answers.table_questions.clauses import AMOUNT, answer_in, in_date
from apps.answers.wording import stems

WHAT_IS = re.compile(r"^what (?:is|are) (?:the )?(?P<thing>[A-Za-z][A-Za-z -]+)$", re.IGNORECASE)
TURNED = re.compile(
    r"\b(?:increas\w*|decreas\w*|grew|grown|declin\w*|rose|fell|higher|lower|improv\w*|reduc\w*|dropp?\w*|up|down)\b",
    re.IGNORECASE,
)
PERCENT_ASKED = re.compile(r"\bpercent|%", re.IGNORECASE)
TELLS = 0.6  # the part of a question that a sentence must cover to tell its change


@dataclass(frozen=True, slots=True)
class Span:
    """texts: the answer's parts; score: how well its sentence fits, from 0 to 1."""

    texts: tuple[str, ...]
    sentence: str
    score: float


@lru_cache(maxsize=2_000)
def sentences(paragraphs: tuple[str, ...]) -> tuple[str, ...]:
    """The sentences of the paragraphs, with white space folded."""
    return tuple(
        sentence
        for paragraph in paragraphs
        for part in END.split(" ".join(paragraph.split()))
        if (sentence := part.strip()) and len(sentence) > 12
    )


def find_span(question: str, paragraphs: Sequence[str]) -> Span | None:
    """The answer to `question` in the paragraphs; None when no sentence shares a word with it."""
    pool = sentences(tuple(paragraphs))
    ranked = rank(question, pool)
    if not ranked or not ranked[0][0]:
        return None
    score, best = ranked[0]
    return Span(answer_in(question.rstrip(" ?."), best), best, score)


def rank(question: str, pool: Sequence[str]) -> list[tuple[float, str]]:
    """Sentences by the share of the question's words that they hold, rare ones counting more; best first."""
    weights = weigh(question, tuple(pool))
    scored = [(covered(weights, sentence), -len(sentence), sentence) for sentence in pool]
    best = sorted(scored, key=lambda one: (round(one[0], 3), one[1] / 400 if one[0] else 0), reverse=True)
    return [(score, sentence) for score, _, sentence in best]


@lru_cache(maxsize=200)
def weigh(question: str, pool: tuple[str, ...]) -> dict[str, float]:
    """How much each word of the question tells of a sentence: more where few of `pool` have it."""
    counted = Counter(word for sentence in pool for word in frozenset(stems(sentence)))
    return {word: math.log(1 + len(pool) / (counted[word] or 1)) for word in frozenset(stems(question))}


def covered(weights: dict[str, float], text: str) -> float:
    """The part of the question's weight whose words `text` has."""
    words = frozenset(stems(text))
    return sum(weight for word, weight in weights.items() if word in words) / (sum(weights.values()) or 1.0)


def find_turn(question: str, paragraphs: Sequence[str]) -> Span | None:
    """The change that the text tells of: "increased by $16.9 million"; None where no fitting sentence tells one."""
    for score, sentence in rank(question, sentences(tuple(paragraphs)))[:3]:
        match = TURNED.search(sentence)
        percent = bool(PERCENT_ASKED.search(question))
        found = (
            [one for one in AMOUNT.finditer(sentence, match.end()) if _is_turn(one, sentence, percent)] if match else []
        )
        if found and score >= TELLS:
            return Span((found[0][0].strip(" ,"),), sentence, score)
    return None


def _is_turn(match: re.Match[str], sentence: str, percent: bool) -> bool:
    marked = re.search(r"%|percent", match[0]) if percent else re.search(r"[$€£]|million|billion", match[0])
    return bool(marked) and not in_date(match, sentence)


def defines(question: str, paragraphs: Sequence[str]) -> bool:
    """Whether the question is what a thing is, and a sentence begins with that thing and says so."""
    match = WHAT_IS.match(question.rstrip(" ?."))
    if not match:
        return False
    begins = re.compile(
        rf"^(?:the |our )?{re.escape(match['thing'])}\s+(?:is|are|represents?|means?|refers?|consists?|includes?)\b",
        re.I,
    )
    return any(begins.match(sentence) for sentence in sentences(tuple(paragraphs)))
