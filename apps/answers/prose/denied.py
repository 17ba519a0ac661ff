"""A plain "No." before a sentence that denies by itself what was asked (M5).

There is no "Yes.": a sentence that names all that was asked may still say something else of it.
"""

import re

from apps.answers.intent import Intent
from apps.answers.prose.asked import Asked, Kind, Term, is_having
from apps.answers.wording import stems

NEGATION = re.compile(r"\b(?:not|never|no|none|neither|nor|without|cannot|unable)\b|n[’']t\b", re.IGNORECASE)
ROOM = re.compile(
    r"\b(?:may|might|could|would|should|can|if|unless|except|other than|but|however|although|though|while|whether"
    r"|partially|no longer|not only|not yet|previously|formerly|expect\w*|plan\w*|intend\w*|proposed|potential|until"
    r"|cease[ds]?|terminat\w+)\b",
    re.IGNORECASE,
)
OPEN = re.compile(r"\b(?:or|why|how|which|what|who|not|no|never|without|still)\b|n[’']t\b", re.IGNORECASE)
BETWEEN = re.compile(
    r"(?:\W*\b(?:have|has|had|any|an?|the|to|be|been|tend|tends|declared?|or|paid|pay|made|make|recorded?|incurred?|of|for"
    r"|material|materially|significant|significantly|related)\b)*\W*",
    re.IGNORECASE,
)
CLAUSE = re.compile(r"^.*?(?=; |, and |$)", re.DOTALL)
NUMBER = re.compile(r"\b(?!(?:19|20)\d\d\b)\d[\d,.]*")
WORD = re.compile(r"[\w&’'-]+")
LEAST_TERMS = 2


def is_denied(intent: Intent, asked: Asked, text: str) -> bool:
    """Whether `text`, the sentence that leads the answer, says no to a question for yes or no.

    Its first clause names all that was asked, numbers too, all of it right behind its one negation, and hedges nothing.
    """
    strong = [term for term in asked.terms if term.weight == 1.0 and not is_having(term.stem)]
    clause = found[0] if (found := CLAUSE.search(text)) else text
    if asked.kind is not Kind.YES_NO or len(strong) < LEAST_TERMS or _is_open(intent.question) or ROOM.search(clause):
        return False
    if not all(_says(term, clause) for term in strong) or not set(_numbers(intent.core)) <= set(_numbers(clause)):
        return False
    negations = list(NEGATION.finditer(clause))
    return len(negations) == 1 and _denies(clause, negations[0].end(), strong)


def _is_open(question: str) -> bool:
    """It asks for more than yes or no, for one of two, or asks in the negative."""
    return question.count("?") > 1 or bool(OPEN.search(question))


def _denies(text: str, end: int, strong: list[Term]) -> bool:
    """All that was asked stands behind the negation, and nothing else between it and the first of it."""
    first = BETWEEN.match(text, end)
    following = WORD.match(text, first.end() if first else end)
    at_once = following is not None and any(_says(term, following[0]) for term in strong)
    return at_once and not any(_says(term, text[:end]) for term in strong)


def _says(term: Term, text: str) -> bool:
    return bool({term.stem, *term.kindred} & set(stems(text)))


def _numbers(text: str) -> list[str]:
    return [number.rstrip(".,") for number in NUMBER.findall(text)]
