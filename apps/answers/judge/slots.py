"""What fills the slot of a question: a figure or an amount for how much, a date for when, a name for who."""

import re

from apps.answers.sources.candidate import Candidate
from apps.questions.expressions import Item
from apps.questions.query import Intent, Query, TextKind
from apps.statements.ontology import Unit, concepts
from apps.statements.values.periods import DATE, DAY_FIRST, MONTHS, YEAR
from apps.statements.values.units import CURRENCY_WORDS, SCALE_WORD

FIGURE = re.compile(r"(?<![\w.])[$€£]?(\d{1,3}(?:,\d{3})++(?:\.\d++)?|\d++(?:\.\d++)?)(?!\w)")
WORD = re.compile(r"[A-Za-z](?:[\w&'’-]|\.(?=\w))*")
_CURRENCIES = tuple(pattern for pattern, _ in CURRENCY_WORDS)
FIGURES_ASKED = frozenset({Intent.FIGURE, Intent.RANKING, Intent.LIST})


def years_in(text: str) -> frozenset[int]:
    """The years that a text names."""
    return frozenset(int(match[1]) for match in YEAR.finditer(text))


def fills(query: Query, candidate: Candidate) -> str:
    """Why `candidate` leaves the slot of `query` empty, or "" where it does not, or where no slot is asked for."""
    if query.intent in FIGURES_ASKED:
        return _lacks_figure(query, candidate)
    if query.text_kind is TextKind.WHEN:
        return "" if holds_date(candidate.text) else "It names no date."
    if query.text_kind is TextKind.WHO:
        return "" if holds_name(candidate.text) else "It names nobody."
    return ""


def _lacks_figure(query: Query, candidate: Candidate) -> str:
    if not holds_figure(candidate):
        return "It states no figure."
    return "" if not asks_money(query) or holds_money(candidate) else "It states no amount of money."


def asks_money(query: Query) -> bool:
    """Whether the figure asked for is a line of money as it stands: no ratio, no change, no count."""
    items = [one for one in query.measures if isinstance(one, Item)]
    known = [concepts().get(one.concept) for one in items]
    money = bool(known) and all(one is not None and one.unit is Unit.MONEY for one in known)
    return query.intent is Intent.FIGURE and money and len(items) == len(query.measures)


def holds_money(candidate: Candidate) -> bool:
    """A currency, or a scale as only amounts and large counts have one: "14 countries" and "25%" are neither."""
    said = candidate.text
    return candidate.quantity is not None or any(one.search(said) for one in (SCALE_WORD, *_CURRENCIES))


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
