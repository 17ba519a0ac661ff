"""The signs that a quotation answers: what a model makes of it, how it stands among others, and where it was found."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from math import log

from apps.retrieval.stems import stems

LEAST = 1e-6
LONGEST_LEAD = 4.0  # logits; a longer one says no more
ALIKE = 0.6  # share of the stems of both, filer, period and heading among them, from which two texts say the same
LONG = 30  # words of a question
ENOUGH = 0.5  # of the question's words; more of them says no more


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of a quotation besides the model's score; None for what nobody knows.

    covers: the share of the question's words that its sentence and headings say. passage: the model's score of its
    passage.
    """

    covers: float | None = None
    passage: float | None = None


@dataclass(frozen=True, slots=True)
class Signs:
    """Of one quotation; None for what nobody knows.

    score: the model's, as a logit. lead: by how much it is before the best that says something else. passage: the score
    of its passage, as a logit. covers: the share of the question's words, up to ENOUGH. passage_lead: by how much its
    passage is before the best other one. said: the share of the question's words that it says itself. best: of the
    scores of all quotations of the question. length: the logarithm of its words. asked: words of the question, up to
    LONG.
    """

    score: float
    lead: float = 0.0
    passage: float | None = None
    covers: float | None = None
    passage_lead: float | None = None
    said: float = 0.0
    best: float = 0.0
    length: float = 0.0
    asked: int = 0


NAMES = tuple(field.name for field in fields(Signs))


def signs(question: str, scores: Sequence[float], texts: Sequence[str], standings: Sequence[Standing]) -> list[Signs]:
    """Of each, in their order."""
    own, ahead, passages = list(map(logit, scores)), leads(scores, texts), list(map(_passage, standings))
    sought = stems(question)
    return [
        Signs(
            score=score,
            lead=ahead[at],
            passage=passages[at],
            covers=_covers(standings[at]),
            passage_lead=_ahead(passages, at),
            said=len(sought & stems(texts[at])) / max(1, len(sought)),
            best=max(own),
            length=log(1 + len(texts[at].split())),
            asked=min(len(question.split()), LONG),
        )
        for at, score in enumerate(own)
    ]


def _ahead(passages: Sequence[float | None], at: int) -> float | None:
    own, others = passages[at], [one for place, one in enumerate(passages) if place != at and one is not None]
    return None if own is None or not others else own - max(others)


def _passage(standing: Standing) -> float | None:
    return None if standing.passage is None else logit(standing.passage)


def _covers(standing: Standing) -> float | None:
    return None if standing.covers is None else min(standing.covers, ENOUGH)


def logit(score: float) -> float:
    inside = min(max(score, LEAST), 1 - LEAST)
    return log(inside / (1 - inside))


def leads(scores: Sequence[float], texts: Sequence[str]) -> list[float]:
    """How far each is before the best of those that say something else, in logits; 0 where nothing else is said.

    Filings repeat themselves: the same sentence of another page or year is no rival.
    """
    said = list(map(stems, texts))
    own = list(map(logit, scores))
    order = sorted(range(len(own)), key=lambda at: -own[at])
    rivals = (next((other for other in order if not _alike(said[at], said[other])), at) for at in range(len(own)))
    ahead = (own[at] - own[rival] for at, rival in enumerate(rivals))
    return [min(max(one, -LONGEST_LEAD), LONGEST_LEAD) for one in ahead]


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    return len(one & other) >= ALIKE * len(one | other)
