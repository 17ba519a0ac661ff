"""Figures in the form that is asked for: unit, scale, decimals, percent or basis points."""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from apps.answers.compute.missing import ImpossibleError
from apps.answers.compute.tree import CONTEXT, Amount
from apps.questions.query import Form, Shown
from apps.statements.values.units import SCALES

ONE, HUNDRED = Decimal(1), Decimal(100)
USUAL = {Shown.PERCENT: 1, Shown.RATIO: 2, Shown.DAYS: 1, Shown.PER_SHARE: 2, Shown.BASIS_POINTS: 0}
TOO_LARGE, MOST_DECIMALS = Decimal(10) ** 24, 12
KEPT = 6  # decimals of a value for which no rounding was asked
COUNTED = 10**6  # things are told one by one below it: "2,858 stores"
CLOSE_CALL = 3  # decimals in words where fewer would hide that the figure is not nought


@dataclass(frozen=True, slots=True)
class ShownFigure:
    """A figure in its final form: `value` in `unit` ("USD millions", "%", "ratio", "days", ...), `text` for people."""

    value: Decimal
    unit: str
    text: str


def shown_as(amount: Amount, usual: Shown, form: Form) -> Shown:
    """How a result is told: its unit decides between money and plain numbers, the question between plain numbers."""
    by_unit = {(1, 0): Shown.MONEY, (1, -1): Shown.PER_SHARE, (0, 1): Shown.COUNT}
    if amount.unit in by_unit:
        return by_unit[amount.unit]
    if usual is Shown.DAYS:
        return usual
    if amount.counted:
        return Shown.COUNT
    if form.shown in {Shown.PERCENT, Shown.RATIO}:
        return form.shown
    return Shown.PERCENT if amount.rate or usual is Shown.PERCENT else Shown.RATIO


def state(amount: Amount, shown: Shown, form: Form, currency: str, *, points: bool = False) -> ShownFigure:
    """`amount` in the unit and with the decimals asked for; points: it is a difference of percentages."""
    if shown is Shown.PERCENT and form.shown is Shown.BASIS_POINTS:
        value = _rounded(amount.value * HUNDRED * HUNDRED, form)
        return ShownFigure(value, "basis points", f"{_digits(value, form, USUAL[form.shown])} basis points")
    if shown is Shown.PERCENT:
        value = _rounded(amount.value * HUNDRED, form)
        sign = " percentage points" if points else "%"
        return ShownFigure(value, sign.strip(), f"{_digits(value, form, USUAL[shown])}{sign}")
    if shown in {Shown.MONEY, Shown.COUNT}:
        unit = currency if shown is Shown.MONEY else "shares" if amount.shares else ""
        return _scaled(amount.value, unit, form)
    value = _rounded(amount.value, form)
    told = _digits(value, form, USUAL[shown])
    if shown is Shown.DAYS:
        return ShownFigure(value, "days", f"{told} days")
    if shown is Shown.PER_SHARE:
        return ShownFigure(value, f"{currency} per share".strip(), f"{currency} {told} per share".strip())
    return ShownFigure(value, "ratio", told)


def _scaled(value: Decimal, unit: str, form: Form) -> ShownFigure:
    """In the scale asked for; left open the value is in whole units, and the words take the largest that fits."""
    scale = Decimal(form.scale or 1)
    stated = _rounded(value / scale, form)
    if not unit and form.scale is None and abs(value) < COUNTED and value == value.to_integral_value():
        return ShownFigure(stated, "", f"{value:,.0f}")
    name = f"{unit} {_named(scale, plural=True)}".strip()
    fitting = next((size for size in sorted(SCALES.values(), reverse=True) if abs(value) >= size), ONE)
    spoken = scale if form.scale else min(fitting, SCALES["million"])
    words = " ".join(filter(None, (_digits(stated * scale / spoken, form, 3), _named(spoken))))
    return ShownFigure(stated, name, f"{words} shares" if unit == "shares" else f"{unit} {words}".strip())


def _named(scale: Decimal, *, plural: bool = False) -> str:
    name = next((name for name, size in SCALES.items() if size == scale), "")
    return f"{name}s" if plural and name else name


def _rounded(value: Decimal, form: Form) -> Decimal:
    places = KEPT if form.decimals is None else min(form.decimals, MOST_DECIMALS)
    if abs(value) >= TOO_LARGE:
        raise ImpossibleError("The result is larger than any figure of a filing.")
    return value.quantize(ONE.scaleb(-places), ROUND_HALF_UP, CONTEXT)


def _digits(value: Decimal, form: Form, usual: int) -> str:
    """As many decimals as asked for; else the usual ones, without zeros that carry nothing."""
    if form.decimals is not None:
        return f"{value:,.{min(form.decimals, MOST_DECIMALS)}f}"
    places = max(usual, CLOSE_CALL) if value and abs(value) < ONE.scaleb(-usual) else usual
    told = f"{value.quantize(ONE.scaleb(-places), ROUND_HALF_UP, CONTEXT):,f}"
    return told.rstrip("0").rstrip(".") if "." in told and usual > 2 else told
