"""The tone of a passage by words that filings use for good and bad news (A5). The lists are our own."""

import tomllib
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from apps.documents.enrichment.enrichment import Sentiment, Tone

SOURCE = Path(__file__).parent / "words.toml"
LISTS = tomllib.loads(SOURCE.read_text(encoding="utf-8"))
POSITIVE = frozenset(LISTS["positive"])
NEGATIVE = frozenset(LISTS["negative"])
NEGATIONS = frozenset({"no", "not", "never", "without", "nor", "cannot"})
SURE = 4.0  # words of one tone beyond those of the other at which confidence reaches a half
LEAST = 2  # words of a tone; one alone says nothing


def sentiment(words: Sequence[str]) -> Sentiment:
    """The prevailing tone of lower-case words in order. A good word after "not" or "no" counts as a bad one."""
    good = sum(map(POSITIVE.__contains__, words))
    bad = sum(map(NEGATIVE.__contains__, words))
    turned = sum(before in NEGATIONS and after in POSITIVE for before, after in pairwise(words)) if good else 0
    lead = good - bad - 2 * turned
    if max(good, bad) < LEAST or abs(lead) < LEAST:
        return Sentiment(Tone.NEUTRAL, round(1 - abs(lead) / (good + bad + 1), 2))
    return Sentiment(Tone.POSITIVE if lead > 0 else Tone.NEGATIVE, round(abs(lead) / (abs(lead) + SURE), 2))
