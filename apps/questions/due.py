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
FALLING, OWED, SHARES, UNASKED, COMPARED, DENIED, TOGETHER = (
    frozenset(RAW[key].split()) for key in ("falling", "owed", "shares", "unasked", "compared", "denied", "together")
)
NUMBERS = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "twelve": 12}
FOLLOWING = frozenset(("following", "next", "coming"))  # "in 2018 and the following two years" begins with 2018
WITHIN, BEYOND = FOLLOWING | {"within", "under", "first"}, frozenset(("beyond", "after"))
BETWEEN = frozenset(("the", "first", "next", "following", "fiscal", "-"))  # a sign and how many years
UNTIL = frozenset(("through", "thru", "by"))
ASKING, JOINING = frozenset(("what", "which", "how", "when", "who")), frozenset(("and", ",", "?", "in", "by", "at"))
DATED = frozenset((Role.FILER, Role.PERIOD, Role.FORM))
ENDS = frozenset(("end", "year-end", "ye"))
PLACED = frozenset((Role.UNREAD, Role.TOPIC, Role.OPEN))
A_YEAR = 12  # months
ASKED = frozenset((Intent.FIGURE, Intent.LIST, Intent.TEXT))
OF_A_YEAR = (("that", "year"), ("the", "year"))  # what a share is of is the whole schedule
RESTATED = SHARES | {"dollars", "dollar", "money"}  # what is told beside it anyway


def due_of(query: Query) -> Due | None:
    """None where nothing is asked that falls due at a time that is told."""
    whole = _words(query)
    besides = _asked_besides(whole)
    told = whole[:besides]
    lasting = _lasting(told, WITHIN), _lasting(told, BEYOND), _behind_a_year(told)
    if query.intent not in ASKED or query.condition or _asks_otherwise(told) or _is_unclear(told, lasting):
        return None
    if besides and any(token.role is Role.PERIOD or _year(token.text) for token in query.tokens[besides:]):
        return None  # it is of another time
    if any(one.kind not in (PeriodKind.YEAR, PeriodKind.INSTANT) for one in query.periods.listed):
        return None
    as_of, years = _times(query, told, lasting)
    if years and any(lasting):
        if lasting != (len(years), None, None):  # "within the five years 2024 to 2028"
            return None
        lasting = None, None, None
    if not as_of and set(_until(told)):
        return None  # from when on is not said
    ahead = len(as_of) == 1 and bool(years) and min(years) > max(as_of)
    if not (ahead or FALLING & set(told) or (OWED & set(told) and any(lasting))):
        return None
    measure = tuple(dict.fromkeys(_measure(query.tokens[:besides])))
    apart = len(years) > 1 and (years[-1] - years[0] >= len(years) or _each_by_itself(query, told))
    if apart or not (any(lasting) or years) or len(as_of) > 1 or not stems(" ".join(measure)):
        return None
    return Due(measure, years, *lasting, next(iter(as_of), None), bool(SHARES & set(told)))


def _words(query: Query) -> list[str]:
    """Of its tokens, in lower case; the year of "FY22" in four digits."""
    told = [token.text.lower() for token in query.tokens]
    behind = zip(["", *told], told, strict=False)
    return [f"20{word}" if before == "fy" and len(word) == 2 and word.isdecimal() else word for before, word in behind]


def _is_unclear(told: Sequence[str], lasting: Sequence[int | None]) -> bool:
    """Whether a word of time is not understood, or two lengths are told: "after one year and within three"."""
    counts = sum(
        word.startswith("year") and (before in NUMBERS or (before.isdecimal() and len(before) < 3))
        for before, word in pairwise([one for one in told if one != "-"])
    )
    several = counts > 1 or sum(map(bool, lasting)) > 1
    untold = bool(BEYOND & set(told)) and not any(lasting)  # "in the years after 2022", "in 2023 and beyond"
    waits = "until" in told and not lasting[1]  # what is due until then is due later, too
    beside = set(pairwise([*told, ""]))
    either = any(_year(one) and word == "or" for one, word in beside) and "later" not in told
    less = any(word == "less" and behind != "than" for word, behind in beside)
    return several or untold or waits or either or less or ("per", "year") in beside or told.count("due") > 1


def _times(query: Query, told: Sequence[str], lasting: Sequence[int | None]) -> tuple[set[int], tuple[int, ...]]:
    """The years at whose end it is asked, one at most where that is clear; and the years to come that are asked for."""
    listed, after = query.periods.listed, lasting[-1]
    until, reported, ended = set(_until(told)), set(query.report_years), set(_ended(told))
    ends = tuple(one for one in listed if one.kind is PeriodKind.INSTANT or one.year in ended | reported)
    asked = sorted({one.year for one in listed if one.year and one not in ends and one.year != after})
    if query.periods.whole and len(asked) > 1:
        asked = list(range(asked[0], asked[-1] + 1))
    as_of = {year for one in ends if (year := one.year or (one.end.year if one.end else None))} - until
    if any(lasting) and not (len(as_of) == 1 and asked and min(asked) > max(as_of)):
        as_of, asked = as_of | set(asked), []
    beside = (one for one, token in zip(_words(query), query.tokens, strict=True) if token.role is not Role.PERIOD)
    named = set(map(_year, beside)) - {None, after}
    as_of |= {year for year in (named | (ended if not listed else set())) - {one.year for one in listed} if year}
    if until and len(as_of) == 1 and len(asked) < 2 and not any(lasting):
        asked = list(range(max(as_of) + 1, max(until) + 1))
    return as_of, tuple(asked)


def left_open(query: Query) -> str:
    """What is asked behind what falls due, in the question's words: "which year is heaviest"."""
    at = _asked_besides(_words(query))
    return " ".join(token.text for token in query.tokens[at:]).strip(" ?.") if at else ""


def _asked_besides(told: Sequence[str]) -> int | None:
    """Where something else is asked, behind what falls due; None where nothing is."""
    begun = (at for at in range(len(told) - 1, 0, -1) if told[at] in ASKING and told[at - 1] in JOINING)
    at = next(begun, None)
    if not at or not (FALLING | OWED) & set(told[:at]) or RESTATED & set(told[at:]):
        return None
    return at


def _each_by_itself(query: Query, told: Sequence[str]) -> bool:
    return query.intent is Intent.LIST and not TOGETHER & set(told)


def _asks_otherwise(told: Sequence[str]) -> bool:
    """Whether it compares, denies, asks for a year or twice, or moves what falls due: by how much it "falls"."""
    moves = {"fall", "falls"} & set(told) and not {"due", "after", "beyond", "within"} & set(told)
    compares = "than" in told and not {"less", "more"} & {one for one, word in pairwise(told) if word == "than"}
    counted = "than" in told and any(word.isdecimal() and len(word) == 4 for word in told[told.index("than") :])
    which = told.index("which") if "which" in told else len(told)
    ranks = not (FALLING | OWED) & set(told[:which]) and bool({"year", "years"} & set(told[which:]))
    twice = told.count("how") > 1 and not RESTATED & set(told[len(told) - told[::-1].index("how") :])
    counts = any(pair == ("how", "many") and "dollars" not in told for pair in pairwise(told))
    goes_on = any(pair[0] == "and" and FOLLOWING & set(pair) for pair in zip(told, told[1:], told[2:], strict=False))
    of_a_year = bool(SHARES & set(told)) and any(pair in OF_A_YEAR for pair in pairwise(told))
    denies = DENIED & set(told) and "until" not in told
    return bool(
        COMPARED & set(told)
        or denies
        or moves
        or compares
        or counted
        or ranks
        or twice
        or of_a_year
        or counts
        or goes_on
    )


def read_as_due(query: Query, due: Due) -> Query:
    """The query that asks for what falls due, and nothing else; each of its words has its place in that."""
    told = tuple(replace(token, role=_role(token, due)) if token.role in PLACED else token for token in query.tokens)
    return Query(Intent.FIGURE, filers=query.filers, periods=query.periods, form=query.form, tokens=told, due=due)


def _role(token: Token, due: Due) -> Role:
    return Role.MEASURE if token.text in due.measure else Role.FRAME


def _lasting(told: Sequence[str], signs: frozenset[str]) -> int | None:
    """ "Within a year", "after five years", "the first three years": how many years."""
    for at, word in enumerate(told):
        behind = [
            one for one in told[at + 1 : at + 5] if one not in ("the", "first", "next", "following", "fiscal", "-")
        ]
        before = told[at - 2 : at] if word == "than" else []
        compared = before[-1:] == (["less"] if signs is WITHIN else ["more"])
        if not (word in signs or compared) or len(behind) < 2 or not behind[1].startswith(("year", "month")):
            continue
        count = NUMBERS.get(behind[0]) or (int(behind[0]) if behind[0].isdecimal() and len(behind[0]) < 3 else None)
        months = behind[1].startswith("month")
        if count and not (months and count % A_YEAR):
            return count // A_YEAR if months else count
    return None


def _behind_a_year(told: Sequence[str]) -> int | None:
    """ "After 2022", "2038 or later", "beyond fiscal 2024"; not "the three years after 2017"."""
    for at, word in enumerate(told):
        if not (word.isdecimal() and len(word) == 4):
            continue
        before = [one for one in told[max(at - 2, 0) : at] if one not in ("fiscal", "fy")]
        counted = any(one.startswith(("year", "month", "period")) for one in told[max(at - 3, 0) : at])
        if before[-1:] and before[-1] in BEYOND and not counted:
            return int(word)
        if told[at + 1 : at + 3] in (["or", "later"], ["and", "later"], ["and", "thereafter"]):
            return int(word) - 1
    return None


def _until(told: Sequence[str]) -> Iterator[int]:
    """Years through which is counted: "through the end of 2023"."""
    for at, word in enumerate(told):
        if (year := _year(word)) and UNTIL & set(told[max(at - 4, 0) : at]):
            yield year


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
        free = (
            token.role not in DATED
            and token.role is not Role.FUNCTION
            and word not in UNASKED | SHARES | FALLING | DENIED
        )
        if free and any(map(str.isalpha, word)):
            yield token.text
