"""Companies that a question names and the store does not hold: said to the user instead of answering from another."""

import re

from apps.questions.name_vocabulary import listed
from apps.retrieval.vocabulary import words
from apps.statements.values.periods import MONTHS

CAPITALISED = r"(?:[A-Z][\w&.’'-]{0,60}[\w])(?:\s+(?:of\s+|&\s+|and\s+)?[A-Z][\w&.-]{0,60}\w){0,12}"
POSSESSIVE = re.compile(rf"\b({CAPITALISED}?)['’]s?(?=\s)")
AFTER = re.compile(rf"\b(?i:for|did|does|has|is|was|at|by|from|of)\s+({CAPITALISED})")
FINANCE, GENERIC = listed("finance"), listed("generic")
ORDINARY, TITLED = words("ordinary"), words("titled")


def unheld_companies(question: str) -> list[str]:
    """What looks like a filer's name in `question`, which names none that is held. A guess, for the trace."""
    found = [match[1] for pattern in (POSSESSIVE, AFTER) for match in pattern.finditer(question)]
    names = dict.fromkeys(name for raw in found if (name := _name(raw)) and not _is_ordinary(name))
    return [name for name in names if not any(name != other and name in other.split() for other in names)]


def _name(found: str) -> str:
    """Up to its possessive, without the ordinary words before it; nothing for "Hurricane Zoe"."""
    words = re.split(r"['’]s?\b", found)[0].split()
    if words and words[0].lower() in TITLED:
        return ""
    while words and _known(words[0]):
        words.pop(0)
    return " ".join(words)


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
