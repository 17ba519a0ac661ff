"""The sections of a filing in which a subject is treated: filings of one form share the titles of their parts."""

import re
from collections.abc import Sequence

from apps.retrieval.vocabulary import vocabulary

SUBJECTS = [
    (re.compile(subject["pattern"], re.IGNORECASE), tuple(subject["titles"].split()))
    for subject in vocabulary()["subjects"]
]

MIGHT: re.Pattern[str] = re.compile(vocabulary()["might"], re.IGNORECASE)
ASKS_MIGHT: re.Pattern[str] = re.compile(vocabulary()["asks_might"], re.IGNORECASE)


def only_might(path: Sequence[str], core: str) -> bool:
    """A section under these titles speaks of what might happen, and the question does not ask for that."""
    return any(MIGHT.search(title) for title in path) and not ASKS_MIGHT.search(core)


def titles_for(core: str) -> tuple[str, ...]:
    """Words that stand in the titles of those sections, each once; empty when the question names no known subject."""
    return tuple(dict.fromkeys(word for pattern, titles in SUBJECTS if pattern.search(core) for word in titles))
