"""The parts of a question between which an operation stands: "A as a percentage of B", "between A and B"."""

import re
from collections.abc import Iterable
from dataclasses import replace

from apps.answers.table_questions.asked import Kind
from apps.answers.table_questions.moments import Mention, Moment, mentions
from apps.answers.table_questions.phrases import TURN

OPENING = re.compile(
    r"^(?:what|which|how (?:much|many)|by how much|calculate|compute|find|determine)\b\s*"
    r"(?:is|was|were|are|did|does|do|would|had|has|have)?\s*(?:the\s+)?(?:company's\s+|respective\s+"
    r"|values? of\s+|amounts? of\s+)*",
    re.IGNORECASE,
)
OPERATION = re.compile(
    rf"\b(?:(?:net |overall |total )?(?:percent(?:age)?s?|%|per cent)\s+(?:of\s+)?(?:the\s+)?{TURN}"
    rf"|percentages?|proportions?|ratios?"
    rf"|year[- ]on[- ]year|year[- ]over[- ]year|{TURN}|averages?|mean|sum|combined)(?:\s+(?:in|of"
    rf"|between|from|for)\b)?",
    re.IGNORECASE,
)
BEFORE_MOMENT = re.compile(
    r"(?:\b(?:in|from|to|between|and|for|as of|as at|at|during|of|over|both|the|fiscal|financial"
    r"|years?|ended|ending|end|period|through"
    r"|compared (?:to|with)|versus|by|respectively|calendar|since|on|quarter|months)\b[\s,]*+){1,30}+$",
    re.IGNORECASE,
)
SHARE = (
    re.compile(
        r"^(?P<a>.+?)\bas an?\s+(?:percentage|percent|proportion|fraction|share|ratio)\s+(?:of|over|to)\b(?P<b>.+)$",
        re.I,
    ),
    re.compile(
        r"\b(?:percentage|percent|proportion|portion|fraction|share) of (?P<b>.+?)\b(?:does|do|did|is from"
        r"|was from|were from|are from"
        r"|is|was|were|are|came from|comes from|relates? to|consists? of|made up)\b(?P<a>.+)$",
        re.I,
    ),
    re.compile(
        r"\b(?:percentage|percent|proportion|fraction|share) (?:constitution )?of (?P<a>.+)\b(?:in|to"
        r"|over|of|out of|among)"
        r"\s+(?P<b>(?:the |its |all |company's )*(?:total|overall|whole|entire|gross)\b.+)$",
        re.I,
    ),
    re.compile(
        r"\b(?:percentage|percent|proportion|fraction"
        r"|share) (?:constitution )?of (?P<a>.+?)\b(?:out of|in relation to"
        r"|relative to|against|over|among|within|to|in|from"
        r"|compared to|compared with)\s+(?P<b>(?:the |its |all )*(?:total|overall|whole|entire)?.+)$",
        re.I,
    ),
    re.compile(r"\bratio (?:of|between) (?P<a>.+?)\b(?:to|over)\b(?P<b>.+)$", re.I),
    re.compile(r"\bratio (?:of|between) (?P<a>.+?)\band\b(?P<b>.+)$", re.I),
    re.compile(r"^(?P<a>.+?)\bdivided by\b(?P<b>.+)$", re.I),
    re.compile(r"^(?P<a>.+?)\bto\b(?P<b>.+?)\bratio\b", re.I),
)
PAIR = (
    re.compile(r"^(?P<before>.*?)\bbetween (?P<a>.+) and (?P<b>.+)$", re.I),
    re.compile(
        r"^(?P<before>)(?P<a>.+?)\b(?:compared (?:to|with)|as against|than|versus|vs\.?|minus|less)\b(?P<b>.+)$", re.I
    ),
    re.compile(r"^(?P<before>)(?P<a>.+) and (?P<b>.+)$", re.I),
)
LIST_BREAK = re.compile(r",\s*(?:and\s+)?|\s+and\s+|\s+plus\s+", re.IGNORECASE)


def topic(text: str) -> str:
    """The words of a question, or part of one, that say which line is meant: without opening, operation and moments."""
    return " ".join(OPERATION.sub(" ", OPENING.sub("", without_moments(text)), count=1).split())


def without_moments(text: str) -> str:
    """`text` without the moments that it names and the words that lead to them."""
    kept, end = "", 0
    for mention in mentions(text):
        kept += BEFORE_MOMENT.sub(" ", text[end : mention.start])
        end = mention.end
    return " ".join(f"{kept} {text[end:]}".split())


def moments_asked(named: Iterable[Mention]) -> list[Moment]:
    """The moments in their order, with what is said once for all: "Q4 2019 and 2018", "first and second of 2019"."""
    found = list(dict.fromkeys(mention.moment for mention in named))
    parts = [one for one in found if one.quarter or one.month]
    years = [one for one in found if one not in parts]
    loose = all(one.year is None and one.quarter is None for one in parts)
    if years and loose and (len(parts) == 1 or len(years) > 1):
        parts = []
        found = years
    if not parts or not years:
        return found
    if len(years) == 1 and all(one.year is None for one in parts):
        return [replace(one, year=years[0].year) for one in parts]
    if len(parts) == 1 and parts[0].quarter:
        spread = [replace(parts[0], year=one.year) for one in years]
        return [*([parts[0]] if parts[0].year else []), *spread]
    return found


def shared_parts(text: str) -> tuple[str, str] | None:
    """(what is measured, against what) of a share or ratio; None when only one part is named."""
    for pattern in SHARE:
        match = pattern.search(text)
        if match and without_moments(match["a"]).strip(" ,") and without_moments(match["b"]).strip(" ,"):
            return match["a"], match["b"]
    return None


def pair(text: str) -> tuple[str, str] | None:
    """The two items that are compared, each with the words before both."""
    for pattern in PAIR:
        if match := pattern.search(text):
            before = topic(match["before"])
            left, right = (topic(match[name]) for name in "ab")
            if left and right:
                return f"{before} {match['a']}", f"{before} {match['b']}"
    return None


def items(text: str) -> list[str]:
    """The items of an enumeration: "A, B and C"."""
    return [part for part in (one.strip() for one in LIST_BREAK.split(text)) if topic(part)]


def guarded(text: str, labels: Iterable[str]) -> str:
    """`text` with "and" and commas inside of labels that stand in it word for word made unbreakable."""
    for label in sorted(labels, key=len, reverse=True):
        if len(label) > 6 and re.search(r"\band\b|,", label) and (place := text.lower().find(label.lower())) >= 0:
            inside = re.sub(r"\band\b", "&", text[place : place + len(label)]).replace(",", " ")
            text = text[:place] + inside + text[place + len(label) :]
    return text


def is_over(kind: Kind) -> bool:
    return kind in {Kind.SHARE, Kind.RATIO}
