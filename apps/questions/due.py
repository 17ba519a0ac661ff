"""What falls due when: the words of a question that ask for a cell of a schedule of years to come.

A schedule is printed by years or by ages ("less than 1 year"), at the end of the year before them; so two kinds of time
are told in such a question, and neither is a period of a statement.
"""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from apps.questions.labels import stems
from apps.questions.query import Due, Intent, Query, Role, Token
from apps.questions.slots import PeriodKind

RAW = tomllib.loads((Path(__file__).parent / "due.toml").read_text(encoding="utf-8"))
FALLING, OWED, SHARES, UNASKED, COMPARED, TOGETHER = (
    frozenset(RAW[key].split()) for key in ("falling", "owed", "shares", "unasked", "compared", "together")
)
NUMBERS = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "twelve": 12}
WITHIN, BEYOND = frozenset(("within", "under", "first", "next")), frozenset(("beyond", "after"))
DATED = frozenset((Role.FILER, Role.PERIOD, Role.FORM))
ENDS = frozenset(("end", "year-end", "ye"))
PLACED = frozenset((Role.UNREAD, Role.TOPIC, Role.OPEN))
A_YEAR = 12  # months
ASKED = frozenset((Intent.FIGURE, Intent.LIST, Intent.TEXT))


def due_of(query: Query) -> Due | None:
    """None where nothing is asked that falls due at a time that is told."""
    told = [token.text.lower() for token in query.tokens]
    within, beyond, after = _lasting(told, WITHIN), _lasting(told, BEYOND), _behind_a_year(query.tokens)
    falls = FALLING & set(told) or (OWED & set(told) and (within or beyond or after))
    if query.intent not in ASKED or query.condition or not falls or _asks_otherwise(told):
        return None
    listed = query.periods.listed
    if any(one.kind not in (PeriodKind.YEAR, PeriodKind.INSTANT) for one in listed):
        return None
    ended = set(_ended(told))
    ends = tuple(one for one in listed if one.kind is PeriodKind.INSTANT or one.year in ended)
    years = tuple(sorted({one.year for one in listed if one.year and one not in ends and one.year != after}))
    if query.periods.whole and len(years) > 1:
        years = tuple(range(years[0], years[-1] + 1))
    if within or beyond or after:
        ends, years = (*ends, *(one for one in listed if one.year in years)), ()
    as_of = {one.year or (one.end.year if one.end else None) for one in ends}
    reports = {_year(token.text) for token in query.tokens if token.role is not Role.PERIOD} - {None, after}
    as_of |= (reports | (ended if not listed else set())) - {one.year for one in listed}
    measure = tuple(_measure(query.tokens))
    apart = len(years) > 1 and (years[-1] - years[0] >= len(years) or _each_by_itself(query, told))
    if apart or not (within or beyond or after or years) or len(as_of) > 1 or not stems(" ".join(measure)):
        return None
    return Due(measure, years, within, beyond, after, next(iter(as_of), None), bool(SHARES & set(told)))


def _each_by_itself(query: Query, told: Sequence[str]) -> bool:
    return query.intent is Intent.LIST and not TOGETHER & set(told)


def _asks_otherwise(told: Sequence[str]) -> bool:
    """Whether it compares, denies or asks twice, or moves what falls due: by how much it "falls" from year to year."""
    moves = {"fall", "falls"} & set(told) and not {"due", "after", "beyond", "within"} & set(told)
    compares = "than" in told and not {"less", "more"} & {one for one, word in pairwise(told) if word == "than"}
    counted = "than" in told and any(word.isdecimal() and len(word) == 4 for word in told[told.index("than") :])
    return bool(COMPARED & set(told) or moves or compares or counted or told.count("how") > 1)


def read_as_due(query: Query, due: Due) -> Query:
    """The query that asks for what falls due, and nothing else; each of its words has its place in that."""
    told = tuple(replace(token, role=_role(token, due)) if token.role in PLACED else token for token in query.tokens)
    return Query(Intent.FIGURE, filers=query.filers, periods=query.periods, form=query.form, tokens=told, due=due)


def _role(token: Token, due: Due) -> Role:
    return Role.MEASURE if token.text in due.measure else Role.FRAME


def _lasting(told: Sequence[str], signs: frozenset[str]) -> int | None:
    """ "Within a year", "after five years", "the first three years": how many years."""
    for at, word in enumerate(told):
        behind = [one for one in told[at + 1 : at + 4] if one not in ("the", "next", "-")]
        before = told[at - 2 : at] if word == "than" else []
        compared = before[-1:] == (["less"] if signs is WITHIN else ["more"])
        if not (word in signs or compared) or len(behind) < 2 or not behind[1].startswith(("year", "month")):
            continue
        count = NUMBERS.get(behind[0]) or (int(behind[0]) if behind[0].isdecimal() and len(behind[0]) < 3 else None)
        months = behind[1].startswith("month")
        if count and not (months and count % A_YEAR):
            return count // A_YEAR if months else count
    return None


def _behind_a_year(tokens: Sequence[Token]) -> int | None:
    """ "After 2022", "2038 or later", "beyond fiscal 2024"; not "the three years after 2017"."""
    told = [token.text.lower() for token in tokens]
    for at, word in enumerate(told):
        if not (word.isdecimal() and len(word) == 4):
            continue
        before = [one for one in told[max(at - 2, 0) : at] if one not in ("fiscal", "fy")]
        counted = any(one.startswith("year") for one in told[max(at - 3, 0) : at])
        if before[-1:] and before[-1] in BEYOND and not counted:
            return int(word)
        if told[at + 1 : at + 3] in (["or", "later"], ["and", "later"], ["and", "thereafter"]):
            return int(word) - 1
    return None


def _ended(told: Sequence[str]) -> Iterator[int]:
    """Years of whose end is spoken: "at the end of FY2017"."""
    for at, word in enumerate(told):
        if (year := _year(word)) and ENDS & set(told[max(at - 3, 0) : at]):
            yield year


def _year(text: str) -> int | None:
    digits = text.lower().removeprefix("fy")
    if not digits.isdecimal():
        return None
    short = len(digits) == 2 and digits != text
    return 2000 + int(digits) if short else int(digits) if len(digits) == 4 and digits[:2] == "20" else None


def _measure(tokens: Sequence[Token]) -> Iterator[str]:
    """Words that say of what."""
    for token in tokens:
        word = token.text.lower()
        free = token.role not in DATED and token.role is not Role.FUNCTION and word not in UNASKED | SHARES | FALLING
        if free and any(map(str.isalpha, word)):
            yield token.text
