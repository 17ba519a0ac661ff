"""Of whom, of when and of which part: the slots of a query."""

import re
import uuid
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Literal


class PeriodKind(StrEnum):
    YEAR = "year"
    QUARTER = "quarter"
    HALF = "half"
    NINE_MONTHS = "nine-months"
    INSTANT = "instant"  # a balance sheet's day
    TRAILING = "ltm"  # the last twelve months
    ANY = "any"  # "latest" of whatever is held


@dataclass(frozen=True, slots=True)
class Period:
    """One period as asked for. year: the number that people call it by; which of the filer's that is, the store says.

    number: which quarter or half. end: the day, where the question names one. calendar: calendar, not fiscal, time.
    back: 0 is the latest that is held, 1 the one before ("last year"); then year is None.
    """

    kind: PeriodKind
    year: int | None = None
    number: int | None = None
    end: date | None = None
    calendar: bool = False
    back: int | None = None
    text: str = ""

    @property
    def relative(self) -> bool:
        return self.year is None and self.end is None


@dataclass(frozen=True, slots=True)
class Periods:
    """The periods asked for, in time order. Empty: the latest that is held, and the answer says which.

    whole: they are the ends of a stretch, and what lies between belongs to it ("2017 to 2019", "last three years").
    """

    listed: tuple[Period, ...] = ()
    whole: bool = False

    def __bool__(self) -> bool:
        return bool(self.listed)


@dataclass(frozen=True, slots=True)
class Filer:
    """A company of the register that the question names."""

    uid: uuid.UUID
    name: str
    slot: Literal["filer"] = "filer"


@dataclass(frozen=True, slots=True)
class UnresolvedFiler:
    """Words that name a company which is not held, or two or more that are: then these are offered."""

    text: str
    candidates: tuple[Filer, ...] = ()
    slot: Literal["unresolved"] = "unresolved"


@dataclass(frozen=True, slots=True)
class Peers:
    """The other filers that are held, of the same sector where one is known."""

    of: Filer | None = None
    slot: Literal["peers"] = "peers"


class Dimension(StrEnum):
    SEGMENT = "segment"
    GEOGRAPHY = "geography"
    PRODUCT = "product"
    CHANNEL = "channel"
    LINE = "line"  # a line of a table that is no statement: a class of debt, a maturity, a plan
    ANY = "any"  # named, but of which kind is not said


BEYOND = re.compile(r"(?:outside|non|ex)[ -](?:of )?(?:the )?", re.IGNORECASE)  # all of the filer but the part named


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the filer. member: as the question names it; None: each member of the dimension ("by segment").

    within: another part that it is of as well: "the Rail segment in Asia".
    """

    dimension: Dimension
    member: str | None = None
    text: str = ""
    within: str | None = None

    @property
    def each(self) -> bool:
        return self.member is None

    @property
    def name(self) -> str:
        """As it is told; "" of each member."""
        return ", ".join(filter(None, (self.member, self.within)))

    @property
    def left_out(self) -> str:
        """ "Asia" of "outside Asia"; "" of any other."""
        beyond = BEYOND.match(self.member or "")
        return (self.member or "")[beyond.end() :] if beyond else ""
