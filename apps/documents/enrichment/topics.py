"""What a passage is about, by the words of each topic in its text and, weighing more, in its headings (A5, R1)."""

import re
import tomllib
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path

from apps.documents.cards.labels import Topic
from apps.documents.enrichment.enrichment import TopicScore

SOURCE = Path(__file__).parent / "topics.toml"
WORD = re.compile(r"[a-z]+(?:-[a-z]+)*")
HEADING_WEIGHT = 3.0  # of a word in the innermost heading; half of that in the one above
MOST = 3
LEAST = 2.0  # score of a topic that is named
HALF = 3.0  # score at which confidence is a half


@cache
def vocabulary() -> tuple[dict[str, tuple[Topic, ...]], tuple[tuple[str, Topic], ...]]:
    """Single words with their topics, and phrases with theirs. Raises ValueError where a topic has no words."""
    raw = tomllib.loads(SOURCE.read_text(encoding="utf-8"))
    if set(raw) != {topic.value for topic in Topic} - {Topic.OTHER.value}:
        raise ValueError(f"{SOURCE.name} must hold the words of every topic but {Topic.OTHER}")
    words: dict[str, tuple[Topic, ...]] = {}
    phrases: list[tuple[str, Topic]] = []
    for key, entry in raw.items():
        for word in entry["words"]:
            words[word] = (*words.get(word, ()), Topic(key))
        phrases += [(phrase, Topic(key)) for phrase in entry.get("phrases", [])]
    return words, tuple(phrases)


@lru_cache(maxsize=1024)
def topics(text: str, path: tuple[str, ...]) -> tuple[TopicScore, ...]:
    """At most three topics, surest first; none where too few words speak for any."""
    scores: dict[Topic, float] = {}
    _add(scores, text, 1.0)
    for above, title in enumerate(reversed(path[-2:])):
        _add(scores, title, HEADING_WEIGHT / (1 + above))
    best = sorted(scores.items(), key=lambda item: (-item[1], item[0]))[:MOST]
    return tuple(TopicScore(topic, round(score / (score + HALF), 2)) for topic, score in best if score >= LEAST)


def _add(scores: dict[Topic, float], text: str, weight: float) -> None:
    """Each distinct word counts once, a phrase for two: repeating a word says little more."""
    words, phrases = vocabulary()
    lowered = text.lower()
    for word in words.keys() & set(WORD.findall(lowered)):
        for topic in words[word]:
            scores[topic] = scores.get(topic, 0.0) + weight
    for phrase, topic in phrases:
        if phrase in lowered:
            scores[topic] = scores.get(topic, 0.0) + 2 * weight


def words_of(text: str) -> Sequence[str]:
    """The lower-case words of a text, in order."""
    return WORD.findall(text.lower())
