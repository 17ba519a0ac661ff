"""Whether what a model says stands in the text that it was shown."""

import re

from apps.documents.cards.card import Span
from apps.documents.sections import one_line

LONGEST_QUOTATION = 1000
FIGURE = re.compile(r"\d[\d,]*(?:\.\d+)?")


def located(quotation: str, text: str) -> Span | None:
    """Where `quotation` stands in `text`, as it stands there; white space may differ. None where it does not.

    A part of a word or of a figure is no quotation: "12" does not stand in "1,123".
    """
    words = quotation.split()
    if not words or len(quotation) > LONGEST_QUOTATION:
        return None
    body = r"\s+".join(re.escape(word) for word in words)
    before = r"(?<!\w)(?<!\d[.,])" if words[0][0].isalnum() else ""
    after = r"(?!\w)(?![.,]\d)" if words[-1][-1].isalnum() else ""
    found = re.search(f"{before}{body}{after}", text)
    return Span(found[0], found.start(), found.end()) if found else None


def stands_in(words: str, text: str) -> bool:
    """Whether `words` stand in `text`, whatever their case and white space. Nothing stands nowhere."""
    return located(one_line(words).casefold(), one_line(text).casefold()) is not None


def figures(text: str) -> set[str]:
    """The figures in `text`, without separators."""
    return {figure.replace(",", "") for figure in FIGURE.findall(text)}


def invents_figures(said: str, text: str) -> bool:
    """Whether `said` has a figure that `text` has not."""
    return not figures(said) <= figures(text)
