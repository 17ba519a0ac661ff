"""Numbers and dates of a spreadsheet as a person sees them: its own number formats, applied to its values.

Covers what financial workbooks use: sections by sign, thousands, decimals, scaling commas, percent, currencies, literal
text, exponents, dates and times. A format that is not understood shows the plain value.
"""

import datetime as dt
import re
from decimal import ROUND_HALF_UP, Decimal

TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|_.|\*.|\[\$(?P<currency>[^\]-]*)[^\]]*\]|\[[^\]]*\]'
    r"|(?P<digits>[0#?][0#?,]*(?:\.[0#?]*)?,*|\.[0#?]+)(?P<exponent>[Ee][+-]0+)?|(?P<other>.)",
    re.S,
)
SECTION = re.compile(r'((?:"[^"]*"|\\.|\[[^\]]*\]|[^;"\\\[])*)(?:;|$)')
DATE_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|\[[^\]]*\]|(?P<code>AM/PM|A/P|y+|m+|d+|h+|s+)|(?P<other>.)', re.I | re.S
)
DATE_CODES = {
    "yyyy": "%Y",
    "yy": "%y",
    "mmmm": "%B",
    "mmm": "%b",
    "dddd": "%A",
    "ddd": "%a",
    "am/pm": "%p",
    "a/p": "%p",
}
PLAIN = ("General", "@", "")
Value = str | int | float | bool | dt.datetime | dt.date | dt.time | dt.timedelta | None


def shown(value: Value, number_format: str) -> str:
    """`value` as its cell shows it; "" for None."""
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, dt.timedelta):
        return str(value)
    if isinstance(value, int | float):
        return _number(Decimal(repr(value)), number_format)
    return _date(value, number_format)


def _number(value: Decimal, number_format: str) -> str:
    sections = [found for found in SECTION.findall(number_format) if found]
    if number_format in PLAIN or not sections or not value.is_finite():
        return _general(value)
    section, magnitude = _chosen(sections, value)
    pieces = list(TOKEN.finditer(section))
    percents = sum(1 for piece in pieces if piece["other"] == "%")
    magnitude = magnitude.scaleb(2 * percents)
    if sum(1 for piece in pieces if piece["digits"]) > 1 or "/" in section:  # fractions and telephone numbers
        return _general(value)
    return "".join(_part(piece, magnitude) for piece in pieces).strip()


def _chosen(sections: list[str], value: Decimal) -> tuple[str, Decimal]:
    """The section for the sign of `value`, and the number that it is to show."""
    if value < 0:
        return (sections[1], -value) if len(sections) > 1 else ("-" + sections[0], -value)
    return (sections[2] if value == 0 and len(sections) > 2 else sections[0]), value


def _part(piece: re.Match[str], value: Decimal) -> str:
    if piece["digits"]:
        return _scientific(piece["digits"], value) if piece["exponent"] else _digits(piece["digits"], value)
    return piece["quoted"] or piece["escaped"] or piece["currency"] or piece["other"] or ""


def _scientific(pattern: str, value: Decimal) -> str:
    return f"{float(value):.{len(pattern.partition('.')[2])}E}"


def _digits(pattern: str, value: Decimal) -> str:
    """Trailing commas divide by a thousand each, a comma inside groups the digits."""
    whole, _, decimals = pattern.rstrip(",").partition(".")
    value = value.scaleb(-3 * (len(pattern) - len(pattern.rstrip(","))))
    rounded = value.quantize(Decimal(1).scaleb(-len(decimals)), ROUND_HALF_UP)
    text = f"{rounded:,f}" if "," in whole else f"{rounded:f}"
    if "," not in whole:
        text = text.zfill(whole.count("0") + len(text) - len(text.partition(".")[0]))
    needed = decimals.rstrip("#?")
    if len(needed) < len(decimals):
        head, _, tail = text.partition(".")
        kept = tail.rstrip("0").ljust(len(needed), "0")
        text = f"{head}.{kept}" if kept else head
    return text.removeprefix("0") if not whole.strip("#?,") and text.startswith("0.") else text


def _general(value: Decimal) -> str:
    text = f"{float(value):.11G}"
    return text.rstrip("0").rstrip(".") if "." in text and "E" not in text else text


def _date(value: dt.datetime | dt.date | dt.time, number_format: str) -> str:
    if number_format in PLAIN:
        return value.isoformat()
    clock = "h" in number_format.lower() or isinstance(value, dt.time)
    pieces: list[str] = []
    hours_before = False
    for token in DATE_TOKEN.finditer(number_format.split(";")[0]):
        code = (token["code"] or "").lower()
        pieces.append(
            _date_part(value, code, hours_before)
            if code
            else token["quoted"] or token["escaped"] or token["other"] or ""
        )
        hours_before = clock and (code.startswith("h") or (hours_before and not code))
    return "".join(pieces).strip()


def _date_part(value: dt.datetime | dt.date | dt.time, code: str, hours_before: bool) -> str:
    if code in DATE_CODES:
        return value.strftime(DATE_CODES[code])
    name = {"y": "year", "m": "minute" if hours_before else "month", "d": "day", "h": "hour", "s": "second"}[code[0]]
    return str(getattr(value, name, 0)).zfill(len(code) if len(code) <= 2 else 4)
