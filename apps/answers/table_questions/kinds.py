"""Which operation a question asks stored tables for, told by its words without the filer's names (H4)."""

import re
from collections.abc import Iterable, Sequence

from apps.answers.table_questions.asked import Kind, read_question
from apps.answers.table_questions.framing import plain_question
from apps.answers.table_questions.ranking import kind_asked

SPAN = re.compile(r"\b(?:less|more|fewer) than (?:\w+ )?(?:years?|months?)\b", re.IGNORECASE)
GROWS = re.compile(r"\bgr[eo]w(?:n|th|s|ing)?\b|\bpercent(?:age)? (?:change|increase|decrease)\b", re.IGNORECASE)
ADDS_UP = re.compile(r"\b(?:sum|combined|cumulative|altogether|added up|in aggregate)\b", re.IGNORECASE)
HIGHER = re.compile(
    r"^(?:is|are|was|were|did|do|does|has|have|had)\b.*\b(?:higher|lower|larger|smaller|greater|more|less|fewer|bigger)\b"
    r".*\bthan\b|^(?:did|has|have|had)\b.*\b(?:rise|risen|fall|fallen|increased?|decreased?|grow|grown|declined?|drop(?:ped)?"
    r"|go up|go down|gone up|gone down)\b",
    re.IGNORECASE,
)
EMPTY = re.compile(r"\(\s*(?:formerly|previously|f/k/a|now)?\s*\)", re.IGNORECASE)
FAST = re.compile(r"^how (?:fast|quickly|strongly) (?:did|has|have)\b|\bgr[eo]wn?\b.*\bin percent\b", re.IGNORECASE)
TWO_POINTS = frozenset({Kind.CHANGE, Kind.GROWTH})


def kind_of(text: str) -> Kind | None:
    """The operation that a question asks for; None where it is none that stored tables are asked for."""
    if kind_asked(text):
        return Kind.WHICH_ITEM
    text = plain_question(text)
    kind = read_question(SPAN.sub(" ", text)).kind
    if kind is Kind.LOOKUP and HIGHER.search(text):
        kind = Kind.CHANGE
    if kind is not Kind.GROWTH and FAST.search(text):
        kind = Kind.GROWTH
    if kind is Kind.CHANGE and GROWS.search(text):
        kind = Kind.GROWTH
    if kind in TWO_POINTS or kind in {Kind.SHARE, Kind.AVERAGE}:
        return kind
    if kind is Kind.SUM:
        return Kind.SUM if ADDS_UP.search(text) else Kind.LOOKUP
    return Kind.LOOKUP if kind in {Kind.LOOKUP, Kind.LISTED, Kind.RATIO} else None


def without_names(text: str, names: Iterable[str]) -> str:
    """`text` without what the filer is called: each of its names, else its first words, as many as stand there."""
    for name in sorted(names, key=len, reverse=True):
        words = name.split()
        forms = [_spelled(words[:count]) for count in range(len(words), 0, -1)]
        if form := next((form for form in forms if re.search(form, text)), None):
            text = re.sub(form, " ", text)
    return " ".join(EMPTY.sub(" ", text).split())


def _spelled(words: Sequence[str]) -> str:
    """A pattern of the words as they are written: "Block" is a filer, a block is none. Company forms have a comma."""
    name = " ".join(words).rstrip(",")
    return rf"(?<![\w-])(?:{re.escape(name)}|{re.escape(name.upper())})(?:['’]s?)?(?![\w-])"
