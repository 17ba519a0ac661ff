"""Wrong sentences made from right ones: one thing changed in each, as a model might get it wrong."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from apps.answers.sources.tokens import Kind, Token, plain_text, tokens
from apps.statements.values.periods import MONTHS

OPPOSITES = (
    ("rose", "fell"),
    ("increased", "decreased"),
    ("increase", "decrease"),
    ("grew", "shrank"),
    ("higher", "lower"),
    ("gain", "loss"),
    ("profit", "loss"),
    ("up", "down"),
    ("highest", "lowest"),
    ("largest", "smallest"),
    ("Yes", "No"),
)
OTHER = dict([*OPPOSITES, *((right, left) for left, right in OPPOSITES)])
COARSER = {"thousand": "million", "million": "billion", "billion": "million"}
COUNTED = {"two": "three", "three": "four", "four": "five", "five": "six", "six": "seven", "seven": "eight"}
SIGN = {"$": "€", "USD": "EUR", "€": "$", "EUR": "USD"}
SPENT = re.compile(r"\b(?:purchases?|payments?|repayments?|repurchases?|expenditures?|acquisitions?|dividends)\b", re.I)


@dataclass(frozen=True, slots=True)
class Mutant:
    """kind: what was changed; text: the sentence with it."""

    kind: str
    text: str


def mutants(sentence: str, filer: str, others: Sequence[str]) -> Iterator[Mutant]:
    """Each sentence differs from `sentence` in one thing that makes it wrong. others: companies it is not about."""
    text = plain_text(sentence)
    said = tokens(text)
    for token in said:
        for kind, changed in OF_KIND.get(token.kind, _nothing)(token, text):
            if changed != token.text:
                yield Mutant(kind, _with(text, token, changed))
    yield from _swapped(text, [token for token in said if token.kind is Kind.NUMBER and "," in token.text])
    for word, other in OTHER.items():
        if re.search(rf"(?<!\()\b{word}\b", text):
            yield Mutant("direction", re.sub(rf"(?<!\()\b{word}\b", other, text, count=1))
    for word, other in COUNTED.items():
        if re.search(rf"\b{word}\b", text):
            yield Mutant("count in words", re.sub(rf"\b{word}\b", other, text, count=1))
    if others and filer and filer in text:
        yield Mutant("company", text.replace(filer, others[0]))


def _with(text: str, token: Token, changed: str) -> str:
    at = text.index(token.text, token.start)
    return text[:at] + changed + text[at + len(token.text) :]


def _swapped(text: str, figures: Sequence[Token]) -> Iterator[Mutant]:
    """Two figures change places."""
    if len(figures) == 2 and figures[0].text != figures[1].text:
        first, second = figures
        yield Mutant("figures swapped", _with(_with(text, second, first.text), first, second.text))


def _number(token: Token, text: str) -> Iterator[tuple[str, str]]:
    digits = [place for place, one in enumerate(token.text) if one.isdigit()]
    if not digits:
        return  # said in words
    yield "digit", _digit(token.text, digits[min(1, len(digits) - 1)])
    if len(digits) > 2:
        yield "last digit", _digit(token.text, digits[-1])
        yield "digits swapped", _transposed(token.text, digits)
    for name, other in COARSER.items():
        if name in token.text:
            yield "scale", token.text.replace(name, other)
            yield "scale left out", token.text.replace(name, "").strip()
    if "%" in token.text:
        yield "percent left out", token.text.replace("%", "")
    for sign, other in SIGN.items():
        if token.text.startswith(sign):
            yield "currency", token.text.replace(sign, other, 1)
    if token.figure and token.figure.value < 0 and not SPENT.search(text):
        yield "sign", re.sub(r"[-–−()]", "", token.text)
    elif token.figure and token.figure.value > 0 and len(digits) > 2:
        yield "sign", f"-{token.text.strip('()')}"


def _digit(text: str, place: int) -> str:
    return text[:place] + str((int(text[place]) + 3) % 10) + text[place + 1 :]


def _transposed(text: str, digits: Sequence[int]) -> str:
    for left, right in pairwise(digits):
        if text[left] != text[right] and text[right] != "0":
            swapped = list(text)
            swapped[left], swapped[right] = swapped[right], swapped[left]
            return "".join(swapped)
    return text


def _year(token: Token, _: str) -> Iterator[tuple[str, str]]:
    for step, kind in ((-1, "year before"), (1, "year after")):
        found = re.search(r"\d+", token.text)
        yield kind, token.text.replace(found[0], str(int(found[0]) + step), 1) if found else token.text


def _quarter(token: Token, _: str) -> Iterator[tuple[str, str]]:
    if found := re.search(r"[1-4]", token.text):
        yield "quarter", token.text.replace(found[0], str(int(found[0]) % 4 + 1), 1)


def _date(token: Token, _: str) -> Iterator[tuple[str, str]]:
    month = next((name for name in MONTHS if name in token.text.lower() and len(name) > 3), "")
    if month:
        other = "March" if month != "march" else "June"
        yield "month", re.sub(month, other, token.text, count=1, flags=re.IGNORECASE)
    if found := re.search(r"(?:19|20)\d\d", token.text):
        yield "year of a day", token.text.replace(found[0], str(int(found[0]) - 1))


def _nothing(_: Token, __: str) -> Iterator[tuple[str, str]]:
    yield from ()


OF_KIND: dict[Kind, Callable[[Token, str], Iterator[tuple[str, str]]]] = {
    Kind.NUMBER: _number,
    Kind.YEAR: _year,
    Kind.QUARTER: _quarter,
    Kind.DATE: _date,
}
