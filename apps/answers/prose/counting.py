"""Questions for how many there are of something: whether a sentence counts that, and not only speaks of it (H4)."""

import re
from collections.abc import Iterable

from apps.answers.prose.asked import Term
from apps.answers.wording import stems

ASKED = re.compile(
    r"\b(?:how many|number of)\s+(?P<thing>(?:[\w’'-]+\s+){0,3}?[\w’'-]+?)"
    r"(?=\s+(?:did|do|does|are|is|was|were|has|have|had|will|can|of|in|at|on|by|with|for|as|that|which|under|worldwide"
    r"|globally|there|held|[a-z]+ed)\b|\s*[?,.;]|\s*$)",
    re.IGNORECASE,
)
WORDS = re.compile(r"[$€£¥]?\d[\d,]*(?:\.\d+)?%?|[^\W\d_][\w’'-]*|[.;:()]")
SPELLED = re.compile(
    r"no|none|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|twenty|thirty|forty|fifty|hundred"
    r"|thousand|million",
    re.IGNORECASE,
)
MEASURES = frozenset(stems("hour day week month year quarter percent percentage point times mile foot page"))
NEAR = 6  # words between a number and what it counts
BREAKS = frozenset(".;:")


def counts(core: str, terms: Iterable[Term], text: str) -> bool:
    """Whether a number in `text` stands beside the thing that `core` asks the number of; so where none is read."""
    asked = ASKED.search(core)
    head = stems(asked["thing"])[-1:] if asked else ()
    things = next((term.kindred | {term.stem} for term in terms if head == (term.stem,)), None)
    if things is None:
        return True
    words = WORDS.findall(text)
    known = [next(iter(stems(word)), "") for word in words]
    numbers = [place for place, word in enumerate(words) if _is_number(word) and not _measures(known, place)]
    return any(known[place] in things and _beside(words, place, numbers) for place in range(len(words)))


def _is_number(word: str) -> bool:
    return (word[0].isdigit() and not word.endswith("%")) or bool(SPELLED.fullmatch(word))


def _measures(known: list[str], place: int) -> bool:
    """Whether the number is of hours, years and the like: "(40) hour"."""
    following = [one for one in known[place + 1 : place + 3] if one]
    return bool(following) and following[0] in MEASURES


def _beside(words: list[str], place: int, numbers: list[int]) -> bool:
    near = [one for one in numbers if abs(one - place) <= NEAR + 1]
    return any(not BREAKS.intersection(words[min(one, place) : max(one, place)]) for one in near)
