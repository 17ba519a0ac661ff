"""What falls due when: the words of a question that ask for a cell of a schedule of years to come.

A schedule is printed by years or by ages ("less than 1 year"), at the end of the year before them; so two kinds of time
are told in such a question, and neither is a period of a statement.
"""

import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from apps.questions.intents import ASKING
from apps.questions.labels import stems
from apps.questions.query import Due, Intent, Query, Role, Token
from apps.questions.slots import PeriodKind
from apps.questions.tokens import NUMBER_WORDS

RAW = tomllib.loads((Path(__file__).parent / "due.toml").read_text(encoding="utf-8"))
FALLING, OWED, SHARES, UNASKED, TOGETHER = (
    frozenset(RAW[key].split()) for key in ("falling", "owed", "shares", "unasked", "together")
)
# Patterns of words in lower case with one blank between them.
OTHERWISE = re.compile("|".join(RAW["otherwise"]))
LASTING = rf" (?:(?:the|next|following|fiscal|-) ){{0,4}}(\d\d?|a|{'|'.join(NUMBER_WORDS)}) (?:fiscal )?(year|month)"
WITHIN = re.compile(rf"\b(?:following|next|coming|within|under|first|less than){LASTING}")
BEYOND = re.compile(rf"\b(?:after|beyond|more than){LASTING}")
YEAR = r" (?:(?:the|end|of|for|fiscal|fy|year|ye|-|,|\() ){0,5}(20\d\d)\b"
UNTIL = re.compile(rf"\b(?:through|thru|by){YEAR}")
AFTER = re.compile(  # not "the three years after 2017"
    rf"(?<!\byear )(?<!\byears )\b(?:after|beyond){YEAR}|\b(20\d\d) (?:and|or) (?:later|thereafter)\b"
)
REPORT = "10 - k|10 k|annual report"
AS_OF = re.compile(rf"\b(?:end(?: of [a-z]+)?|ye|{REPORT}){YEAR}|\b(20\d\d) (?:{REPORT})\b(?! 20)")
JOINING = frozenset(("and", ",", "?", "in", "by", "at"))
DATED = frozenset((Role.FILER, Role.PERIOD, Role.FORM, Role.FUNCTION))
PLACED = frozenset((Role.UNREAD, Role.TOPIC, Role.OPEN))
ASKED = frozenset((Intent.FIGURE, Intent.LIST, Intent.TEXT))
RESTATED = SHARES | {"dollars", "dollar", "money"}  # what is told beside it anyway


def due_of(query: Query) -> Due | None:
    """None where nothing is asked that falls due at a time that is told."""
    tokens, besides = _parted(query)
    told, listed = _lower(tokens), query.periods.listed
    text = " ".join(told)
    if query.intent not in ASKED or query.condition or OTHERWISE.search(text):
        return None
    if _years_of(besides) or any(one.role is Role.PERIOD for one in besides):
        return None  # it is of another time
    if any(one.kind not in (PeriodKind.YEAR, PeriodKind.INSTANT) for one in listed):
        return None
    lasting = _lasting(WITHIN, text), _lasting(BEYOND, text), _after(text)
    as_of, years = _times(query, text, lasting)
    if years and any(lasting):
        if lasting != (len(years), None, None):  # "within the five years 2024 to 2028"
            return None
        lasting = None, None, None
    if not as_of and UNTIL.search(text):
        return None  # from when on is not said
    ahead = len(as_of) == 1 and bool(years) and min(years) > max(as_of)
    if not (ahead or FALLING & set(told) or (OWED & set(told) and any(lasting))):
        return None
    measure = tuple(dict.fromkeys(token.text for token in tokens if _measures(token)))
    each = query.intent is Intent.LIST and not TOGETHER & set(told)
    apart = len(years) > 1 and (each or years[-1] - years[0] >= len(years))
    if apart or not (any(lasting) or years) or len(as_of) > 1 or not stems(" ".join(measure)):
        return None
    return Due(measure, years, *lasting, next(iter(as_of), None), bool(SHARES & set(told)))


def _times(query: Query, text: str, lasting: Sequence[int | None]) -> tuple[set[int], tuple[int, ...]]:
    """The years at whose end it is asked, one at most where that is clear; and the years to come that are asked for."""
    listed, until, ended, after = query.periods.listed, _found(UNTIL, text), _found(AS_OF, text), lasting[-1]
    ends = [one for one in listed if one.kind is PeriodKind.INSTANT or one.year in ended]
    asked = sorted({one.year for one in listed if one.year and one not in ends} - {after})
    if query.periods.whole and len(asked) > 1:
        asked = list(range(asked[0], asked[-1] + 1))
    as_of = {one.year for one in ends if one.year} - until
    if any(lasting) and not (len(as_of) == 1 and asked and min(asked) > max(as_of)):
        as_of, asked = as_of | set(asked), []
    beside = _years_of(one for one in query.tokens if one.role is not Role.PERIOD)
    as_of |= (beside | ended - until) - {after, *(one.year for one in listed)}
    if until and len(as_of) == 1 and len(asked) < 2 and not any(lasting):
        asked = list(range(max(as_of) + 1, max(until) + 1))
    return as_of, tuple(asked)


def _found(pattern: re.Pattern[str], text: str) -> set[int]:
    """The years that it finds."""
    return {int(match[match.lastindex or 0]) for match in pattern.finditer(text)}


def _years_of(tokens: Iterable[Token]) -> set[int]:
    return {int(one.text) for one in tokens if re.fullmatch(r"20\d\d", one.text)}


def _after(text: str) -> int | None:
    """ "After 2022", "beyond fiscal 2024", "2038 or later"."""
    match = AFTER.search(text)
    return (int(match[1]) if match[1] else int(match[2]) - 1) if match else None


def _lasting(pattern: re.Pattern[str], text: str) -> int | None:
    """ "Within a year", "after five years", "the first 24 months": how many years."""
    for count, unit in pattern.findall(text):
        number = 1 if count == "a" else NUMBER_WORDS.index(count) if count in NUMBER_WORDS else int(count)
        years, rest = (number, 0) if unit == "year" else divmod(number, 12)
        if years and not rest:
            return years
    return None


def left_open(query: Query) -> str:
    """What is asked behind what falls due, in the question's words: "which year is heaviest"."""
    return " ".join(token.text for token in _parted(query)[1]).strip(" ?.")


def _parted(query: Query) -> tuple[Sequence[Token], Sequence[Token]]:
    """What falls due, and what else is asked behind that."""
    told = _lower(query.tokens)
    begun = (at for at in range(len(told) - 1, 0, -1) if told[at] in ASKING and told[at - 1] in JOINING)
    at = next(begun, 0)
    if not (FALLING | OWED) & set(told[:at]) or RESTATED & set(told[at:]):
        at = len(told)
    return query.tokens[:at], query.tokens[at:]


def _lower(tokens: Sequence[Token]) -> list[str]:
    return [token.text.lower() for token in tokens]


def _measures(token: Token) -> bool:
    """Whether it says of what."""
    unasked = token.text.lower() in UNASKED.union(SHARES, FALLING, NUMBER_WORDS)
    return token.role not in DATED and not unasked and any(map(str.isalpha, token.text))


def read_as_due(query: Query, due: Due) -> Query:
    """The query that asks for what falls due, and nothing else; each of its words has its place in that."""
    told = tuple(
        replace(one, role=Role.MEASURE if one.text in due.measure else Role.FRAME) if one.role in PLACED else one
        for one in query.tokens
    )
    return Query(Intent.FIGURE, filers=query.filers, periods=query.periods, form=query.form, tokens=told, due=due)
