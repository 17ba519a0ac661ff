"""The figures of a passage, exactly as printed, each with its unit and place (R1: exact numbers)."""

import re
from collections.abc import Iterator

from apps.documents.cards.card import CardInput, Number
from apps.documents.models import ChunkKind
from apps.statements.values.amounts import CURRENCIES
from apps.statements.values.periods import MONTH
from apps.statements.values.units import (
    SCALE_WORD,
    SCALES,
    counts_shares,
    is_per_share,
    own_money_scale,
    own_units,
    parse_units,
)

MOST = 60  # of one passage; a longer table has its grid
SCALE_NAMES = {value: name for name, value in SCALES.items()}
AFTER = (
    r"(?P<after>\s?%|\s+per\s?cent\b|\s+percentage\s+points?\b|\s+basis\s+points?\b|\s?bps\b"
    r"|\s+(?:thousand|million|billion|trillion)s?\b)?"
)
DIGITS = r"(?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)"
CURRENCY = r"(?P<currency>US\$|[$€£¥]|\b(?:USD|EUR|GBP|CAD|JPY)(?=\s\d))?"
IN_PROSE = re.compile(rf"{CURRENCY}\s?(?<![\w./:#-])(?P<sign>[-−](?=[\d.]))?{DIGITS}(?![\d/]){AFTER}(?![\w]|-\w)")
IN_TABLE = re.compile(
    rf"{CURRENCY}\s?(?<![\w./:#-])(?P<open>\(\s?)?(?P<sign>[-−–](?=[\d.$]))?(?:[$€£¥]\s?)?{DIGITS}(?![\d/])"
    rf"(?(open)\s?%?\s?\)|){AFTER}(?![\w]|-\w)"
)
SIGN = re.compile(r"[$€£¥]")
YEAR = re.compile(r"(?:19|20)\d\d")
REFERENCE = re.compile(
    rf"(?:\b(?:notes?|items?|sections?|parts?|exhibits?|rules?|forms?|pages?|articles?|topics?|asc|asu|ifrs|ias|sfas|fas|fin"
    rf"|no|nos|chapter|schedule|regulation|title|level|phase|tier|step|s&p|russell|{MONTH})\.?)\s*$",
    re.IGNORECASE,
)
BEFORE = 12  # characters in which a word such as "Section" stands
SHARES_AFTER = re.compile(r"\s+(?:\w+\s+){0,2}shares\b", re.IGNORECASE)
PER_SHARE_AFTER = re.compile(r"\s+per\s+(?:\w+\s+)?share\b", re.IGNORECASE)
CODES = CURRENCIES | {code: code for code in ("USD", "EUR", "GBP", "CAD", "JPY")}


def numbers(passage: CardInput) -> tuple[Number, ...]:
    """At most 60 figures in reading order. Years, days of a month and numbers of notes, items and rules are none."""
    found: list[Number] = []
    for number in _in_table(passage) if passage.kind is ChunkKind.TABLE else _in_prose(passage.text):
        found.append(number)
        if len(found) == MOST:
            break
    return tuple(found)


def critical(number: Number) -> bool:
    """Whether a figure is one that people ask for: money, a share of something, a scaled count."""
    return number.unit != "" or "," in number.text


def _in_prose(text: str) -> Iterator[Number]:
    for match in IN_PROSE.finditer(text):
        if _is_figure(match, text):
            yield _number(match, _unit_in_prose(match, text), negative=bool(match["sign"]))


def _in_table(passage: CardInput) -> Iterator[Number]:
    """Line by line: the words before a line's first figure say whether it counts shares or is per share."""
    declared = _declared(passage)
    start = 0
    for line in passage.text.splitlines(keepends=True):
        label: str | None = None
        for match in IN_TABLE.finditer(passage.text, start, start + len(line)):
            if _is_figure(match, passage.text):
                label = passage.text[start : match.start()] if label is None else label
                unit = _unit_in_table(match, label, _of_row(line.partition("\t")[0], declared))
                yield _number(match, unit, negative=bool(match["sign"] or match["open"]))
        start += len(line)


def _is_figure(match: re.Match[str], text: str) -> bool:
    if match["currency"] or match["after"]:
        return True
    digits = match["digits"]
    if digits == "000":  # "(000's)" is a unit
        return False
    if YEAR.fullmatch(digits) or (digits.isdigit() and len(digits) < 3 and _is_mark(match, text)):
        return False
    before = text[max(0, match.start("digits") - BEFORE) : match.start("digits")]
    return "," in digits or "." in digits[1:] or not REFERENCE.search(before)


def _is_mark(match: re.Match[str], text: str) -> bool:
    """Whether a short number in parentheses stands behind a word ("Depreciation (1)"), not in a cell of its own."""
    start = text.rfind("(", 0, match.start("digits"))
    inside = start >= 0 and not text[start + 1 : match.start("digits")].strip()
    closed = text[match.end("digits") : match.end("digits") + 2].lstrip().startswith(")")
    return inside and closed and text[max(0, start - 1) : start] not in {"", "\t", "\n"}


def _number(match: re.Match[str], unit: str, *, negative: bool) -> Number:
    text = match[0]
    start = match.start() + len(text) - len(text.lstrip())
    value = match["digits"].replace(",", "")
    return Number(text.strip(), f"-{value}" if negative else value, unit, start, start + len(text.strip()))


def _unit_in_prose(match: re.Match[str], text: str) -> str:
    after = " ".join((match["after"] or "").lower().split())
    if counted := _share_or_points(after):
        return counted
    scale = after.removesuffix("s")
    currency = CODES.get(match["currency"] or "", "")
    if currency:
        return f"{currency} per share" if PER_SHARE_AFTER.match(text, match.end()) else f"{currency} {scale}".strip()
    return f"shares {scale}".strip() if SHARES_AFTER.match(text, match.end()) else scale


def _unit_in_table(match: re.Match[str], label: str, declared: tuple[str, str, str]) -> str:
    after = "%" if "%" in match[0] else " ".join((match["after"] or "").lower().split())
    if counted := _share_or_points(after):
        return counted
    currency, scale, share_scale = declared
    currency = CODES.get(match["currency"] or "", currency)
    if is_per_share(label):
        return f"{currency} per share".strip()
    if counts_shares(label):
        return f"shares {share_scale}".strip()
    return f"{currency} {scale}".strip()


def _of_row(label: str, declared: tuple[str, str, str]) -> tuple[str, str, str]:
    """What the table declares, with the scales that the label of a row declares for itself in their place."""
    own, money = own_units(label), own_money_scale(label)
    shares = SCALE_NAMES.get(own.scale, "") if own.declared else declared[2]
    return declared[0], SCALE_NAMES.get(money, "") if money else declared[1], shares


def _share_or_points(after: str) -> str:
    if after in {"%", "percent", "per cent"}:
        return "percent"
    if after.startswith("percentage"):
        return "percentage points"
    return "basis points" if after.startswith(("basis", "bps")) else ""


def _declared(passage: CardInput) -> tuple[str, str, str]:
    """Currency, scale of money and scale of shares in words, as the table or its caption declares them."""
    table = passage.table
    said = f"{table.units} {table.caption}" if table else ""
    if not SCALE_WORD.search(said):
        said = f"{said} {passage.text[:300]}" if "in " in passage.text[:300] else said
    units = parse_units(said)
    shares = SCALE_NAMES.get(units.share_scale, "") if units.share_scale else ""
    sign = SIGN.search(passage.text) if units.declared and not units.currency else None
    return units.currency or (CODES[sign[0]] if sign else ""), SCALE_NAMES.get(units.scale, ""), shares
