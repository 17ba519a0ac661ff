"""Financial tokens (A8): numbers, dates, years, quarters and codes are critical; words are stems without stop words."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum

from apps.answers.sources.printed_forms import ABBREVIATED, CODES, NAMES, TOKEN
from apps.answers.sources.spelled import number_of, small_count, spelled_value
from apps.retrieval.stems import stem_sequence
from apps.statements.values.amounts import CURRENCIES
from apps.statements.values.periods import DATE, DAY_FIRST, MONTHS, ORDINALS
from apps.statements.values.units import SCALES

LONGEST = 32  # characters of a figure; a longer one is no figure of a filing and is only ever compared as text


class Kind(StrEnum):
    NUMBER = "number"
    DATE = "date"
    YEAR = "year"
    QUARTER = "quarter"
    CODE = "code"
    ADDRESS = "address"  # of a page or a mailbox: a model may point only to where its sources do
    COUNT = "count"  # two to twelve in words: "three segments"; weeks and months of a period: "13 weeks ended"
    WORD = "word"


@dataclass(frozen=True, slots=True)
class Figure:
    """A number as it is said. scale: of the word behind it ("million"), None without; percent: value is in percent."""

    value: Decimal
    scale: Decimal | None = None
    percent: bool = False
    currency: str = ""

    @property
    def full(self) -> Decimal:
        return self.value * (self.scale or 1)

    @property
    def unit(self) -> Decimal:
        """What one in the last printed place is worth."""
        exponent = self.value.as_tuple().exponent
        return (self.scale or Decimal(1)).scaleb(exponent if isinstance(exponent, int) else 0)


@dataclass(frozen=True, slots=True)
class Token:
    """key: what is compared: a stem, an ISO date, a year, a quarter, a code, a count; numbers have a figure instead.

    start, end: in the text as `plain_text` gives it.
    """

    kind: Kind
    text: str
    key: str
    start: int
    end: int
    figure: Figure | None = None

    @property
    def critical(self) -> bool:
        return self.kind is not Kind.WORD


def plain_text(text: str) -> str:
    """Compatible forms made one, what cannot be seen taken out: neither hides a figure from its check."""
    normal = unicodedata.normalize("NFKC", text)
    return "".join(one for one in normal if unicodedata.category(one) != "Cf")


def tokens(text: str) -> tuple[Token, ...]:
    """The tokens of `text` in order. Stop words, words that frame every financial sentence, and [1] are left out."""
    return tuple(_tokens(plain_text(text)))


def _tokens(text: str) -> Iterator[Token]:
    for match in TOKEN.finditer(text):
        kind = match.lastgroup if match.lastgroup in READERS else next(name for name in READERS if match[name])
        yield from READERS[kind](match)


def _token(match: re.Match[str], kind: Kind, key: str) -> Token:
    return Token(kind, match[0].strip(), key, match.start(), match.end())


def _mark(_: re.Match[str]) -> Iterator[Token]:
    yield from ()


def _day(match: re.Match[str]) -> Iterator[Token]:
    found = DATE.fullmatch(match[0]) or DAY_FIRST.fullmatch(match[0])
    if found is None:
        return
    first, second, year = found.groups()
    month, day = (first, second) if second.isdigit() else (second, first)
    yield _token(match, Kind.DATE, _iso(int(year), MONTHS[month.lower()], int(day)))


def _iso(year: int, month: int, day: int) -> str:
    """A day that no calendar has is kept as it is written: it agrees with nothing but itself."""
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return f"{year}-{month}-{day}"


def _year(match: re.Match[str]) -> Iterator[Token]:
    said = match["fiscal"] or match["year"]
    yield _token(match, Kind.YEAR, said if len(said) == 4 else f"20{said}")


def _quarter(match: re.Match[str]) -> Iterator[Token]:
    said = match["quarter"] or match["quarters"] or str(ORDINALS[match["ordinal"].lower()])
    yield _token(match, Kind.QUARTER, said)


def _span(match: re.Match[str]) -> Iterator[Token]:
    yield _token(match, Kind.COUNT, match["span"])


def _code(match: re.Match[str]) -> Iterator[Token]:
    code = match[0].lower()
    yield _token(match, Kind.CODE, code.rstrip("s") if code[0].isdigit() else code)  # "10-Ks"


def _address(match: re.Match[str]) -> Iterator[Token]:
    bare = match[0].rstrip(".,;:")
    yield Token(Kind.ADDRESS, bare, bare.lower(), match.start(), match.start() + len(bare))


def _number(match: re.Match[str]) -> Iterator[Token]:
    if len(match["digits"]) > LONGEST:
        yield _token(match, Kind.CODE, match["digits"])
        return
    yield Token(Kind.NUMBER, match[0].strip(), "", match.start(), match.end(), _figure(match))


def _figure(match: re.Match[str]) -> Figure:
    value = Decimal(match["digits"].replace(",", "") + (match["power"] or ""))
    bracketed = bool(match["close"]) and bool(match["open"] or match["inner"] == "(")
    negative = bracketed or bool(match["sign"]) or (match["inner"] or "(") != "("
    said = (match["percent"] or "").lower()
    value = value / 100 if said.startswith("b") else value
    word = ABBREVIATED.get((match["short"] or "").lower(), (match["scale"] or match["behind"] or "").lower())
    return Figure(-value if negative else value, SCALES.get(word), bool(said), _currency(match))


def _currency(match: re.Match[str]) -> str:
    before, after = match["currency"] or "", (match["after"] or "").split(" ")[-1]
    return CURRENCIES.get(before.upper(), before.upper()) or NAMES.get(after.lower(), after.upper())


def _spelled(match: re.Match[str]) -> Iterator[Token]:
    """A number in words as the one in digits would be read: with its percent, and as a count of weeks or months."""
    words, said = match["spelled"], (match["said"] or "").lower()
    value, count = spelled_value(words), small_count(words)
    if said:
        value = number_of(words)
        yield _spelled_number(match, Figure(value / 100 if said.startswith("b") else value, percent=True))
    elif count or (match["stretch"] and value):
        yield _token(match, Kind.COUNT, count_key(value or Decimal(count or 0)))
    elif value is None:
        yield from _word(match)
    else:
        yield _spelled_number(match, Figure(value))


def _spelled_number(match: re.Match[str], figure: Figure) -> Token:
    return Token(Kind.NUMBER, match[0], "", match.start(), match.end(), figure)


def count_key(value: Decimal) -> str:
    """A count as it is compared: signs and noughts behind the point do not count."""
    return f"{abs(value).normalize():f}"


def _word(match: re.Match[str]) -> Iterator[Token]:
    """Currency codes stand for what the figures beside them carry already."""
    if match[0].upper() not in CODES:
        yield from (_token(match, Kind.WORD, stem) for stem in stem_sequence(match[0]))


READERS = {
    "mark": _mark,
    "address": _address,
    "day": _day,
    "dayfirst": _day,
    "iso": lambda match: iter([_token(match, Kind.DATE, match[0])]),
    "fiscal": _year,
    "year": _year,
    "quarter": _quarter,
    "quarters": _quarter,
    "ordinal": _quarter,
    "part": _mark,  # how long a period is: checked where the figure stands
    "span": _span,
    "code": _code,
    "number": _number,
    "spelled": _spelled,
    "word": _word,
}
