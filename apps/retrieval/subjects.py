"""The sections of a filing in which a subject is treated: filings of one form share the titles of their parts."""

import re

from apps.retrieval.vocabulary import vocabulary

SUBJECTS = [
    (re.compile(subject["pattern"], re.IGNORECASE), tuple(subject["titles"].split()))
    for subject in vocabulary()["subjects"]
]


def titles_for(core: str) -> tuple[str, ...]:
    """Words that stand in the titles of those sections, each once; empty when the question names no known subject."""
    return tuple(dict.fromkeys(word for pattern, titles in SUBJECTS if pattern.search(core) for word in titles))
