"""Figures as a table of a statement prints them: at one scale, the units said once, negatives in parentheses."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from apps.documents.models import Fact
from apps.statements.ontology import Unit

SCALES = {Decimal(10) ** 3: "thousands", Decimal(10) ** 6: "millions", Decimal(10) ** 9: "billions"}
ONE = Decimal(1)
MOST_PLACES = 4
NIL = "–"


@dataclass(frozen=True, slots=True)
class Units:
    """In what a table states its amounts: the currency (ISO 4217 or ""), and the scale of money and of shares."""

    currency: str = ""
    money: Decimal = ONE
    shares: Decimal = ONE

    def scale(self, unit: str) -> Decimal:
        return {Unit.MONEY: self.money, Unit.SHARES: self.shares}.get(Unit(unit), ONE)

    def value(self, fact: Fact) -> Decimal:
        """The fact's value at the scale of its unit, without trailing zeros."""
        return plain(fact.value / self.scale(fact.unit))

    def of(self, unit: str) -> str:
        """The words for one unit, for a table that names it in every row."""
        named = {
            Unit.MONEY: f"{self.currency} {SCALES.get(self.money, '')}",
            Unit.SHARES: f"shares in {SCALES[self.shares]}" if self.shares in SCALES else "shares",
            Unit.PER_SHARE: f"{self.currency} per share",
            Unit.PERCENT: "%",
            Unit.COUNT: SCALES.get(self.money, ""),
        }
        return named[Unit(unit)].strip()


def units_of(facts: Iterable[Fact]) -> Units:
    """The currency and the scales in which most of `facts` are printed."""
    kept = list(facts)
    currencies = Counter(fact.currency for fact in kept if fact.currency)
    return Units(
        currency=currencies.most_common(1)[0][0] if currencies else "",
        money=_usual_scale(kept, Unit.MONEY),
        shares=_usual_scale(kept, Unit.SHARES),
    )


def _usual_scale(facts: Iterable[Fact], unit: Unit) -> Decimal:
    scales = Counter(Decimal(fact.scale) for fact in facts if fact.unit == unit)
    return scales.most_common(1)[0][0] if scales else ONE


def units_in_words(units: Units, facts: Iterable[Fact]) -> str:
    """Each unit among `facts` once, as in "USD millions; shares in thousands; USD per share"."""
    present = {fact.unit for fact in facts}
    named = [units.of(unit) for unit in (Unit.MONEY, Unit.SHARES, Unit.PER_SHARE) if unit in present]
    return "; ".join(filter(None, named))


def texts(facts: Sequence[Fact | None], units: Units) -> list[str]:
    """How the figures of one line are printed, all to the same decimal places; "" where there is none."""
    digits = max((places(fact, units) for fact in facts if fact), default=0)
    return [text(fact, units, digits) if fact else "" for fact in facts]


def text(fact: Fact, units: Units, digits: int | None = None) -> str:
    """One figure; its currency stands before it where the table's is another."""
    if fact.nil:
        return NIL
    value = units.value(fact)
    bare = f"{abs(value):,.{places(fact, units) if digits is None else digits}f}"
    foreign = f"{fact.currency} " if fact.currency and fact.currency != units.currency else ""
    return foreign + (f"({bare})" if value < 0 else bare)


def places(fact: Fact, units: Units) -> int:
    """Decimal places that the figure needs; amounts per share have two at least."""
    exponent = units.value(fact).as_tuple().exponent
    needed = min(MOST_PLACES, max(0, -exponent if isinstance(exponent, int) else 0))
    return max(needed, 2) if fact.unit == Unit.PER_SHARE else needed


def plain(value: Decimal) -> Decimal:
    """The same number without trailing zeros and without an exponent."""
    bare = value.normalize()
    return bare.quantize(ONE) if bare == bare.to_integral_value() else bare
