"""Companies that a question names and the store does not hold: said to the user instead of answering from another."""

import re

from apps.documents.figures.periods import MONTHS
from apps.retrieval.filers import FINANCE, GENERIC
from apps.retrieval.vocabulary import words

CAPITALISED = r"(?:[A-Z][\w&.’'-]*[\w])(?:\s+(?:of\s+|&\s+|and\s+)?[A-Z][\w&.-]*\w)*"
POSSESSIVE = re.compile(rf"\b({CAPITALISED}?)['’]s?(?=\s)")
AFTER = re.compile(rf"\b(?i:for|did|does|has|is|was|at|by|from|of)\s+({CAPITALISED})")
ORDINARY = words("ordinary")


def unheld_companies(question: str) -> list[str]:
    """What looks like a filer's name in `question`, which names none that is held. A guess, for the trace."""
    found = [match[1] for pattern in (POSSESSIVE, AFTER) for match in pattern.finditer(question)]
    names = (re.sub(r"['’]s?$", "", name).strip() for name in found)
    return list(dict.fromkeys(name for name in names if name and not _is_ordinary(name)))


def _is_ordinary(name: str) -> bool:
    return all(_known(word) for word in re.split(r"[\s.-]+", name) if word)


def _known(word: str) -> bool:
    lower = word.lower()
    return (
        lower in ORDINARY
        or lower in MONTHS
        or lower in GENERIC
        or word.upper() in FINANCE
        or any(map(str.isdigit, word))
    )
