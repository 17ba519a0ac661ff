"""Which rows of a table are headers, and what of them stands over a column."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from apps.answers.table_questions.moments import moments
from apps.statements.values.amounts import parse_amount
from apps.statements.values.units import EXCEPT

YEAR = re.compile(r"(?:FY\s*)?(?:19|20)\d\d(?:/\d\d)?(?:\s*\(\w{1,2}\))?[*†]?", re.IGNORECASE)
UNITS = re.compile(
    r"\b(?:in|\$)\s*(?:thousands|millions|billions|000)|\b(?:thousands|millions|billions)\b|^[$€£]\s?(?:m|bn|'?000)?$"
    r"|[$€£¥]\s?(?:m|bn|[’'`]?000)\b",
    re.IGNORECASE,
)
NAMES_COLUMNS = re.compile(
    r"\b(?:in (?:thousands|millions|billions)|ended|ending|fiscal|december|june|march|september|year)\b|[$€£]",
    re.IGNORECASE,
)
BESIDE_UNITS = re.compile(
    r"\b(?:in|of|and|or|are|the|all|us|usd|u\.s\.|dollars?|euros?|pounds|sterling|yen|currency|amounts?|figures?|tables?"
    r"|except(?:ing)?|unless|otherwise|noted|stated|expressed|for|per|share|shares|data|percent\w*|ratios?|number"
    r"|unaudited|audited|tabular|rounded|to|nearest|years?|which|where|indicated)\b",
    re.IGNORECASE,
)
NO_FIGURE = frozenset({"n/a", "na", "nm", "n/m", "*", "-", "—", "–"})


@dataclass(frozen=True, slots=True)
class HeaderRow:
    texts: tuple[str, ...]

    @property
    def filled(self) -> list[int]:
        return [column for column, text in enumerate(self.texts) if column and text and not is_units(text)]


def is_units(text: str) -> bool:
    """Whether a text declares units and names nothing: "Operating revenues (in millions)" names a column."""
    rest = BESIDE_UNITS.sub(" ", UNITS.sub(" ", EXCEPT.sub("", text)))
    return bool(UNITS.search(text)) and not moments(text) and not re.search(r"[A-Za-z]{2}", rest)


def is_header(row: Sequence[str], *, body_begun: bool) -> bool:
    """Whether a row names columns: no figure stands in it but years. Below the first figures, only without a label."""
    rest = [text for text in row[1:] if text]
    if not rest or any(parse_amount(text) is not None and not YEAR.fullmatch(text) for text in rest):
        return False
    if all(text.lower() in NO_FIGURE for text in rest):
        return False
    years = all(YEAR.fullmatch(text) for text in rest)
    label = row[0]
    if not body_begun:
        return not (years and label and not NAMES_COLUMNS.search(label) and not moments(label) and len(label) > 60)
    return not label or (years and bool(NAMES_COLUMNS.search(label))) or bool(moments(" ".join(rest)))


def standing(levels: Sequence[HeaderRow], column: int, width: int) -> str:
    """All that stands in `column` itself, from the top, joined by spaces, each text once."""
    texts = (row.texts[column] for row in levels if column < min(width, len(row.texts)))
    return " ".join(dict.fromkeys(text for text in texts if text and not is_units(text)))


def filled(levels: Sequence[HeaderRow], column: int, width: int) -> str:
    """All that stands over `column`, from the top, joined by spaces."""
    return " ".join(text for row in levels if (text := _over(row, column, width)))


def _over(row: HeaderRow, column: int, width: int) -> str:
    """The text over `column`: its own, or one that spans it.

    A single text spans all; with several, one spans from its column to the next when the first stands over the first
    figures, and otherwise those nearest, as texts centred over their columns do.
    """
    places = row.filled
    if not places or column in places:
        return row.texts[column] if column in places else ""
    if len(places) == 1:
        return row.texts[places[0]]
    if len(places) == width - 1:
        return ""
    before = [place for place in places if place < column]
    if places[0] == 1 and before:
        return row.texts[before[-1]]
    return row.texts[min(places, key=lambda place: (abs(place - column), place))]
