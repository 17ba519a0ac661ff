"""In which language a question is put, where its small words or its script tell that it is not English."""

import re
from dataclasses import dataclass

WORD = re.compile(r"[^\W\d_]+")
SCRIPTS = {
    "Japanese": re.compile(r"[\u3040-\u30ff]"),
    "Korean": re.compile(r"[\uac00-\ud7af]"),
    "Chinese": re.compile(r"[\u4e00-\u9fff]"),
    "Russian": re.compile(r"[\u0400-\u04ff]"),
    "Arabic": re.compile(r"[\u0600-\u06ff]"),
}
ENGLISH = frozenset(
    [
        "what",
        "how",
        "which",
        "who",
        "when",
        "where",
        "why",
        "the",
        "did",
        "does",
        "do",
        "of",
        "is",
        "are",
        "were",
        "and",
        "for",
        "to",
        "by",
        "with",
    ]
)
FEWEST, FEWEST_LETTERS = 2, 3


@dataclass(frozen=True, slots=True)
class Small:
    """asks: words that a question has and hardly a name; others: articles and prepositions, which names have too."""

    asks: frozenset[str]
    others: frozenset[str]


SMALL = {
    "German": Small(
        frozenset(
            [
                "wie",
                "welche",
                "welcher",
                "welches",
                "welchen",
                "warum",
                "wieviel",
                "wer",
                "wann",
                "wo",
                "betrug",
                "war",
                "ist",
                "hat",
                "hatte",
                "wurde",
            ]
        ),
        frozenset(["der", "die", "das", "den", "dem", "des", "von", "im", "und", "für", "hoch", "viel", "jahr"]),
    ),
    "French": Small(
        frozenset(
            ["quel", "quelle", "quels", "quelles", "combien", "pourquoi", "comment", "est", "était", "étaient", "sont"]
        ),
        frozenset(["le", "la", "les", "du", "des", "de", "en", "et", "un", "une", "pour", "l", "d"]),
    ),
    "Spanish": Small(
        frozenset(
            [
                "cuál",
                "cual",
                "cuáles",
                "cuánto",
                "cuanto",
                "cuántos",
                "cuánta",
                "cómo",
                "qué",
                "fue",
                "fueron",
                "era",
                "es",
                "son",
            ]
        ),
        frozenset(["el", "la", "los", "las", "del", "de", "en", "y", "un", "una", "por", "para"]),
    ),
}


def other_language(question: str) -> str:
    """Its English name; "" for English and for what may be: names and figures alone are of no language."""
    for name, script in SCRIPTS.items():
        if len(script.findall(question)) >= FEWEST_LETTERS:
            return name
    words = {word.lower() for word in WORD.findall(question)}
    if words & ENGLISH:
        return ""
    counted = {name: len(words & (small.asks | small.others)) for name, small in SMALL.items() if words & small.asks}
    best = max(counted, key=lambda name: counted[name], default="")
    return best if best and counted[best] >= FEWEST else ""


def read_in_english(question: str) -> str:
    """A sentence for a question in another language, else ""."""
    if not (language := other_language(question)):
        return ""
    return f"Questions are read in English, and this one seems to be in {language}: please ask it in English."
