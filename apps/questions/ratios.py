"""The catalogue of ratios and derived figures: what each is called and how it is computed.

The words that ask for them stand in the lexicon of the reader; here are only the definitions.
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from apps.questions.expressions import Call, CallFunction, Expression, Item, Ratio, walk
from apps.questions.formulas import parse
from apps.questions.labels import words
from apps.questions.outside import SHARE_PRICE
from apps.questions.query import Shown

SOURCE = Path(__file__).parent / "ratios.toml"


@dataclass(frozen=True, slots=True)
class RatioDefinition:
    """formulas: the first whose figures are all stated is used. says: what to tell of each formula, "" for nothing.

    own: no standard defines it, and filers print their own.
    """

    key: str
    name: str
    formulas: tuple[Expression, ...]
    texts: tuple[str, ...]
    shown: Shown
    says: tuple[str, ...]
    own: bool = False

    @property
    def is_convention(self) -> bool:
        """Whether it averages a balance, which some do over two dates and others over more or not at all."""
        return any(isinstance(one, Call) and one.function is CallFunction.AVERAGE for one in walk(self.formulas[0]))


@cache
def ratios() -> dict[str, RatioDefinition]:
    """Every ratio by key."""
    raw = tomllib.loads(SOURCE.read_text(encoding="utf-8"))
    return {key: _definition(key, entry, frozenset(raw)) for key, entry in raw.items()}


def _definition(key: str, entry: dict[str, Any], keys: frozenset[str]) -> RatioDefinition:
    texts = tuple(entry["formulas"])
    says = tuple(entry.get("says", ())) + ("",) * len(texts)
    return RatioDefinition(
        key=key,
        name=entry["name"],
        formulas=tuple(parse(text, keys - {key}) for text in texts),
        texts=texts,
        shown=Shown(entry["shown"]),
        says=says[: len(texts)],
        own=entry.get("own", False),
    )


@cache
def conventions() -> dict[frozenset[str], RatioDefinition]:
    """Ratios that filers compute in ways of their own, by the words of their names."""
    return {words(one.name): one for one in ratios().values() if one.is_convention}


@cache
def items_of(expression: Expression) -> frozenset[str]:
    """Every item that it may be computed from, those of its ratios' formulas included."""
    found: frozenset[str] = frozenset()
    for one in walk(expression):
        if isinstance(one, Item):
            found |= {one.concept}
        elif isinstance(one, Ratio) and one.key in ratios():
            found = found.union(*(items_of(formula) for formula in ratios()[one.key].formulas))
    return found


def needs_price(expression: Expression) -> bool:
    """Whether a share price is among the figures that it is computed from."""
    return SHARE_PRICE in items_of(expression)


MARGINS = {
    "ebitda": "ebitda_margin",
    "free_cash_flow": "free_cash_flow_margin",
    "gross_profit": "gross_margin",
    "operating_income": "operating_margin",
    "net_income": "net_margin",
    "income_before_tax": "pretax_margin",
    "operating_cash_flow": "cash_flow_margin",
}


def margin_of_profit(node: Expression) -> str | None:
    """The margin of a profit, and a margin itself."""
    name = node.key if isinstance(node, Ratio) else getattr(node, "concept", "")
    return name if name.endswith("_margin") else MARGINS.get(name)


def profit_of(margin: Ratio) -> Expression:
    """What it is a margin of; other ratios are themselves."""
    named = next((name for name, key in MARGINS.items() if key == margin.key), "")
    return Ratio(named) if named in ratios() else Item(named) if named else margin
