"""No text holds a worker: every pattern of the code base reads sixty hostile texts, each in a twentieth of a second.

Processor time is counted, and what was slow is timed again: a busy machine fails nothing.
"""

import re
import signal
import time
from collections.abc import Iterator
from typing import Any

import pytest

from apps.answers.run.asking import LONGEST_QUESTION, tidied
from tests.hostile.patterns import ANCHORED, Found, all_patterns, hostile_texts

ALLOWED, PATIENCE = 0.05, 0.5  # seconds of processor time: for one text, and until a pattern is stopped
LONGEST = 10_000
SUSPECT = ALLOWED / 5**3  # at 2,000 characters: what grows with the cube stays below ALLOWED at five times as many
SHORT = hostile_texts(2_000), hostile_texts(LONGEST)
TIDY = hostile_texts(LONGEST_QUESTION, tidy=True)


class TooLong(Exception):
    """The alarm rang."""


@pytest.fixture(autouse=True)
def alarm() -> Iterator[None]:
    def ring(number: int, frame: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGVTALRM, ring)
    yield
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    signal.signal(signal.SIGVTALRM, before)


def read(pattern: re.Pattern[Any], method: str, text: Any) -> None:
    if method in ANCHORED:
        getattr(pattern, method)(text)
    else:
        for _ in pattern.finditer(text):
            pass


def seconds(pattern: re.Pattern[Any], method: str, text: str) -> float:
    """The processor time that it takes, or PATIENCE."""
    sent = text.encode() if isinstance(pattern.pattern, bytes) else text
    started = time.process_time()
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
    try:
        try:
            read(pattern, method, sent)
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    except TooLong:
        return PATIENCE
    return time.process_time() - started


def ways(found: Found) -> list[str]:
    """Looking for all matches is the dearest of the ways that look anywhere."""
    anywhere = ["finditer"] if found.methods - ANCHORED else []
    return anywhere + sorted(found.methods & ANCHORED)


def slowest(found: Found) -> str:
    """What the pattern is slow at; nothing for a good one."""
    for way in ways(found):
        for short, long in zip(TIDY, TIDY, strict=True) if found.asked else zip(*SHORT, strict=True):
            if seconds(found.pattern, way, short) > SUSPECT and is_slow(found.pattern, way, short, long):
                return f"{found.place}: {way} of {len(long):,} characters, {long[:16]!r}...{long[-3:]!r}"
    return ""


def is_slow(pattern: re.Pattern[Any], way: str, *texts: str) -> bool:
    """Whether one of the texts takes too long, three times out of three."""
    return any(all(seconds(pattern, way, text) > ALLOWED for _ in range(3)) for text in texts)


@pytest.mark.django_db  # the application asks the database while it is imported
def test_every_pattern_is_fast_on_every_text() -> None:
    patterns = all_patterns()
    assert len(patterns) > 400
    slow = [said for found in patterns if (said := slowest(found))]
    assert slow == []


def test_a_careless_pattern_is_found() -> None:
    for careless in (r"\s+$", r"(?:a+)+b", r"\d[\d,]*%"):
        assert slowest(Found(re.compile(careless), "apps.reading.careless", frozenset({"search"})))


def test_what_questions_are_read_with_gets_single_blanks() -> None:
    assert tidied(" a \n\n b\u00a0 \x00c ") == "a b c"
