"""What a yes or no question supposes, read so that every word of it counts; None where one was not understood (R2)."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from apps.answers.figures import condition_words as letter
from apps.answers.figures.condition_words import Quantified, Read, letters_of


class Kind(StrEnum):
    """What decides. Turned: a change over time. Sides: one item beside another. Signed: more or less than nought."""

    TURNED = "turned"
    EITHER = "which way it turned"
    LEVEL = "beside a number"
    SIDES = "beside another item"
    YEARS = "beside another year"
    CHANGED_BY = "changed by a number"
    MULTIPLIED = "multiplied"
    SIGNED = "signed"
    PRESENT = "present"


@dataclass(frozen=True, slots=True)
class Condition:
    """way: the letter that says which way or how it compares. every: it has to hold of every year, or every step.

    number: what it is compared with. years: the subject's and the other's, for `Kind.YEARS`. denied: the question holds
    a negation, to which "yes" and "no" are no plain answers. ranged: from a first year to a last one is said.
    """

    kind: Kind
    way: str = ""
    number: Quantified | None = None
    years: tuple[int, int] | None = None
    every: bool = False
    denied: bool = False
    ranged: bool = False


ITEMS = "S(?:&S)*"
COMPARED = "[ABLM]"
SHAPES = (
    (Kind.TURNED, re.compile(rf"{ITEMS}(?P<way>[UDIW])|(?P<way1>[UDIW]){ITEMS}")),
    (Kind.EITHER, re.compile(rf"{ITEMS}(?:[UI]O[DW]|[DW]O[UI])|(?:[UI]O[DW]|[DW]O[UI]){ITEMS}")),
    (Kind.LEVEL, re.compile(rf"{ITEMS}(?P<way>{COMPARED})#|(?P<way1>{COMPARED})#{ITEMS}")),
    (Kind.SIDES, re.compile(rf"S(?P<way>{COMPARED})S")),
    (Kind.YEARS, re.compile(rf"{ITEMS}(?P<way>[AB])")),
    (Kind.CHANGED_BY, re.compile(rf"{ITEMS}(?P<turn>[UD])b?(?P<way>{COMPARED})#")),
    (Kind.MULTIPLIED, re.compile(rf"{ITEMS}(?P<least>[AL]?)(?P<way>[XTH])")),
    (Kind.SIGNED, re.compile(rf"{ITEMS}(?P<way>[PN])|(?P<way1>[PN])(?:{ITEMS})?")),
    (Kind.PRESENT, re.compile(rf"R+{ITEMS}|{ITEMS}R+")),
)
LATER = re.compile(
    r"\b(?:compared (?:to|with)|versus|vs\.?|relative to|against|over|from)\s+(?:that of |the )?"
    r"(?:fiscal |year |FY ?)*$",
    re.IGNORECASE,
)
RANGED = re.compile(r"\b(?:from|between)\b", re.IGNORECASE)


def read_condition(asked: str, names: Iterable[str], items: int) -> Condition | None:
    """What `asked` supposes of its `items` figures. names: of the filers. None: not understood to the last word."""
    read = letters_of(asked, names)
    shape = _shape(read)
    if items == 1:
        shape = re.sub("S[&O]?S", "S", shape) if _one_figure(shape) else shape
    if letter.UNKNOWN in shape or (_reversed(asked, read) and letter.ABOVE not in shape and letter.BELOW not in shape):
        return None
    return _of_shape(shape, read, items, ranged=bool(RANGED.search(asked)))


def _one_figure(shape: str) -> bool:
    """One figure made of several items ("capex as a percentage of revenue"): they are named side by side."""
    return "SS" in shape


def _shape(read: Sequence[Read]) -> str:
    """The letters without periods, comparatives put together with their "than"."""
    shape = "".join(one.letter for one in read)
    shape = re.sub(r"Y&(?=Y)|(?<=[YV])&(?=[YV])", "Y", shape)
    shape = re.sub(r"[YV]", "", shape)
    shape = re.sub(r"m(S?)t", r"\1A", shape)
    shape = re.sub(r"l(S?)t", r"\1B", shape)
    shape = shape.replace(letter.MORE, letter.UP).replace(letter.LESS, letter.DOWN)
    return f"{shape}{letter.UNKNOWN}" if letter.THAN in shape else shape


def _of_shape(shape: str, read: Sequence[Read], items: int, *, ranged: bool) -> Condition | None:
    denied, both = letter.NOT in shape, letter.BOTH in shape
    every = letter.EVERY in shape or letter.REMAINS in shape
    bare = re.sub(f"[{letter.NOT}{letter.EVERY}{letter.BOTH}{letter.REMAINS}]", "", shape)
    if re.search("[UDIWABLMPNXTH]", bare):
        bare = bare.replace(letter.PRESENT, "")
    bare = bare.strip(letter.AND)
    for kind, pattern in SHAPES:
        if match := pattern.fullmatch(bare):
            found = _made(kind, match, read)
            fits = _fits(found, bare, items, both=both, remains=letter.REMAINS in shape) if found else False
            return None if not found or not fits else _with(found, every=every, denied=denied, ranged=ranged)
    return None


def _with(found: Condition, *, every: bool, denied: bool, ranged: bool) -> Condition:
    return Condition(found.kind, found.way, found.number, found.years, every, denied, ranged)


def _fits(found: Condition, bare: str, items: int, *, both: bool, remains: bool) -> bool:
    """Whether as many figures are asked for as items are named; what remains has a level and no direction."""
    named = bare.count(letter.ITEM)
    if remains and found.kind not in {Kind.LEVEL, Kind.SIGNED, Kind.SIDES}:
        return False
    return (named == items or not named) and (not both or items > 1)


def _made(kind: Kind, match: re.Match[str], read: Sequence[Read]) -> Condition | None:
    groups = match.groupdict()
    way = groups.get("way") or groups.get("way1") or ""
    number = next((one.number for one in read if one.number), None)
    if kind is Kind.YEARS:
        years = _compared_years(read)
        return Condition(kind, way, years=years) if years else _against_before(way, read)
    if kind is Kind.CHANGED_BY:
        return Condition(kind, f"{groups['turn']}{way}", number)
    if kind is Kind.MULTIPLIED:
        return Condition(kind, f"{way}{groups['least'] or ''}")
    return Condition(kind, way, number)


def _compared_years(read: Sequence[Read]) -> tuple[int, int] | None:
    """The year of the subject and the one that stands behind "than", each said once."""
    at = next((one.at for one in read if one.letter in "ABt"), -1)
    before = [one.years for one in read if one.letter == letter.YEAR and one.at < at]
    after = [one.years for one in read if one.letter == letter.YEAR and one.at > at]
    order = [*before, *after] if before else after[::-1]
    if len(order) != 2 or any(len(years) != 1 for years in order) or order[0] == order[1]:
        return None
    return order[0][0], order[1][0]


def _against_before(way: str, read: Sequence[Read]) -> Condition | None:
    """ "Higher than in the prior year" is a rise."""
    if not any(one.letter == letter.BEFORE for one in read):
        return None
    return Condition(Kind.TURNED, letter.UP if way == letter.ABOVE else letter.DOWN)


def _reversed(asked: str, read: Sequence[Read]) -> bool:
    """Whether an earlier year is asked about beside a later one: then "higher" is no rise over time."""
    years = [one for one in read if one.letter == letter.YEAR and one.years]
    latest = max((year for one in years for year in one.years), default=0)
    several = len({year for one in years for year in one.years}) > 1
    return several and any(
        latest in one.years and len(one.years) == 1 and LATER.search(asked[: one.at]) for one in years
    )
