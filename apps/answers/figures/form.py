"""In which unit and to how many decimals a figure is asked for, and figures put into that form."""

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from apps.answers.calculator.catalogue import Shown
from apps.answers.calculator.evaluation import Quantity
from apps.statements.values.units import SCALES

ONE, HUNDRED = Decimal(1), Decimal(100)
BASIS_POINTS = re.compile(r"\b(?:basis points?|bps?)\b", re.IGNORECASE)
CURRENCY = r"(?:USD|U\.?S\.? dollars?|US\$|dollars?|EUR|euros?|GBP|pounds?|€|£|\$)"
SCALED = re.compile(
    rf"\b(?:in|of)\s+(?:units? of\s+)?(?:the )?{CURRENCY}?\s*(?P<after>thousand|million|billion|trillion)s?\b"
    rf"|{CURRENCY}\s*(?P<beside>thousand|million|billion|trillion)s?\b"
    rf"|nearest\s+(?P<nearest>thousand|million|billion)\b"
    r"|\bhow many (?P<many>thousand|million|billion|trillion)s?"
    rf"(?= (?:of )?(?:US )?{CURRENCY}| (?:did|does|was|were|is|are)\b)",
    re.IGNORECASE,
)
WHOLE_MONEY = re.compile(r"\bin\s+(?:whole\s+|US\s+)?(?:USD|dollars|euros)\b(?!\s*(?:thousand|million|billion))", re.I)
PERCENT = re.compile(
    r"\bunits? of percents?\b|\b(?:in|as an?|a|what) percent(?:s|age)?\b(?! points?)"
    r"|\bpercent(?:age)? (?:change|growth)\b|\bpercentages?\b|%|\bpercent(?=\s*[,;)]|,? (?:to|with) \w+ decimals?)"
    r"|\b(?:what|which) (?:share|proportion|fraction|portion) of\b",
    re.IGNORECASE,
)
WORDS = {"zero": 0, "no": 0, "one": 1, "a": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
DECIMALS = re.compile(
    rf"\b(?P<count>{'|'.join(WORDS)}|\d)[- ]decimals?(?:[- ](?:places?|points?|digits?))?\b"
    r"|\bnearest (?P<place>hundredth|tenth|thousandth|whole|integer|percent|dollar|day|million|thousand|billion)\b",
    re.IGNORECASE,
)
PLACES = {"tenth": 1, "hundredth": 2, "thousandth": 3}
USUAL = {Shown.PERCENT: 1, Shown.RATIO: 2, Shown.DAYS: 2, Shown.PER_SHARE: 2}
KEPT = 6  # decimals of a value for which no rounding was asked
COUNTED = 10**6  # things are told one by one below it: "2,858 stores"
CLOSE_CALL = 3  # decimals in words where fewer would hide that the figure is not nought


@dataclass(frozen=True, slots=True)
class AskedForm:
    """scale: of money (1 for whole units), None when the question leaves it open. decimals: None when left open."""

    scale: Decimal | None = None
    decimals: int | None = None
    percent: bool = False
    basis_points: bool = False  # of differences between percentages


@dataclass(frozen=True, slots=True)
class Stated:
    """A figure in its final form: `value` in `unit` ("USD millions", "%", "ratio", "days", ...), `text` for people."""

    value: Decimal
    unit: str
    text: str


def read_form(question: str) -> AskedForm:
    """Never fails: what is not said stays open."""
    scaled = SCALED.search(question)
    name = next(filter(None, scaled.groups()), None) if scaled else None
    scale = SCALES[name.lower()] if name else ONE if WHOLE_MONEY.search(question) else None
    return AskedForm(scale, _decimals(question), bool(PERCENT.search(question)), bool(BASIS_POINTS.search(question)))


def _decimals(question: str) -> int | None:
    match = DECIMALS.search(question)
    if match is None:
        return None
    if count := match["count"]:
        return int(count) if count.isdigit() else WORDS[count.lower()]
    return PLACES.get(match["place"].lower(), 0)


def shown_as(quantity: Quantity, shown: Shown | None, form: AskedForm) -> Shown:
    """How a result is stated: its unit decides between money and plain numbers, the question between plain numbers."""
    if quantity.unit == (1, 0):
        return Shown.MONEY
    if quantity.unit == (1, -1):
        return Shown.PER_SHARE
    if quantity.unit == (0, 1):
        return Shown.SHARES
    if shown in {Shown.DAYS, Shown.COUNT}:
        return shown
    if form.percent or shown is Shown.PERCENT:
        return Shown.PERCENT
    return Shown.RATIO


def state(quantity: Quantity, shown: Shown, form: AskedForm, currency: str, *, points: bool = False) -> Stated:
    """`quantity` in the unit and with the decimals asked for; `points`: a difference of percentages."""
    if shown is Shown.PERCENT and points and form.basis_points:
        value = _rounded(quantity.value * HUNDRED * HUNDRED, form)
        return Stated(value, "basis points", f"{_digits(value, form, 0)} basis points")
    if shown is Shown.PERCENT:
        value = _rounded(quantity.value * HUNDRED, form)
        sign = " percentage points" if points else "%"
        return Stated(value, sign.strip(), f"{_digits(value, form, USUAL[shown])}{sign}")
    if shown in {Shown.MONEY, Shown.SHARES, Shown.COUNT}:
        unit = {Shown.MONEY: currency, Shown.SHARES: "shares"}.get(shown, "")
        return _scaled(quantity.value, unit, form)
    value = _rounded(quantity.value, form)
    told = _digits(value, form, USUAL[shown])
    if shown is Shown.DAYS:
        return Stated(value, "days", f"{told} days")
    if shown is Shown.PER_SHARE:
        return Stated(value, f"{currency} per share".strip(), f"{currency} {told} per share".strip())
    return Stated(value, "ratio", told)


def _scaled(value: Decimal, unit: str, form: AskedForm) -> Stated:
    """In the scale asked for; left open the value is in whole units, and the words take the largest that fits."""
    scale = form.scale or ONE
    stated = _rounded(value / scale, form)
    if not unit and form.scale is None and abs(value) < COUNTED and value == value.to_integral_value():
        return Stated(stated, "", f"{value:,.0f}")
    name = f"{unit} {_named(scale, plural=True)}".strip()
    spoken = form.scale or next((s for s in sorted(SCALES.values(), reverse=True) if abs(value) >= s), ONE)
    spoken = min(spoken, SCALES["million"]) if form.scale is None else spoken
    figure = _digits(stated * scale / spoken, form, 3)
    words = " ".join(filter(None, (figure, _named(spoken))))
    text = f"{words} shares" if unit == "shares" else f"{unit} {words}".strip()
    return Stated(stated, name, text)


def _named(scale: Decimal, *, plural: bool = False) -> str:
    name = next((name for name, size in SCALES.items() if size == scale), "")
    return f"{name}s" if plural and name else name


def _rounded(value: Decimal, form: AskedForm) -> Decimal:
    places = KEPT if form.decimals is None else form.decimals
    return value.quantize(ONE.scaleb(-places), ROUND_HALF_UP)


def _digits(value: Decimal, form: AskedForm, usual: int) -> str:
    """As many decimals as asked for; else the usual ones, without zeros that carry nothing."""
    if form.decimals is not None:
        return f"{value:,.{form.decimals}f}"
    places = max(usual, CLOSE_CALL) if value and abs(value) < ONE.scaleb(-usual) else usual
    told = f"{value.quantize(ONE.scaleb(-places), ROUND_HALF_UP):,f}"
    return told.rstrip("0").rstrip(".") if "." in told and usual > 2 else told
