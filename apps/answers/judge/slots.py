"""What fills the slot of a question: a figure for how much, a date for when, a name for who."""

import re

from apps.answers.sources.candidate import Candidate
from apps.questions.query import Intent, Query, TextKind
from apps.statements.values.periods import DATE, DAY_FIRST, MONTHS, YEAR

FIGURE = re.compile(r"(?<![\w.])[$€£]?(\d{1,3}(?:,\d{3})++(?:\.\d++)?|\d++(?:\.\d++)?)(?!\w)")
WORD = re.compile(r"[A-Za-z](?:[\w&'’-]|\.(?=\w))*")
FIGURES_ASKED = frozenset({Intent.FIGURE, Intent.RANKING, Intent.LIST})


def years_in(text: str) -> frozenset[int]:
    """The years that a text names."""
    return frozenset(int(match[1]) for match in YEAR.finditer(text))


def fills(query: Query, candidate: Candidate) -> str:
    """Why `candidate` leaves the slot of `query` empty, or "" where it does not, or where no slot is asked for."""
    if query.intent in FIGURES_ASKED:
        return "" if holds_figure(candidate) else "It states no figure."
    if query.text_kind is TextKind.WHEN:
        return "" if holds_date(candidate.text) else "It names no date."
    if query.text_kind is TextKind.WHO:
        return "" if holds_name(candidate.text) else "It names nobody."
    return ""


def holds_figure(candidate: Candidate) -> bool:
    """A number that is no year."""
    if candidate.quantity is not None:
        return True
    return bool(figures_in(candidate.text))


def figures_in(text: str) -> tuple[str, ...]:
    """The numbers of a text that are no years and no days of a month, each once."""
    years = {str(year) for year in years_in(text)}
    days = {match[1] for pattern in (DATE, DAY_FIRST) for match in pattern.finditer(text)} if text else set()
    days |= {match[2] for match in DATE.finditer(text)}
    return tuple(dict.fromkeys(match[1] for match in FIGURE.finditer(text) if match[1] not in years | days))


def holds_date(text: str) -> bool:
    return bool(years_in(text)) or any(word.lower() in MONTHS and word[0].isupper() for word in WORD.findall(text))


def holds_name(text: str) -> bool:
    """A word with a capital that begins no sentence."""
    words = list(WORD.finditer(text))
    return any(
        match[0][0].isupper() and len(match[0]) > 1 and text[: match.start()].rstrip()[-1:] not in {"", ".", "!", "?"}
        for match in words
    )
