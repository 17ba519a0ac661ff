"""Words that name a fiscal period or a unit, as headers of tables use them."""

import re

MONTHS = r"january|february|march|april|may|june|july|august|september|october|november|december"
PERIOD = re.compile(
    rf"\b(?:years?|months?|weeks?|quarters?|fiscal|ended|ending|as of|{MONTHS}|(?:19|20)\d\d|q[1-4])\b", re.IGNORECASE
)
SPAN = re.compile(
    rf"\b(?:years?|months?|weeks?|quarters?|period)s? end(?:ed|ing)|\b(?:as of|at) (?:{MONTHS})"
    rf"|^(?:{MONTHS}) \d{{1,2}},?$|^fiscal years?|^years? |^for the ",
    re.IGNORECASE,
)
_SCALE = r"thousands|millions|billions|thousand|million|billion"
_MONEY = r"dollars?|amounts?|u\.?s\.? dollars?|us\$|usd|\$|€|£|euros?|tabular amounts|shares"
UNITS = re.compile(
    rf"(?:\(\s*+|(?<![\s(])\s*+|\b)(?:all\s+)?(?:(?:{_MONEY})\s*(?:and\s+shares?\s*)?(?:expressed\s+|presented\s+|are\s+|stated\s+)?)?in\s+"
    rf"(?:u\.?s\.?\s+dollars?|(?:{_SCALE})\b|whole\s+dollars|percent\b|us\$|\$)[^()]*(?:\([^()]*\)[^()]*)*\)?"
    rf"|\(\s*(?:{_SCALE})\b[^()]*\)"
    rf"|\(\s*(?:\$|€|£|us\$)?\s*(?:000'?s|000s?|m|mm|mil|bn)(?:\s+omitted)?\s*\)"
    rf"|\b(?:{_MONEY})\s+(?:{_SCALE})\b",
    re.IGNORECASE,
)


def units_in(text: str) -> str:
    """The words of `text` that give units and scale, verbatim; empty when there are none."""
    match = UNITS.search(text)
    return _balanced(" ".join(match[0].split()))[:200] if match else ""


def _balanced(text: str) -> str:
    """Without a closing parenthesis whose opening one stands before the units: "(unaudited; in millions)"."""
    return text[:-1] if text.endswith(")") and text.count(")") > text.count("(") else text
